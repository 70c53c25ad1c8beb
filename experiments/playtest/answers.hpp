// What people say of a match they have played: the playtests that the thesis (section 6) asks for.
//
// The answers to a match stand beside its record, NAME.jsonl, in NAME.answers.json:
// {"format": 1, "record": "NAME.jsonl", "variant": "...", "answers": [{"seat": 0, "fun": 4, ...,
// "comment": "..."}]}, one entry for each person that answered. Those of a printed match are typed
// in (experiments/playtest/sheets.hpp): CODE.answers.json has "code" and "game" (the variant), and
// may have "minutes" and "winner", instead of "record".
#pragma once

#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
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

// The same of any file of answers. `head`: the file without answers; where there is one already,
// its members stay unless `head` has them, too.
void add_entry(const std::filesystem::path& file, nlohmann::ordered_json head,
               const JsonView& answers, int players);

// What one person said of a match.
struct Answers {
  int seat = 0;
  std::vector<int> values;  // in the order of questions(); 0: none
};

// The answers to one match, read back.
struct Playtest {
  std::filesystem::path record;       // empty of a printed match
  std::optional<risk::Variant> game;  // of a printed match
  std::optional<double> minutes;      // that it took at the table
  std::optional<int> winner;          // of a printed match, where it is told
  std::vector<Answers> people;
  std::vector<std::string> comments;
};
// Throws InputError for a file that is none.
Playtest read_playtest(const std::filesystem::path& answers);
// All "*.answers.json" below a directory, in the order of their paths.
std::vector<std::filesystem::path> playtests_below(const std::filesystem::path& directory);

// A match that people have answered to.
struct PlayedMatch {
  std::vector<Answers> people;
  // Of a match that is over, as the record has it; without the branching factor (0).
  std::optional<metrics::MatchSummary> measured;
  std::optional<int> winner;      // a seat, where one is known
  std::optional<double> minutes;  // at the table, of a printed match
};

// All answers to matches of one variant.
struct Opinions {
  risk::Variant variant;
  std::vector<PlayedMatch> matches;
  int people = 0;
  std::vector<std::vector<int>> given;  // by question; see questions() in answers.hpp
  // Of each person who said whether it was fun or would play again: the mean of the two.
  std::vector<double> liking;
  std::vector<std::string> comments;
  metrics::CriteriaTotals totals;  // of matches of cautious agents

  // The mean answer to a question; nothing where it has no answer.
  std::optional<double> mean(std::size_t question) const;
};

// Every variant (by name, rules and map) that has an answer below the directory, each measured by
// so many matches. Nothing when stopped. Throws InputError for a file that is no record or no
// answers.
std::optional<std::vector<Opinions>> read_opinions(const std::filesystem::path& directory,
                                                   std::int64_t matches, std::uint64_t seed,
                                                   int threads,
                                                   const metrics::PlayControl& control);

}  // namespace evorisk::experiments
