#include "experiments/arena/ladder.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/seal.hpp"
#include "base/stopwatch.hpp"
#include "risk/agent.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

char letter_of(const risk::MatchResult& result) {
  if (result.offender >= 0) return static_cast<char>('a' + result.offender);
  return result.winner >= 0 ? static_cast<char>('0' + result.winner) : '-';
}

// As far as a letter tells: no turns, and of a forfeit not how.
risk::MatchResult result_of(char letter) {
  risk::MatchResult result;
  if (letter == '-') return result;
  const bool forfeited = letter >= 'a';
  result.end = forfeited ? risk::EndReason::invalid : risk::EndReason::conquest;
  (forfeited ? result.offender : result.winner) = letter - (forfeited ? 'a' : '0');
  if (forfeited) result.fault = risk::Fault::illegal;
  return result;
}

bool can_be(char letter, int players) {
  return letter == '-' || (letter >= '0' && letter < '0' + players) ||
         (letter >= 'a' && letter < 'a' + players);
}

Json boards_json(const std::vector<risk::Variant>& boards) {
  Json json = Json::array();
  for (const risk::Variant& board : boards) json.push_back(risk::variant_to_json(board));
  return json;
}

// Of a newcomer (0) and another (1).
ArenaTable table_of_two(int players) {
  ArenaTable table(at(players), 1);
  table.front() = 0;
  return table;
}

}  // namespace

// Writes every block of deals down at once; less often where that would take more than a twentieth
// of the time.
class Ladder::Keeper final : public ArenaKeeper {
 public:
  Keeper(const Ladder& ladder, LadderPair& pair) : ladder_(ladder), pair_(pair) {}

  void append(const Arena::Block& block, const std::vector<risk::MatchResult>& results) override {
    for (const risk::MatchResult& result : results)
      pair_.matches[at(block.variant)] += letter_of(result);
    if (since_.seconds() < 20 * cost_) return;
    const Stopwatch writing;
    ladder_.write();
    cost_ = writing.seconds();
    since_.restart();
  }

 private:
  Stopwatch since_;
  double cost_ = 0;
  const Ladder& ladder_;
  LadderPair& pair_;
};

Ladder::Ladder(fs::path file, std::vector<risk::Variant> boards, std::int64_t matches,
               std::optional<std::uint64_t> seed, bool adds)
    : file_(std::move(file)),
      boards_(std::move(boards)),
      matches_(matches),
      seed_(seed.value_or(1)) {
  const fs::path directory = file_.parent_path().empty() ? fs::path(".") : file_.parent_path();
  if (adds) {
    make_directory(directory);
    lock_ = std::make_unique<ga::DirectoryLock>(directory, file_.filename().string());
  }
  const std::string name = file_.string();
  if (!fs::exists(file_)) {
    if (boards_.empty()) throw InputError("{}: no such ladder; name the boards of a new one", name);
    if (matches_ == 0) matches_ = usual_matches;
    return;
  }
  const Json given = boards_json(boards_);
  const Json document = read_sealed(name, largest_log, Unsealed::allowed);
  read(JsonView(document, name));
  if (!given.empty() && given != boards_json(boards_)) {
    throw InputError("{}: has other boards; leave them out, or name another file", name);
  }
  if (matches > 0 && matches != matches_) {
    throw InputError("{}: plays {} matches of a pair, not {}; leave --matches out", name, matches_,
                     matches);
  }
  if (seed && *seed != seed_) {
    throw InputError("{}: has the seed {}, not {}; leave --seed out", name, seed_, *seed);
  }
}

void Ladder::read(const JsonView& view) {
  view.format(1);
  const auto integer = [&](const char* key, std::int64_t lowest) {
    return view.at(key).count(lowest);
  };
  if (const std::int64_t version = integer("simulation", 1); version != risk::simulation_version) {
    view.at("simulation")
        .fail(
            "was played by version {} of the simulation, and this program has version {}: the "
            "matches cannot be compared; begin another ladder",
            version, risk::simulation_version);
  }
  seed_ = static_cast<std::uint64_t>(integer("seed", 0));
  matches_ = integer("matches", 1);
  boards_.clear();
  for (const JsonView& board : view.at("boards").items()) {
    boards_.push_back(risk::variant_from_json(board, ""));
  }
  for (const JsonView& agent : view.at("agents").items()) {
    const auto files = agent.find("files");
    agents_.push_back(
        {agent.at("name").text(), agent.at("agent").text(), files ? files->text() : ""});
  }
  for (const JsonView& item : view.at("results").items()) {
    const std::vector<std::string> names = item.at("agents").texts();
    LadderPair pair;
    if (names.size() == 2) pair = {number_of(names[0]), number_of(names[1]), {}};
    if (names.size() != 2 || pair.other < 0 || pair.newcomer <= pair.other) {
      item.at("agents").fail("are not a newcomer and one that was there before it");
    }
    pair.matches = item.at("matches").texts();
    bool good = pair.matches.size() == boards_.size();
    for (std::size_t b = 0; good && b < boards_.size(); ++b) {
      const int players = boards_[b].players();
      good = std::ssize(pair.matches[b]) <= deals(b) * players &&
             std::ranges::all_of(pair.matches[b], [&](char c) { return can_be(c, players); });
    }
    if (!good) item.at("matches").fail("are not matches of this ladder's boards");
    pairs_.push_back(std::move(pair));
  }
}

