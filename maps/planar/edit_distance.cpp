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

// A whole order of maps that does not look at names: which of two is the first.
bool comes_first(const Map& a, const Map& b) {
  const std::array<int, 3> of_a = {a.territory_count(), a.border_count(), a.continent_count()};
  const std::array<int, 3> of_b = {b.territory_count(), b.border_count(), b.continent_count()};
  if (of_a != of_b) return of_a < of_b;
  const auto before = [](const Border& x, const Border& y) { return x < y; };
  const auto borders_a = a.borders();
  const auto borders_b = b.borders();
  if (!std::ranges::equal(borders_a, borders_b)) {
    return std::lexicographical_compare(borders_a.begin(), borders_a.end(), borders_b.begin(),
                                        borders_b.end(), before);
  }
  for (int c = 0; c < a.continent_count(); ++c) {
    const Continent& x = a.continent(c);
    const Continent& y = b.continent(c);
    if (x.bonus != y.bonus) return x.bonus < y.bonus;
    if (x.territories != y.territories) return x.territories < y.territories;
  }
  return true;
}

// A pairing of the territories and continents of two maps; places beyond those of a map stand for
// none. `small` has no more
// territories than `large`, but may have more continents.
class Pairing {
 public:
  Pairing(const Map& small, const Map& large)
      : small_(small),
        large_(large),
        n_(small.territory_count()),
        m_(large.territory_count()),
        k_(std::max(small.continent_count(), large.continent_count())),
        image_(at(m_)),
        partner_(at(k_)),
        adjacent_(at(m_) * at(m_), 0) {
    std::iota(image_.begin(), image_.end(), 0);
    std::iota(partner_.begin(), partner_.end(), 0);
    for (const Border& border : large.borders()) {
      adjacent_[at(border.a) * at(m_) + at(border.b)] = 1;
      adjacent_[at(border.b) * at(m_) + at(border.a)] = 1;
    }
    fixed_ = full_cost * (m_ - n_) +
             full_cost * std::abs(small.continent_count() - large.continent_count()) +
             full_cost * (small.border_count() + large.border_count()) + half_cost * (n_ + m_);
  }

  int n() const { return n_; }
  int m() const { return m_; }
  int continents() const { return k_; }
  int fixed() const { return fixed_; }
  const std::vector<int>& image() const { return image_; }
  void set_image(std::vector<int> image) {
    image_ = std::move(image);
    pair_continents();
  }
  bool joined(int a, int b) const { return adjacent_[at(a) * at(m_) + at(b)] != 0; }
  const Map& small() const { return small_; }
  const Map& large() const { return large_; }

  // In quarters, with the continents paired as they are.
  int cost() const {
    return fixed_ - 2 * full_cost * common_borders() - 2 * half_cost * common_memberships() +
           bonuses();
  }

