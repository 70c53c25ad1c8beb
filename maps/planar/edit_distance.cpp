// An edit path that removes a territory and adds another is never cheaper than one that turns the
// first into the second: the territories themselves then cost nothing, their edges no more. The
// same holds for continents, whose bonuses cost at most 1 to change. So some cheapest path pairs
// all territories and continents of the map with fewer, and what is sought is the pairing that
// keeps most. Costs are counted in quarters.
#include "maps/planar/edit_distance.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <functional>
#include <limits>
#include <numeric>
#include <tuple>
#include <utility>
#include <vector>

#include "base/index.hpp"
#include "base/random.hpp"
#include "maps/facts.hpp"
#include "maps/planar/assignment.hpp"
#include "maps/planar/isomorphism.hpp"

namespace evorisk::maps {
namespace {

constexpr int full_cost = 4;  // quarters
constexpr int half_cost = 2;
// Searches that set out from a pairing that was shake_pairs, and how many pairs of it.
constexpr int shake_count = 12;
constexpr int shake_pairs = 4;
constexpr std::size_t seed_limit = 12;
constexpr std::size_t improved_seeds = 3;  // the best of those that grew

int bonus_cost(int a, int b) {
  return std::min(full_cost, std::abs(a - b));
}

// By what maps are put in order: everything but names and positions.
auto order_key(const Map& map) {
  std::vector<std::pair<int, std::vector<int>>> continents;
  for (const Continent& c : map.continents()) continents.emplace_back(c.bonus, c.territories);
  return std::tuple(map.territory_count(), map.border_count(), map.continent_count(),
                    std::vector(map.borders().begin(), map.borders().end()), continents);
}

// A pairing of the territories and continents of two maps; places beyond those of a map stand for
// none. `small` has no more territories than `large`, but may have more continents.
class Pairing {
 public:
  Pairing(const Map& smaller, const Map& larger)
      : small(smaller),
        large(larger),
        n(small.territory_count()),
        m(large.territory_count()),
        continents(std::max(small.continent_count(), large.continent_count())),
        image_(at(m)),
        partner_(at(continents)),
        adjacent_(at(m) * at(m), 0) {
    std::iota(image_.begin(), image_.end(), 0);
    std::iota(partner_.begin(), partner_.end(), 0);
    for (const Border& border : large.borders()) {
      adjacent_[at(border.a) * at(m) + at(border.b)] = 1;
      adjacent_[at(border.b) * at(m) + at(border.a)] = 1;
    }
  }

  const Map& small;
  const Map& large;
  const int n;           // territories of the small map
  const int m;           // of the large one
  const int continents;  // of the map that has more

  const std::vector<int>& image() const { return image_; }
  void set_image(std::vector<int> image) {
    image_ = std::move(image);
    pair_continents();
  }
  bool joined(int a, int b) const { return adjacent_[at(a) * at(m) + at(b)] != 0; }

  // In quarters, with the continents paired as they are.
  int cost() const { return static_cast<int>(full_cost * edits().cost()); }

  // The best partners for the continents while the territories stay as they are.
  void pair_continents() {
    std::vector<std::int64_t> cost(at(continents) * at(continents), 0);
    for (int c = 0; c < small.continent_count(); ++c) {
      for (int d = 0; d < large.continent_count(); ++d) {
        cost[at(c) * at(continents) + at(d)] =
            bonus_cost(small.continent(c).bonus, large.continent(d).bonus);
      }
    }
    for (int t = 0; t < n; ++t) {
      const int c = small.continent_of(t);
      const int d = large.continent_of(image_[at(t)]);
      cost[at(c) * at(continents) + at(d)] -= 2 * half_cost;
    }
    partner_ = assign(continents, cost).column_of;
  }

  // Exchanges counterparts until no exchange helps; then the continents' partners; and so on.
  void improve() {
    while (true) {
      while (improve_once()) {
      }
      const int before = cost();
      const std::vector<int> partner = partner_;
      pair_continents();
      if (cost() >= before) {
        partner_ = partner;
        return;
      }
    }
  }

  MapEdits edits() const {
    MapEdits edits;
    edits.territories = m - n;
    edits.continents = std::abs(small.continent_count() - large.continent_count());
    edits.borders = small.border_count() + large.border_count() - 2 * common_borders();
    edits.memberships = n + m - 2 * common_memberships();
    edits.bonuses = static_cast<double>(bonuses()) / full_cost;
    return edits;
  }

