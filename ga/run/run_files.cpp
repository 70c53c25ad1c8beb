#include "ga/run/run_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>
#define XXH_INLINE_ALL
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::ga {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const Message& what, const fs::path& file, int error) {
  throw SystemError("cannot {} {}: {}", what, file.string(),
                    std::generic_category().message(error));
}

}  // namespace

DirectoryLock::DirectoryLock(const fs::path& directory) : file_(directory / ".lock") {
  while (true) {
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse("write in", directory, errno);
    if (::flock(descriptor_, LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(descriptor_);
      if (error == EWOULDBLOCK) {
        throw SystemError("{}: another process is at work in this directory", directory.string());
      }
      refuse("lock", file_, error);
    }
    // Its last holder may have removed the file between our opening and locking it.
    struct stat opened {};
    struct stat there {};
    if (::fstat(descriptor_, &opened) == 0 && ::stat(file_.c_str(), &there) == 0 &&
        opened.st_ino == there.st_ino && opened.st_dev == there.st_dev) {
      return;
    }
    ::close(descriptor_);
  }
}

DirectoryLock::~DirectoryLock() {
  ::unlink(file_.c_str());
  ::close(descriptor_);
}

std::uint64_t text_hash(std::string_view text, std::uint64_t before) {
  return XXH3_64bits_withSeed(text.data(), text.size(), before);
}

AppendFile::AppendFile(AppendFile&& other) noexcept
    : path_(std::move(other.path_)), descriptor_(std::exchange(other.descriptor_, -1)) {}

AppendFile::~AppendFile() {
  if (descriptor_ >= 0) ::close(descriptor_);
}

void AppendFile::append(std::string_view text, Flush flush) {
  if (descriptor_ < 0) {
    descriptor_ = ::open(path_.c_str(), O_WRONLY | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
  }
  if (descriptor_ < 0) refuse("write", path_, errno);
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor_, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) refuse("write", path_, errno);
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  if (flush == Flush::to_disk && ::fsync(descriptor_) != 0 && errno != EINVAL && errno != EROFS) {
    refuse("write", path_, errno);
  }
}

LineLog LineLog::create(const fs::path& file) {
  write_file(file, "", Flush::to_system);
  return LineLog(file);
}

LineLog LineLog::resume(const fs::path& file, const Mark& mark) {
  std::string content = read_file(file);
  if (static_cast<std::int64_t>(content.size()) < mark.bytes) {
    throw InputError("{}: has {} bytes, but the checkpoint was made when it had {}", file.string(),
                     content.size(), mark.bytes);
  }
  content.resize(static_cast<std::size_t>(mark.bytes));
  LineLog log(file);
  for (std::string_view left = content; !left.empty();) {
    const std::string_view line = left.substr(0, std::min(left.find('\n'), left.size() - 1) + 1);
    log.add(line);
    left.remove_prefix(line.size());
  }
  if (log.mark() != mark) {
    throw InputError("{}: is not the file that the checkpoint was made with", file.string());
  }
  std::error_code error;
  fs::resize_file(file, static_cast<std::uintmax_t>(mark.bytes), error);
  if (error) refuse("cut", file, error.value());
  return log;
}

void LineLog::append(std::string_view line, Flush flush) {
  file_.append(line, flush);
  add(line);
}

void LineLog::add(std::string_view line) {
  bytes_ += static_cast<std::int64_t>(line.size());
  hash_ = text_hash(line, hash_);
}

LineLog::Mark LineLog::mark() const {
  return {bytes_, fmt::format("{:016x}", hash_)};
}

void remove_temporary_files(const fs::path& directory) {
  std::vector<fs::path> found;
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    // "result.json.1234.tmp", as write_file names them.
    const fs::path name = entry.path().filename();
    const std::string number = name.stem().extension().string();
    if (name.extension() == ".tmp" && number.size() > 1 &&
        number.find_first_not_of("0123456789", 1) == std::string::npos) {
      found.push_back(entry.path());
    }
  }
  for (const fs::path& file : found) {
    std::error_code ignored;
    fs::remove(file, ignored);
  }
}

}  // namespace evorisk::ga
