#include "app/text/gallery_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>

#include "base/counted.hpp"
#include "base/index.hpp"
#include "risk/record/narration.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {
namespace {

using experiments::GalleryCandidate;

// Values of a candidate.
std::array<double, 9> traits_of(const GalleryCandidate& candidate) {
  const maps::Map& map = candidate.variant.map();
  const double territories = map.territory_count();
  const std::vector<double>& values = candidate.values;
  return {territories,
          experiments::mean_degree(map),
          territories / map.continent_count(),
          experiments::mean_bonus(map),
          values[7],
          values[4],
          values[5],
          values[6],
          values[3]};
}

// What is said where one of them is among the lowest, and among the highest.
constexpr std::pair<const char*, const char*> trait_texts[] = {
    {"one of the smallest boards", "one of the largest boards"},
    {"a sparse net of borders, with bottlenecks to hold",
     "a dense net of borders, where every front is open"},
    {"many small continents", "few, large continents"},
    {"modest continent bonuses", "rich continent bonuses"},
    {"among the quickest matches", "among the longest matches"},
    {"who leads early mostly wins: little drama", "winners often come from behind: high drama"},
    {"the position shifts little by little", "single turns that swing the match"},
    {"a lead that seldom changes hands", "a lead that often changes hands"},
    {"few moves to choose from", "very many moves to choose from"},
};

// The texts of the three pairs that come first by their numbers.
template <class Number>
std::vector<std::string> first_three(std::vector<std::pair<Number, std::string>> pairs) {
  std::ranges::stable_sort(pairs, {}, &std::pair<Number, std::string>::first);
  pairs.resize(std::min<std::size_t>(3, pairs.size()));
  std::vector<std::string> texts;
  for (const auto& [number, text] : pairs) texts.push_back(text);
  return texts;
}

}  // namespace

std::string listed(std::vector<std::string> texts, std::string_view last) {
  if (texts.size() > 1) {
    const std::string final = std::move(texts.back());
    texts.pop_back();
    texts.back() += fmt::format("{}{}", last, final);
  }
  return fmt::format("{}", fmt::join(texts, ", "));
}

std::string what_is_different(const std::vector<GalleryCandidate>& all, std::size_t index) {
  const GalleryCandidate& own = all[index];
  std::vector<std::pair<double, std::string>> traits;  // how far out, and what
  for (std::size_t t = 0; t < std::size(trait_texts); ++t) {
    std::vector<double> values;
    for (const GalleryCandidate& c : all) values.push_back(traits_of(c)[t]);
    const double others = std::max(1.0, static_cast<double>(all.size() - 1));
    const double value = values[index];
    const auto lower = std::ranges::count_if(values, [&](double x) { return x < value; });
    const double below = all.size() < 2 ? 0.5 : static_cast<double>(lower) / others;
    const double same = static_cast<double>(std::ranges::count(values, value) - 1) / others;
    const double above = 1 - below - same;
    if (below <= 0.2 && above > 0.5) traits.emplace_back(below, trait_texts[t].first);
    if (above <= 0.2 && below > 0.5) traits.emplace_back(above, trait_texts[t].second);
  }
  std::string text = fmt::format("{} in {}, {:.0f} turns on average under the search's agents. ",
                                 counted(own.variant.territories(), "territory", "territories"),
                                 counted(own.variant.continents(), "continent"), own.values[7]);
  if (!traits.empty()) {
    text += fmt::format("What sets it apart: {}. ", listed(first_three(traits), ", and "));
  }
  // The rules that fewest others share.
  std::vector<std::pair<std::size_t, std::string>> rare;
  for (const risk::RuleKey& key : risk::rule_keys()) {
    std::string value = risk::get_rule(own.variant.rules(), key.name).dump();
    std::size_t shared = 0;
    for (const GalleryCandidate& c : all) {
      shared += risk::get_rule(c.variant.rules(), key.name).dump() == value ? 1 : 0;
    }
    if (4 * shared > all.size()) continue;
    std::erase(value, '"');
    rare.emplace_back(shared, fmt::format("{} {}", key.name, value));
  }
  if (rare.empty())
    return text + "Its rules are the usual ones here; what is different is the map.";
  return text + fmt::format("{} that few others here have: {}.",
                            rare.size() == 1 ? "A rule" : "Rules", listed(first_three(rare), ", "));
}

std::vector<std::string> match_story(const risk::Variant& variant, const std::string& agent,
                                     const StreamKey& key) {
  const std::vector<std::string> agents(at(variant.players()), agent);
  risk::OpenMatch match(variant, {.program = "evorisk", .agents = agents, .key = key});
  const maps::Map& map = variant.map();
  std::vector<std::string> lines;
  int turn = 0;
  int mover = 0;
  std::vector<std::string> taken;
  const auto close = [&](const risk::State& state) {
    if (turn == 0) return;
    const std::size_t shown = std::min<std::size_t>(3, taken.size());
    std::string line = fmt::format(
        "Seat {} takes {}", mover,
        taken.empty() ? "nothing"
                      : fmt::format("{}", fmt::join(std::span(taken).first(shown), ", ")));
    if (taken.size() > shown) line += fmt::format(" and {} more", taken.size() - shown);
    const auto troops = state.troop_counts();
    line += fmt::format("; has {} of {} territories and {} of {} troops",
                        state.territories_of(mover), variant.territories(), state.troops_of(mover),
                        std::accumulate(troops.begin(), troops.end(), 0));
    std::vector<std::string> whole;
    for (const maps::Continent& continent : map.continents()) {
      const auto held = [&](int t) { return state.owner(t) == mover; };
      if (std::ranges::all_of(continent.territories, held)) whole.push_back(continent.name);
    }
    if (!whole.empty()) line += fmt::format(", holds {}", fmt::join(whole, ", "));
    lines.push_back(line + ".");
    taken.clear();
  };
  while (!match.over()) {
    const risk::State before = match.state();
    if (before.turn() != turn) {
      close(before);
      turn = before.turn();
      mover = before.seat();
    }
    match.step();
    for (int t = 0; t < variant.territories() && turn > 0; ++t) {
      if (match.state().owner(t) != before.owner(t)) taken.push_back(map.territory(t).name);
    }
  }
  close(match.state());
  lines.push_back(risk::describe_end(match.result()));
  return lines;
}

}  // namespace evorisk::app
