#include "experiments/search_study/study.hpp"

#include <fmt/format.h>
#include <omp.h>

#include <algorithm>
#include <exception>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <system_error>
#include <tuple>

#include "experiments/search_study/one_run.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;

namespace {

constexpr const char* study_design_file = "design.json";
constexpr const char* study_runs_file = "runs.jsonl";

void make_study_directory(const fs::path& directory) {
  std::error_code error;
  if (fs::exists(directory, error) && !fs::is_directory(directory, error)) {
    throw InputError("{}: is a file; a study needs a directory", directory.string());
  }
  fs::create_directories(directory, error);
  if (error) {
    throw SystemError("cannot make directory {}: {}", directory.string(), error.message());
  }
}

}  // namespace

StudyJournal::StudyJournal(const fs::path& directory, const StudyDesign& design)
    : file_(directory / study_runs_file) {
  make_study_directory(directory);
  const fs::path design_file = directory / study_design_file;
  if (fs::exists(design_file)) {
    if (read_file(design_file) != design.identity() + '\n') {
      throw InputError("{}: holds another study; give every study a directory of its own",
                       directory.string());
    }
  } else {
    for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
      throw InputError("{}: is not empty ({})", directory.string(),
                       entry.path().filename().string());
    }
    write_file(design_file, design.identity() + '\n');
  }
  lock_ = std::make_unique<ga::DirectoryLock>(directory);
  if (!fs::exists(file_)) return;
  std::string content = read_file(file_);
  const std::size_t whole = content.rfind('\n') == std::string::npos ? 0 : content.rfind('\n') + 1;
  if (whole < content.size()) {
    content.resize(whole);
    write_file(file_, content);
  }
  int number = 0;
  for (std::size_t begin = 0; begin < content.size();) {
    const std::size_t end = content.find('\n', begin);
    const std::string source = fmt::format("{}:{}", file_.string(), ++number);
    const auto document = parse_json(std::string_view(content).substr(begin, end - begin), source);
    const JsonView view(document, source);
    StudyRecord record = record_from_json(view);
    if (record.classes.size() != design.classes().size()) {
      view.at("classes").fail("{} classes of sizes, but the study has {}", record.classes.size(),
                              design.classes().size());
    }
    if (has(record.run)) view.fail("this run has a line already");
    records_.push_back(std::move(record));
    begin = end + 1;
  }
}

bool StudyJournal::has(const StudyRun& run) const {
  return std::any_of(records_.begin(), records_.end(),
                     [&](const StudyRecord& record) { return record.run == run; });
}

void StudyJournal::add(const StudyRecord& record) {
  ga::AppendFile(file_).append(record_to_line(record) + '\n', Flush::to_disk);
  records_.push_back(record);
}

void StudyJournal::sort(const StudyDesign& design) {
  const auto place = [&](const StudyRecord& record) {
    std::size_t s = 0;
    while (s < design.searches().size() && design.searches()[s].name != record.run.search) ++s;
    return std::tuple(record.run.budget, record.run.repetition, s, record.run.search);
  };
  std::sort(records_.begin(), records_.end(),
            [&](const StudyRecord& a, const StudyRecord& b) { return place(a) < place(b); });
  std::string content;
  for (const StudyRecord& record : records_) content += record_to_line(record) + '\n';
  write_file(file_, content);
}

bool do_study(const StudyDesign& design, StudyJournal& journal, const StudyOptions& options) {
  std::vector<StudyRun> missing = design.runs();
  std::erase_if(missing, [&](const StudyRun& run) { return journal.has(run); });
  std::atomic<std::size_t> next{0};
  std::atomic<bool> failed{false};
  std::mutex mutex;
  std::exception_ptr error;
  StudyProgress progress;
  const auto stopped = [&] {
    return failed || (options.stop != nullptr && options.stop->load(std::memory_order_relaxed));
  };
#pragma omp parallel num_threads(std::max(1, options.threads))
  {
    try {
      while (!stopped()) {
        const std::size_t i = next.fetch_add(1);
        if (i >= missing.size()) break;
        const std::optional<StudyRecord> record =
            do_study_run(design, missing[i], options.stop != nullptr ? *options.stop : failed,
                         [&](std::int64_t matches) {
                           const std::lock_guard lock(mutex);
                           progress.matches += matches;
                           if (options.on_progress) options.on_progress(progress);
                         });
        if (!record) break;
        const std::lock_guard lock(mutex);
        journal.add(*record);
        ++progress.runs;
        progress.matches += missing[i].budget - record->spent;
        if (options.on_progress) options.on_progress(progress);
      }
    } catch (...) {
      const std::lock_guard lock(mutex);
      if (!error) error = std::current_exception();
      failed = true;
    }
  }
  if (error) std::rethrow_exception(error);
  return !stopped();
}

std::int64_t matches_missing(const StudyDesign& design, const StudyJournal& journal) {
  std::int64_t matches = 0;
  for (const StudyRun& run : design.runs()) matches += journal.has(run) ? 0 : run.budget;
  return matches;
}

}  // namespace evorisk::experiments
