// What the criteria of a variant mean, in words.
#pragma once

#include "base/message.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::metrics {

// One sentence without a full stop, e.g. "matches last 31 turns, 29 % longer than the ideal 24".
// True of the totals as they are, at every value; for at least one match.
Message meaning(Criterion criterion, const CriteriaTotals& totals, const Objective& objective);

// The same of an extended criterion that is measured.
Message extended_meaning(Criterion criterion, const CriteriaTotals& totals);

// "29 %"; one decimal below 10 and above 90; never "0 %" or "100 %" for a share that is neither
// ("under 0.1 %", "over 99.9 %"). For 0 ... 1.
Message percent(double share);

}  // namespace evorisk::metrics
