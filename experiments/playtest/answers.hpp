// What people say of a match they have played: the playtests that the thesis (section 6) asks for.
//
// The answers to a match stand beside its record, NAME.jsonl, in NAME.answers.json:
// {"format": 1, "record": "NAME.jsonl", "variant": "...", "answers": [{"seat": 0, "fun": 4, ...,
// "comment": "..."}]}, one entry for each person that answered.
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
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
std::span<const Question> questions();
nlohmann::ordered_json questions_json();

std::filesystem::path answers_file(const std::filesystem::path& record);

// Adds a person's answers ({"seat", "fun": 1 ... 5, ..., "comment"}, none twice of a seat: the
// later ones stay). Throws InputError for answers that do not fit the match.
void add_answers(const std::filesystem::path& record, const risk::OpenMatch& match,
                 const JsonView& answers);

// The answers to one match, read back.
struct Playtest {
  std::filesystem::path record;
  std::vector<std::vector<int>> answers;  // of each person, in the order of questions(); 0: none
  std::vector<std::string> comments;
};
// Throws InputError for a file that is none.
Playtest read_playtest(const std::filesystem::path& answers);
// All "*.answers.json" below a directory, in the order of their paths.
std::vector<std::filesystem::path> playtests_below(const std::filesystem::path& directory);

}  // namespace evorisk::experiments
