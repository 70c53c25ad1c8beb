#include "experiments/journal.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <system_error>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/reading/remarks.hpp"
#include "base/seal.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;

void open_experiment(const fs::path& directory, std::string_view kind, std::string_view name,
                     const std::string& text) {
  const std::string place = directory.string();
  const std::string_view noun = kind.substr(kind.find(' ') + 1);
  std::error_code ignored;
  if (fs::exists(directory, ignored) && !fs::is_directory(directory, ignored)) {
    throw InputError("{}: is a file; {} needs a directory", place, kind);
  }
  make_directory(directory);
  const fs::path file = directory / name;
  nlohmann::ordered_json json = parse_json(text, file.string());
  if (fs::exists(file, ignored)) {
    const auto held = read_sealed(file.string(), largest_document, Unsealed::allowed);
    if (held == json) return;
    const auto difference = decltype(json)::diff(held, json).at(0).at("path").get<std::string>();
    throw InputError("{}: holds another {} ({} differs); give a directory of its own to every {}",
                     place, noun, difference.substr(1), noun);
  }
  for (const fs::directory_entry& entry : fs::directory_iterator(directory)) {
    const std::string other = entry.path().filename().string();
    if (other.starts_with('.') || other.ends_with(".tmp")) continue;
    throw InputError("{}: is not empty ({}), and holds no {}", place, other, noun);
  }
  seal(json);
  write_file(file, json.dump(1) + '\n');
}

void read_journal(const fs::path& file, const std::function<void(const JsonView& line)>& use,
                  Unfinished last_line) {
  if (!file_exists(file)) return;
  LineReader in(file);
  for (int number = 1; const auto text = in.next(); ++number) {
    const std::string source = fmt::format("{}, line {}", file.string(), number);
    auto line = parse_json(*text, source);
    unseal(line, source, Unsealed::allowed);
    use(JsonView(line, source));
  }
  if (!in.torn() || last_line == Unfinished::leave) return;
  remark_torn(file);
  std::error_code error;
  fs::resize_file(file, static_cast<std::uintmax_t>(in.place()), error);
  if (error) {
    throw SystemError("cannot cut {}: {}", file.string(), error.message());
  }
}

}  // namespace evorisk::experiments
