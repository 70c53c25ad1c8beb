// A ladder: agents rated on fixed boards, in one file. A newcomer plays so many matches of every
// board against a few of those there, the nearest in rating first; no other pair plays.
#pragma once

#include <filesystem>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "experiments/arena/play.hpp"

namespace evorisk::experiments {

struct LadderAgent {
  std::string name;
  std::string description;  // for risk::make_agent
  std::string files = {};   // the hash of what it was read from; empty where there is nothing
};

// A newcomer against one that was there; both by their numbers.
struct LadderPair {
  int newcomer = 0;
  int other = 0;
  // By board, a letter per match, deal by deal, rotation by rotation: the winner's seat as a digit,
  // the seat that forfeited as a letter from "a", or "-" for an unfinished match.
  std::vector<std::string> matches;
};

class Ladder {
 public:
  // How many opponents a newcomer has; all agents if there are fewer. Agents outside of the program
  // are rated, but are not opponents of others: their programs need not be here, and may do
  // anything. Nor are those whose files cannot be read, or are others by now.
  static constexpr int rivals = 5;
  static constexpr std::int64_t usual_matches = 200;

  // Opens the file, or begins a ladder with these boards, matches (of a pair on a board, rounded up
  // to whole deals) and seed when there is none. Locks the file, unless nothing will be added
  // (which may be where nothing can be written, or while others add). For a ladder that is there,
  // boards, matches and seed may be left out (0: of the ladder). Throws InputError for other
  // boards, matches or seed than the ladder's, when another version of the simulation played it,
  // and when it is not what was written; SystemError.
  Ladder(std::filesystem::path file, std::vector<risk::Variant> boards, std::int64_t matches,
         std::optional<std::uint64_t> seed, bool adds = true);

  // Plays what is missing of the agent, which is added if it is not there; the file holds all that
  // was played when `stop` ended it (then it returns false), and nearly all after a kill. Throws
  // InputError when the name stands for another agent there, or its files have changed, and for an
  // agent outside of the program that would be the first: none could play against it.
  bool add(LadderAgent agent, const ArenaOptions& options);
  // Matches that `add` plays at most; ArenaOptions::on_left says how many are left of them.
  std::int64_t matches_of_a_newcomer() const { return rivals * matches_of_a_pair(); }

  const std::vector<LadderAgent>& agents() const { return agents_; }
  const std::vector<risk::Variant>& boards() const { return boards_; }
  std::int64_t matches() const { return matches_; }
  // From the finished pairs; the first agent's rating is 0. Of all boards together, or of one.
  metrics::Ratings ratings(std::optional<int> board = {}) const;
  // Whether an agent has matches to play yet, after an interruption.
  bool unfinished(int agent) const;
  // Matches of an agent, and how many of them it forfeited; none of one that is not there.
  std::pair<std::int64_t, std::int64_t> played(int agent) const;
  std::pair<std::int64_t, std::int64_t> played(const std::string& name) const {
    return played(number_of(name));
  }

 private:
  class Keeper;
  nlohmann::ordered_json to_json() const;
  void read(const JsonView& view);
  void write() const;
  int number_of(const std::string& name) const;  // -1: it is not there
  bool finished(const LadderPair& pair) const;
  int pairs_of(int newcomer) const;
  std::int64_t matches_of_a_pair() const;
  std::int64_t deals(std::size_t board) const;
  std::optional<int> next_rival(int newcomer) const;
  bool can_be_rival(int agent) const;
  bool play(LadderPair& pair, const ArenaOptions& options);

  std::filesystem::path file_;
  std::unique_ptr<ga::DirectoryLock> lock_;
  std::vector<risk::Variant> boards_;
  std::int64_t matches_ = 0;
  std::uint64_t seed_ = 1;
  std::vector<LadderAgent> agents_;
  std::vector<LadderPair> pairs_;
};

}  // namespace evorisk::experiments
