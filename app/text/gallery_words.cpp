#include "app/text/gallery_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/counted.hpp"
#include "risk/record/narration.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {
namespace {

// The share of the others below a value.
double share_below(const std::vector<double>& all, double value) {
  const auto below = std::count_if(all.begin(), all.end(), [&](double x) { return x < value; });
  return all.size() < 2 ? 0.5 : static_cast<double>(below) / static_cast<double>(all.size() - 1);
}

}  // namespace

std::string what_is_different(const std::vector<experiments::GalleryCandidate>& all,
                              std::size_t index) {
  const experiments::GalleryCandidate& own = all[index];
  const maps::Map& map = own.variant.map();
  struct Trait {
    double (*value)(const experiments::GalleryCandidate&);
    std::string_view low;
    std::string_view high;
  };
  static constexpr Trait traits[] = {
      {[](const experiments::GalleryCandidate& c) {
         return static_cast<double>(c.variant.territories());
       },
       "one of the smallest boards", "one of the largest boards"},
      {[](const experiments::GalleryCandidate& c) {
         return experiments::mean_degree(c.variant.map());
       },
       "a sparse net of borders, with bottlenecks to hold",
       "a dense net of borders, where every front is open"},
      {[](const experiments::GalleryCandidate& c) {
         return static_cast<double>(c.variant.territories()) / c.variant.continents();
       },
       "many small continents", "few, large continents"},
      {[](const experiments::GalleryCandidate& c) {
         return experiments::mean_bonus(c.variant.map());
       },
       "modest continent bonuses", "rich continent bonuses"},
      {[](const experiments::GalleryCandidate& c) { return c.values[7]; },
       "among the quickest matches", "among the longest matches"},
      {[](const experiments::GalleryCandidate& c) { return c.values[4]; },
       "who leads early mostly wins: little drama", "winners often come from behind: high drama"},
      {[](const experiments::GalleryCandidate& c) { return c.values[5]; },
       "the position shifts little by little", "single turns that swing the match"},
      {[](const experiments::GalleryCandidate& c) { return c.values[6]; },
       "a lead that seldom changes hands", "a lead that often changes hands"},
      {[](const experiments::GalleryCandidate& c) { return c.values[3]; },
       "few moves to choose from", "very many moves to choose from"},
  };
  std::vector<std::pair<double, std::string_view>> said;  // how far out, and what
  for (const Trait& trait : traits) {
    std::vector<double> values;
    for (const experiments::GalleryCandidate& c : all) values.push_back(trait.value(c));
    const double below = share_below(values, trait.value(own));
    const auto same = std::count(values.begin(), values.end(), trait.value(own));
    const double above =
        1 - below -
        static_cast<double>(same - 1) / std::max(1.0, static_cast<double>(all.size() - 1));
    if (below <= 0.2 && above > 0.5) said.emplace_back(below, trait.low);
    if (above <= 0.2 && below > 0.5) said.emplace_back(above, trait.high);
  }
  std::ranges::stable_sort(said, {}, &std::pair<double, std::string_view>::first);
  std::string text = fmt::format("{} in {}, {:.0f} turns on average under the search's agents. ",
                                 counted(map.territory_count(), "territory", "territories"),
                                 counted(map.continent_count(), "continent"), own.values[7]);
  if (!said.empty()) {
    text += "What sets it apart: ";
    const std::size_t most = std::min<std::size_t>(3, said.size());
    for (std::size_t i = 0; i < most; ++i) {
      text += (i == 0 ? "" : i + 1 == most ? ", and " : ", ") + std::string(said[i].second);
    }
    text += ". ";
  }
  // The rules that fewest others share.
  std::vector<std::pair<std::size_t, std::string>> rare;
  for (const risk::RuleKey& key : risk::rule_keys()) {
    const std::string value = risk::get_rule(own.variant.rules(), key.name).dump();
    std::size_t shared = 0;
    for (const experiments::GalleryCandidate& c : all) {
      shared += risk::get_rule(c.variant.rules(), key.name).dump() == value ? 1 : 0;
    }
    if (4 * shared > all.size()) continue;
    std::string bare = value;
    std::erase(bare, '"');
    rare.emplace_back(shared, fmt::format("{} {}", key.name, bare));
  }
  std::ranges::stable_sort(rare, {}, &std::pair<std::size_t, std::string>::first);
  if (!rare.empty()) {
    text += rare.size() == 1 ? "A rule that few others here have: "
                             : "Rules that few others here have: ";
    const std::size_t most = std::min<std::size_t>(3, rare.size());
    for (std::size_t i = 0; i < most; ++i) text += (i ? ", " : "") + rare[i].second;
    text += ".";
  } else {
    text += "Its rules are the usual ones here; what is different is the map.";
  }
  return text;
}

std::vector<std::string> match_story(const risk::Variant& variant, const std::string& agent,
                                     const StreamKey& key) {
  risk::OpenMatch match(variant, {.program = "evorisk",
                                  .agents = std::vector<std::string>(
                                      static_cast<std::size_t>(variant.players()), agent),
                                  .key = key});
  const maps::Map& map = variant.map();
  std::vector<std::string> lines;
  int turn = 0;
  int mover = 0;
  std::vector<std::string> taken;
  std::vector<int> owners;
  const auto close = [&](const risk::State& state) {
    if (turn == 0) return;
    std::string line = fmt::format("Seat {} ", mover);
    if (taken.empty()) {
      line += "takes nothing";
    } else {
      line += "takes " + taken.front();
      for (std::size_t i = 1; i < taken.size() && i < 3; ++i) line += ", " + taken[i];
      if (taken.size() > 3) line += fmt::format(" and {} more", taken.size() - 3);
    }
    std::string whole;
    for (const maps::Continent& continent : map.continents()) {
      const bool all = std::all_of(continent.territories.begin(), continent.territories.end(),
                                   [&](int t) { return state.owner(t) == mover; });
      if (all) whole += (whole.empty() ? "" : ", ") + continent.name;
    }
    line +=
        fmt::format("; has {} of {} territories and {} of {} troops", state.territories_of(mover),
                    variant.territories(), state.troops_of(mover), [&] {
                      int all = 0;
                      for (int s = 0; s < variant.players(); ++s) all += state.troops_of(s);
                      return all;
                    }());
    if (!whole.empty()) line += ", holds " + whole;
    lines.push_back(line + ".");
    taken.clear();
  };
  while (!match.over()) {
    const risk::State& state = match.state();
    if (state.turn() != turn) {
      close(state);
      turn = state.turn();
      mover = state.seat();
    }
    owners.clear();
    for (int t = 0; t < variant.territories(); ++t) owners.push_back(state.owner(t));
    match.step();
    for (int t = 0; t < variant.territories() && turn > 0; ++t) {
      if (match.state().owner(t) != owners[static_cast<std::size_t>(t)]) {
        taken.push_back(map.territory(t).name);
      }
    }
  }
  close(match.state());
  lines.push_back(risk::describe_end(match.result()));
  return lines;
}

}  // namespace evorisk::app
