#include "risk/agents/planning/draft.hpp"

#include <cmath>

namespace evorisk::risk {

namespace {

constexpr double loss_taken = 2;   // of the exponent, by each territory that another seat has
constexpr double loss_free = 0.8;  // by each free one that another would have by chance
constexpr double door = 0.2;       // by which each gate of a continent lowers its value
constexpr double border = 0.05;    // cost of a border, for each rival that may come over it

}  // namespace

void Draft::begin_match(const Variant& variant) {
  variant_ = &variant;
  const auto n = static_cast<std::size_t>(variant.territories());
  const auto continents = static_cast<std::size_t>(variant.continents());
  continent_.resize(n);
  size_.resize(continents);
  gain_.resize(continents);
  for (int c = 0; c < variant.continents(); ++c) {
    const bits::Word* set = variant.continent_set(c).data();
    size_[static_cast<std::size_t>(c)] = bits::count(set, variant.words());
    bits::for_each(set, variant.words(),
                   [&](int t) { continent_[static_cast<std::size_t>(t)] = c; });
  }
  const auto powers = [n](double exponent, std::vector<double>& table) {
    const double factor = std::exp(-exponent);
    table.resize(n + 1);
    table[0] = 1;
    for (std::size_t i = 1; i <= n; ++i) table[i] = factor * table[i - 1];
  };
  powers(loss_taken, taken_);
  powers(loss_free * (1 - 1.0 / variant.players()), free_);
}

void Draft::look(const State& state) {
  const Variant& variant = *variant_;
  const int words = variant.words();
  const double rivals = variant.players() - 1;
  for (int c = 0; c < variant.continents(); ++c) {
    const bits::Word* set = variant.continent_set(c).data();
    const int free = bits::count_in_both(set, state.free_territories().data(), words);
    if (free == 0) continue;
    const auto of = [](const std::vector<double>& table, int i) {
      return table[static_cast<std::size_t>(i)];
    };
    double gain = 0;
    for (int s = 0; s < variant.players(); ++s) {
      const int own = bits::count_in_both(set, state.owned(s).data(), words);
      const int others = size_[static_cast<std::size_t>(c)] - own - free;
      const double now = of(taken_, others) * of(free_, free);
      if (s == state.seat()) {
        gain += of(taken_, others) * of(free_, free - 1) - now;
      } else {
        // One of several rivals loses it, and all others gain by that.
        gain += (now - of(taken_, others + 1) * of(free_, free - 1)) / (rivals * rivals);
      }
    }
    const int doors = bits::count(variant.continent_gates(c).data(), words);
    gain_[static_cast<std::size_t>(c)] = gain * variant.bonus(c) / (1 + door * doors);
  }
}

double Draft::worth(const State& state, int t) const {
  const Variant& variant = *variant_;
  const int borders =
      variant.degree(t) - bits::count_in_both(variant.neighbour_set(t).data(),
                                              state.owned(state.seat()).data(), variant.words());
  const int continent = continent_[static_cast<std::size_t>(t)];
  return gain_[static_cast<std::size_t>(continent)] - border * (variant.players() - 1) * borders;
}

}  // namespace evorisk::risk
