// Playing what the further criteria want to know of a match: the plain engine's part for them.
#pragma once

#include <memory>
#include <span>

#include "metrics/criteria/further.hpp"
#include "metrics/criteria/match_criteria.hpp"
#include "risk/agent.hpp"
#include "risk/match.hpp"

namespace evorisk::metrics {

// The substream of a match's key from which the dice of its second playing come; those below it are
// the match's own.
inline constexpr std::uint32_t other_dice = 100;

// Bound to one variant; nothing is allocated in a match.
class FurtherMatch {
 public:
  // `set`: what is wanted. The variant must outlive it.
  FurtherMatch(const risk::Variant& variant, const CriteriaParameters& parameters,
               const CriteriaSet& set);
  ~FurtherMatch();

  // Plays the match of `key` with `player`, observed by `criteria` (which is what it would be
  // without: the match is the same), and what the further criteria want besides.
  FurtherSummary play(risk::MatchPlayer& player, MatchCriteria& criteria, const StreamKey& key,
                      MatchSummary& summary);

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace evorisk::metrics