Json Ladder::to_json() const {
  Json json = {{"format", 1},
               {"simulation", risk::simulation_version},
               {"seed", seed_},
               {"matches", matches_},
               {"agents", Json::array()},
               {"results", Json::array()},
               {"boards", boards_json(boards_)}};
  for (const LadderAgent& agent : agents_) {
    Json& row =
        json["agents"].emplace_back(Json{{"name", agent.name}, {"agent", agent.description}});
    if (!agent.files.empty()) row["files"] = agent.files;
  }
  for (const LadderPair& pair : pairs_) {
    json["results"].push_back(
        {{"agents", {agents_[at(pair.newcomer)].name, agents_[at(pair.other)].name}},
         {"matches", pair.matches}});
  }
  return json;
}

// A line for every agent, pair and board.
void Ladder::write() const {
  Json json = to_json();
  seal(json);
  std::string text;
  for (const auto& [key, value] : json.items()) {
    text += (text.empty() ? "{" : ",\n") + Json(key).dump() + ":";
    if (!value.is_array()) {
      text += value.dump();
      continue;
    }
    for (std::size_t i = 0; i < value.size(); ++i)
      text += (i == 0 ? "[\n" : ",\n") + value[i].dump();
    text += value.empty() ? "[]" : "]";
  }
  write_file(file_, text + "}\n", Flush::to_system);
}

int Ladder::number_of(const std::string& name) const {
  const auto agent = std::ranges::find(agents_, name, &LadderAgent::name);
  return agent == agents_.end() ? -1 : static_cast<int>(agent - agents_.begin());
}

std::int64_t Ladder::deals(std::size_t board) const {
  const int players = boards_[board].players();
  return (matches_ + players - 1) / players;
}

std::int64_t Ladder::matches_of_a_pair() const {
  std::int64_t matches = 0;
  for (std::size_t b = 0; b < boards_.size(); ++b) matches += deals(b) * boards_[b].players();
  return matches;
}

bool Ladder::finished(const LadderPair& pair) const {
  std::int64_t matches = 0;
  for (const std::string& letters : pair.matches) matches += std::ssize(letters);
  return matches == matches_of_a_pair();
}

int Ladder::pairs_of(int newcomer) const {
  return static_cast<int>(std::ranges::count(pairs_, newcomer, &LadderPair::newcomer));
}

metrics::Ratings Ladder::ratings(std::optional<int> board) const {
  std::vector<metrics::RatedTable> tables;
  std::vector<std::pair<const std::string*, std::size_t>> rows;  // of each table: letters and board
  std::int64_t most = 0;
  for (const LadderPair& pair : pairs_) {
    if (!finished(pair)) continue;
    for (std::size_t b = 0; b < boards_.size(); ++b) {
      if (board && at(*board) != b) continue;
      tables.push_back({{pair.newcomer, pair.other}, {1, boards_[b].players() - 1}});
      rows.emplace_back(&pair.matches[b], b);
      most = std::max(most, deals(b));
    }
  }
  std::vector<metrics::RatedResult> results;
  for (std::int64_t deal = 0; deal < most; ++deal) {
    for (std::size_t t = 0; t < tables.size(); ++t) {
      const auto& [letters, b] = rows[t];
      const int players = boards_[b].players();
      if (deal >= deals(b)) continue;
      metrics::RatedResult result{static_cast<int>(t), deal, {}};
      for (int rotation = 0; rotation < players; ++rotation) {
        const auto seating = arena_seating(table_of_two(players), deal, rotation);
        const risk::MatchResult match = result_of((*letters)[at(deal * players + rotation)]);
        for (int seat = 0; seat < players; ++seat) {
          result.points[at(seating[at(seat)])] +=
              static_cast<float>(points_of(match, seat, players)) / match_points;
        }
      }
      results.push_back(result);
    }
  }
  return {std::max(1, static_cast<int>(agents_.size())), 0, tables, results};
}

