#include <algorithm>
#include <numeric>

#include "metrics/bulk/lanes.hpp"

namespace evorisk::metrics::bulk {

int most_cards(const Plan& plan) {
  const bool matching = plan.rules->card_set == risk::CardSet::matching;
  return std::min(std::max(plan.rules->card_forced_at, matching ? 5 : 3), plan.territories);
}

const char* lanes_refusal(const Plan& plan) {
  const risk::Rules& rules = *plan.rules;
  if (plan.territories > 256) return "more than 256 territories";
  if (plan.highest_degree > 255) return "a territory with more than 255 neighbours";
  if (rules.attack_dice > 4 || rules.defence_dice > 4) return "more than 4 dice";
  if (rules.fortify == risk::FortifyMode::connected) return "fortify is connected";
  if (most_cards(plan) > 16) return "hands of more than 16 cards";
  if (rules.card_territory_bonus > 60) return "a territory bonus of more than 60 troops";
  if (std::max(plan.initial_troops[0], plan.initial_troops[1]) > 100) {
    return "more than 100 initial troops";  // none outgrows its lane while it waits for it
  }
  // The lead, exactly, in 32 bits.
  if ((plan.territory_weight + plan.troop_weight) * plan.territories * plan.territories * 127 >=
      std::int64_t{1} << 31) {
    return "weights of the evaluation that are not small whole numbers to each other";
  }
  return nullptr;
}

// Up to here sets of territories are looked up (LanePlan::neighbour_bytes).
constexpr int most_in_sets = 64;

LanePlan::LanePlan(const Plan& p) : plan(&p) {
  const risk::Rules& rules = *p.rules;
  most_cards = bulk::most_cards(p);
  most_comparisons = std::min(rules.attack_dice, rules.defence_dice);
  for (int a = 1; a <= rules.attack_dice; ++a) {
    for (int d = 1; d <= rules.defence_dice; ++d) {
      const auto i = static_cast<std::size_t>(4 * (a - 1) + d - 1);
      const Roll& roll = p.rolls[static_cast<std::size_t>(a - 1)][static_cast<std::size_t>(d - 1)];
      comparisons[i] = static_cast<std::uint8_t>(roll.comparisons);
      for (std::size_t j = 0; j < 4; ++j) {
        const std::uint32_t last = roll.more_than[j] - 1;
        last_high[j][i] = static_cast<std::uint8_t>((last >> 8) ^ 0x80);
        last_low[j][i] = static_cast<std::uint8_t>((last & 0xFF) ^ 0x80);
      }
    }
  }
  for (std::size_t i = 0; i < most_exchanges; ++i) {
    const int troops = p.variant->exchange_troops(static_cast<int>(i));
    exchange_troops[i] = static_cast<std::uint16_t>(std::min(1000, troops));
    if (i % 16 == 0) exchange_bytes.emplace_back();
    exchange_bytes.back()[i % 16] = static_cast<std::uint8_t>(std::min(255, troops));
  }
  for (std::size_t owned = 0; owned <= std::min<std::size_t>(255, p.territories); ++owned) {
    if (owned % 16 == 0) reinforcement.emplace_back();
    reinforcement.back()[owned % 16] =
        static_cast<std::uint8_t>(std::min(255, p.reinforcement[owned]));
  }
  const bool small = p.territories <= most_in_sets;
  const auto degree = [&p](std::size_t t) { return p.arc_start[t + 1] - p.arc_start[t]; };
  scan_order.resize(static_cast<std::size_t>(p.territories));
  std::iota(scan_order.rbegin(), scan_order.rend(), std::uint16_t{0});
  if (!small) std::ranges::stable_sort(scan_order, {}, degree);
  for (const std::uint16_t t : scan_order) {
    const auto neighbours = static_cast<std::uint16_t>(degree(t));
    if (small || degrees.empty() || degrees.back().neighbours != neighbours) {
      degrees.push_back({neighbours, 0});
    }
    ++degrees.back().territories;
  }
  if (small) {
    const int bytes = (p.territories + 7) / 8;
    blocks = (p.territories + 15) / 16;
    neighbour_bytes.resize(static_cast<std::size_t>(bytes * blocks));
    for (int t = 0; t < p.territories; ++t) {
      for (const int u : p.variant->neighbours(t)) {
        const auto row = static_cast<std::size_t>(u / 8 * blocks + t / 16);
        neighbour_bytes[row][static_cast<std::size_t>(t % 16)] |=
            static_cast<std::uint8_t>(1 << (u % 8));
      }
    }
  }
}

std::uint8_t* LaneMemory::bytes(std::size_t size) {
  constexpr std::size_t alignment = 64;
  if (size_ < size + alignment) {
    size_ = size + alignment;
    block_ = std::make_unique<std::uint8_t[]>(size_);
  }
  void* start = block_.get();
  std::size_t space = size_;
  return static_cast<std::uint8_t*>(std::align(alignment, size, start, space));
}

void play_lanes(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory, SingleMatch& single) {
#ifdef EVORISK_SANITIZED_LANES
  // Only the narrow lanes are sanitized, and thirty times as slow: some matches show them at work.
  constexpr std::size_t many = 8;
#else
  const std::size_t many = 4 * wide_lanes();
#endif
  (queue.left() >= many ? play_wide_lanes : play_narrow_lanes)(plan, queue, memory, single);
}

}  // namespace evorisk::metrics::bulk
