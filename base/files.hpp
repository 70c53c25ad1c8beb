// Files, written so that an interruption at any moment leaves either the old content or the new.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/message.hpp"

namespace evorisk {

// Throws SystemError "cannot <what> <file>: <the system's reason>". `error`: an errno.
[[noreturn]] void refuse_file(const Message& what, const std::filesystem::path& file, int error);

// The most that is read of a file, in bytes, generously above what the program writes. A document
// is a map, a variant, a configuration, a match record, a result. A log grows with its run, as do
// checkpoints and archives.
inline constexpr std::int64_t largest_document = std::int64_t{32} << 20;
inline constexpr std::int64_t largest_log = std::int64_t{2} << 30;
inline constexpr std::int64_t largest_line = std::int64_t{256} << 20;  // of a log

// The whole content of a regular file of at most this size. What is no regular file (a pipe, a
// device) is refused at once, except standard input and the like under their names of the system
// (/dev/stdin, and /dev/fd/63 as shells make them), which are read to their end. Throws InputError;
// SystemError naming the file and the system's reason.
std::string read_file(const std::filesystem::path& file, std::int64_t largest = largest_document);

// Reads a regular file line by line.
class LineReader {
 public:
  // Begins at this byte. Throws as read_file.
  explicit LineReader(const std::filesystem::path& file, std::int64_t begin = 0);
  ~LineReader();
  LineReader(const LineReader&) = delete;
  LineReader& operator=(const LineReader&) = delete;

  // The next line without its end, valid until the next call; nothing once only a line without an
  // end is left, which is being written or was left by a killed process. Throws InputError for a
  // line above largest_line, SystemError.
  std::optional<std::string_view> next();
  // The byte at which the next line begins.
  std::int64_t place() const { return place_; }
  // After the last line: whether half a line follows it.
  bool torn() const { return begin_ < buffer_.size(); }

 private:
  std::filesystem::path file_;
  int descriptor_;
  std::string buffer_;
  std::size_t begin_ = 0;  // of the next line, in the buffer
  std::int64_t place_;
};

// Whether there is something by this name. Throws SystemError when that cannot be told.
bool file_exists(const std::filesystem::path& file);

// Whether a text that may name a file, or something else, names a regular file. False, too, when
// that cannot be told: no file has a name that long.
bool names_file(const std::filesystem::path& text);

// How far a write must get before the function returns. `to_system`: the data survives any end of
// this process. `to_disk`: the data survives a power cut, which costs milliseconds.
enum class Flush { to_system, to_disk };

// Who may read a new file: whoever the system lets, or its owner alone, for secrets.
enum class Readers { all, owner };

// Writes to a temporary file beside `file`, flushes it, renames it over; where `file` is a link,
// all that to what it leads to. Throws InputError for a device or a pipe, SystemError (and removes
// the temporary) when any step fails, a full disk included.
void write_file(const std::filesystem::path& file, std::string_view content,
                Flush flush = Flush::to_disk, Readers readers = Readers::all);

// Appends to a file, which is made if needed. Throws SystemError.
void append_file(const std::filesystem::path& file, std::string_view content, Flush flush);

// Makes a directory and its missing parents. Throws SystemError.
void make_directory(const std::filesystem::path& directory);

// Throws InputError that names --force when the file exists, unless `force`.
void refuse_existing(const std::filesystem::path& file, bool force);

// refuse_existing, then write_file.
void write_new_file(const std::filesystem::path& file, std::string_view content, bool force);

// Files that are made together. Unless they are kept, those files and directories that were not
// there before are removed again at the end: a command that failed can be given once more.
class NewFiles {
 public:
  NewFiles() = default;
  NewFiles(const NewFiles&) = delete;
  NewFiles& operator=(const NewFiles&) = delete;
  ~NewFiles();

  // As the functions above.
  void make_directory(const std::filesystem::path& directory);
  void write(const std::filesystem::path& file, std::string_view content);
  void keep() { made_.clear(); }

 private:
  void note(const std::filesystem::path& name);

  std::vector<std::filesystem::path> made_;  // in the order in which they were made
};

struct NamedFile {
  std::string name;  // below a directory
  std::string bytes;
};

// Writes all files below a directory, or none when one of them fails or, without `force`, is there.
// Gives back their names.
std::vector<std::string> write_files(const std::filesystem::path& directory,
                                     const std::vector<NamedFile>& files, bool force);

}  // namespace evorisk