  // The best partners for the continents while the territories stay as they are.
  void pair_continents() {
    std::vector<std::int64_t> cost(at(k_) * at(k_), 0);
    for (int c = 0; c < small_.continent_count(); ++c) {
      for (int d = 0; d < large_.continent_count(); ++d) {
        cost[at(c) * at(k_) + at(d)] =
            bonus_cost(small_.continent(c).bonus, large_.continent(d).bonus);
      }
    }
    for (int t = 0; t < n_; ++t) {
      const int c = small_.continent_of(t);
      const int d = large_.continent_of(image_[at(t)]);
      cost[at(c) * at(k_) + at(d)] -= 2 * half_cost;
    }
    partner_ = assign(k_, cost).column_of;
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

  void exchange(int i, int j) { std::swap(image_[at(i)], image_[at(j)]); }

  MapEdits edits() const {
    MapEdits edits;
    edits.territories = m_ - n_;
    edits.continents = std::abs(small_.continent_count() - large_.continent_count());
    edits.borders = small_.border_count() + large_.border_count() - 2 * common_borders();
    edits.memberships = n_ + m_ - 2 * common_memberships();
    edits.bonuses = static_cast<double>(bonuses()) / full_cost;
    return edits;
  }

 private:
  int common_borders() const {
    int common = 0;
    for (const Border& border : small_.borders()) {
      common += joined(image_[at(border.a)], image_[at(border.b)]) ? 1 : 0;
    }
    return common;
  }

  bool same_continent(int t, int place) const {
    return partner_[at(small_.continent_of(t))] == large_.continent_of(place);
  }

  int common_memberships() const {
    int common = 0;
    for (int t = 0; t < n_; ++t) common += same_continent(t, image_[at(t)]) ? 1 : 0;
    return common;
  }

  int bonuses() const {
    int sum = 0;
    for (int c = 0; c < small_.continent_count(); ++c) {
      const int d = partner_[at(c)];
      if (d < large_.continent_count()) {
        sum += bonus_cost(small_.continent(c).bonus, large_.continent(d).bonus);
      }
    }
    return sum;
  }

  // What is kept at `t`'s edges when its counterpart is `place`, but for its border with `without`.
  int kept(int t, int place, int without) const {
    if (t >= n_) return 0;
    int sum = same_continent(t, place) ? 2 * half_cost : 0;
    for (const int other : small_.neighbours(t)) {
      if (other != without && joined(place, image_[at(other)])) sum += 2 * full_cost;
    }
    return sum;
  }

  bool improve_once() {
    bool better = false;
    for (int i = 0; i < n_; ++i) {
      for (int j = i + 1; j < m_; ++j) {
        // A border between the two is kept, or not, whichever way round.
        const int x = image_[at(i)];
        const int y = image_[at(j)];
        if (kept(i, y, j) + kept(j, x, i) > kept(i, x, j) + kept(j, y, i)) {
          exchange(i, j);
          better = true;
        }
      }
    }
    return better;
  }

  const Map& small_;
  const Map& large_;
  int n_;
  int m_;
  int k_;
  int fixed_ = 0;             // the cost when nothing is kept and no bonus changed
  std::vector<int> image_;    // of each place of the small map: a territory of the large one
  std::vector<int> partner_;  // of each continent of the small map; beyond its end: none
  std::vector<char> adjacent_;
};

int degree_of(const Map& map, int t) {
  return static_cast<int>(map.neighbours(t).size());
}

// The assignment of territories by what they and half of their borders cost.
Assignment by_own_costs(const Pairing& pairing) {
  const int m = pairing.m();
  std::vector<std::int64_t> cost(at(m) * at(m), 0);
  for (int a = 0; a < m; ++a) {
    for (int b = 0; b < m; ++b) {
      const int there = degree_of(pairing.large(), b);
      cost[at(a) * at(m) + at(b)] =
          a < pairing.n() ? half_cost * std::abs(degree_of(pairing.small(), a) - there)
                          : full_cost + half_cost * there;
    }
  }
  return assign(m, cost);
}

// The same of continents, by all that memberships cost: each is of one continent.
Assignment continents_by_own_costs(const Pairing& pairing) {
  const int k = pairing.continents();
  const auto size_of = [](const Continent& c) { return static_cast<int>(c.territories.size()); };
  std::vector<std::int64_t> cost(at(k) * at(k), 0);
  for (int c = 0; c < k; ++c) {
    for (int d = 0; d < k; ++d) {
      std::int64_t& entry = cost[at(c) * at(k) + at(d)];
      const bool of_small = c < pairing.small().continent_count();
      const bool of_large = d < pairing.large().continent_count();
      if (of_small && of_large) {
        const Continent& x = pairing.small().continent(c);
        const Continent& y = pairing.large().continent(d);
        entry = bonus_cost(x.bonus, y.bonus) + half_cost * std::abs(size_of(x) - size_of(y));
      } else if (of_small) {
        entry = full_cost + half_cost * size_of(pairing.small().continent(c));
      } else if (of_large) {
        entry = full_cost + half_cost * size_of(pairing.large().continent(d));
      }
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
  for (int t = 0; t < pairing.m(); ++t) of_large.push_back(looks(pairing.large(), t));
  std::vector<int> unlike;
  for (int t = 0; t < pairing.n(); ++t) {
    const std::vector<int> own = looks(pairing.small(), t);
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
  const int n = pairing.n();
  const int m = pairing.m();
  constexpr int most_unlike = 255;
  std::vector<int> image(at(m), -1);
  std::vector<bool> taken(at(m), false);
  std::vector<int> votes(at(n) * at(m), 0);  // neighbours of both that are paired
  std::vector<int> of_small(at(n), 0);       // neighbours that are paired with any
  std::vector<int> of_large(at(m), 0);
  const std::size_t k = at(pairing.continents());
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
        const std::size_t from = at(pairing.small().continent_of(x));
        const std::size_t to = at(pairing.large().continent_of(y));
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
    const std::size_t c = at(pairing.small().continent_of(a));
    const std::size_t d = at(pairing.large().continent_of(b));
    ++members[c * k + d];
    ++of_c[c];
    ++of_d[d];
    for (const int y : pairing.large().neighbours(b)) ++of_large[at(y)];
    for (const int x : pairing.small().neighbours(a)) {
      ++of_small[at(x)];
      for (const int y : pairing.large().neighbours(b)) ++votes[at(x) * at(m) + at(y)];
    }
  }
  complete(image, taken, n);
  return image;
}

// The pairs to grow from: those that look most alike, each territory of the small map once.
std::vector<std::pair<int, int>> seeds(const Pairing& pairing, const std::vector<int>& unlike) {
  std::vector<std::array<int, 3>> all;  // how unlike, and the two territories
  for (int x = 0; x < pairing.n(); ++x) {
    const auto row = unlike.begin() + x * pairing.m();
    const auto nearest = std::min_element(row, row + pairing.m());
    all.push_back({*nearest, x, static_cast<int>(nearest - row)});
  }
  std::ranges::sort(all);
  std::vector<std::pair<int, int>> chosen;
  for (const auto& [distance, x, y] : all) {
    if (chosen.size() < seed_limit) chosen.emplace_back(x, y);
  }
  return chosen;
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
  for (const auto& [a, b] : seeds(pairing, unlike)) {
    pairing.set_image(grown(pairing, unlike, a, b));
    growths.emplace_back(pairing.cost(), pairing.image());
  }
  std::ranges::sort(growths);
  for (std::size_t i = 0; i < std::min(improved_seeds, growths.size()); ++i) {
    consider(std::move(growths[i].second));
  }
  // A stream of its own: the generator's of seed 0 have no substreams.
  Random random(StreamKey{.purpose = Purpose::map_generation, .substream = 1});
  const auto places = static_cast<std::uint32_t>(pairing.m());
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
  Exact(Pairing& pairing, int known, int continents_least)
      : pairing_(pairing),
        best_(known),
        // Of continents, memberships and bonuses: at least this, for any pairing.
        base_(continents_least) {
    image_.assign(at(pairing.m()), -1);
    taken_.assign(at(pairing.m()), false);
    order_.resize(at(pairing.n()));
    std::iota(order_.begin(), order_.end(), 0);
    std::ranges::stable_sort(order_, [&](int a, int b) {
      return degree_of(pairing.small(), a) > degree_of(pairing.small(), b);
    });
  }

  // The least cost; the pairing keeps what has it, if it was not known before.
  int run() {
    step(0, 0, pairing_.small().border_count(), pairing_.large().border_count());
    return best_;
  }
  const std::vector<int>& found() const { return found_; }

 private:
  // `lost`: borders that the pairs so far remove or add. Of the others, `small` and `large` are
  // left.
  void step(int depth, int lost, int small, int large) {
    const int fixed = full_cost * (pairing_.m() - pairing_.n()) + base_;
    if (fixed + full_cost * (lost + std::abs(small - large)) >= best_) return;
    if (depth == pairing_.n()) {
      std::vector<int> image = image_;
      complete(image, taken_, pairing_.n());
      pairing_.set_image(image);
      if (pairing_.cost() < best_) {
        best_ = pairing_.cost();
        found_ = std::move(image);
      }
      return;
    }
    const int a = order_[at(depth)];
    for (int b = 0; b < pairing_.m(); ++b) {
      if (taken_[at(b)]) continue;
      int more = 0;
      int of_small = 0;
      int of_large = 0;
      for (int d = 0; d < depth; ++d) {
        const int other = order_[at(d)];
        const bool here = pairing_.small().adjacent(a, other);
        const bool there = pairing_.joined(b, image_[at(other)]);
        of_small += here ? 1 : 0;
        of_large += there ? 1 : 0;
        more += here != there ? 1 : 0;
      }
      image_[at(a)] = b;
      taken_[at(b)] = true;
      step(depth + 1, lost + more, small - of_small, large - of_large);
      taken_[at(b)] = false;
      image_[at(a)] = -1;
    }
  }

  Pairing& pairing_;
  int best_;
  int base_;
  std::vector<int> order_;
  std::vector<int> image_;
  std::vector<bool> taken_;
  std::vector<int> found_;
};

double largest_of(const Map& map) {
  return 1.5 * map.territory_count() + map.border_count() + map.continent_count();
}

EditDistance distance_between(const Map& a, const Map& b, bool try_exact) {
  EditDistance result;
  result.largest = largest_of(a) + largest_of(b);
  if (isomorphic(a, b, Sameness::continents)) {
    result.exact = true;
    return result;
  }
  const bool in_order = comes_first(a, b);
  Pairing pairing(in_order ? a : b, in_order ? b : a);
  const int of_continents = static_cast<int>(continents_by_own_costs(pairing).cost);
  // A different board costs at least one troop of a bonus.
  const int least = std::max(1, static_cast<int>(by_own_costs(pairing).cost) + of_continents);
  search_pairing(pairing);
  const int found = pairing.cost();
  result.edits = pairing.edits();
  result.lower = static_cast<double>(least) / full_cost;
  result.exact = least == found;
  if (!result.exact && try_exact && pairing.m() <= exact_up_to) {
    Exact exact(pairing, found, of_continents);
    exact.run();
    if (!exact.found().empty()) {
      pairing.set_image(exact.found());
      result.edits = pairing.edits();
    }
    result.exact = true;
  }
  if (result.exact) result.lower = result.upper();
  return result;
}

}  // namespace

EditDistance edit_distance(const Map& a, const Map& b) {
  return distance_between(a, b, true);
}

EditDistance edit_distance_bounds(const Map& a, const Map& b) {
  return distance_between(a, b, false);
}

}  // namespace evorisk::maps
