#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"

namespace evorisk {
namespace {

// A file descriptor that closes itself.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  int number() const { return number_; }
  // Closes now and tells whether the system agreed: a full disk may show only here.
  bool close() { return ::close(std::exchange(number_, -1)) == 0; }

 private:
  int number_;
};

// 0, or the error of the first step that failed. `mode` (O_TRUNC, O_APPEND): what becomes of what
// is there.
int write_and_flush(const std::filesystem::path& file, std::string_view content, int mode,
                    Flush flush) {
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | mode, 0666));
  if (out.number() < 0) return errno;
  while (!content.empty()) {
    const ssize_t written = ::write(out.number(), content.data(), content.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return errno;
    content.remove_prefix(static_cast<std::size_t>(written));
  }
  if (flush == Flush::to_disk && ::fsync(out.number()) != 0 && errno != EINVAL && errno != EROFS) {
    return errno;
  }
  return out.close() ? 0 : errno;
}

// A rename survives a power cut only once its directory is on disk too. Best effort: not every
// file system lets a directory be flushed.
void flush_directory(const std::filesystem::path& directory) {
  const Descriptor opened(
      ::open(directory.empty() ? "." : directory.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
  if (opened.number() >= 0) ::fsync(opened.number());
}

}  // namespace

void refuse_file(const Message& what, const std::filesystem::path& file, int error) {
  throw SystemError("cannot {} {}: {}", what, file.string(),
                    std::generic_category().message(error));
}

std::string read_file(const std::filesystem::path& file) {
  const Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (in.number() < 0) refuse_file("read", file, errno);
  std::string content;
  std::vector<char> buffer(std::size_t{1} << 16);
  while (true) {
    const ssize_t got = ::read(in.number(), buffer.data(), buffer.size());
    if (got == 0) return content;
    if (got > 0) content.append(buffer.data(), static_cast<std::size_t>(got));
    if (got < 0 && errno != EINTR) refuse_file("read", file, errno);
  }
}

void write_file(const std::filesystem::path& file, std::string_view content, Flush flush) {
  // The process number keeps two programs writing the same file from sharing a temporary.
  std::filesystem::path temporary = file;
  temporary += fmt::format(".{}.tmp", ::getpid());
  int error = write_and_flush(temporary, content, O_TRUNC, flush);
  if (error == 0 && ::rename(temporary.c_str(), file.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    refuse_file("write", file, error);
  }
  if (flush == Flush::to_disk) flush_directory(file.parent_path());
}

void append_file(const std::filesystem::path& file, std::string_view content, Flush flush) {
  const int error = write_and_flush(file, content, O_APPEND, flush);
  if (error != 0) refuse_file("write", file, error);
}

void make_directory(const std::filesystem::path& directory) {
  std::error_code error;
  std::filesystem::create_directories(directory, error);
  if (error) {
    throw SystemError("cannot make directory {}: {}", directory.string(), error.message());
  }
}

void refuse_existing(const std::filesystem::path& file, bool force) {
  std::error_code ignored;
  if (!force && std::filesystem::exists(std::filesystem::symlink_status(file, ignored))) {
    throw InputError("{} exists already; --force replaces it", file.string());
  }
}

void write_new_file(const std::filesystem::path& file, std::string_view content, bool force) {
  refuse_existing(file, force);
  write_file(file, content);
}

}  // namespace evorisk
