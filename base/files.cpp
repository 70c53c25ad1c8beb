#include "base/files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <iterator>
#include <system_error>
#include <utility>

#include "base/error.hpp"
#include "base/reading/number_in.hpp"

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
  bool close() { return ::close(release()) == 0; }
  int release() { return std::exchange(number_, -1); }

 private:
  int number_;
};

mode_t permissions(Readers readers) {
  return readers == Readers::all ? 0666 : 0600;
}

// 0, or the error of the first step that failed. The file stays open.
int write_and_flush(const Descriptor& out, std::string_view content, Flush flush) {
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
  return 0;
}

// The same. `mode` (O_TRUNC, O_APPEND): what becomes of what is there.
int write_and_close(const std::filesystem::path& file, std::string_view content, int mode,
                    Flush flush, Readers readers = Readers::all) {
  // A pipe without a reader is refused, and not waited for.
  Descriptor out(::open(file.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NONBLOCK | O_NOCTTY | mode,
                        permissions(readers)));
  const int error = write_and_flush(out, content, flush);
  return error != 0 ? error : out.close() ? 0 : errno;
}

// The same of a new file, which has no name until it is whole: a process that is killed leaves
// nothing of it. Not every file system has such files.
int write_unnamed(const std::filesystem::path& file, std::string_view content, Flush flush,
                  Readers readers) {
  const std::filesystem::path directory = file.has_parent_path() ? file.parent_path() : ".";
  Descriptor out(::open(directory.c_str(), O_WRONLY | O_TMPFILE | O_CLOEXEC, permissions(readers)));
  if (const int error = write_and_flush(out, content, flush); error != 0) return error;
  const std::string unnamed = fmt::format("/proc/self/fd/{}", out.number());
  if (::linkat(AT_FDCWD, unnamed.c_str(), AT_FDCWD, file.c_str(), AT_SYMLINK_FOLLOW) != 0) {
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

// The number of an open file in names that the system has for it, or -1.
int inherited_descriptor(std::string_view name) {
  if (name == "/dev/stdin") return STDIN_FILENO;
  for (const std::string_view place : {"/dev/fd/", "/proc/self/fd/"}) {
    if (!name.starts_with(place)) continue;
    name.remove_prefix(place.size());
    return number_in<int>(name).value_or(-1);
  }
  return -1;
}

Message refusal(const Message& what, const std::filesystem::path& file, int error) {
  return {"cannot {} {}: {}", what, file.string(), std::generic_category().message(error)};
}

// A descriptor that ends, as read_file says. Opening a pipe would wait for a writer.
int open_to_read(const std::filesystem::path& file) {
  struct stat status {};
  if (const int open = inherited_descriptor(file.native());
      open >= 0 && ::fstat(open, &status) == 0 && !S_ISREG(status.st_mode) &&
      (S_ISFIFO(status.st_mode) || S_ISSOCK(status.st_mode) || ::isatty(open) != 0)) {
    const int copy = ::fcntl(open, F_DUPFD_CLOEXEC, 0);
    if (copy < 0) refuse_file("read", file, errno);
    return copy;
  }
  Descriptor in(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY));
  if (in.number() < 0 && (errno == ENOENT || errno == ENOTDIR))
    throw MissingFile(refusal("read", file, errno));
  if (in.number() < 0 || ::fstat(in.number(), &status) != 0) refuse_file("read", file, errno);
  if (S_ISDIR(status.st_mode)) refuse_file("read", file, EISDIR);
  if (!S_ISREG(status.st_mode)) {
    if (S_ISFIFO(status.st_mode)) throw InputError("{}: is a pipe, not a file", file.string());
    throw InputError("{}: is a device, not a file", file.string());
  }
  return in.release();
}

// Appends what comes next; false at the end.
bool read_more(int descriptor, const std::filesystem::path& file, std::string& content) {
  constexpr std::size_t most = std::size_t{1} << 16;
  const std::size_t before = content.size();
  content.resize(before + most);
  ssize_t got = -1;
  do {
    got = ::read(descriptor, content.data() + before, most);
  } while (got < 0 && errno == EINTR);
  const int error = errno;
  content.resize(before + static_cast<std::size_t>(std::max<ssize_t>(got, 0)));
  if (got < 0) refuse_file("read", file, error);
  return got > 0;
}

[[noreturn]] void refuse_size(const std::filesystem::path& file, std::int64_t largest) {
  throw InputError("{}: is larger than such files are (at most {} bytes)", file.string(), largest);
}

}  // namespace

void refuse_file(const Message& what, const std::filesystem::path& file, int error) {
  throw SystemError(refusal(what, file, error));
}

