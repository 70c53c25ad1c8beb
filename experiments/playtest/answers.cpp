#include "experiments/playtest/answers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/seal.hpp"
#include "base/utf8.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "metrics/measure.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int highest_answer = 5;
constexpr std::size_t longest_comment = 4000;
constexpr int most_minutes = 6000;
constexpr std::string_view answers_ending = ".answers.json";

constexpr std::array<Question, 5> asked{{
    {"fun", "Was it fun?"},
    {"fair", "Was it fair?"},
    {"too_long", "Was it too long?"},
    {"tense", "Was it tense?"},
    {"again", "Would you play it again?"},
}};

std::optional<double> liking_of(const std::vector<int>& answers) {
  double sum = 0;
  int given = 0;
  for (std::size_t i = 0; i < asked.size(); ++i) {
    if ((asked[i].name != "fun" && asked[i].name != "again") || answers[i] == 0) continue;
    sum += answers[i];
    ++given;
  }
  return given == 0 ? std::nullopt : std::optional(sum / given);
}

}  // namespace

std::span<const Question> questions() {
  return asked;
}

Json questions_json() {
  Json list = Json::array();
  for (const Question& question : asked)
    list.push_back({{"name", question.name}, {"text", question.text}});
  return {{"questions", std::move(list)}, {"highest", highest_answer}};
}

fs::path answers_file(const fs::path& record) {
  return record.parent_path() / (record.stem().string() + std::string(answers_ending));
}

void add_answers(const fs::path& record, const risk::OpenMatch& match, const JsonView& answers) {
  const int players = match.variant().players();
  const auto seat = static_cast<int>(answers.at("seat").integer(0, players - 1));
  if (!match.is_person(seat)) answers.at("seat").fail("an agent sits there");
  add_entry(
      answers_file(record),
      {{"format", 1}, {"record", record.filename().string()}, {"variant", match.variant().name()}},
      answers, players);
}

void add_entry(const fs::path& file, Json head, const JsonView& answers, int players) {
  const auto seat = static_cast<int>(answers.at("seat").integer(0, players - 1));
  Json entry = {{"seat", seat}};
  for (const auto& [key, value] : answers.members()) {
    if (key == "seat") continue;
    if (key == "comment") {
      entry["comment"] = shortened(value.text(), longest_comment);
      continue;
    }
    const bool known =
        std::ranges::any_of(asked, [&key = key](const Question& q) { return q.name == key; });
    if (!known) value.fail("there is no such question");
    entry[key] = value.integer(1, highest_answer);
  }
  Json all = std::move(head);
  Json list = Json::array();
  if (fs::exists(file)) {
    read_playtest(file);  // refuses what is none
    const Json before = read_json(file.string());
    for (const Json& other : before.at("answers")) {
      if (other.at("seat") != seat) list.push_back(other);
    }
    for (const char* told : {"minutes", "winner"}) {
      if (before.contains(told) && !all.contains(told)) all[told] = before[told];
    }
  }
  list.push_back(std::move(entry));
  all["answers"] = std::move(list);
  seal(all);
  write_file(file, all.dump(2) + "\n");
}

Playtest read_playtest(const fs::path& answers) {
  const Json json = read_sealed(answers.string(), largest_document, Unsealed::allowed);
  const JsonView view(json, answers.string());
  view.format(1);
  view.only({"format", "record", "code", "variant", "game", "minutes", "winner", "answers"});
  Playtest playtest;
  if (const auto game = view.find("game")) {
    playtest.game = risk::variant_from_json(*game, answers.parent_path().string());
    if (const auto minutes = view.find("minutes"))
      playtest.minutes = static_cast<double>(minutes->integer(1, most_minutes));
    if (const auto winner = view.find("winner"))
      playtest.winner = static_cast<int>(winner->integer(0, playtest.game->players() - 1));
  } else {
    const std::string record = view.at("record").text();
    if (fs::path(record).filename() != record)
      view.at("record").fail("the record stands beside it");
    playtest.record = answers.parent_path() / record;
  }
  std::vector<std::string_view> keys = {"seat", "comment"};
  for (const Question& question : asked) keys.push_back(question.name);
  for (const JsonView& entry : view.at("answers").items()) {
    entry.only(keys);
    Answers given{static_cast<int>(entry.at("seat").integer(0, risk::max_players - 1)), {}};
    for (const Question& question : asked) {
      const auto answer = entry.find(question.name);
      given.values.push_back(answer ? static_cast<int>(answer->integer(1, highest_answer)) : 0);
    }
    playtest.people.push_back(std::move(given));
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

std::optional<double> Opinions::mean(std::size_t question) const {
  const std::vector<int>& values = given[question];
  if (values.empty()) return std::nullopt;
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

namespace {

metrics::MatchSummary measured(const risk::Record& record) {
  metrics::MatchCriteria criteria{metrics::CriteriaParameters{}};
  criteria.begin_match();
  risk::State state(*record.variant);
  for (const risk::Event& event : record.events) {
    const int turn = state.turn();
    const int mover = state.seat();
    state.apply(event);
    if (turn == 0 || (!state.over() && state.turn() == turn)) continue;
    criteria.on_turn_end({.turn = turn,
                          .mover = mover,
                          .territories = state.territory_counts(),
                          .troops = state.troop_counts(),
                          .moves = 0});
  }
  return criteria.summary(record.result);
}

}  // namespace

std::optional<std::vector<Opinions>> read_opinions(const std::filesystem::path& directory,
                                                   std::int64_t matches, std::uint64_t seed,
                                                   int threads,
                                                   const metrics::PlayControl& control) {
  std::map<std::string, Opinions> variants;  // by name, rules and map
  for (const std::filesystem::path& file : playtests_below(directory)) {
    const Playtest playtest = read_playtest(file);
    std::optional<risk::Record> record;
    if (!playtest.game)
      record = risk::read_record(read_file(playtest.record), playtest.record.string());
    const risk::Variant& variant = record ? *record->variant : *playtest.game;
    Opinions none{.variant = variant,
                  .matches = {},
                  .given = std::vector<std::vector<int>>(questions().size()),
                  .liking = {},
                  .comments = {},
                  .totals = metrics::CriteriaTotals(variant.players())};
    Opinions& opinions =
        variants
            .try_emplace(variant.name() + risk::variant_to_json(variant).dump(), std::move(none))
            .first->second;
    PlayedMatch& match = opinions.matches.emplace_back();
    match.people = playtest.people;
    match.minutes = playtest.minutes;
    match.winner = playtest.winner;
    if (record && !record->problem) {
      match.measured = measured(*record);
      if (record->result.winner >= 0) match.winner = record->result.winner;
    }
    for (const Answers& answers : playtest.people) {
      ++opinions.people;
      for (std::size_t i = 0; i < answers.values.size(); ++i) {
        if (answers.values[i] > 0) opinions.given[i].push_back(answers.values[i]);
      }
      if (const auto liking = liking_of(answers.values)) opinions.liking.push_back(*liking);
    }
    opinions.comments.insert(opinions.comments.end(), playtest.comments.begin(),
                             playtest.comments.end());
  }
  metrics::EngineOptions options;
  options.threads = threads;
  const auto engine = metrics::make_engine(options);
  std::vector<Opinions> all;
  for (auto& [key, opinions] : variants) {
    const metrics::Measurement measurement{
        &opinions.variant, {.seed = seed, .purpose = Purpose::match}, matches, &opinions.totals};
    if (!metrics::measure(*engine, {&measurement, 1}, control)) return std::nullopt;
    all.push_back(std::move(opinions));
  }
  return all;
}

}  // namespace evorisk::experiments
