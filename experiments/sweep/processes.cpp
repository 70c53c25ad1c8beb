#include "experiments/sweep/processes.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <fstream>
#include <nlohmann/json.hpp>

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

// The processes of one journal: more than one when numbers of processes come again.
std::vector<SweepProcess> read_journal_of_processes(const fs::path& file, int runs) {
  std::vector<SweepProcess> processes;
  std::ifstream in(file);
  for (std::string text; std::getline(in, text);) {
    const Json line = json_or_discarded(text);
    if (!line.is_object()) continue;
    if (line.contains("node")) {
      processes.push_back({.node = line.value("node", ""),
                           .job = line.value("job", ""),
                           .process = line.value("process", std::int64_t{0}),
                           .threads = line.value("threads", 0)});
      continue;
    }
    const int run = line.value("begins", line.value("run", -1));
    if (processes.empty() || run < 0 || run >= runs) continue;
    SweepProcess& process = processes.back();
    if (line.contains("begins")) {
      process.at_work.push_back(run);
      continue;
    }
    std::erase(process.at_work, run);
    process.efforts.push_back({run, line.value("matches", std::int64_t{0}),
                               line.value("seconds", 0.0), line.value("playing_seconds", 0.0),
                               line.value("finished", false)});
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
    const int descriptor = ::open(file.c_str(), O_RDWR | O_CLOEXEC);
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
