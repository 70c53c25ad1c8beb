// What people say of a match they have played: the playtests that the thesis (section 6) asks for.
//
// The answers to a match stand beside its record, NAME.jsonl, in NAME.answers.json:
// {"format": 1, "record": "NAME.jsonl", "variant": "...", "answers": [{"seat": 0, "who": "Ana",
// "fun": 4, ..., "comment": "..."}]}, one entry for each person that answered. Of a match on paper
// they stand beside its sheet (sheet.hpp): "sheet": "CODE.sheet.json" instead of the record, and
// what the players noted of the match, "minutes", "turns".
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::experiments {

// Every question is answered by a number from 1 (not at all) to 5 (very).
struct Question {
  std::string_view name;  // "fun", as in files
  std::string_view text;  // as it is asked in English
};
inline constexpr int question_count = 5;
inline constexpr int highest_answer = 5;
std::span<const Question> questions();

inline constexpr double longest_match = 10'000;  // minutes of a match on paper

// The file of the answers to a match, by that of its record or its sheet.
std::filesystem::path answers_file(const std::filesystem::path& match);

// Adds a person's answers ({"seat", "fun": 1 ... 5, ..., "comment"}; those that the seat gave
// before are replaced). `who`: what the person is called; may be empty. Throws InputError for
// answers that do not fit the match.
void add_answers(const std::filesystem::path& record, const risk::OpenMatch& match,
                 const JsonView& answers, const std::string& who = "");
// What becomes of answers of the same seat, and of what was noted of the match, that are there
// already.
enum class Earlier { kept, replaced };
// The same of a match on paper, with {"minutes", "turns"} of the match in `noted` where known;
// `answers` may be null. Throws InputError as well for what was noted otherwise or a seat whose
// earlier answers are to be kept, and for the name of another seat's person.
void add_sheet_answers(const std::filesystem::path& sheet, const risk::Variant& variant,
                       const nlohmann::ordered_json& answers, const std::string& who,
                       const nlohmann::ordered_json& noted, Earlier earlier);

struct PersonsAnswers {
  int seat = 0;
  std::string who;         // empty: not known
  std::vector<int> given;  // in the order of questions(); 0: none

  // The mean of fun and again, as far as they were answered.
  std::optional<double> liking() const;
};

// The answers to one match, read back.
struct Playtest {
  std::filesystem::path match;  // its record or its sheet
  bool on_paper = false;
  std::vector<PersonsAnswers> answers;
  std::vector<std::string> comments;
  std::optional<double> minutes;  // as noted on paper
  std::optional<int> turns;

  // Who sat there, as far as it is known; else the match. What the same people did is one table's.
  std::string table() const;
};
// Throws InputError for a file that is none.
Playtest read_playtest(const std::filesystem::path& answers);
// All "*.answers.json" below a directory, in the order of their paths.
std::vector<std::filesystem::path> playtests_below(const std::filesystem::path& directory);

}  // namespace evorisk::experiments
