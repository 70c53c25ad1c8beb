#include "experiments/shortlist/likes.hpp"

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/names.hpp"
#include "base/utf8.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "ga/run/likes_file.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::experiments {

namespace fs = std::filesystem;

namespace {

constexpr std::string_view blank = " \t\r";
constexpr std::string_view handed_on = "# handed on: ";
std::size_t entry_named(const Shortlist& shortlist, std::string_view name) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shortlist.entries.size(); ++i) {
    names.push_back(entry_directory(shortlist, i));
    if (names.back() == name) return i;
  }
  const std::vector<std::string_view> valid(names.begin(), names.end());
  throw InputError(unknown_name("entry of the shortlist", name, valid));
}

// The entry that a line is of, and the rest of it: where there is one entry alone, it need not be
// named. Throws InputError.
std::pair<std::size_t, std::string_view> addressed(const Shortlist& shortlist,
                                                   std::string_view line) {
  line.remove_prefix(line.find_first_not_of(blank));
  const std::string_view name = line.substr(0, line.find_first_of(blank));
  if (shortlist.entries.size() == 1 && name != entry_directory(shortlist, 0)) return {0, line};
  line.remove_prefix(name.size());
  const std::size_t entry = entry_named(shortlist, name);
  const std::size_t rest = line.find_first_not_of(blank);
  if (rest == line.npos) throw InputError("nothing is said of a candidate of {}", name);
  return {entry, line.substr(rest)};
}

// The lines that no remark below them answers.
std::vector<std::string> unanswered(std::string_view text) {
  std::vector<std::string> open;
  for (const std::string& line : ga::lines_of(text)) {
    bool is_answer = false;
    for (const std::string_view remark : {handed_on, ga::left_out}) {
      if (!line.starts_with(remark)) continue;
      is_answer = true;
      const auto answered = std::ranges::find(open, line.substr(remark.size()));
      if (answered != open.end()) open.erase(answered);
    }
    if (!is_answer && !ga::says_nothing(line)) open.push_back(line);
  }
  return open;
}

}  // namespace

std::vector<std::vector<ga::Statement>> load_likes(const fs::path& file,
                                                   const Shortlist& shortlist) {
  std::vector<std::vector<ga::Statement>> likes(shortlist.entries.size());
  if (fs::is_directory(file)) {
    const Shortlist former = read_shortlist(file);
    for (std::size_t i = 0; i < former.entries.size(); ++i) {
      const std::string name = entry_directory(former, i);
      auto heard = ga::heard_statements(file / name);
      if (!heard.empty()) likes[entry_named(shortlist, name)] = std::move(heard);
    }
    return likes;
  }
  // Each entry's own lines, all others left empty, so that lines keep their numbers.
  std::vector<std::string> texts(likes.size());
  const std::vector<std::string> lines = ga::lines_of(read_file(file));
  for (std::size_t n = 0; n < lines.size(); ++n) {
    if (!ga::says_nothing(lines[n])) {
      try {
        const auto [entry, rest] = addressed(shortlist, lines[n]);
        texts[entry] += rest;
      } catch (const InputError& error) {
        throw InputError("{}:{}: {}", file.string(), n + 1, error.message());
      }
    }
    for (std::string& text : texts) text += '\n';
  }
  for (std::size_t i = 0; i < likes.size(); ++i) {
    likes[i] = ga::dated_statements(texts[i], file.string(), entry_config(shortlist, i));
  }
  return likes;
}

void hand_on_likes(const fs::path& directory, const Shortlist& shortlist, std::size_t at_work,
                   const std::function<void(const Message&)>& problem) {
  const fs::path file = directory / ga::likes_file;
  if (!fs::exists(file)) return;
  const bool done = at_work == shortlist.entries.size();
  const std::string run = done ? "" : entry_directory(shortlist, at_work);
  std::string said;
  std::string answer;
  for (const std::string& line : unanswered(read_file(file))) {
    try {
      const auto [entry, rest] = addressed(shortlist, line);
      if (done) {
        throw InputError("the shortlist is done: what is said of its candidates bends nothing");
      }
      if (entry != at_work) {
        throw InputError("likes are heard of the entry that is being bred, which is {}", run);
      }
      said += std::string(rest) + '\n';
      answer += std::string(handed_on) + line + '\n';
    } catch (const InputError& error) {
      problem(Message("{}: \"{}\": {}", file.string(), shortened(line), error.message()));
      answer += std::string(ga::left_out) + line + '\n';
    }
  }
  // What a kill between the two leaves is handed on twice, which says the same.
  if (!said.empty()) ga::add_lines(directory / run / ga::likes_file, said);
  if (!answer.empty()) ga::add_lines(file, answer);
}

}  // namespace evorisk::experiments