std::pair<std::int64_t, std::int64_t> Ladder::played(int agent) const {
  std::int64_t matches = 0;
  std::int64_t forfeits = 0;
  for (const LadderPair& pair : pairs_) {
    if (pair.newcomer != agent && pair.other != agent) continue;
    for (std::size_t b = 0; b < boards_.size(); ++b) {
      const int players = boards_[b].players();
      for (std::int64_t m = 0; m < std::ssize(pair.matches[b]); ++m) {
        const int offender = result_of(pair.matches[b][at(m)]).offender;
        ++matches;
        if (offender < 0) continue;
        const int guilty = arena_seating(table_of_two(players), m / players,
                                         static_cast<int>(m % players))[at(offender)];
        forfeits += (guilty == 0 ? pair.newcomer : pair.other) == agent ? 1 : 0;
      }
    }
  }
  return {matches, forfeits};
}

bool Ladder::can_be_rival(int agent) const {
  try {
    const LadderAgent& there = agents_[at(agent)];
    const auto made = risk::make_agent(there.description);
    return made->reproducible() && files_of(*made) == there.files;
  } catch (const InputError&) {
  } catch (const SystemError&) {
  }
  return false;
}

// The first one is in the middle of those that are rated; the others are nearest to what the
// newcomer's rating is by then.
std::optional<int> Ladder::next_rival(int newcomer) const {
  if (pairs_of(newcomer) >= rivals) return std::nullopt;
  const metrics::Ratings rated = ratings();
  std::vector<int> candidates;
  for (int a = 0; a < newcomer; ++a) {
    const bool before = std::ranges::any_of(pairs_, [&](const LadderPair& pair) {
      return pair.newcomer == newcomer && pair.other == a;
    });
    if (before || !rated.rated(a)) continue;
    if (can_be_rival(a)) candidates.push_back(a);
  }
  if (candidates.empty()) return std::nullopt;
  std::ranges::sort(candidates, {}, [&](int a) { return std::pair(rated.rating(a), a); });
  if (!rated.rated(newcomer)) return candidates[candidates.size() / 2];
  return *std::ranges::min_element(
      candidates, {}, [&](int a) { return std::abs(rated.rating(a) - rated.rating(newcomer)); });
}

bool Ladder::unfinished(int agent) const {
  return next_rival(agent) || std::ranges::any_of(pairs_, [&](const LadderPair& pair) {
           return pair.newcomer == agent && !finished(pair);
         });
}

bool Ladder::add(LadderAgent agent, const ArenaOptions& options) {
  int number = number_of(agent.name);
  if (number >= 0 && agents_[at(number)].description != agent.description) {
    throw InputError("{}: \"{}\" is {} there; take another name", file_.string(), agent.name,
                     agents_[at(number)].description);
  }
  const auto made = risk::make_agent(agent.description);
  agent.files = files_of(*made);
  if (number >= 0 && agents_[at(number)].files != agent.files) {
    throw InputError("{}: \"{}\" was read from other files there; take another name",
                     file_.string(), agent.name);
  }
  if (agents_.empty() && !made->reproducible()) {
    throw InputError("{}: a ladder begins with an agent of the program, not with \"{}\"",
                     file_.string(), agent.name);
  }
  if (number < 0) {
    number = static_cast<int>(agents_.size());
    agents_.push_back(agent);
    write();
  }
  for (LadderPair& pair : pairs_) {
    if (pair.newcomer == number && !finished(pair) && !play(pair, options)) return false;
  }
  for (auto rival = next_rival(number); rival; rival = next_rival(number)) {
    pairs_.push_back({number, *rival, std::vector<std::string>(boards_.size())});
    if (!play(pairs_.back(), options)) return false;
  }
  return true;
}

bool Ladder::play(LadderPair& pair, const ArenaOptions& options) {
  ArenaConfig config;
  for (const int agent : {pair.newcomer, pair.other}) {
    config.agents.push_back(agents_[at(agent)].name);
    config.names[agents_[at(agent)].name] = agents_[at(agent)].description;
  }
  config.first = 1;
  config.variants = boards_;
  config.matches = matches_;
  config.seed = seed_;
  Arena arena(std::move(config));
  // What was played before an interruption; of a block that is not whole, nothing.
  std::vector<std::int64_t> told(boards_.size());
  while (!arena.done()) {
    const Arena::Block& block = arena.stage()[arena.told()];
    const std::string& letters = pair.matches[at(block.variant)];
    std::int64_t& from = told[at(block.variant)];
    if (std::ssize(letters) < from + block.matches) break;
    std::vector<risk::MatchResult> results;
    for (std::int64_t m = 0; m < block.matches; ++m)
      results.push_back(result_of(letters[at(from++)]));
    arena.tell(results);
  }
  for (std::size_t b = 0; b < boards_.size(); ++b) pair.matches[b].resize(at(told[b]));
  ArenaEffort effort(arena.agents());
  Keeper keeper(*this, pair);
  ArenaOptions own = options;
  own.on_left = [&](std::int64_t left) {
    const int later = rivals - pairs_of(pair.newcomer);
    if (options.on_left) options.on_left(left + later * matches_of_a_pair());
  };
  const bool finished = play_arena(arena, effort, &keeper, own);
  write();
  return finished;
}

}  // namespace evorisk::experiments
