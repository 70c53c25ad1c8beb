// Which agents meet at the tables of an arena, and in which seats.

#include <algorithm>
#include <boost/math/special_functions/binomial.hpp>
#include <set>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/random.hpp"
#include "experiments/arena/arena.hpp"

namespace evorisk::experiments {
namespace {

double choose(int n, int k) {
  return boost::math::binomial_coefficient<double>(static_cast<unsigned>(n),
                                                   static_cast<unsigned>(k));
}

// Every set of k of 0 ... n - 1, in lexicographic order.
std::vector<std::vector<int>> subsets(int n, int k) {
  std::vector<bool> chosen(static_cast<std::size_t>(n));
  std::fill_n(chosen.begin(), k, true);
  std::vector<std::vector<int>> all;
  do {
    std::vector<int>& set = all.emplace_back();
    for (int i = 0; i < n; ++i) {
      if (chosen[static_cast<std::size_t>(i)]) set.push_back(i);
    }
  } while (std::prev_permutation(chosen.begin(), chosen.end()));
  return all;
}

// Agents are dealt in shuffled rounds. A table that begins in one round and ends in the next takes
// the agents that it has already no second time: they wait for the table after it. So every
// agent sits at as many tables as any other, or one more. Requires count < choose(agents, players).
std::vector<ArenaTable> drawn_tables(int agents, int players, std::int64_t count,
                                     std::uint64_t seed) {
  Random random(StreamKey{.seed = seed, .purpose = Purpose::arena});
  std::vector<int> all_agents = numbers<int>(at(agents));
  std::set<ArenaTable> taken;
  std::vector<ArenaTable> tables;
  std::vector<int> queue;
  for (int attempt = 0; static_cast<std::int64_t>(tables.size()) < count;) {
    std::vector<int> dealt = queue;
    // When nearly all tables are taken the queue may allow no other: one is drawn past it.
    const bool past = attempt >= 100;
    if (past) random.shuffle(all_agents.begin(), all_agents.end());
    if (past) dealt = all_agents;
    ArenaTable table;
    while (static_cast<int>(table.size()) < players) {
      const auto next = std::ranges::find_if(
          dealt, [&](int agent) { return std::ranges::find(table, agent) == table.end(); });
      if (next == dealt.end()) {
        random.shuffle(all_agents.begin(), all_agents.end());
        dealt.insert(dealt.end(), all_agents.begin(), all_agents.end());
        continue;
      }
      table.push_back(*next);
      dealt.erase(next);
    }
    std::ranges::sort(table);
    if (!taken.insert(table).second) {
      random.shuffle(queue.begin(), queue.end());
      ++attempt;
      continue;
    }
    tables.push_back(std::move(table));
    if (!past) queue = std::move(dealt);
    attempt = 0;
  }
  return tables;
}

void refuse_many(double tables, int agents, int players, const char* instead) {
  if (tables <= static_cast<double>(most_tables)) return;
  throw InputError("{} agents make more than {} tables of {}; {}", agents, most_tables, players,
                   instead);
}

// For fewer agents than seats: how many seats each agent has in any case, and how many are left.
std::pair<int, int> rounds_and_rest(int agents, int players) {
  const int rounds = agents < players ? players / agents : 0;
  return {rounds, players - rounds * agents};
}

std::vector<ArenaTable> groups(int agents, int players) {
  const auto [rounds, rest] = rounds_and_rest(agents, players);
  std::vector<ArenaTable> tables = subsets(agents, rest);
  for (ArenaTable& table : tables) {
    for (int round = 0; round < rounds; ++round) {
      for (int agent = 0; agent < agents; ++agent) table.push_back(agent);
    }
    std::ranges::sort(table);
  }
  return tables;
}

}  // namespace

std::vector<ArenaTable> arena_tables(int agents, int players, std::optional<std::int64_t> drawn,
                                     std::uint64_t seed) {
  if (agents < 2) throw InputError("an arena needs at least two agents");
  if (drawn) {
    if (agents < players) {
      throw InputError("--tables: {} agents fill one table of {}, there is nothing to draw", agents,
                       players);
    }
    if (static_cast<double>(*drawn) < choose(agents, players))
      return drawn_tables(agents, players, *drawn, seed);
  }
  refuse_many(choose(agents, rounds_and_rest(agents, players).second), agents, players,
              "say with --tables how many to draw");
  return groups(agents, players);
}

std::vector<ArenaTable> arena_tables_against(int first, int agents, int players) {
  const int others = agents - first;
  const int seats = players - 1;
  refuse_many(first * choose(others, rounds_and_rest(others, seats).second), agents, players,
              "name fewer agents");
  std::vector<ArenaTable> tables;
  for (int agent = 0; agent < first; ++agent) {
    for (ArenaTable table : groups(others, seats)) {
      for (int& other : table) other += first;
      table.insert(table.begin(), agent);
      tables.push_back(std::move(table));
    }
  }
  return tables;
}

std::array<int, risk::max_players> arena_seating(const ArenaTable& table, std::int64_t deal,
                                                 int rotation) {
  const auto players = static_cast<std::int64_t>(table.size());
  // The first one stays, the others are arranged by the digits of the deal's number in the
  // factorial number system.
  std::vector<int> rest(table.begin() + 1, table.end());
  std::vector<int> circle{table.front()};
  std::int64_t number = deal;
  while (!rest.empty()) {
    const auto left = static_cast<std::int64_t>(rest.size());
    const auto pick = rest.begin() + number % left;
    number /= left;
    circle.push_back(*pick);
    rest.erase(pick);
  }
  std::array<int, risk::max_players> seats{};
  for (std::int64_t s = 0; s < players; ++s) {
    seats[static_cast<std::size_t>(s)] = circle[static_cast<std::size_t>((s + rotation) % players)];
  }
  return seats;
}

}  // namespace evorisk::experiments
