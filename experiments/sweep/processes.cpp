#include "experiments/sweep/processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? "" : value;
}

// Slurm's name of this machine, or its own.
std::string this_node() {
  if (std::string name = environment("SLURMD_NODENAME"); !name.empty()) return name;
  std::array<char, 256> name{};
  return ::gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "unknown";
}

std::string this_job() {
  const std::string array = environment("SLURM_ARRAY_JOB_ID");
  return array.empty() ? environment("SLURM_JOB_ID")
                       : array + '_' + environment("SLURM_ARRAY_TASK_ID");
}

// Adds what a line says. Throws InputError for a line that is none, or of no run of the sweep's.
void take_line(const JsonView& line, int runs, std::vector<SweepProcess>& processes) {
  constexpr std::int64_t many = std::int64_t{1} << 60;
  constexpr double long_time = 1e12;
  if (processes.empty() || line.find("node")) {
    processes.push_back({.node = line.at("node").text(),
                         .job = line.at("job").text(),
                         .process = line.at("process").integer(0, many),
                         .threads = static_cast<int>(line.at("threads").integer(0, 1 << 20))});
    return;
  }
  SweepProcess& process = processes.back();
  const auto begins = line.find("begins");
  const int run =
      static_cast<int>((begins ? *begins : line.at("run")).integer(0, std::int64_t{runs} - 1));
  if (begins) {
    process.at_work.push_back(run);
    return;
  }
  const RunEffort effort{
      run, line.at("matches").integer(0, many), line.at("seconds").number(0, long_time),
      line.at("playing_seconds").number(0, long_time), line.at("finished").boolean()};
  std::erase(process.at_work, run);
  process.efforts.push_back(effort);
}

// The processes of one journal: more than one when numbers of processes come again.
std::vector<SweepProcess> read_journal_of_processes(const fs::path& file, int runs) {
  std::vector<SweepProcess> processes;
  LineReader in(file);
  while (const auto text = in.next()) {
    try {
      const Json line = parse_json(*text);
      take_line(JsonView(line, ""), runs, processes);
    } catch (const InputError&) {
      continue;
    }
  }
  return processes;
}

}  // namespace

SweepJournal::~SweepJournal() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void SweepJournal::open() {
  const std::lock_guard lock(mutex_);
  if (descriptor_ >= 0) return;
  const std::string node = this_node();
  // A second file where the first is another process' that lives: containers may share a name, and
  // numbers of processes.
  for (int number = 1; descriptor_ < 0; ++number) {
    file_ = directory_.path() / "processes" /
            fmt::format("{}-{}{}.jsonl", node, ::getpid(),
                        number == 1 ? std::string() : fmt::format("-{}", number));
    const int descriptor = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor < 0) refuse_file("write", file_, errno);
    if (lock_byte(descriptor, 0, file_))
      descriptor_ = descriptor;
    else
      ::close(descriptor);
  }
  const Json line = {
      {"node", node}, {"job", this_job()}, {"process", ::getpid()}, {"threads", threads_}};
  append_file(file_, line.dump() + '\n', Flush::to_system);
}

void SweepJournal::begins(int run) {
  open();
  append_file(file_, fmt::format("{{\"begins\":{}}}\n", run), Flush::to_system);
}

void SweepJournal::ends(const RunEffort& effort) {
  open();
  const Json line = {{"run", effort.run},
                     {"matches", effort.matches},
                     {"seconds", effort.seconds},
                     {"playing_seconds", effort.playing_seconds},
                     {"finished", effort.finished}};
  append_file(file_, line.dump() + '\n', Flush::to_system);
}

void SweepJournal::sign_of_life() {
  const Clock::time_point now = Clock::now();
  Clock::time_point last = marked_;
  if (now - last < std::chrono::seconds(1)) return;
  if (!marked_.compare_exchange_strong(last, now)) return;  // another thread does it
  ::futimens(descriptor_, nullptr);  // the file system's own time; no harm where it cannot
}

std::vector<SweepProcess> processes_of(const SweepDirectory& directory) {
  std::vector<fs::path> files;
  for (const auto& entry : fs::directory_iterator(directory.path() / "processes")) {
    files.push_back(entry.path());
  }
  std::ranges::sort(files);
  std::vector<SweepProcess> all;
  const double now = directory.now();
  for (const fs::path& file : files) {
    std::vector<SweepProcess> processes = read_journal_of_processes(file, directory.sweep().runs());
    const int descriptor = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
    if (descriptor < 0) refuse_file("read", file, errno);
    const bool alive = byte_is_locked(descriptor, 0, file);
    const double silence = std::max(0.0, now - seconds_of_file(descriptor, file));
    ::close(descriptor);
    for (SweepProcess& process : processes) {
      process.alive = alive && &process == &processes.back();
      process.silence = silence;
      if (!process.alive) process.at_work.clear();
      std::ranges::sort(process.at_work);
      all.push_back(std::move(process));
    }
  }
  return all;
}

}  // namespace evorisk::experiments