std::string read_file(const std::filesystem::path& file, std::int64_t largest) {
  const Descriptor in(open_to_read(file));
  struct stat status {};
  if (::fstat(in.number(), &status) != 0) refuse_file("read", file, errno);
  std::string content;
  if (status.st_size > largest) refuse_size(file, largest);
  content.reserve(static_cast<std::size_t>(status.st_size) + 1);
  while (read_more(in.number(), file, content)) {
    if (std::ssize(content) > largest) refuse_size(file, largest);
  }
  return content;
}

LineReader::LineReader(const std::filesystem::path& file, std::int64_t begin)
    : file_(file), descriptor_(open_to_read(file)), place_(begin) {
  if (begin != 0) ::lseek(descriptor_, begin, SEEK_SET);
}

LineReader::~LineReader() {
  ::close(descriptor_);
}

std::optional<std::string_view> LineReader::next() {
  std::size_t searched = begin_;
  while (true) {
    if (const std::size_t end = buffer_.find('\n', searched); end != buffer_.npos) {
      const auto line = std::string_view(buffer_).substr(begin_, end - begin_);
      begin_ = end + 1;
      place_ += std::ssize(line) + 1;
      return line;
    }
    if (std::ssize(buffer_) > largest_line) {
      throw InputError("{}: has a line of more than {} bytes", file_.string(), largest_line);
    }
    buffer_.erase(0, std::exchange(begin_, 0));
    searched = buffer_.size();
    if (!read_more(descriptor_, file_, buffer_)) return std::nullopt;
  }
}

bool file_exists(const std::filesystem::path& file) {
  struct stat status {};
  if (::stat(file.c_str(), &status) == 0) return true;
  if (errno != ENOENT && errno != ENOTDIR) refuse_file("read", file, errno);
  return false;
}

bool names_file(const std::filesystem::path& text) {
  std::error_code none;
  return std::filesystem::is_regular_file(text, none);
}

void write_file(const std::filesystem::path& file, std::string_view content, Flush flush,
                Readers readers) {
  // A link stays one; a device or a pipe is not replaced.
  std::error_code none;
  if (std::filesystem::is_other(std::filesystem::status(file, none))) {
    throw InputError("{} is no regular file, so it is not replaced", file.string());
  }
  std::filesystem::path target = file;
  for (int links = 0; std::filesystem::is_symlink(target, none); ++links) {
    if (links == 40) refuse_file("write", file, ELOOP);  // as many as the system follows
    target = target.parent_path() / std::filesystem::read_symlink(target, none);
  }
  // The thread's number keeps two programs or threads that write the same file from sharing a
  // temporary; that of a process' first thread is the process number.
  std::filesystem::path temporary = target;
  temporary += fmt::format(".{}.tmp", ::gettid());
  int error = write_unnamed(temporary, content, flush, readers);
  if (error != 0) error = write_and_close(temporary, content, O_TRUNC, flush, readers);
  if (error == 0 && ::rename(temporary.c_str(), target.c_str()) != 0) error = errno;
  if (error != 0) {
    ::unlink(temporary.c_str());
    refuse_file("write", file, error);
  }
  if (flush == Flush::to_disk) flush_directory(target.parent_path());
}

void append_file(const std::filesystem::path& file, std::string_view content, Flush flush) {
  const int error = write_and_close(file, content, O_APPEND, flush);
  if (error != 0) refuse_file("write", file, error);
}

void make_directory(const std::filesystem::path& directory) {
  std::error_code error;
  if (!directory.empty()) std::filesystem::create_directories(directory, error);
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

NewFiles::~NewFiles() {
  std::error_code none;
  for (; !made_.empty(); made_.pop_back()) std::filesystem::remove(made_.back(), none);
}

void NewFiles::note(const std::filesystem::path& name) {
  std::error_code none;
  if (!std::filesystem::exists(std::filesystem::symlink_status(name, none))) made_.push_back(name);
}

void NewFiles::make_directory(const std::filesystem::path& directory) {
  std::filesystem::path part;
  for (const std::filesystem::path& name : directory) note(part /= name);
  evorisk::make_directory(directory);
}

void NewFiles::write(const std::filesystem::path& file, std::string_view content) {
  note(file);
  write_file(file, content, Flush::to_system);
}

std::vector<std::string> write_files(const std::filesystem::path& directory,
                                     const std::vector<NamedFile>& files, bool force) {
  NewFiles made;
  for (const NamedFile& file : files) refuse_existing(directory / file.name, force);
  std::vector<std::string> names;
  for (const auto& [name, bytes] : files) {
    made.make_directory((directory / name).parent_path());
    made.write(directory / name, bytes);
    names.push_back(name);
  }
  made.keep();
  return names;
}

}  // namespace evorisk
