#include "experiments/arena/arena.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <numeric>
#include <set>
#include <stdexcept>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/statistics.hpp"
#include "metrics/estimates/compare.hpp"
#include "risk/agent.hpp"

namespace evorisk::experiments {
namespace {

// Deals that a thread plays at once: few matches are lost when it is killed, but handing out costs
// nothing.
constexpr std::int64_t deals_of_a_block = 16;

// Whether matches with this agent, or with one inside its parameters, are too slow for that.
bool plays_slowly(const std::string& description) {
  return std::ranges::any_of(risk::agent_kinds(), [&](const risk::AgentKind& kind) {
    return !kind.bulk && description.find(kind.name) != description.npos;
  });
}

metrics::RatedTable seats_of(const ArenaTable& table) {
  metrics::RatedTable seats;
  for (const int agent : table) {
    if (seats.players.empty() || seats.players.back() != agent) {
      seats.players.push_back(agent);
      seats.seats.push_back(0);
    }
    ++seats.seats.back();
  }
  return seats;
}

std::pair<int, int> agents_of(const ArenaPair& pair) {
  return {pair.a, pair.b};
}

void check(const ArenaConfig& config) {
  std::set<std::string> agents;
  for (const std::string& agent : config.agents) {
    risk::make_agent(config.description(agent));
    if (!agents.insert(agent).second) {
      throw InputError(
          "agent \"{}\" is named twice; \"evorisk simulate\" lets an agent play itself", agent);
    }
  }
  std::set<std::string> variants;
  for (const risk::Variant& variant : config.variants) {
    if (!variants.insert(variant.name()).second) {
      throw InputError("two variants have the name \"{}\"; give each its own", variant.name());
    }
  }
  if (variants.empty()) throw InputError("an arena needs a variant");
}

}  // namespace

const std::string& ArenaConfig::description(const std::string& agent) const {
  const auto name = names.find(agent);
  return name == names.end() ? agent : name->second;
}

int points_of(const risk::MatchResult& result, int seat, int players) {
  if (result.end == risk::EndReason::turn_limit) return match_points / players;
  if (result.winner >= 0) return result.winner == seat ? match_points : 0;
  return result.offender == seat ? 0 : match_points / (players - 1);
}

std::string files_of(const risk::Agent& agent) {
  const std::uint64_t hash = agent.files_hash();
  return hash == 0 ? "" : fmt::format("{:016x}", hash);
}

Share arena_share(std::int64_t points, std::int64_t matches) {
  const auto n = static_cast<double>(matches);
  return wilson_interval_of(static_cast<double>(points) / (match_points * n), n);
}

std::int64_t ArenaEntry::forfeits() const {
  return std::accumulate(faults.begin(), faults.end(), std::int64_t{0});
}

Arena::Arena(ArenaConfig config) : config_(std::move(config)) {
  check(config_);
  for (const std::string& agent : config_.agents) {
    slow_.push_back(plays_slowly(config_.description(agent)));
  }
  std::size_t pairs = 0;
  for (const risk::Variant& variant : config_.variants) {
    Plan plan;
    plan.tables = config_.first > 0
                      ? arena_tables_against(config_.first, agents(), variant.players())
                      : arena_tables(agents(), variant.players(), config_.tables, config_.seed);
    plan.deals = (config_.matches + variant.players() - 1) / variant.players();
    plan.points.resize(plan.tables.size());
    plan.forfeits.resize(plan.tables.size());
    plan.open.assign(plan.tables.size(), true);
    std::set<std::pair<int, int>> met;
    for (const ArenaTable& table : plan.tables) {
      plan.seats.push_back(seats_of(table));
      for (const int a : plan.seats.back().players) {
        for (const int b : plan.seats.back().players) {
          if (a < b) met.emplace(a, b);
        }
      }
    }
    plan.dealt.resize(at(plan.deals));
    ArenaVariant result{risk::SimulationCounts(variant), {}, {}, {}, {}, {}};
    result.entries.resize(config_.agents.size());
    for (const auto& [a, b] : met) result.pairs.push_back({.a = a, .b = b});
    pairs += met.size();
    plans_.push_back(std::move(plan));
    results_.push_back(std::move(result));
  }
  // Bonferroni: a false alarm anywhere in the arena has the probability asked for.
  if (config_.until) set_bounds(*config_.until / static_cast<double>(pairs));
  next_stage();
}

template <class Use>
void Arena::for_pairs(int v, std::size_t table, const Use& use) {
  const std::vector<int>& seated = plans_[at(v)].seats[table].players;
  std::vector<ArenaPair>& pairs = results_[at(v)].pairs;
  for (std::size_t i = 0; i < seated.size(); ++i) {
    for (std::size_t j = i + 1; j < seated.size(); ++j) {
      use(i, j, *std::ranges::lower_bound(pairs, std::pair(seated[i], seated[j]), {}, agents_of));
    }
  }
}

void Arena::set_bounds(double level) {
  for (Plan& plan : plans_) {
    plan.bounds.assign(arena_looks, std::numeric_limits<double>::infinity());
    std::vector<double> information;
    std::vector<std::size_t> looks;
    for (int k = 1; k <= arena_looks; ++k) {
      if (deals_by(plan, k) == deals_by(plan, k - 1)) continue;
      information.push_back(static_cast<double>(deals_by(plan, k)) /
                            static_cast<double>(plan.deals));
      looks.push_back(at(k - 1));
    }
    const auto bounds = metrics::sequential_bounds(information, level);
    for (std::size_t i = 0; i < looks.size(); ++i) plan.bounds[looks[i]] = bounds[i];
  }
}

void Arena::next_stage() {
  stage_.clear();
  next_ = 0;
  // A stage may have nothing to play when there are few deals.
  for (; looks_ < stages(); ++looks_) {
    plan_stage();
    if (!stage_.empty()) return;
  }
  matches_left_ = 0;
}

void Arena::plan_stage() {
  matches_left_ = 0;
  const std::int64_t most = std::ranges::max_element(plans_, {}, &Plan::deals)->deals;
  // All tables in turn, a few deals at a time: after an interruption all have played about as much.
  for (std::int64_t from = 0; from < most; from += deals_of_a_block) {
    for (int v = 0; v < variants(); ++v) {
      const Plan& plan = plans_[at(v)];
      const std::int64_t first = std::max(from, deals_by(plan, looks_));
      const std::int64_t end = std::min(from + deals_of_a_block, deals_by(plan, looks_ + 1));
      for (std::size_t t = 0; t < plan.tables.size(); ++t) {
        if (!plan.open[t]) continue;
        matches_left_ += std::max<std::int64_t>(0, end - first) * variant(v).players();
        const bool slow =
            std::ranges::any_of(plan.seats[t].players, [&](int agent) { return slow_[at(agent)]; });
        const std::int64_t step = slow ? 1 : deals_of_a_block;
        for (std::int64_t deal = first; deal < end; deal += step) {
          const std::int64_t count = std::min(step, end - deal);
          stage_.push_back({v, static_cast<int>(t), deal, count, count * variant(v).players()});
        }
      }
    }
  }
  // What later stages may bring.
  for (int v = 0; v < variants(); ++v) {
    const Plan& plan = plans_[at(v)];
    matches_left_ += std::ranges::count(plan.open, true) * variant(v).players() *
                     (plan.deals - deals_by(plan, looks_ + 1));
  }
}

void Arena::tell(std::span<const risk::MatchResult> results) {
  const Block& block = stage_.at(next_);
  if (static_cast<std::int64_t>(results.size()) != block.matches) {
    throw std::logic_error("results of another block");
  }
  Plan& plan = plans_[at(block.variant)];
  const int players = variant(block.variant).players();
  for (auto result = results.begin(); result != results.end();) {
    const std::int64_t deal = block.first + (result - results.begin()) / players;
    const std::size_t table = at(block.table);
    Points points{};
    Points forfeits{};
    for (int rotation = 0; rotation < players; ++rotation) {
      add_match(block, deal, rotation, *result++, points, forfeits);
    }
    plan.points[table].push_back(points);
    if (forfeits != Points{}) plan.forfeits[table].emplace(deal, forfeits);
    for_pairs(block.variant, table, [&](std::size_t i, std::size_t j, ArenaPair& both) {
      both.matches += players;
      both.points_a += plan.points_against(table, deal, i, j);
      both.points_b += plan.points_against(table, deal, j, i);
    });
  }
  matches_left_ -= block.matches;
  if (++next_ < stage_.size()) return;
  ++looks_;
  if (config_.until) {
    for (int v = 0; v < variants(); ++v) look(v);
  }
  next_stage();
}

void Arena::add_match(const Block& block, std::int64_t deal, int rotation,
                      const risk::MatchResult& result, Points& points, Points& forfeits) {
  Plan& plan = plans_[at(block.variant)];
  const std::vector<int>& seated = plan.seats[at(block.table)].players;
  Plan::Dealt& dealt = plan.dealt[at(deal)];
  ++dealt.matches;
  ArenaVariant& into = results_[at(block.variant)];
  into.counts.add(result);
  const int players = variant(block.variant).players();
  const auto seating = arena_seating(plan.tables[at(block.table)], deal, rotation);
  for (std::size_t s = 0; s < at(players); ++s) {
    const int agent = seating[s];
    const int seat = static_cast<int>(s);
    const int won = points_of(result, seat, players);
    ArenaEntry& entry = into.entries[at(agent)];
    ++entry.matches;
    ++entry.seat_matches[s];
    entry.points += won;
    entry.seat_points[s] += won;
    into.seat_points[s] += won;
    dealt.points[s] += won;
    if (result.winner == seat) ++entry.wins;
    if (result.offender == seat) ++entry.faults[at(static_cast<int>(result.fault))];
    const auto member = at(std::ranges::find(seated, agent) - seated.begin());
    if (result.offender < 0)
      points[member] = static_cast<std::uint16_t>(points[member] + won);
    else if (result.offender == seat)
      ++forfeits[member];
  }
  const auto agent_in = [&](int seat) { return seat < 0 ? -1 : seating[at(seat)]; };
  const int winner = agent_in(result.winner);
  const int offender = agent_in(result.offender);
  for_pairs(block.variant, at(block.table), [&](std::size_t, std::size_t, ArenaPair& both) {
    both.turns += result.turns;
    both.wins_a += winner == both.a;
    both.wins_b += winner == both.b;
    both.forfeits_a += offender == both.a;
    both.forfeits_b += offender == both.b;
    both.unfinished += result.end == risk::EndReason::turn_limit;
  });
}

void Arena::look(int v) {
  Plan& plan = plans_[at(v)];
  sum_differences(v);
  for (ArenaPair& both : results_[at(v)].pairs) {
    if (!both.tested()) continue;
    if (std::abs(both.differences.z()) > plan.bounds[at(looks_ - 1)]) both.significant = true;
  }
  for (std::size_t t = 0; t < plan.tables.size(); ++t) {
    bool open = false;
    for_pairs(v, t, [&](std::size_t, std::size_t, const ArenaPair& both) {
      open = open || !both.significant;
    });
    plan.open[t] = plan.open[t] && open;
  }
}

void Arena::sum_differences(int v) {
  const Plan& plan = plans_[at(v)];
  for (ArenaPair& both : results_[at(v)].pairs) both.differences = {};
  for (std::size_t deal = 0; deal < at(plan.deals); ++deal) {
    // A deal's differences at all tables of a pair are one: the dice are the same.
    std::map<ArenaPair*, std::int64_t> differences;
    for (std::size_t t = 0; t < plan.tables.size(); ++t) {
      if (deal >= plan.points[t].size()) continue;
      const std::vector<int>& seats = plan.seats[t].seats;
      const auto d = static_cast<std::int64_t>(deal);
      for_pairs(v, t, [&](std::size_t i, std::size_t j, ArenaPair& both) {
        differences[&both] +=
            plan.points_against(t, d, i, j) * seats[j] - plan.points_against(t, d, j, i) * seats[i];
      });
    }
    for (const auto& [both, difference] : differences) both->differences.add(difference);
  }
}

void Arena::share_among_seats(int v) {
  ArenaVariant& result = results_[at(v)];
  const auto n = static_cast<double>(result.counts.matches);
  if (n == 0) return;
  const std::vector<Plan::Dealt>& dealt = plans_[at(v)].dealt;
  const auto deals = static_cast<double>(
      std::ranges::count_if(dealt, [](const auto& d) { return d.matches > 0; }));
  for (std::size_t s = 0; s < at(variant(v).players()); ++s) {
    const double share = static_cast<double>(result.seat_points[s]) / (match_points * n);
    result.seat_shares[s] = {share, {}};
    if (deals < 2) continue;
    double squares = 0;
    for (const Plan::Dealt& deal : dealt) {
      const double apart = static_cast<double>(deal.points[s]) / match_points -
                           share * static_cast<double>(deal.matches);
      squares += apart * apart;
    }
    // Of a ratio of sums over deals, by Student's t of their number (Korn and Graubard 1998). Where
    // rotations share nearly all deals evenly, those that are not may be unseen: two are left open
    // in which the seat wins one rotation more of each table, or less.
    const double rotation = n / (deals * variant(v).players());
    const double se = std::sqrt(deals / (deals - 1) * (squares + 2 * rotation * rotation)) / n *
                      student_bound(0.05, deals - 1) / z95;
    result.seat_shares[s].interval =
        metrics::share_interval(share, se, deals, metrics::Coverage::two_errors);
  }
}

std::int64_t Arena::Plan::points_against(std::size_t table, std::int64_t deal, std::size_t i,
                                         std::size_t j) const {
  const std::int64_t decided = points[table][at(deal)][i];
  const auto forfeited = forfeits[table].find(deal);
  if (forfeited == forfeits[table].end()) return decided;
  const std::int64_t share = match_points / (std::ssize(tables[table]) - 1);
  const int own = seats[table].seats[i];
  return decided + share * (forfeited->second[j] * own + forfeited->second[i] * (own - 1));
}

metrics::Ratings Arena::rate(std::span<const int> which) const {
  std::vector<metrics::RatedTable> tables;
  std::vector<std::size_t> first;
  std::int64_t most = 0;
  for (const int v : which) {
    const Plan& plan = plans_[at(v)];
    first.push_back(tables.size());
    tables.insert(tables.end(), plan.seats.begin(), plan.seats.end());
    most = std::max(most, plan.deals);
  }
  std::vector<metrics::RatedResult> results;
  // Forfeited matches, as if the one that forfeits had sat there with each other one alone.
  std::map<std::pair<int, int>, int> duels;
  const auto add_forfeits = [&](const Plan& plan, std::size_t t, std::int64_t deal) {
    const std::vector<int>& players = plan.seats[t].players;
    for (std::size_t m = 0; m < players.size(); ++m) {
      for (std::size_t o = 0; o < players.size(); ++o) {
        if (m == o) continue;
        const auto won =
            static_cast<float>(plan.points_against(t, deal, m, o) - plan.points[t][at(deal)][m]);
        if (won == 0) continue;
        const auto [duel, first_one] =
            duels.try_emplace({players[m], players[o]}, static_cast<int>(tables.size()));
        if (first_one) tables.push_back({{players[m], players[o]}, {1, 1}});
        results.push_back({duel->second, deal, {won / match_points}});
      }
    }
  };
  for (std::int64_t deal = 0; deal < most; ++deal) {
    for (std::size_t w = 0; w < which.size(); ++w) {
      const Plan& plan = plans_[at(which[w])];
      for (std::size_t t = 0; t < plan.tables.size(); ++t) {
        if (at(deal) >= plan.points[t].size()) continue;
        metrics::RatedResult result{static_cast<int>(first[w] + t), deal, {}};
        const std::size_t seated = plan.seats[t].players.size();
        for (std::size_t m = 0; m < seated; ++m) {
          const std::int64_t points =
              seated == 2 ? plan.points_against(t, deal, m, 1 - m) : plan.points[t][at(deal)][m];
          result.points[m] = static_cast<float>(points) / match_points;
        }
        results.push_back(result);
        if (seated > 2 && plan.forfeits[t].contains(deal)) add_forfeits(plan, t, deal);
      }
    }
  }
  return {agents(), config_.anchor, tables, results};
}

void Arena::conclude() {
  std::vector<int> all;
  std::vector<double> p;
  for (int v = 0; v < variants(); ++v) {
    all.push_back(v);
    sum_differences(v);
    share_among_seats(v);
    for (ArenaPair& both : results_[at(v)].pairs) {
      if (both.scored()) {
        const auto points = static_cast<double>(both.points_a + both.points_b);
        both.share =
            wilson_interval_of(static_cast<double>(both.points_a) / points, points / match_points);
      }
      if (both.tested()) both.p = normal_p(both.differences.z());
      p.push_back(both.p);
    }
    results_[at(v)].ratings = rate(std::span(&v, 1));
  }
  ratings_ = rate(all);
  const std::vector<double> adjusted = holm(p);
  std::size_t i = 0;
  for (ArenaVariant& result : results_) {
    for (ArenaPair& both : result.pairs) {
      both.p_adjusted = adjusted[i++];
      if (!config_.until) both.significant = both.p_adjusted < metrics::test_level;
    }
  }
}

std::vector<int> Arena::ranking() const {
  std::vector<int> order = numbers<int>(config_.agents.size());
  std::ranges::stable_sort(order, {}, [&](int agent) {
    return std::pair(!ratings_->rated(agent), -ratings_->rating(agent));
  });
  return order;
}

}  // namespace evorisk::experiments
