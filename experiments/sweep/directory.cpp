#include "experiments/sweep/directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <ctime>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/seal.hpp"
#include "experiments/journal.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* sweep_file = "sweep.json";
constexpr const char* claims_file = "claims";

struct flock byte_flock(short type, int byte) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

}  // namespace

bool lock_byte(int descriptor, int byte, const fs::path& file) {
  struct flock lock = byte_flock(F_WRLCK, byte);
  if (::fcntl(descriptor, F_OFD_SETLK, &lock) == 0) return true;
  if (errno == EAGAIN || errno == EACCES) return false;
  refuse_file("lock", file, errno);
}

bool byte_is_locked(int descriptor, int byte, const fs::path& file) {
  struct flock lock = byte_flock(F_WRLCK, byte);
  if (::fcntl(descriptor, F_OFD_GETLK, &lock) != 0) refuse_file("lock", file, errno);
  return lock.l_type != F_UNLCK;
}

double seconds_of_file(int descriptor, const fs::path& file) {
  struct stat facts {};
  if (::fstat(descriptor, &facts) != 0) refuse_file("read", file, errno);
  return static_cast<double>(facts.st_mtim.tv_sec) +
         static_cast<double>(facts.st_mtim.tv_nsec) * 1e-9;
}

SweepDirectory::SweepDirectory(const fs::path& path, std::unique_ptr<Sweep> sweep)
    : path_(path), sweep_(std::move(sweep)) {
  open_experiment(path, "a sweep", sweep_file, sweep_->to_json().dump(1) + '\n');
  open_claims();
}

SweepDirectory::SweepDirectory(const fs::path& path) : path_(path) {
  const fs::path file = path / sweep_file;
  if (!fs::exists(file)) {
    throw InputError("{}: holds no sweep (there is no {}); evorisk sweep plan makes one",
                     path.string(), sweep_file);
  }
  const Json document = read_sealed(file.string(), largest_document, Unsealed::allowed);
  sweep_ = std::make_unique<Sweep>(JsonView(document, file.string()), path.string());
  open_claims();
}

SweepDirectory::~SweepDirectory() {
  if (claims_ >= 0) ::close(claims_);
}

void SweepDirectory::open_claims() {
  make_directory(path_ / "runs");
  make_directory(path_ / "work");
  make_directory(path_ / "failed");
  make_directory(path_ / "processes");
  const fs::path file = path_ / claims_file;
  claims_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  // Reading is enough to look at a sweep.
  if (claims_ < 0) {
    unwritable_ = errno;
    claims_ = ::open(file.c_str(), O_RDONLY | O_CLOEXEC);
  }
  if (claims_ < 0) refuse_file("write", file, errno);
}

fs::path SweepDirectory::record_file(int run) const {
  return path_ / "runs" / fmt::format("{:03}", run / 1000) / fmt::format("{:06}.json", run);
}

fs::path SweepDirectory::failure_file(int run) const {
  return path_ / "failed" / fmt::format("{:06}.json", run);
}

fs::path SweepDirectory::work_file(int run) const {
  return path_ / "work" / fmt::format("{:06}.json", run);
}

SweepDirectory::State SweepDirectory::state(int run) const {
  if (file_exists(record_file(run))) return State::done;
  return file_exists(failure_file(run)) ? State::failed : State::missing;
}

Json read_run_file(const fs::path& file, const SweepRun& run) {
  Json record = read_sealed(file.string(), largest_log);
  const JsonView view(record, file.string());
  view.format(1);
  if (view.at("run").raw() != run.run || view.at("seed").raw() != run.seed) {
    throw InputError("{}: is no record of run {} of this sweep", file.string(), run.run);
  }
  if (const auto version = view.find("simulation");
      version && version->raw() != risk::simulation_version) {
    throw InputError("{}: was played by version {} of the simulation, this is version {}",
                     file.string(), version->raw().dump(), risk::simulation_version);
  }
  return record;
}

std::string SweepDirectory::fault(int run) const {
  if (state(run) != State::done) return "";
  try {
    read_run_file(record_file(run), sweep().run(run));
    return "";
  } catch (const InputError& error) {
    return error.what();
  }
}

SweepDirectory::Claim SweepDirectory::claim(int run) {
  if (unwritable_ != 0) refuse_file("write", path_ / claims_file, unwritable_);
  if (!lock_byte(claims_, run, path_ / claims_file)) return nullptr;
  return {this, [claims = claims_, run](const void*) {
            struct flock unlock = byte_flock(F_UNLCK, run);
            ::fcntl(claims, F_OFD_SETLK, &unlock);
          }};
}

bool SweepDirectory::claimed_elsewhere(int run) const {
  return byte_is_locked(claims_, run, path_ / claims_file);
}

double SweepDirectory::now() const {
  if (::futimens(claims_, nullptr) != 0) return static_cast<double>(::time(nullptr));
  return seconds_of_file(claims_, path_ / claims_file);
}

std::string RecordFaults::of(const SweepDirectory& directory, int run) {
  const fs::path file = directory.record_file(run);
  std::error_code missing;
  const fs::file_time_type changed = fs::last_write_time(file, missing);
  if (missing) {
    known_.erase(file);
    return "";
  }
  const auto [place, first] = known_.try_emplace(file);
  Known& known = place->second;
  if (first || known.changed != changed) known = {changed, directory.fault(run)};
  return known.fault;
}

SweepState state_of(const SweepDirectory& directory, RecordFaults* faults) {
  SweepState sum;
  for (int run = 0; run < directory.sweep().runs(); ++run) {
    const SweepDirectory::State state = directory.state(run);
    const std::int64_t matches = directory.sweep().matches(run);
    std::string fault;
    try {
      if (faults != nullptr) fault = faults->of(directory, run);
    } catch (const SystemError& error) {
      fault = error.what();
    }
    if (!fault.empty()) sum.broken[run] = fault;
    if (state == SweepDirectory::State::done && fault.empty()) {
      ++sum.done;
      sum.matches_done += matches;
    } else if (state == SweepDirectory::State::failed) {
      sum.failed.push_back(run);
    } else {
      ++sum.missing;
      sum.matches_left += matches;
      sum.at_work += directory.claimed_elsewhere(run);
    }
  }
  return sum;
}

}  // namespace evorisk::experiments
