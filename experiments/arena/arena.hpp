// An arena: agents against each other on several variants, every agent in every seat with the same
// dice. What is played, and how it is counted; the playing is in experiments/arena/play.hpp.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/index.hpp"
#include "base/statistics.hpp"
#include "metrics/estimates/bradley_terry.hpp"
#include "metrics/estimates/compare.hpp"
#include "metrics/estimates/group_sequential.hpp"
#include "metrics/estimates/interval.hpp"
#include "risk/match.hpp"
#include "risk/rules/variant.hpp"
#include "risk/simulation.hpp"

namespace evorisk::experiments {

// The agents of one table, by their numbers in ascending order, as many as there are seats. An
// agent is there more than once only when there are fewer agents than seats.
using ArenaTable = std::vector<int>;

inline constexpr std::int64_t most_tables = 20000;

// With at least as many agents as seats: every group of `players` different agents. With fewer:
// every agent in equally many seats, and for the seats left over every choice of agents that have
// one more. `drawn`: only so many of the groups, dealt from shuffled agents so that all sit at as
// many tables, or one more (a few more when nearly all groups are drawn). Throws InputError for
// fewer than two agents, for more than most_tables tables, and when `drawn` is given for fewer
// agents than seats.
std::vector<ArenaTable> arena_tables(int agents, int players, std::optional<std::int64_t> drawn,
                                     std::uint64_t seed);
// The first `first` agents against the others: each of them alone at a table with every group of
// the others that fills it (groups as above, of players - 1). Throws InputError for more than
// most_tables tables.
std::vector<ArenaTable> arena_tables_against(int first, int agents, int players);

// The agent of every seat in one match of a table. A deal is played once for each `rotation` (0 ...
// players - 1), so that every agent sits in every seat once with the same dice and deck. The order
// of turns changes from deal to deal through all (players - 1)! circles.
std::array<int, risk::max_players> arena_seating(const ArenaTable& table, std::int64_t deal,
                                                 int rotation);

struct ArenaConfig {
  std::vector<std::string> agents;                // all different: short names, or descriptions
  std::map<std::string, std::string> names = {};  // what short names stand for
  int first = 0;  // how many agents play against the others only; 0: all against all
  std::vector<risk::Variant> variants;
  std::int64_t matches = 1000;         // at each table; rounded up to whole deals
  std::optional<std::int64_t> tables;  // draws so many instead of all
  std::optional<double> until;         // the level at which a difference ends the matches of a pair
  int anchor = 0;                      // the agent whose rating is 0
  std::uint64_t seed = 1;

  // Of an agent, for risk::make_agent.
  const std::string& description(const std::string& agent) const;
};

// The looks of the sequential test: at equal distances, the last one when all is played.
inline constexpr int arena_looks = 10;

// A match gives so many points; whole numbers share them among any seats. The winner takes all;
// seats of an unfinished match share them; a seat that forfeits loses, and the others share them:
// between these the match counts neither in pairs nor in ratings.
inline constexpr int match_points = 60;
// What a match gives one of its seats.
int points_of(const risk::MatchResult& result, int seat, int players);

// A hash of the files that an agent is read from, as text; empty where there are none.
std::string files_of(const risk::Agent& agent);

// What two agents did at the tables where both sat.
struct ArenaPair {
  int a = 0;  // a < b
  int b = 0;
  std::int64_t matches = 0;
  std::int64_t wins_a = 0;
  std::int64_t wins_b = 0;
  std::int64_t points_a = 0;
  std::int64_t points_b = 0;
  std::int64_t unfinished = 0;
  std::int64_t forfeits_a = 0;
  std::int64_t forfeits_b = 0;
  std::int64_t turns = 0;                    // of all matches together
  metrics::PairedDifferences differences{};  // a's points less b's, by deal
  // Of the matches that either took, a's share; with two players, and matches that are finished,
  // the share of matches that a won. When there are any: scored().
  Share share{};
  double p = 1;           // that there is no difference, were this pair and no other looked at
  double p_adjusted = 1;  // after Holm, over all pairs of all variants (without `until`)
  bool significant = false;

  bool scored() const { return points_a + points_b > 0; }
  // With fewer deals no difference is called significant: the normal approximation says nothing.
  bool tested() const { return differences.count >= metrics::fewest_for_a_test; }
};

// An agent in one variant.
struct ArenaEntry {
  std::int64_t matches = 0;  // in seats: with fewer agents than seats, several a match
  std::int64_t wins = 0;
  std::int64_t points = 0;
  std::array<std::int64_t, risk::fault_count> faults{};  // matches forfeited, by Fault
  std::array<std::int64_t, risk::max_players> seat_matches{};
  std::array<std::int64_t, risk::max_players> seat_points{};

