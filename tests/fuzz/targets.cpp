#include "tests/fuzz/targets.hpp"

#include <unistd.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::fuzz {
namespace {

constexpr Target all[] = {
    {"maps", "map files of all formats, written in each and read back", false, fuzz_maps},
    {"documents", "what people write as JSON: variants, configurations, sweeps, aims", true,
     fuzz_documents},
    {"files", "what the program writes to read it again, with sums that hold", true, fuzz_files,
     prepare_files},
    {"records", "match records, with sums that hold", false, fuzz_records},
    {"agents", "what an agent in a process of its own answers", true, fuzz_agents},
    {"studio", "requests to the studio, over a folder with runs and matches", false, fuzz_studio,
     prepare_studio},
    {"http", "the bytes of a connection to the studio", false, fuzz_http},
    {"words", "what is typed: command lines, orders of a match, statements, names", true,
     fuzz_words},
};

// A sentence is not a copy of the document.
constexpr std::size_t longest_message = 4000;

struct WorkDirectory {
  std::filesystem::path path;
  WorkDirectory() {
    std::string name = (std::filesystem::temp_directory_path() / "evorisk-fuzz-XXXXXX").string();
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("cannot make " + name);
    path = name;
  }
  ~WorkDirectory() {
    std::error_code ignored;
    std::filesystem::remove_all(path, ignored);
  }
  WorkDirectory(const WorkDirectory&) = delete;
  WorkDirectory& operator=(const WorkDirectory&) = delete;
};

}  // namespace

std::span<const Target> targets() {
  return all;
}

const Target& target(std::string_view name) {
  const auto* const found = std::ranges::find(all, name, &Target::name);
  if (found == std::end(all)) throw std::invalid_argument("no target " + std::string(name));
  return *found;
}

std::pair<std::string_view, std::string_view> first_line(std::string_view input) {
  const std::size_t end = std::min(input.find('\n'), input.size());
  return {input.substr(0, end), input.substr(std::min(end + 1, input.size()))};
}

void read_by_kind(std::span<const Reader> readers, std::string_view input) {
  const auto [kind, text] = first_line(input);
  const auto reader = std::ranges::find(readers, kind, &Reader::name);
  if (reader == readers.end()) return;
  accepts([&, rest = std::string(text)] { reader->read(rest); });
}

bool accepts(const std::function<void()>& read) {
  try {
    read();
    return true;
  } catch (const InputError& error) {
    const std::string_view message = error.what();
    require(!message.empty() && message.size() < longest_message, "a message that nobody can read");
    return false;
  } catch (const SystemError&) {
    return false;  // it names a file that cannot be read
  }
}

void require(bool holds, const char* what) {
  if (!holds) throw std::logic_error(what);
}

void require_same(const nlohmann::ordered_json& written, const nlohmann::ordered_json& again) {
  if (written == again) return;
  throw std::logic_error("reads back as something else: " + written.dump() + "\n" + again.dump());
}

void copy_folder(const std::filesystem::path& from, const std::filesystem::path& to) {
  std::error_code error;
  do {
    std::filesystem::remove_all(to);
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive, error);
  } while (error == std::errc::interrupted);  // libFuzzer's clock
  if (error) throw std::filesystem::filesystem_error("cannot copy", from, to, error);
}

const std::filesystem::path& work_directory() {
  static const WorkDirectory directory;
  return directory.path;
}

void write_seeds(std::string_view target, const std::filesystem::path& directory) {
  if (target == "files") write_file_seeds(directory);
  if (target == "records") write_record_seeds(directory);
}

}  // namespace evorisk::fuzz
