#include "experiments/sweep/directory.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/journal.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

namespace {

constexpr const char* sweep_file = "sweep.json";

[[noreturn]] void refuse(const Message& what, const fs::path& file, int error) {
  throw SystemError("cannot {} {}: {}", what, file.string(),
                    std::generic_category().message(error));
}

// A lock on one byte that belongs to the open file, not to the process: closing another descriptor
// of the same file does not lose it.
struct flock byte_lock(short type, int byte) {
  struct flock lock {};
  lock.l_type = type;
  lock.l_whence = SEEK_SET;
  lock.l_start = byte;
  lock.l_len = 1;
  return lock;
}

}  // namespace

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
  const Json document = read_json(file.string());
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
  const fs::path file = path_ / "claims";
  claims_ = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
  if (claims_ < 0) refuse("write", file, errno);
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
  std::error_code ignored;
  if (fs::exists(record_file(run), ignored)) return State::done;
  return fs::exists(failure_file(run), ignored) ? State::failed : State::missing;
}

SweepDirectory::Claim SweepDirectory::claim(int run) {
  struct flock lock = byte_lock(F_WRLCK, run);
  if (::fcntl(claims_, F_OFD_SETLK, &lock) == 0) {
    return {this, [claims = claims_, run](const void*) {
              struct flock unlock = byte_lock(F_UNLCK, run);
              ::fcntl(claims, F_OFD_SETLK, &unlock);
            }};
  }
  if (errno == EAGAIN || errno == EACCES) return nullptr;
  refuse("lock", path_ / "claims", errno);
}

bool SweepDirectory::claimed_elsewhere(int run) const {
  struct flock lock = byte_lock(F_WRLCK, run);
  if (::fcntl(claims_, F_OFD_GETLK, &lock) != 0) refuse("lock", path_ / "claims", errno);
  return lock.l_type != F_UNLCK;
}

}  // namespace evorisk::experiments
