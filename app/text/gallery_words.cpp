#include "app/text/gallery_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string_view>

#include "app/text/evaluation.hpp"
#include "app/text/minutes.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/message.hpp"
#include "base/statistics.hpp"
#include "maps/components.hpp"
#include "maps/facts.hpp"
#include "metrics/estimates/interval.hpp"
#include "metrics/objective/panel.hpp"
#include "metrics/objective/target.hpp"
#include "risk/record/narration.hpp"
#include "risk/record/open_match.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app {
namespace {

using experiments::Collection;
using experiments::Exhibit;
using metrics::Criterion;

// Something that can be said of a variant, in two wordings.
struct Trait {
  int kind;           // traits of one kind are not said together
  double remarkable;  // how much it stands out
  std::array<std::string, 2> wordings;
};

std::string counted_players(int players) {
  static constexpr std::array words = {"two", "three", "four", "five", "six"};
  return words[at(players - 2)];
}

// How far the value of an exhibit is from the mean of all, in standard deviations.
double apart_from_all(const Collection& all, const Exhibit& exhibit,
                      double (*value)(const Exhibit&)) {
  double sum = 0;
  double squares = 0;
  const auto n = static_cast<double>(all.exhibits.size());
  for (const Exhibit& other : all.exhibits) {
    sum += value(other);
    squares += value(other) * value(other);
  }
  const double deviation = std::sqrt(std::max(0.0, squares / n - sum / n * sum / n));
  return deviation < 1e-9 ? 0 : std::abs(value(exhibit) - sum / n) / deviation;
}

double criterion_of(const Exhibit& exhibit, Criterion criterion) {
  return exhibit.tables.front().criterion(criterion).mean;
}
double drama_of(const Exhibit& e) {
  return criterion_of(e, Criterion::drama);
}
double leads_of(const Exhibit& e) {
  return criterion_of(e, Criterion::lead_change);
}
double swing_of(const Exhibit& e) {
  return criterion_of(e, Criterion::killer_moves);
}
double degree_of(const Exhibit& e) {
  const maps::Map& map = e.variant.map();
  return 2.0 * map.border_count() / map.territory_count();
}

// With two texts about the same values.
template <class... Values>
Trait trait(int kind, double remarkable, fmt::format_string<const Values&...> one,
            fmt::format_string<const Values&...> other, const Values&... values) {
  return {kind, remarkable, {fmt::format(one, values...), fmt::format(other, values...)}};
}

void add_match_traits(const Collection& all, const Exhibit& e, std::vector<Trait>& traits) {
  const double drama = drama_of(e);
  const double far = apart_from_all(all, e, drama_of) + 0.2;
  if (drama >= 0.35) {
    traits.push_back(trait(0, far, "winners often come from behind (drama {:.2f})",
                           "a bad start is not the end (drama {:.2f})", drama));
  } else if (drama < 0.25) {
    traits.push_back(trait(0, far, "winners were seldom far behind (drama {:.2f})",
                           "a good start counts (drama {:.2f})", drama));
  }
  traits.push_back(trait(1, apart_from_all(all, e, leads_of),
                         "another player takes the lead in {:.0f} of 100 turns",
                         "the lead changes hands in {:.0f} % of the turns", 100 * leads_of(e)));
  const double swing = swing_of(e);
  const double swings = apart_from_all(all, e, swing_of);
  if (swing >= 0.5) {
    traits.push_back(trait(2, swings, "one turn can turn the match (killer moves {:.2f})",
                           "great strokes are possible (killer moves {:.2f})", swing));
  } else if (swing < 0.35) {
    traits.push_back(trait(2, swings, "the balance shifts little by little (killer moves {:.2f})",
                           "no single turn decides much (killer moves {:.2f})", swing));
  }
  if (all.agents.size() < 2) return;
  const double weak = e.tables.front().turns().mean;
  const double strong = e.tables.back().turns().mean;
  if (std::abs(strong - weak) < 0.25 * weak) return;
  traits.push_back(trait(3, 0.9, "the matches of the {} are {} ({:.0f} turns)",
                         "with the {0} in every seat a match takes {2:.0f} turns",
                         all.agents.back(), strong > weak ? "longer" : "shorter", strong));
}

// How many territories a map's loss of t separates from the largest part that is left.
int cut_off_by(const maps::Map& map, int t) {
  maps::Components parts(map.territory_count());
  for (const auto& [a, b] : map.borders()) {
    if (a != t && b != t) parts.join(a, b);
  }
  std::vector<int> sizes(static_cast<std::size_t>(map.territory_count()), 0);
  for (int u = 0; u < map.territory_count(); ++u) {
    if (u != t) ++sizes[static_cast<std::size_t>(parts.root(u))];
  }
  return map.territory_count() - 1 - std::ranges::max(sizes);
}

void add_map_traits(const Collection& all, const Exhibit& e, std::vector<Trait>& traits) {
  const maps::Map& map = e.variant.map();
  const maps::MapFacts facts = maps::map_facts(map.data());
  const auto continents = map.continents();
  if (continents.size() > 1) {
    std::size_t prize = 0;
    std::size_t easy = 0;
    const auto doors = [&](std::size_t c) { return facts.continents[c].border_territories; };
    for (std::size_t c = 1; c < continents.size(); ++c) {
      if (continents[c].bonus > continents[prize].bonus) prize = c;
      if (doors(c) < doors(easy) ||
          (doors(c) == doors(easy) && continents[c].bonus > continents[easy].bonus)) {
        easy = c;
      }
    }
    const std::string guards = counted(doors(easy), "territory", "territories");
    traits.push_back(trait(4, 0.8, "the safest home is {}: {} to guard, +{} a turn",
                           "{} is the easiest to hold, with {} to guard for +{}",
                           continents[easy].name, guards, continents[easy].bonus));
    const maps::Continent& most = continents[prize];
    if (std::ranges::count(continents, most.bonus, &maps::Continent::bonus) == 1)
      traits.push_back(trait(5, 0.7, "the prize is {}: all of its {} bring +{} a turn",
                             "{0} pays most, +{2} for {1}", most.name,
                             counted(std::ssize(most.territories), "territory", "territories"),
                             most.bonus));
  }
  // Dead ends part nothing.
  constexpr int a_part = 3;
  const auto gate_at = std::ranges::max_element(facts.cut_territories, {},
                                                [&](int t) { return cut_off_by(map, t); });
  if (gate_at != facts.cut_territories.end() && cut_off_by(map, *gate_at) >= a_part) {
    const std::string& gate = map.territory(*gate_at).name;
    traits.push_back(trait(6, 0.9, "{} is a bottleneck between two parts of the board",
                           "{} alone links two parts of the board", gate));
  }
  const double degree = degree_of(e);
  if (degree < 3.6 || degree > 4.2) {
    const bool few = degree < 3.6;
    traits.push_back(trait(
        7, apart_from_all(all, e, degree_of), "{} (a territory has {:.1f} neighbours on average)",
        "with {1:.1f} neighbours a territory, {2}", few ? "fronts are short" : "fronts are long",
        degree, few ? "bottlenecks matter" : "there are many ways round"));
  }
}

std::string capitalised(std::string text) {
  if (text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
  return text;
}

std::string first_sentence(const Exhibit& e, std::size_t place) {
  const std::string players = counted_players(e.variant.players());
  const std::string land = counted(e.variant.territories(), "territory", "territories");
  const std::string parts = counted(e.variant.continents(), "continent");
  const std::string about = turns_text(metrics::length_of(e.tables));
  switch (place % 4) {
    case 0:
      return fmt::format("{} players fight over {} in {} for about {}.", capitalised(players), land,
                         parts, about);
    case 1:
      return fmt::format("A match of {} on {} in {} lasts about {}.", players, land, parts, about);
    case 2:
      return fmt::format("{} in {} keep {} players busy for about {}.", capitalised(land), parts,
                         players, about);
    default:
      return fmt::format("{} players share {} in {}; a match takes about {}.", capitalised(players),
                         land, parts, about);
  }
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

std::vector<std::string> plays_like(const Collection& collection) {
  std::vector<std::string> texts;
  std::array<std::size_t, 8> said{};  // by kind
  for (std::size_t i = 0; i < collection.exhibits.size(); ++i) {
    const Exhibit& e = collection.exhibits[i];
    std::vector<Trait> traits;
    add_match_traits(collection, e, traits);
    add_map_traits(collection, e, traits);
    std::ranges::stable_sort(traits, std::greater<>(), [&](const Trait& trait) {
      return trait.remarkable - 0.6 * static_cast<double>(said[at(trait.kind)]);
    });
    std::vector<std::string> two;
    for (const Trait& trait : traits) {
      if (two.size() == 2) break;
      two.push_back(trait.wordings[said[at(trait.kind)]++ % 2]);
    }
    texts.push_back(first_sentence(e, i) + ' ' +
                    capitalised(listed(std::move(two), i % 2 == 0 ? ", and " : "; ")) + '.');
  }
  return texts;
}

namespace {

// A value with as many digits as show on which side of a bound it is.
std::string beyond(const metrics::Objective::Constraint& bound, double value) {
  const auto keeps = [&](double v) {
    return (!bound.at_least || v >= *bound.at_least) && (!bound.at_most || v <= *bound.at_most);
  };
  std::string text;
  for (int digits = value < 10 ? 2 : 0; digits < 8; ++digits) {
    text = fmt::format("{:.{}f}", value, digits);
    if (keeps(std::stod(text)) == keeps(value)) break;
  }
  return text;
}

// Kendall's tau with its 95 % interval.
std::string tau_text(const metrics::Estimate& tau) {
  if (!(tau.se > 0)) return fmt::format("{:.2f}", tau.mean);  // too few, or all alike
  return fmt::format("{:.2f} ({:.2f} to {:.2f})", tau.mean, std::max(-1.0, tau.mean - z95 * tau.se),
                     std::min(1.0, tau.mean + z95 * tau.se));
}

}  // namespace

std::vector<std::string> not_kept(const Collection& collection, const Exhibit& exhibit) {
  std::vector<std::string> texts;
  for (const experiments::BrokenBound& broken :
       experiments::broken_bounds(exhibit.objective, exhibit.variant.map(), exhibit.tables)) {
    std::vector<std::string> values;
    const std::size_t told = broken.quantity->of_map ? 1 : broken.values.size();
    for (std::size_t a = 0; a < told; ++a) {
      const double value = broken.values[a].mean;
      if (broken.quantity->of_map) {
        values.push_back(fmt::format("{:.3g}", value));
      } else {
        values.push_back(
            fmt::format("{} by {}", beyond(broken.bound, value), collection.agents[a]));
      }
    }
    std::string name(broken.quantity->name);
    std::ranges::replace(name, '_', ' ');
    texts.push_back(fmt::format("{}: {} (bred for: {})", name, fmt::join(values, ", "),
                                bounds_in_words(broken.bound)));
  }
  return texts;
}

metrics::Estimate score(const Exhibit& exhibit, const metrics::CriteriaTotals& table) {
  metrics::Estimate fitness = metrics::fitness(table, exhibit.objective);
  fitness.mean += metrics::target_loss(exhibit.objective, exhibit.variant);
  return fitness;
}

std::string agreement_of_ranks(const Collection& collection) {
  if (collection.agents.size() < 2 || collection.exhibits.size() < 4) return {};
  const auto agreement = [&](const auto& value) {
    std::vector<double> first;
    std::vector<double> last;
    for (const Exhibit& exhibit : collection.exhibits) {
      first.push_back(value(exhibit, exhibit.tables.front()));
      last.push_back(value(exhibit, exhibit.tables.back()));
    }
    return tau_text(metrics::rank_correlation(first, last));
  };
  const std::string fairness = agreement(
      [](const Exhibit&, const auto& table) { return table.criterion(Criterion::advantage).mean; });
  // Fitness by different objectives has no order.
  const bool comparable = std::ranges::all_of(collection.exhibits, [&](const Exhibit& exhibit) {
    return exhibit.objective == collection.exhibits.front().objective;
  });
  if (!comparable) return fmt::format("fairness {}", fairness);
  return fmt::format("fitness {}, fairness {}", agreement([](const Exhibit& e, const auto& table) {
                       return score(e, table).mean;
                     }),
                     fairness);
}

std::string agreement_of_judges(const std::vector<ga::RankAgreement>& agreements) {
  std::vector<std::string> texts;
  for (const ga::RankAgreement& own : agreements) {
    texts.push_back(fmt::format("{} and {}: fitness {}, fairness {}", own.first, own.second,
                                tau_text(own.fitness), tau_text(own.fairness)));
  }
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::vector<std::string> unlike_risk(const risk::Rules& rules) {
  risk::Rules risk = risk::preset_rules("risk-classic");
  risk.players = rules.players;
  risk.turn_limit = rules.turn_limit;
  std::vector<std::string> told;
  for (const auto& sentence : risk::rules_in_words(risk)) told.push_back(sentence.text.text());
  std::vector<std::string> texts;
  for (const auto& sentence : risk::rules_in_words(rules)) {
    std::string text = sentence.text.text();
    if (std::ranges::count(told, text) == 0) texts.push_back(std::move(text));
  }
  return texts;
}

metrics::Estimate chance_of_seat(const metrics::CriteriaTotals& table, int seat) {
  const auto decided = static_cast<double>(table.finished());
  if (decided == 0) return {};
  const double share = static_cast<double>(table.wins(seat)) / decided;
  const double se = std::sqrt(share * (1 - share) / decided);
  return {share,
          metrics::share_interval(share, se, decided, metrics::Coverage::one_error).half_length()};
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
        "Seat {} takes {}", SeatNumber{mover},
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
