#include "experiments/playtest/played.hpp"

#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/playtest/sheet.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "metrics/estimates/sample.hpp"
#include "metrics/measure.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

std::string key_of(const risk::Variant& variant) {
  return variant.name() + risk::variant_to_json(variant).dump();
}

// A match and its variant.
std::pair<PlayedMatch, risk::Variant> read_match(const fs::path& answers) {
  PlayedMatch match;
  match.playtest = read_playtest(answers);
  const fs::path& file = match.playtest.match;
  if (match.playtest.on_paper) {
    risk::Variant variant = read_sheet(file);
    return {std::move(match), std::move(variant)};
  }
  const std::string text = read_file(file);
  const risk::Record record = risk::read_record(text, file.string());
  if (record.problem)
    throw InputError("{}, line {}: {}", file.string(), record.problem->line,
                     record.problem->message);
  match.summary = summary_of(record, text);
  match.times = read_times(file);
  return {std::move(match), *record.variant};
}

}  // namespace

metrics::MatchSummary summary_of(const risk::Record& record, std::string_view text) {
  metrics::MatchCriteria criteria{metrics::CriteriaParameters{}};
  criteria.begin_match();
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    const std::string_view line = text.substr(begin, end - begin);
    begin = end + 1;
    if (line.find("\"turn_end\"") == std::string_view::npos) continue;
    const Json json = parse_json(line, "a record");
    if (json.value("event", "") != "turn_end") continue;  // of a name in the header
    const auto territories = json.at("territories").get<std::vector<int>>();
    const auto troops = json.at("troops").get<std::vector<int>>();
    criteria.on_turn_end({.turn = json.at("turn").get<int>(),
                          .mover = json.at("mover").get<int>(),
                          .territories = territories,
                          .troops = troops,
                          .moves = json.at("moves").get<std::int64_t>()});
  }
  return criteria.summary(record.result);
}

std::size_t Playtests::people(const PlayedVariant& variant) const {
  std::size_t count = 0;
  for (const std::size_t match : variant.matches) count += matches[match].playtest.answers.size();
  return count;
}

Playtests::Answered Playtests::answered(const PlayedVariant& variant, std::size_t question) const {
  std::map<std::string, std::vector<double>> tables;
  for (const std::size_t match : variant.matches) {
    for (const PersonsAnswers& person : matches[match].playtest.answers) {
      if (person.given[question] > 0)
        tables[matches[match].playtest.table()].push_back(person.given[question]);
    }
  }
  Answered found;
  std::vector<double> sums;
  std::vector<double> counts;
  for (const auto& [table, answers] : tables) {
    found.answers += std::ssize(answers);
    sums.push_back(std::accumulate(answers.begin(), answers.end(), 0.0));
    counts.push_back(static_cast<double>(answers.size()));
  }
  if (found.answers > 0) found.mean = metrics::ratio_of(sums, counts);
  return found;
}

std::vector<double> Playtests::liking(const PlayedVariant& variant) const {
  std::vector<double> all;
  for (const std::size_t match : variant.matches) {
    for (const PersonsAnswers& person : matches[match].playtest.answers) {
      if (const auto liking = person.liking()) all.push_back(*liking);
    }
  }
  return all;
}

std::optional<Playtests> read_playtests(const fs::path& directory, std::int64_t matches,
                                        std::uint64_t seed, int threads,
                                        const metrics::PlayControl& control) {
  if (!fs::is_directory(directory)) throw InputError("\"{}\" is no directory", directory.string());
  std::map<std::string, std::vector<std::pair<PlayedMatch, risk::Variant>>> by_variant;
  for (const fs::path& file : playtests_below(directory)) {
    auto [match, variant] = read_match(file);
    auto& same = by_variant[key_of(variant)];
    same.emplace_back(std::move(match), std::move(variant));
  }
  Playtests all;
  metrics::EngineOptions options;
  options.threads = threads;
  const auto engine = metrics::make_engine(options);
  for (auto& [key, played] : by_variant) {
    const risk::Variant& variant = played.front().second;
    PlayedVariant& one = all.variants.emplace_back(
        PlayedVariant{variant, {}, metrics::CriteriaTotals(variant.players())});
    for (auto& [match, same] : played) {
      match.variant = all.variants.size() - 1;
      one.matches.push_back(all.matches.size());
      all.matches.push_back(std::move(match));
    }
    const metrics::Measurement measurement{
        &one.variant, {.seed = seed, .purpose = Purpose::match}, matches, &one.totals};
    if (!metrics::measure(*engine, {&measurement, 1}, control)) return std::nullopt;
  }
  return all;
}

}  // namespace evorisk::experiments
