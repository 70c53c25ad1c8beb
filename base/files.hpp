// Files, written so that an interruption at any moment leaves either the old content or the new.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>

#include "base/message.hpp"

namespace evorisk {

// Throws SystemError "cannot <what> <file>: <the system's reason>". `error`: an errno.
[[noreturn]] void refuse_file(const Message& what, const std::filesystem::path& file, int error);

// The whole content of a file. Throws SystemError naming the file and the system's reason.
std::string read_file(const std::filesystem::path& file);

// How far a write must get before the function returns. `to_system`: the data survives any end of
// this process. `to_disk`: the data survives a power cut, which costs milliseconds.
enum class Flush { to_system, to_disk };

// Writes to a temporary file beside `file`, flushes it, renames it over. Throws SystemError (and
// removes the temporary) when any step fails, a full disk included.
void write_file(const std::filesystem::path& file, std::string_view content,
                Flush flush = Flush::to_disk);

// Appends to a file, which is made if needed. Throws SystemError.
void append_file(const std::filesystem::path& file, std::string_view content, Flush flush);

// Makes a directory and its missing parents. Throws SystemError.
void make_directory(const std::filesystem::path& directory);

// Throws InputError that names --force when the file exists, unless `force`.
void refuse_existing(const std::filesystem::path& file, bool force);

// refuse_existing, then write_file.
void write_new_file(const std::filesystem::path& file, std::string_view content, bool force);

}  // namespace evorisk
