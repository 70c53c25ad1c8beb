#include "metrics/criteria/minutes.hpp"

#include <nlohmann/json.hpp>

#include "base/key_table.hpp"

namespace evorisk::metrics {
namespace {

// How often in a turn: `base` + `per_territory` * territories.
struct TurnCount {
  double TableSeconds::*seconds;
  double base;
  double per_territory;
};
constexpr TurnCount turn_counts[] = {
    {&TableSeconds::hand_over, 1, 0},       {&TableSeconds::place, 1.38, 0.081},
    {&TableSeconds::target, 1.89, 0.087},   {&TableSeconds::roll, 2.53, 0.138},
    {&TableSeconds::fortify, 0.89, 0.032},  {&TableSeconds::card, 0.80, 0.002},
    {&TableSeconds::exchange, 0.18, 0.004},
};

}  // namespace

const KeyTable<TableSeconds>& table_seconds_keys() {
  const auto key = [](std::string_view name, double TableSeconds::*place,
                      std::string_view meaning) {
    return number_key<TableSeconds>(name, place, 0, 3600, meaning);
  };
  static const KeyTable<TableSeconds> keys = {
      key("unpack", &TableSeconds::unpack, "Setup, once."),
      key("setup", &TableSeconds::setup,
          "Setup of each territory: choosing it, placing its initial troops."),
      key("hand_over", &TableSeconds::hand_over, "Handing over the turn, counting troops."),
      key("place", &TableSeconds::place, "Placing troops on one territory."),
      key("target", &TableSeconds::target, "Deciding on a target, or to end the attacks."),
      key("roll", &TableSeconds::roll,
          "Rolling, comparing dice, removing troops, deciding whether to go on."),
      key("fortify", &TableSeconds::fortify, "A move at the end of a turn."),
      key("card", &TableSeconds::card, "Drawing a card."),
      key("exchange", &TableSeconds::exchange, "Exchanging cards."),
  };
  return keys;
}

double seconds_of_turn(int territories, const TableSeconds& seconds) {
  double sum = 0;
  for (const TurnCount& count : turn_counts) {
    sum += seconds.*count.seconds * (count.base + count.per_territory * territories);
  }
  return sum;
}

double minutes_of(double turns, int territories, const TableSeconds& seconds) {
  return (seconds.unpack + seconds.setup * territories +
          turns * seconds_of_turn(territories, seconds)) /
         60;
}

nlohmann::ordered_json minutes_to_json(double turns, int territories, const TableSeconds& seconds) {
  const double minutes = minutes_of(turns, territories, seconds);
  return {{"mean", minutes},
          {"quick_table", quick_table * minutes},
          {"slow_table", slow_table * minutes}};
}

double turns_of(double minutes, int territories, const TableSeconds& seconds) {
  return (60 * minutes - seconds.unpack - seconds.setup * territories) /
         seconds_of_turn(territories, seconds);
}

}  // namespace evorisk::metrics
