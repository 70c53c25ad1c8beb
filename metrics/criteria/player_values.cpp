#include "metrics/criteria/player_values.hpp"

namespace evorisk::metrics {

PlayerValues player_values(const EvaluationWeights& weights, const risk::TurnEnd& end) {
  const std::size_t players = end.territories.size();
  std::int64_t territories = 0;
  std::int64_t troops = 0;
  for (std::size_t p = 0; p < players; ++p) {
    territories += end.territories[p];
    troops += end.troops[p];
  }
  PlayerValues values;
  values.unit = weights.unit / (static_cast<double>(territories) * static_cast<double>(troops));
  values.whole = Int128{weights.territories + weights.troops} * (territories * troops);
  for (std::size_t p = 0; p < players; ++p) {
    const Int128 value = Int128{weights.territories} * (end.territories[p] * troops) +
                         Int128{weights.troops} * (end.troops[p] * territories);
    values.value[p] = value;
    if (value > values.highest) {
      values.second = values.highest;
      values.highest = value;
      values.holder = static_cast<int>(p);
    } else if (value > values.second) {
      values.second = value;
    }
  }
  return values;
}

}  // namespace evorisk::metrics