 private:
  int common_borders() const {
    int common = 0;
    for (const Border& border : small.borders()) {
      common += joined(image_[at(border.a)], image_[at(border.b)]) ? 1 : 0;
    }
    return common;
  }

  bool same_continent(int t, int place) const {
    return partner_[at(small.continent_of(t))] == large.continent_of(place);
  }

  int common_memberships() const {
    int common = 0;
    for (int t = 0; t < n; ++t) common += same_continent(t, image_[at(t)]) ? 1 : 0;
    return common;
  }

  int bonuses() const {
    int sum = 0;
    for (int c = 0; c < small.continent_count(); ++c) {
      const int d = partner_[at(c)];
      if (d < large.continent_count()) {
        sum += bonus_cost(small.continent(c).bonus, large.continent(d).bonus);
      }
    }
    return sum;
  }

  // What is kept at `t`'s edges when its counterpart is `place`, but for its border with `without`.
  int kept(int t, int place, int without) const {
    if (t >= n) return 0;
    int sum = same_continent(t, place) ? 2 * half_cost : 0;
    for (const int other : small.neighbours(t)) {
      if (other != without && joined(place, image_[at(other)])) sum += 2 * full_cost;
    }
    return sum;
  }

  bool improve_once() {
    bool better = false;
    for (int i = 0; i < n; ++i) {
      for (int j = i + 1; j < m; ++j) {
        // A border between the two is kept, or not, whichever way round.
        const int x = image_[at(i)];
        const int y = image_[at(j)];
        if (kept(i, y, j) + kept(j, x, i) > kept(i, x, j) + kept(j, y, i)) {
          std::swap(image_[at(i)], image_[at(j)]);
          better = true;
        }
      }
    }
    return better;
  }

