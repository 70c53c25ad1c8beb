#include "experiments/playtest/answers.hpp"

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/seal.hpp"
#include "base/utf8.hpp"
#include "ga/run/run_files.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::size_t longest_comment = 4000;
constexpr std::size_t longest_who = 60;
constexpr int most_noted_turns = 100'000;
constexpr std::string_view answers_ending = ".answers.json";

constexpr std::array<Question, question_count> asked{{
    {"fun", "Was it fun?"},
    {"fair", "Was it fair?"},
    {"too_long", "Was it too long?"},
    {"tense", "Was it tense?"},
    {"again", "Would you play it again?"},
}};

// A person's entry as it is kept. Throws InputError.
Json checked_entry(const JsonView& answers, int seat, const std::string& who) {
  Json entry = {{"seat", seat}};
  if (!who.empty()) entry["who"] = shortened(without_controls(who), longest_who);
  for (const auto& [key, value] : answers.members()) {
    if (key == "seat") continue;
    if (key == "comment") {
      entry["comment"] = shortened(without_controls(value.text(), "\n\t"), longest_comment);
      continue;
    }
    const bool known =
        std::ranges::any_of(asked, [&key = key](const Question& q) { return q.name == key; });
    if (!known) value.fail("there is no such question");
    entry[key] = value.integer(1, highest_answer);
  }
  return entry;
}

// Held from reading the file of answers to writing it: people enter theirs at the same time.
ga::DirectoryLock lock_answers(const fs::path& match) {
  return ga::DirectoryLock(match.has_parent_path() ? match.parent_path() : ".",
                           answers_file(match).filename().string(), ga::SecondOwner::waits);
}

template <class Number>
void check_noted(const fs::path& file, const char* what, std::optional<Number> before,
                 const Json& noted) {
  if (!before || !noted.contains(what) || noted.at(what).get<double>() == *before) return;
  throw InputError("{}: the match took {} {} already; --force replaces them", file.string(),
                   *before, what);
}

// Throws InputError where the entry or what is noted of the match would take the place of what is
// to be kept, or where the entry would give its person a second seat.
void check_place(const fs::path& match, const Json& entry, const Json& noted, Earlier earlier) {
  const fs::path file = answers_file(match);
  if (!fs::exists(file)) return;
  const Playtest before = read_playtest(file);
  if (earlier == Earlier::kept) {
    check_noted(file, "minutes", before.minutes, noted);
    check_noted(file, "turns", before.turns, noted);
  }
  if (entry.is_null()) return;
  const std::string who = entry.value("who", "");
  for (const PersonsAnswers& other : before.answers) {
    const SeatNumber seat{other.seat};
    if (other.seat == entry.at("seat").get<int>()) {
      if (earlier == Earlier::replaced) continue;
      if (other.who.empty())
        throw InputError("{}: player {} has given an answer already; --force replaces it",
                         file.string(), seat);
      throw InputError("{}: {} has given an answer as player {} already; --force replaces it",
                       file.string(), other.who, seat);
    }
    if (!who.empty() && other.who == who)
      throw InputError("{}: {} is player {}; two players of a match have different names",
                       file.string(), who, seat);
  }
}

// What the seat has answered already, renewed by the entry.
Json together_with_earlier(const fs::path& match, const Json& entry) {
  const fs::path file = answers_file(match);
  if (!fs::exists(file)) return entry;
  read_playtest(file);  // refuses what is none
  const Json before = read_json(file.string());
  for (Json earlier : before.at("answers")) {
    if (earlier.at("seat") != entry.at("seat")) continue;
    earlier.update(entry);
    return earlier;
  }
  return entry;
}

// Puts the entry into the file of answers, in the place of the seat's own of before.
void store(const fs::path& match, const char* kind, const std::string& variant, const Json& entry,
           const Json& noted) {
  const fs::path file = answers_file(match);
  Json all = {{"format", 1},
              {kind, match.filename().string()},
              {"variant", variant},
              {"answers", Json::array()}};
  if (fs::exists(file)) {
    read_playtest(file);  // refuses what is none
    const Json before = read_json(file.string());
    for (const char* key : {"minutes", "turns"}) {
      if (before.contains(key)) all[key] = before.at(key);
    }
    for (const Json& other : before.at("answers")) {
      if (entry.is_null() || other.at("seat") != entry.at("seat")) all["answers"].push_back(other);
    }
  }
  for (const auto& [key, value] : noted.items()) all[key] = value;
  if (!entry.is_null()) all["answers"].push_back(entry);
  seal(all);
  write_file(file, all.dump(2) + "\n");
}

}  // namespace

