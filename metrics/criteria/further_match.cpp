#include "metrics/criteria/further_match.hpp"

#include <string>
#include <vector>

#include "metrics/criteria/course.hpp"

namespace evorisk::metrics {
namespace {

// One agent of a rung in one seat, the next weaker one in all others.
std::vector<std::string> duellists(int players, std::size_t duel, int strong_seat) {
  const auto ladder = ladder_agents();
  std::vector<std::string> agents(static_cast<std::size_t>(players), std::string(ladder[duel]));
  agents[static_cast<std::size_t>(strong_seat)] = ladder[duel + 1];
  return agents;
}

}  // namespace

struct FurtherMatch::Impl {
  Impl(const risk::Variant& v, const CriteriaParameters& parameters, const CriteriaSet& set)
      : variant(v), course(parameters, v), dice(needs(set, Effort::dice)) {
    if (!needs(set, Effort::ladder)) return;
    for (std::size_t duel = 0; duel < ladder_duels; ++duel) {
      for (int seat = 0; seat < v.players(); ++seat) {
        duels.emplace_back(v, duellists(v.players(), duel, seat));
      }
    }
  }

  // The seats take turns at the stronger agent, from match to match and from duel to duel.
  void climb(const StreamKey& key, FurtherSummary& summary) {
    const auto players = static_cast<std::uint64_t>(variant.players());
    const double fair = 1.0 / static_cast<double>(players);
    for (std::uint64_t duel = 0; duel < ladder_duels; ++duel) {
      const auto seat = (key.match + duel) % players;
      StreamKey own = key;
      own.match += (duel + 1) << 56;  // keys of no other match
      const int winner = duels[duel * players + seat].play(own).winner;
      const double won = winner < 0 ? fair : static_cast<int>(seat) == winner ? 1 : 0;
      summary.ladder[duel] = (won - fair) / (1 - fair);
    }
  }

  const risk::Variant& variant;
  MatchCourse course;
  bool dice;
  std::vector<risk::MatchPlayer> duels;  // by duel and the stronger agent's seat
};

FurtherMatch::FurtherMatch(const risk::Variant& variant, const CriteriaParameters& parameters,
                           const CriteriaSet& set)
    : impl_(std::make_unique<Impl>(variant, parameters, set)) {}
FurtherMatch::~FurtherMatch() = default;

FurtherSummary FurtherMatch::play(risk::MatchPlayer& player, MatchCriteria& criteria,
                                  const StreamKey& key, MatchSummary& summary) {
  criteria.begin_match();
  impl_->course.begin_match();
  impl_->course.next = &criteria;
  const risk::MatchResult result = player.play(key, &impl_->course, &impl_->course);
  summary = criteria.summary(result);
  FurtherSummary further = impl_->course.summary(result);
  if (impl_->dice) {
    further.other_winner =
        static_cast<std::int8_t>(player.play(key, nullptr, nullptr, other_dice).winner);
  }
  if (!impl_->duels.empty()) impl_->climb(key, further);
  return further;
}

}  // namespace evorisk::metrics