  std::vector<int> image_;    // of each place of the small map: a territory of the large one
  std::vector<int> partner_;  // of each continent of the small map; beyond its end: none
  std::vector<char> adjacent_;
};

int degree_of(const Map& map, int t) {
  return static_cast<int>(map.neighbours(t).size());
}

// The assignment of territories by what they and half of their borders cost.
Assignment by_own_costs(const Pairing& pairing) {
  const int m = pairing.m;
  std::vector<std::int64_t> cost(at(m) * at(m), 0);
  for (int a = 0; a < m; ++a) {
    for (int b = 0; b < m; ++b) {
      const int there = degree_of(pairing.large, b);
      cost[at(a) * at(m) + at(b)] = a < pairing.n
                                        ? half_cost * std::abs(degree_of(pairing.small, a) - there)
                                        : full_cost + half_cost * there;
    }
  }
  return assign(m, cost);
}

// The same of continents, by all that memberships cost: each is of one continent. A continent that
// a map does not have is without territories.
Assignment continents_by_own_costs(const Pairing& pairing) {
  const int k = pairing.continents;
  const auto size = [](const Map& map, int c) {
    return c < map.continent_count() ? static_cast<int>(map.continent(c).territories.size()) : 0;
  };
  std::vector<std::int64_t> cost;
  for (int c = 0; c < k; ++c) {
    for (int d = 0; d < k; ++d) {
      const int x = size(pairing.small, c);
      const int y = size(pairing.large, d);
      const int own = x > 0 && y > 0   ? bonus_cost(pairing.small.continent(c).bonus,
                                                    pairing.large.continent(d).bonus)
                      : x > 0 || y > 0 ? full_cost
                                       : 0;
      cost.push_back(own + half_cost * std::abs(x - y));
    }
  }
  return assign(k, cost);
}

// How a territory looks from afar: borders, those of its neighbours, how many territories are two
// and three steps off, and its continent's size and bonus.
std::vector<int> looks(const Map& map, int t) {
  const std::vector<int> steps = distances(map.territory_count(), map.borders(), t);
  const auto count = [&](int away) { return static_cast<int>(std::ranges::count(steps, away)); };
  const Continent& continent = map.continent(map.continent_of(t));
  std::vector<int> numbers = {3 * count(1), count(2), count(3),
                              static_cast<int>(continent.territories.size()), continent.bonus};
  std::vector<int> around;
  for (const int next : map.neighbours(t)) around.push_back(degree_of(map, next));
  std::ranges::sort(around, std::greater<>());
  numbers.insert(numbers.end(), around.begin(), around.end());
  return numbers;
}

// Of each territory of the small map and each of the large one: how unlike they look.
std::vector<int> unlikeness(const Pairing& pairing) {
  std::vector<std::vector<int>> of_large;
  for (int t = 0; t < pairing.m; ++t) of_large.push_back(looks(pairing.large, t));
  std::vector<int> unlike;
  for (int t = 0; t < pairing.n; ++t) {
    const std::vector<int> own = looks(pairing.small, t);
    for (const std::vector<int>& other : of_large) {
      int sum = 0;
      for (std::size_t i = 0; i < std::max(own.size(), other.size()); ++i) {
        sum += std::abs((i < own.size() ? own[i] : 0) - (i < other.size() ? other[i] : 0));
      }
      unlike.push_back(sum);
    }
  }
  return unlike;
}

// Gives the places from `first` on the territories of the large map that are not taken, ascending.
void complete(std::vector<int>& image, const std::vector<bool>& taken, int first) {
  int free = 0;
  for (std::size_t place = at(first); place < image.size(); ++place) {
    while (taken[at(free)]) ++free;
    image[place] = free++;
  }
}

// A pairing that grows from one pair: next comes the pair that most paired neighbours speak for and
// fewest against, then that which looks most alike.
std::vector<int> grown(const Pairing& pairing, const std::vector<int>& unlike, int first,
                       int counterpart) {
  const int n = pairing.n;
  const int m = pairing.m;
  constexpr int most_unlike = 255;
  std::vector<int> image(at(m), -1);
  std::vector<bool> taken(at(m), false);
  std::vector<int> votes(at(n) * at(m), 0);  // neighbours of both that are paired
  std::vector<int> of_small(at(n), 0);       // neighbours that are paired with any
  std::vector<int> of_large(at(m), 0);
  const std::size_t k = at(pairing.continents);
  std::vector<int> members(k * k, 0);  // pairs from one continent of each
  std::vector<int> of_c(k, 0);         // pairs of a continent with any other
  std::vector<int> of_d(k, 0);
  int a = first;
  int b = counterpart;
  for (int paired = 0; paired < n; ++paired) {
    int best = std::numeric_limits<int>::min();
    for (int x = 0; paired > 0 && x < n; ++x) {
      if (image[at(x)] >= 0) continue;
      for (int y = 0; y < m; ++y) {
        if (taken[at(y)]) continue;
        const std::size_t place = at(x) * at(m) + at(y);
        const int kept = 3 * votes[place] - of_small[at(x)] - of_large[at(y)];
        const std::size_t from = at(pairing.small.continent_of(x));
        const std::size_t to = at(pairing.large.continent_of(y));
        const int together = std::clamp(3 * members[from * k + to] - of_c[from] - of_d[to], -3, 3);
        const int score =
            (most_unlike + 1) * (kept + together) - std::min(most_unlike, unlike[place]);
        if (score > best) {
          best = score;
          a = x;
          b = y;
        }
      }
    }
    image[at(a)] = b;
    taken[at(b)] = true;
    const std::size_t c = at(pairing.small.continent_of(a));
    const std::size_t d = at(pairing.large.continent_of(b));
    ++members[c * k + d];
    ++of_c[c];
    ++of_d[d];
    for (const int y : pairing.large.neighbours(b)) ++of_large[at(y)];
    for (const int x : pairing.small.neighbours(a)) {
      ++of_small[at(x)];
      for (const int y : pairing.large.neighbours(b)) ++votes[at(x) * at(m) + at(y)];
    }
  }
  complete(image, taken, n);
  return image;
}

// The pairs to grow from: those that look most alike, each territory of the small map once; how
// unlike they are comes first.
std::vector<std::array<int, 3>> seeds(const Pairing& pairing, const std::vector<int>& unlike) {
  std::vector<std::array<int, 3>> all;
  for (int x = 0; x < pairing.n; ++x) {
    const auto row = unlike.begin() + x * pairing.m;
    const auto nearest = std::min_element(row, row + pairing.m);
    all.push_back({*nearest, x, static_cast<int>(nearest - row)});
  }
  std::ranges::sort(all);
  all.resize(std::min(all.size(), seed_limit));
  return all;
}

// Leaves the best pairing that it finds.
void search_pairing(Pairing& pairing) {
  std::vector<int> best;
  int least = 0;
  const auto consider = [&](std::vector<int> image) {
    pairing.set_image(std::move(image));
    pairing.improve();
    const int cost = pairing.cost();
    if (!best.empty() && cost >= least) return;
    least = cost;
    best = pairing.image();
  };
  consider(by_own_costs(pairing).column_of);
  const std::vector<int> unlike = unlikeness(pairing);
  std::vector<std::pair<int, std::vector<int>>> growths;
  for (const auto& [distance, a, b] : seeds(pairing, unlike)) {
    pairing.set_image(grown(pairing, unlike, a, b));
    growths.emplace_back(pairing.cost(), pairing.image());
  }
  std::ranges::sort(growths);
  for (std::size_t i = 0; i < std::min(improved_seeds, growths.size()); ++i) {
    consider(std::move(growths[i].second));
  }
  // A stream of its own: the generator's of seed 0 have no substreams.
  Random random(StreamKey{.purpose = Purpose::map_generation, .substream = 1});
  const auto places = static_cast<std::uint32_t>(pairing.m);
  for (int shake = 0; shake < shake_count && least > 0; ++shake) {
    std::vector<int> image = best;
    for (int i = 0; i < shake_pairs; ++i) {
      const std::uint32_t a = random.below(places);
      const std::uint32_t b = random.below(places);
      std::swap(image[a], image[b]);
    }
    consider(std::move(image));
  }
  pairing.set_image(best);
}

// Tries all pairings whose cost may still come out below what is known.
class Exact {
 public:
  // `continents_least`: what continents, memberships and bonuses cost at least, for any pairing.
  Exact(Pairing& pairing, int known, int continents_least)
      : pairing_(pairing),
        best_(known),
        base_(continents_least + full_cost * (pairing.m - pairing.n)),
        order_(at(pairing.n)),
        image_(at(pairing.m), -1),
        taken_(at(pairing.m), false) {
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(order_, std::greater<>(),
                             [&](int t) { return degree_of(pairing.small, t); });
    step(0, 0, pairing_.small.border_count(), pairing_.large.border_count());
  }