  std::int64_t forfeits() const;
};

// A share of points, and its 95 % interval where there is one.
struct ArenaShare {
  double share = 0;
  std::optional<metrics::Interval> interval;
};

struct ArenaVariant {
  risk::SimulationCounts counts;  // by seat
  std::array<std::int64_t, risk::max_players> seat_points{};
  std::array<ArenaShare, risk::max_players> seat_shares{};  // when there are matches
  std::vector<ArenaEntry> entries;                          // by agent
  std::vector<ArenaPair> pairs;  // of the agents that met, in the order (0, 1), (0, 2), ...
  std::optional<metrics::Ratings> ratings;
};

// The score of matches whose points are `points`, with Wilson's interval: a mean of values between
// 0 and 1 varies at most as much as a share with the same mean.
Share arena_share(std::int64_t points, std::int64_t matches);

// {"elo", "se", "interval"} of an agent, of 95 %; null where it is not rated, and
// but for "elo" where all matches are of one deal.
nlohmann::ordered_json rating_json(const metrics::Ratings& ratings, int agent);

// The plan of an arena and the results so far. Results are told in the order of the plan.
class Arena {
 public:
  // Throws InputError: fewer than two agents, the same agent twice, an unknown one, no variant, the
  // same variant name twice, tables that cannot be made.
  explicit Arena(ArenaConfig config);

  const ArenaConfig& config() const { return config_; }
  int agents() const { return static_cast<int>(config_.agents.size()); }
  int variants() const { return static_cast<int>(config_.variants.size()); }
  const risk::Variant& variant(int v) const { return config_.variants[at(v)]; }
  const std::vector<ArenaTable>& tables(int v) const { return plans_[at(v)].tables; }
  std::int64_t deals(int v) const { return plans_[at(v)].deals; }

  // Some deals of one table: what a thread plays at once.
  struct Block {
    int variant = 0;
    int table = 0;
    std::int64_t first = 0;
    std::int64_t deals = 0;
    std::int64_t matches = 0;
  };
  // What is to be played next; empty when everything is. The next stage depends on the results of
  // this one (with `until`).
  const std::vector<Block>& stage() const { return stage_; }
  // Matches of the stages to come, at most.
  std::int64_t matches_left() const { return matches_left_; }
  // The results of the next block of the stage, deal by deal, rotation by rotation. After the last
  // one there is a new stage.
  void tell(std::span<const risk::MatchResult> results);
  // How many blocks of the stage are told.
  std::size_t told() const { return next_; }
  bool done() const { return stage_.empty(); }

  // What is known when everything is played (or of what has been told so far).
  const ArenaVariant& result(int v) const { return results_[at(v)]; }
  // Computes shares, p-values and ratings. Of all variants together: ratings().
  void conclude();
  const metrics::Ratings& ratings() const { return *ratings_; }
  // Agents from the strongest to the weakest; the unrated last.
  std::vector<int> ranking() const;

  // What is played, complete: the same document gives the same matches.
  nlohmann::ordered_json plan_json() const;
  // The results; the same bytes however they were played.
  nlohmann::ordered_json result_json() const;

 private:
  using Points = std::array<std::uint16_t, risk::max_players>;
  struct Plan {
    std::vector<ArenaTable> tables;
    std::vector<metrics::RatedTable> seats;   // the same: players, and how often each
    std::vector<std::vector<Points>> points;  // by table and deal, in the order of `seats`
    // Of the deals with forfeited matches, by table: how many each agent forfeited. These matches
    // are not in `points`.
    std::vector<std::map<std::int64_t, Points>> forfeits;
    std::vector<bool> open;  // tables with a pair that is not decided
    std::int64_t deals = 0;
    // What all tables played of a deal, added up, by seat.
    struct Dealt {
      std::int64_t matches = 0;
      std::array<std::int64_t, risk::max_players> points{};
    };
    std::vector<Dealt> dealt;
    std::vector<double> bounds;  // of |z| at each look; infinite where nothing new is seen

    // The points of a deal at a table that count between the i-th of its agents and the j-th.
    std::int64_t points_against(std::size_t table, std::int64_t deal, std::size_t i,
                                std::size_t j) const;
  };
  // Calls use(i, j, pair) for any two agents of a table; i < j are their places among its agents.
  template <class Use>
  void for_pairs(int v, std::size_t table, const Use& use);
  void add_match(const Block& block, std::int64_t deal, int rotation,
                 const risk::MatchResult& result, Points& points, Points& forfeits);
  int stages() const { return config_.until ? arena_looks : 1; }
  // The deals of a variant that are played by the end of a stage, numbered from 1.
  std::int64_t deals_by(const Plan& plan, int stage) const { return plan.deals * stage / stages(); }
  void set_bounds(double level);
  void next_stage();
  void plan_stage();
  void look(int v);
  void sum_differences(int v);
  // The shares of a variant's seats. All tables and rotations play the same deals, so deals are
  // what is independent.
  void share_among_seats(int v);
  metrics::Ratings rate(std::span<const int> variants) const;

  ArenaConfig config_;
  std::vector<Plan> plans_;
  std::vector<ArenaVariant> results_;
  std::vector<bool> slow_;  // agents
  int looks_ = 0;           // made
  std::vector<Block> stage_;
  std::size_t next_ = 0;  // of the stage
  std::int64_t matches_left_ = 0;
  std::optional<metrics::Ratings> ratings_;
};

}  // namespace evorisk::experiments