std::span<const Question> questions() {
  return asked;
}

fs::path answers_file(const fs::path& match) {
  std::string name = match.stem().string();
  if (match.extension() == ".json") name = fs::path(name).stem().string();  // NAME.sheet.json
  return match.parent_path() / (name + std::string(answers_ending));
}

void add_answers(const fs::path& record, const risk::OpenMatch& match, const JsonView& answers,
                 const std::string& who) {
  const auto seat = static_cast<int>(answers.at("seat").integer(0, match.variant().players() - 1));
  if (!match.is_person(seat)) answers.at("seat").fail("an agent sits there");
  const Json entry = checked_entry(answers, seat, who);
  if (entry.size() == (who.empty() ? 1U : 2U)) throw InputError("no question is answered");
  const ga::DirectoryLock lock = lock_answers(record);
  store(record, "record", match.variant().name(), together_with_earlier(record, entry),
        Json::object());
}

void add_sheet_answers(const fs::path& sheet, const risk::Variant& variant, const Json& answers,
                       const std::string& who, const Json& noted, Earlier earlier) {
  Json entry;
  if (!answers.is_null()) {
    const JsonView view(answers, "answers");
    const auto seat = static_cast<int>(view.at("seat").integer(0, variant.players() - 1));
    entry = checked_entry(view, seat, who);
  }
  const ga::DirectoryLock lock = lock_answers(sheet);
  check_place(sheet, entry, noted, earlier);
  store(sheet, "sheet", variant.name(), entry, noted);
}

std::optional<double> PersonsAnswers::liking() const {
  double sum = 0;
  int count = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if ((asked[i].name != "fun" && asked[i].name != "again") || given[i] == 0) continue;
    sum += given[i];
    ++count;
  }
  return count == 0 ? std::nullopt : std::optional(sum / count);
}

std::string Playtest::table() const {
  std::set<std::string> names;
  for (const PersonsAnswers& person : answers) {
    if (!person.who.empty()) names.insert(person.who);
  }
  std::string all;
  for (const std::string& name : names) all += name + '\n';
  return all.empty() ? match.string() : all;
}

Playtest read_playtest(const fs::path& answers) {
  const Json json = read_sealed(answers.string(), largest_document, Unsealed::allowed);
  const JsonView view(json, answers.string());
  view.format(1);
  Playtest playtest;
  playtest.on_paper = view.find("sheet").has_value();
  const std::string_view kind = playtest.on_paper ? "sheet" : "record";
  view.only({"format", kind, "variant", "answers", "minutes", "turns"});
  const std::string name = view.at(kind).text();
  if (name.empty() || fs::path(name).filename() != name)
    view.at(kind).fail("the {} stands beside it", kind);
  playtest.match = answers.parent_path() / name;
  if (const auto minutes = view.find("minutes"))
    playtest.minutes = minutes->number(1, longest_match);
  if (const auto turns = view.find("turns"))
    playtest.turns = static_cast<int>(turns->integer(1, most_noted_turns));
  std::vector<std::string_view> keys = {"seat", "who", "comment"};
  for (const Question& question : asked) keys.push_back(question.name);
  for (const JsonView& entry : view.at("answers").items()) {
    entry.only(keys);
    PersonsAnswers person;
    person.seat = static_cast<int>(entry.at("seat").integer(0, risk::max_players - 1));
    if (const auto who = entry.find("who")) person.who = who->text();
    for (const Question& question : asked) {
      const auto answer = entry.find(question.name);
      person.given.push_back(answer ? static_cast<int>(answer->integer(1, highest_answer)) : 0);
    }
    playtest.answers.push_back(std::move(person));
    if (const auto comment = entry.find("comment")) {
      if (!comment->text().empty()) playtest.comments.push_back(comment->text());
    }
  }
  return playtest;
}

std::vector<fs::path> playtests_below(const fs::path& directory) {
  std::vector<fs::path> files;
  std::error_code error;
  for (fs::recursive_directory_iterator it(directory, error), end; !error && it != end;
       it.increment(error)) {
    if (it->path().filename().string().ends_with(answers_ending)) files.push_back(it->path());
  }
  if (error)
    throw SystemError("cannot read the directory {}: {}", directory.string(), error.message());
  std::ranges::sort(files);
  return files;
}

}  // namespace evorisk::experiments
