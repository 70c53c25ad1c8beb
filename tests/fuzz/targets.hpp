// What is fuzzed: functions that take any bytes and come back, or throw what is a finding.
// libFuzzer calls them with bytes of its own (tests/fuzz/libfuzzer/), the tests with those that are
// kept (tests/fuzz/replay_test.cpp).
#pragma once

#include <filesystem>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace evorisk::fuzz {

struct Target {
  std::string_view name;
  std::string_view about;
  // Whether the first line of an input names the reader of the rest: "config\n{...}".
  bool kinds;
  // Throws whatever is no refusal.
  void (*run)(std::string_view input);
  // Makes what it needs, which the first call would do otherwise.
  void (*prepare)() = [] {};
};
std::span<const Target> targets();
// Throws std::invalid_argument.
const Target& target(std::string_view name);

// The first line, and the rest.
std::pair<std::string_view, std::string_view> first_line(std::string_view input);

// A row of a table of readers. It gets the text, or where it reads files the name of one.
struct Reader {
  std::string_view name;
  void (*read)(const std::string& text);
};
// Calls the reader that the first line names, if there is one, with the rest.
void read_by_kind(std::span<const Reader> readers, std::string_view input);

// Calls what reads an input; false when that refuses it by an InputError, whose message must
// be short enough to be read (else std::logic_error), or because a file that it names cannot be
// read. Lets other exceptions out.
bool accepts(const std::function<void()>& read);
// Throws std::logic_error: a property does not hold.
void require(bool holds, const char* what);
// That what was read of a document, written and read again, is written alike.
void require_same(const nlohmann::ordered_json& written, const nlohmann::ordered_json& again);

// `to` becomes what `from` is.
void copy_folder(const std::filesystem::path& from, const std::filesystem::path& to);

// An empty directory that lasts as long as the process; a target's, made at the first call.
const std::filesystem::path& work_directory();

// Each in its file.
void fuzz_maps(std::string_view input);
void fuzz_documents(std::string_view input);
void fuzz_files(std::string_view input);
void fuzz_records(std::string_view input);
void fuzz_agents(std::string_view input);
void fuzz_studio(std::string_view input);
void fuzz_http(std::string_view input);
void fuzz_words(std::string_view input);

// Writes inputs that the program itself makes, as it writes them now: they would grow old in a
// folder. By target; of targets that need none nothing.
void write_seeds(std::string_view target, const std::filesystem::path& directory);
void prepare_files();
void prepare_studio();
void write_file_seeds(const std::filesystem::path& directory);
void write_record_seeds(const std::filesystem::path& directory);

}  // namespace evorisk::fuzz
