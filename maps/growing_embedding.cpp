#include "maps/growing_embedding.hpp"

#include <algorithm>
#include <bit>
#include <utility>

#include "maps/left_right.hpp"

namespace evorisk::maps {

GrowingEmbedding::GrowingEmbedding(int territory_count)
    : territories_(static_cast<std::size_t>(territory_count)) {
  for (std::size_t t = 0; t < territories_; ++t) {
    neighbours_[t] = 0;
    first_[t] = none;
  }
}

GrowingEmbedding::GrowingEmbedding(const GrowingEmbedding& first, Set of_first,
                                   const GrowingEmbedding& second, Set of_second)
    : territories_(0) {
  take_part(first, of_first);
  take_part(second, of_second);
  find_faces();
}

GrowingEmbedding::GrowingEmbedding(const GrowingEmbedding& other) {
  *this = other;
}

GrowingEmbedding& GrowingEmbedding::operator=(const GrowingEmbedding& other) {
  if (this == &other) return *this;
  territories_ = other.territories_;
  borders_ = other.borders_;
  faces_ = other.faces_;
  const auto copy = [](const auto& from, std::size_t count, auto& to) {
    std::copy_n(from.begin(), count, to.begin());
  };
  copy(other.neighbours_, territories_, neighbours_);
  copy(other.first_, territories_, first_);
  copy(other.next_, 2 * borders_, next_);
  copy(other.target_, 2 * borders_, target_);
  copy(other.face_, 2 * borders_, face_);
  copy(other.on_face_, faces_, on_face_);
  copy(other.size_, faces_, size_);
  return *this;
}

// A drawing stays one when something is left out of it.
void GrowingEmbedding::take_part(const GrowingEmbedding& whole, Set part) {
  std::array<std::uint8_t, most_territories> number;  // of those taken
  for (Set left = part; left != 0; left &= left - 1) {
    number[static_cast<std::size_t>(std::countr_zero(left))] =
        static_cast<std::uint8_t>(territories_);
    neighbours_[territories_] = 0;
    first_[territories_++] = none;
  }
  const auto taken = [&](Dart d) { return (part >> whole.target_[d] & 1) != 0; };
  std::array<Dart, 2 * most_borders> dart;
  for (Dart d = 0; d < 2 * whole.borders_; d += 2) {
    if (!taken(d) || !taken(reversed(d))) continue;
    const std::uint8_t a = number[whole.target_[reversed(d)]];
    const std::uint8_t b = number[whole.target_[d]];
    dart[d] = static_cast<Dart>(2 * borders_++);
    dart[reversed(d)] = reversed(dart[d]);
    target_[dart[d]] = b;
    target_[dart[reversed(d)]] = a;
    toggle({a, b});
  }
  for (Set left = part; left != 0; left &= left - 1) {
    const auto t = static_cast<std::size_t>(std::countr_zero(left));
    if (whole.first_[t] == none) continue;
    Dart last = none;
    for (Dart d = whole.first_[t];;) {
      if (taken(d)) {
        insert(number[t], dart[d], last);
        last = dart[d];
      }
      d = whole.next_[d];
      if (d == whole.first_[t]) break;
    }
  }
}

bool GrowingEmbedding::add_all(std::span<const Border> borders) {
  if (borders_ + borders.size() > most_borders) return false;
  for (const Border& border : borders) toggle(border);
  borders_ += borders.size();
  if (embed()) return true;
  for (const Border& border : borders) toggle(border);
  borders_ -= borders.size();
  return false;
}

bool GrowingEmbedding::add(Border border) {
  if (add_on_common_face(border)) return true;
  // Who has fewer neighbours has seen them sooner; and what the other one sees is worth a turn more
  // often.
  auto [a, b] = border;
  if (std::popcount(neighbours_[static_cast<std::size_t>(a)]) >
      std::popcount(neighbours_[static_cast<std::size_t>(b)])) {
    std::swap(a, b);
  }
  // Turns may lead back to where they began.
  for (int turns = 0; turns < most_turns; ++turns) {
    if (look(a, b, false) == Apart::always) return false;
    if (look(b, a, true) == Apart::always) return false;
    if (add_on_common_face(border)) return true;
  }
  return add_all({&border, 1});
}

void GrowingEmbedding::join(Border border) {
  const auto dart = static_cast<Dart>(2 * borders_++);
  const Dart corner_a = widest_corner(border.a);
  const Dart corner_b = widest_corner(border.b);
  toggle(border);
  target_[dart] = static_cast<std::uint8_t>(border.b);
  target_[reversed(dart)] = static_cast<std::uint8_t>(border.a);
  insert(border.a, dart, corner_a);
  insert(border.b, reversed(dart), corner_b);
  // What were the faces of both corners is one.
  const bool alone = corner_a == none && corner_b == none;
  mark_face(dart, alone ? static_cast<std::uint8_t>(faces_++)
                        : face_after(corner_a != none ? corner_a : corner_b));
}

void GrowingEmbedding::remove(Border border) {
  const Dart dart = dart_of(border);
  const auto freed = static_cast<Dart>(std::min(dart, reversed(dart)));
  for (const Dart side : {freed, reversed(freed)}) take_out(side);
  toggle(border);
  // Darts are numbered without gaps: the last border takes the free place.
  const auto last = static_cast<Dart>(2 * --borders_);
  if (last != freed) {
    rename(last, freed);
    rename(reversed(last), reversed(freed));
    target_[freed] = target_[last];
    target_[reversed(freed)] = target_[reversed(last)];
  }
  find_faces();
}

// It is no part of a cycle where one face is on both sides of it.
bool GrowingEmbedding::separates(Border border) const {
  const Dart dart = dart_of(border);
  return face_[dart] == face_[reversed(dart)];
}

void GrowingEmbedding::borders(std::vector<Border>& borders) const {
  borders.clear();
  borders.reserve(borders_);
  for (std::size_t t = 0; t < territories_; ++t) {
    const Set higher = neighbours_[t] & ~Set{1} << t;
    for (Set left = higher; left != 0; left &= left - 1) {
      borders.push_back({static_cast<int>(t), std::countr_zero(left)});
    }
  }
}

std::vector<std::vector<int>> GrowingEmbedding::rotation() const {
  std::vector<std::vector<int>> rotation(territories_);
  for (std::size_t t = 0; t < territories_; ++t) {
    if (first_[t] == none) continue;
    for (Dart d = first_[t];;) {
      rotation[t].push_back(target_[d]);
      d = next_[d];
      if (d == first_[t]) break;
    }
  }
  return rotation;
}

// Sets of neighbours only.
void GrowingEmbedding::toggle(Border border) {
  neighbours_[static_cast<std::size_t>(border.a)] ^= set_of(border.b);
  neighbours_[static_cast<std::size_t>(border.b)] ^= set_of(border.a);
}

// A drawing of the sets of neighbours, if there is one; else nothing changes.
bool GrowingEmbedding::embed() {
  if (territories_ >= 3 && borders_ > 3 * territories_ - 6) return false;
  thread_local LeftRightTest test;
  std::array<Set, most_territories> used_up;
  for (std::size_t t = 0; t < territories_; ++t) used_up[t] = neighbours_[t];
  if (!test.planar(std::span(used_up).first(territories_), borders_)) return false;
  const LeftRightTest::Rotation& rotation = test.rotation();
  for (std::size_t d = 0; d < 2 * borders_; ++d) {
    target_[d] = static_cast<std::uint8_t>(rotation.target[d]);
    next_[d] = static_cast<Dart>(rotation.next[d]);
    first_[static_cast<std::size_t>(rotation.target[d ^ 1])] = static_cast<Dart>(d);
  }
  find_faces();
  return true;
}

template <class Tell>
void GrowingEmbedding::mark_face(Dart dart, std::uint8_t face, const Tell& tell) {
  Set around = 0;
  int size = 1;
  for (Dart d = dart;; ++size) {
    tell(d);
    face_[d] = face;
    around |= set_of(target_[d]);
    d = next_on_face(d);
    if (d == dart) break;
  }
  on_face_[face] = around;
  size_[face] = static_cast<std::uint8_t>(std::min(size, 255));
}

void GrowingEmbedding::mark_face(Dart dart, std::uint8_t face) {
  mark_face(dart, face, [](Dart) {});
}

void GrowingEmbedding::find_faces() {
  // Bits of darts without a face: the next of them is found without asking each, as whether a dart
  // has one is hard to foretell.
  constexpr std::size_t bits = 64;
  std::array<std::uint64_t, 2 * most_borders / bits + 1> unseen;
  const std::size_t words = 2 * borders_ / bits + 1;
  for (std::size_t w = 0; w + 1 < words; ++w) unseen[w] = ~std::uint64_t{0};
  unseen[words - 1] = (std::uint64_t{1} << 2 * borders_ % bits) - 1;
  faces_ = 0;
  for (std::size_t w = 0; w < words; ++w) {
    while (unseen[w] != 0) {
      const auto first = static_cast<Dart>(w * bits + std::countr_zero(unseen[w]));
      mark_face(first, static_cast<std::uint8_t>(faces_++),
                [&](Dart d) { unseen[d / bits] &= ~(std::uint64_t{1} << d % bits); });
    }
  }
}

void GrowingEmbedding::insert(int territory, Dart dart, Dart after) {
  if (after == none) {
    next_[dart] = dart;
    first_[static_cast<std::size_t>(territory)] = dart;
  } else {
    next_[dart] = next_[after];
    next_[after] = dart;
  }
}

GrowingEmbedding::Dart GrowingEmbedding::dart_of(Border border) const {
  Dart dart = first_[static_cast<std::size_t>(border.a)];
  while (target_[dart] != border.b) dart = next_[dart];
  return dart;
}

GrowingEmbedding::Dart GrowingEmbedding::before(Dart dart) const {
  Dart d = dart;
  while (next_[d] != dart) d = next_[d];
  return d;
}

void GrowingEmbedding::take_out(Dart dart) {
  Dart& first = first_[target_[reversed(dart)]];
  const Dart last = before(dart);
  next_[last] = next_[dart];
  first = last == dart ? none : last;
}

// Only around the territory that the dart leaves.
void GrowingEmbedding::rename(Dart dart, Dart name) {
  next_[before(dart)] = name;
  next_[name] = next_[dart];
  Dart& first = first_[target_[reversed(dart)]];
  if (first == dart) first = name;
}

GrowingEmbedding::Dart GrowingEmbedding::widest_corner(int territory) const {
  const Dart first = first_[static_cast<std::size_t>(territory)];
  if (first == none) return none;
  Dart widest = first;
  int most = 0;
  for (Dart d = first;;) {
    const int size = size_[face_after(d)];
    if (size > most) {
      most = size;
      widest = d;
    }
    d = next_[d];
    if (d == first) return widest;
  }
}

bool GrowingEmbedding::add_on_common_face(Border border) {
  const auto [a, b] = border;
  Dart corner_a = none;
  int most = 0;
  for (Dart d = first_[static_cast<std::size_t>(a)];;) {
    const std::uint8_t face = face_after(d);
    if ((on_face_[face] & set_of(b)) != 0 && size_[face] > most) {
      most = size_[face];
      corner_a = d;
    }
    d = next_[d];
    if (d == first_[static_cast<std::size_t>(a)]) break;
  }
  if (corner_a == none) return false;
  const std::uint8_t face = face_after(corner_a);
  Dart corner_b = first_[static_cast<std::size_t>(b)];
  while (face_after(corner_b) != face) corner_b = next_[corner_b];
  const auto dart = static_cast<Dart>(2 * borders_++);
  toggle(border);
  target_[dart] = static_cast<std::uint8_t>(b);
  target_[reversed(dart)] = static_cast<std::uint8_t>(a);
  insert(a, dart, corner_a);
  insert(b, reversed(dart), corner_b);
  mark_face(dart, face);
  mark_face(reversed(dart), static_cast<std::uint8_t>(faces_++));
  return true;
}

}  // namespace evorisk::maps
