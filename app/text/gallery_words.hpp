// The texts of a collection about its variants.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "experiments/gallery/exhibit.hpp"
#include "ga/run/finalists.hpp"

namespace evorisk::app {

// "a, b and c", where `last` is " and ".
std::string listed(std::vector<std::string> texts, std::string_view last);

// What each variant plays like, in two sentences: players, size and length; then the two of its
// traits that stand out most from the collection and were said least so far. Every figure is one of
// the first agent's table, or of the map. Another wording each time that a trait comes again.
std::vector<std::string> plays_like(const experiments::Collection& collection);

// What was asked for and the fresh matches do not keep, a text for each bound: "minutes: 110 by
// cautious, 98 by strategist (bred for: at least 60, at most 90)".
std::vector<std::string> not_kept(const experiments::Collection& collection,
                                  const experiments::Exhibit& exhibit);

// How well two agents agree in what they say of the variants: "fitness 0.35 ± 0.20 and fairness
// -0.09 ± 0.20" (Kendall's tau of the ranks). Empty for fewer than two agents or three variants.
std::string agreement_of_ranks(const experiments::Collection& collection);

// Each pair of judges, with 95 % intervals: "cautious and strategist: fitness 0.35 (-0.04 to 0.74),
// fairness -0.09 (-0.48 to 0.30)". Empty for none.
std::string agreement_of_judges(const std::vector<ga::RankAgreement>& agreements);

// By the exhibit's own objective, with what it loses by its board.
metrics::Estimate score(const experiments::Exhibit& exhibit, const metrics::CriteriaTotals& table);

// What is different from Risk's rules (preset "risk"), in the sentences of the rulebook.
std::vector<std::string> unlike_risk(const risk::Rules& rules);

// The share of the decided matches that a seat wins.
metrics::Estimate chance_of_seat(const metrics::CriteriaTotals& table, int seat);

// The match for a key with the agent in all seats: a sentence per turn, then one on the end.
std::vector<std::string> match_story(const risk::Variant& variant, const std::string& agent,
                                     const StreamKey& key);

}  // namespace evorisk::app
