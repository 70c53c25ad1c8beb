#include "ga/run/run_files.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <nlohmann/json.hpp>
#include <system_error>
#include <utility>
#include <vector>

#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/run/archive.hpp"

namespace evorisk::ga {

namespace fs = std::filesystem;

DirectoryLock::DirectoryLock(const fs::path& directory, const std::string& file, SecondOwner second)
    : file_(directory / (file.empty() ? ".lock" : "." + file + ".lock")) {
  while (true) {
    descriptor_ = ::open(file_.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (descriptor_ < 0) refuse_file("write in", directory, errno);
    if (::flock(descriptor_, second == SecondOwner::waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0) {
      const int error = errno;
      ::close(descriptor_);
      if (error == EINTR) continue;
      if (error == EWOULDBLOCK) {
        if (!file.empty()) throw SystemError("{}: is in use already", (directory / file).string());
        throw SystemError("{}: another process is at work in this directory", directory.string());
      }
      refuse_file("lock", file_, error);
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

fs::path checkpoint_before(const fs::path& file) {
  return file.parent_path() / (file.stem().string() + ".before" + file.extension().string());
}

void write_checkpoint(const fs::path& file, std::string_view text, Flush flush) {
  const fs::path before = checkpoint_before(file);
  if (file_exists(file)) {
    std::error_code error;
    fs::remove(before, error);
    fs::create_hard_link(file, before, error);
    if (error) fs::rename(file, before);  // a file system without links
  }
  write_file(file, text, flush);
}

nlohmann::ordered_json read_checkpoint(const fs::path& file, std::string& source) {
  const fs::path before = checkpoint_before(file);
  source = (file_exists(file) ? file : before).string();
  if (!file_exists(source)) return nullptr;
  try {
    return read_sealed(source, largest_log);
  } catch (const InputError& error) {
    if (source == before.string() || !file_exists(before)) {
      throw InputError("{}; without the file, all begins anew", error.message());
    }
    throw InputError("{}; without the file, {}, the checkpoint before it, is gone on from",
                     error.message(), before.filename().string());
  }
}

std::string file_hash(const fs::path& file) {
  return fmt::format("{:016x}", text_hash(read_file(file)));
}

nlohmann::ordered_json read_result(const fs::path& directory) {
  const fs::path file = directory / result_file;
  if (!file_exists(file)) {
    throw InputError(
        "{}: the run there is not finished; evorisk evolve --out {} --resume continues it",
        directory.string(), directory.string());
  }
  nlohmann::ordered_json result = read_sealed(file.string(), largest_log);
  const auto files = result.find("files");  // not in results of earlier versions
  if (files == result.end()) return result;
  for (const std::string_view name : {config_file, best_file}) {
    if (files->at(name) == file_hash(directory / name)) continue;
    throw InputError("{}: is not the file that {} was written with", (directory / name).string(),
                     result_file);
  }
  return result;
}

LineLog::LineLog(fs::path file) : file_(std::move(file)) {
  write_file(file_, "", Flush::to_system);
}

LineLog::LineLog(fs::path file, const Mark& there) : file_(std::move(file)) {
  LineReader in(file_);
  while (bytes_ < there.bytes) {
    const auto line = in.next();
    if (!line) break;
    add(std::string(*line) + '\n');
  }
  if (bytes_ < there.bytes) {
    throw InputError("{}: has {} bytes, but the checkpoint was made when it had {}", file_.string(),
                     fs::file_size(file_), there.bytes);
  }
  if (mark() != there) {
    throw InputError("{}: is not the file that the checkpoint was made with", file_.string());
  }
  std::error_code error;
  fs::resize_file(file_, static_cast<std::uintmax_t>(there.bytes), error);
  if (error) refuse_file("cut", file_, error.value());
}

void LineLog::append(std::string_view line, Flush flush) {
  append_file(file_, line, flush);
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
  std::error_code ignored;
  const fs::directory_iterator begin(directory);
  for (const fs::directory_entry& entry : std::vector<fs::directory_entry>(begin, {})) {
    // "result.json.1234.tmp", as write_file names them.
    const fs::path name = entry.path().filename();
    const std::string number = name.stem().extension().string();
    if (name.extension() == ".tmp" && number.size() > 1 &&
        number.find_first_not_of("0123456789", 1) == std::string::npos) {
      fs::remove(entry.path(), ignored);
    }
  }
}

void remove_run_files(const fs::path& directory) {
  for (const std::string_view name :
       {result_file, best_file, archive_file, explanation_file, checkpoint_file, log_file,
        timing_file, config_file, picture_file, report_file}) {
    fs::remove(directory / name);
  }
  fs::remove(checkpoint_before(directory / checkpoint_file));
}

}  // namespace evorisk::ga