  // The pairing of least cost; empty if it costs no less than what was known.
  const std::vector<int>& found() const { return found_; }

 private:
  // `lost`: borders that the pairs so far remove or add. Of the others, `small` and `large` are
  // left.
  void step(int depth, int lost, int small, int large) {
    if (base_ + full_cost * (lost + std::abs(small - large)) >= best_) return;
    if (depth == pairing_.n) {
      std::vector<int> image = image_;
      complete(image, taken_, pairing_.n);
      pairing_.set_image(image);
      if (pairing_.cost() < best_) {
        best_ = pairing_.cost();
        found_ = std::move(image);
      }
      return;
    }
    const int a = order_[at(depth)];
    for (int b = 0; b < pairing_.m; ++b) {
      if (taken_[at(b)]) continue;
      int more = 0;
      int of_small = 0;
      int of_large = 0;
      for (int d = 0; d < depth; ++d) {
        const int other = order_[at(d)];
        const bool here = pairing_.small.adjacent(a, other);
        const bool there = pairing_.joined(b, image_[at(other)]);
        of_small += here ? 1 : 0;
        of_large += there ? 1 : 0;
        more += here != there ? 1 : 0;
      }
      image_[at(a)] = b;
      taken_[at(b)] = true;
      step(depth + 1, lost + more, small - of_small, large - of_large);
      taken_[at(b)] = false;
    }
  }

  Pairing& pairing_;
  int best_;
  int base_;  // what any pairing costs besides borders
  std::vector<int> order_;
  std::vector<int> image_;
  std::vector<bool> taken_;
  std::vector<int> found_;
};

double largest_of(const Map& map) {
  return 1.5 * map.territory_count() + map.border_count() + map.continent_count();
}

}  // namespace

EditDistance edit_distance(const Map& a, const Map& b) {
  EditDistance result;
  result.largest = largest_of(a) + largest_of(b);
  if (isomorphic(a, b, Sameness::continents)) {
    result.exact = true;
    return result;
  }
  const bool in_order = order_key(a) <= order_key(b);
  Pairing pairing(in_order ? a : b, in_order ? b : a);
  const int of_continents = static_cast<int>(continents_by_own_costs(pairing).cost);
  // A different board costs at least one troop of a bonus.
  const int least = std::max(1, static_cast<int>(by_own_costs(pairing).cost) + of_continents);
  search_pairing(pairing);
  result.edits = pairing.edits();
  result.lower = static_cast<double>(least) / full_cost;
  result.exact = least == pairing.cost() || pairing.m <= exact_up_to;
  if (!result.exact) return result;
  if (least < pairing.cost()) {
    const Exact exact(pairing, pairing.cost(), of_continents);
    if (!exact.found().empty()) {
      pairing.set_image(exact.found());
      result.edits = pairing.edits();
    }
  }
  result.lower = result.upper();
  return result;
}

}  // namespace evorisk::maps
