// Two territories that have no face in common: whether they have one in another drawing.
//
// Without a, the faces around it are one. If b is on its boundary, they have a face in common. If
// not, b is part of a bridge (a connected part, seen from what it is attached to). One that hangs
// on a single territory can be moved round it. Any other is attached to one cycle of that boundary,
// and a is part of a bridge on the cycle's other side. Bridges overlap when the attachments of the
// one do not all lie between two neighbouring attachments of the other. Overlapping bridges are on
// different sides in every drawing, so a border between them fits into none. If they do not, b's
// can be turned over to a's side, where nothing else is in its way: beyond the cycle lies the face
// that was one without a, so whatever else is there hangs on single territories.
#include <algorithm>
#include <bit>
#include <stdexcept>
#include <utility>

#include "maps/growing_embedding.hpp"

namespace evorisk::maps {

// All that is reached from a territory without passing those of another set, ...
struct GrowingEmbedding::Bridge {
  Set inside = 0;
  Set attachments = 0;  // ... and which of these it borders
};

// The faces around a territory as the one that they are without it: closed walks along its
// boundary, one for each piece that the territory connects.
struct GrowingEmbedding::Boundary {
  std::array<std::uint8_t, 2 * most_borders> walk;  // one after the other
  std::array<std::uint16_t, most_territories> ends;
  std::size_t walks = 0;
  Set seen = 0;  // all that are on it

  // One walk that meets nobody twice: nothing but its neighbours hangs on the territory then.
  bool is_cycle() const {
    return walks == 1 && ends[0] == static_cast<std::size_t>(std::popcount(seen));
  }
};

namespace {

// Of a set that is not empty. (std::has_single_bit counts, which takes a call on most processors
// that a program may meet.)
bool has_one(std::uint64_t set) {
  return (set & (set - 1)) == 0;
}

}  // namespace

GrowingEmbedding::Apart GrowingEmbedding::look(int a, int b, bool turn) {
  // Who has one neighbour can be drawn wherever that one can be seen.
  const Set own = neighbours_[static_cast<std::size_t>(a)];
  const bool end = has_one(own);
  const int eye = end ? std::countr_zero(own) : a;
  Boundary boundary;
  follow(eye, boundary);
  if ((boundary.seen & set_of(b)) != 0) {
    if (end && turn) move_to_face_of(a, b);
    return Apart::perhaps;
  }
  const Bridge of_b = bridge(b, boundary.seen | set_of(eye));
  if (has_one(of_b.attachments)) {
    if (turn) turn_to(eye, b, of_b);
    return Apart::perhaps;
  }
  std::array<std::uint8_t, most_territories> path;
  std::span<const std::uint8_t> cycle;
  Set attachments_of_a = neighbours_[static_cast<std::size_t>(eye)];
  if (boundary.is_cycle()) {
    cycle = std::span(boundary.walk).first(boundary.ends[0]);
  } else {
    cycle = cycle_through(of_b.attachments, boundary, path);
    Set all = 0;
    for (const std::uint8_t v : cycle) all |= set_of(v);
    attachments_of_a = bridge(eye, all).attachments;
  }
  std::uint64_t places_a = 0;
  std::uint64_t places_b = 0;
  for (std::size_t place = 0; place < cycle.size(); ++place) {
    places_a |= (attachments_of_a >> cycle[place] & 1) << place;
    places_b |= (of_b.attachments >> cycle[place] & 1) << place;
  }
  const std::optional<int> gap = end_of_gap(places_a, places_b);
  if (!gap) return Apart::always;
  if (turn) turn_over(cycle, of_b, *gap);
  return Apart::perhaps;
}

void GrowingEmbedding::follow(int eye, Boundary& boundary) const {
  const Set around = neighbours_[static_cast<std::size_t>(eye)];
  std::size_t length = 0;
  for (Dart first = first_[static_cast<std::size_t>(eye)]; (around & ~boundary.seen) != 0;
       first = next_[first]) {
    if ((boundary.seen & set_of(target_[first])) != 0) continue;
    for (Dart d = first;;) {
      std::uint8_t v = target_[d];
      boundary.seen |= set_of(v);
      for (d = next_on_face(d); target_[d] != eye; d = next_on_face(d)) {
        boundary.walk[length++] = v;
        v = target_[d];
        boundary.seen |= set_of(v);
      }
      d = reversed(d);
      if (d == first) break;
    }
    boundary.ends[boundary.walks++] = static_cast<std::uint16_t>(length);
  }
}

// The cycle with all of two or more attachments of a bridge, as part of `path`: a walk that comes
// back to where it was closes one.
std::span<const std::uint8_t> GrowingEmbedding::cycle_through(
    Set attachments, const Boundary& boundary, std::span<std::uint8_t, most_territories> path) {
  std::size_t i = 0;
  for (std::size_t w = 0; w < boundary.walks; ++w) {
    std::size_t size = 0;
    Set on_path = 0;
    for (; i < boundary.ends[w]; ++i) {
      const std::uint8_t v = boundary.walk[i];
      if ((on_path & set_of(v)) == 0) {
        on_path |= set_of(v);
        path[size++] = v;
        continue;
      }
      Set closed = set_of(v);
      std::size_t start = size - 1;
      for (; path[start] != v; --start) closed |= set_of(path[start]);
      if ((attachments & ~closed) == 0) return path.subspan(start, size - start);
      on_path &= ~closed | set_of(v);
      size = start + 1;
    }
    if ((attachments & ~on_path) == 0) return path.first(size);
  }
  throw std::logic_error("a bridge that is attached to no cycle");
}

GrowingEmbedding::Bridge GrowingEmbedding::bridge(int inside, Set outside) const {
  Bridge bridge{set_of(inside), 0};
  for (Set next = bridge.inside; next != 0;) {
    const Set around = neighbours_[static_cast<std::size_t>(std::countr_zero(next))];
    next &= next - 1;
    bridge.attachments |= around & outside;
    const Set more = around & ~outside & ~bridge.inside;
    bridge.inside |= more;
    next |= more;
  }
  return bridge;
}

// Whether all places of a are between two neighbouring places of b on a cycle, these included: the
// second of the two, which is the lower one where the gap goes past the last place. Nothing if the
// bridges overlap. b has two places or more.
std::optional<int> GrowingEmbedding::end_of_gap(std::uint64_t places_a, std::uint64_t places_b) {
  const auto from = [](int place) { return ~std::uint64_t{0} << place; };
  const auto up_to = [](int place) { return (std::uint64_t{2} << place) - 1; };
  const int first = std::countr_zero(places_b);
  int low = first;
  for (std::uint64_t left = places_b & (places_b - 1); left != 0; left &= left - 1) {
    const int high = std::countr_zero(left);
    if ((places_a & ~(from(low) & up_to(high))) == 0) return high;
    low = high;
  }
  if ((places_a & ~(from(low) | up_to(first))) == 0) return first;
  return std::nullopt;
}

// Turns a bridge over to the other side of the cycle, beside all that is attached within the gap.
void GrowingEmbedding::turn_over(std::span<const std::uint8_t> cycle, const Bridge& bridge,
                                 int end_of_gap) {
  std::array<Dart, most_territories> ring;
  std::array<Dart, most_territories> turned;
  const auto inside = [&](Dart d) { return (bridge.inside >> target_[d] & 1) != 0; };
  for (Set left = bridge.inside; left != 0; left &= left - 1) {
    reverse_ring(std::countr_zero(left));
  }
  const auto count = static_cast<int>(cycle.size());
  for (int place = 0; place < count; ++place) {
    const int v = cycle[static_cast<std::size_t>(place)];
    if ((bridge.attachments >> v & 1) == 0) continue;
    const int after = cycle[static_cast<std::size_t>((place + 1) % count)];
    const int before = cycle[static_cast<std::size_t>((place + count - 1) % count)];
    Dart first = first_[static_cast<std::size_t>(v)];
    while (target_[first] != after) first = next_[first];
    const std::size_t size = ring_of(first, ring);
    // Along the cycle is ring[0], back along it ring[back]; on one side in between is the bridge.
    std::size_t back = 1;
    while (target_[ring[back]] != before) ++back;
    bool follows = false;
    for (std::size_t i = 1; i < back; ++i) follows = follows || inside(ring[i]);
    // On the other side it comes next to the cycle's border that leads away from the gap.
    const bool ahead = place == end_of_gap;
    std::size_t to = 0;
    const auto put_bridge = [&] {
      for (std::size_t i = size; i-- > 0;) {
        if (inside(ring[i])) turned[to++] = ring[i];
      }
    };
    const auto put_rest = [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        if (!inside(ring[i])) turned[to++] = ring[i];
      }
    };
    put_rest(0, 1);
    if (!follows && ahead) put_bridge();
    put_rest(1, back);
    if (!follows && !ahead) put_bridge();
    put_rest(back, back + 1);
    if (follows && !ahead) put_bridge();
    put_rest(back + 1, size);
    if (follows && ahead) put_bridge();
    close_ring(v, std::span(turned).first(to));
  }
  find_faces();
}

// Turns a bridge that hangs on one territory round it, to a face of a, with b ahead if it can be.
void GrowingEmbedding::turn_to(int a, int b, const Bridge& bridge) {
  const int v = std::countr_zero(bridge.attachments);
  std::array<Dart, most_territories> ring;
  std::array<Dart, most_territories> rest;
  std::array<Dart, most_territories> hanging;
  Dart first = first_[static_cast<std::size_t>(v)];
  while ((bridge.inside >> target_[first] & 1) == 0) first = next_[first];
  const std::size_t size = ring_of(first, ring);
  std::size_t hangs = 0;
  std::size_t rests = 0;
  std::size_t opened = 0;  // after which of those that hang
  std::size_t to = 0;      // after which of the rest
  for (std::size_t i = 0; i < size; ++i) {
    if ((bridge.inside >> target_[ring[i]] & 1) != 0) {
      hanging[hangs++] = ring[i];
    } else {
      rest[rests++] = ring[i];
    }
    const Set on_face = on_face_[face_after(ring[i])];
    if ((on_face & set_of(b)) != 0) opened = hangs;
    if ((on_face & set_of(a)) != 0) to = rests;
  }
  std::rotate(hanging.begin(), hanging.begin() + static_cast<std::ptrdiff_t>(opened % hangs),
              hanging.begin() + static_cast<std::ptrdiff_t>(hangs));
  std::size_t i = 0;
  for (std::size_t r = 0; r < rests; ++r) {
    ring[i++] = rest[r];
    if (r + 1 != to) continue;
    for (std::size_t h = 0; h < hangs; ++h) ring[i++] = hanging[h];
  }
  close_ring(v, std::span(ring).first(size));
  find_faces();
}

// Moves a, which has one neighbour, to one of the faces that the neighbour shares with b.
void GrowingEmbedding::move_to_face_of(int a, int b) {
  const Dart own = first_[static_cast<std::size_t>(a)];
  const Dart back = reversed(own);
  const int v = target_[own];
  Dart to = next_[back];
  while ((on_face_[face_after(to)] & set_of(b)) == 0) to = next_[to];
  next_[before(back)] = next_[back];
  insert(v, back, to);
  first_[static_cast<std::size_t>(v)] = to;
  find_faces();
}

// The darts around a territory, from this one on; how many there are.
std::size_t GrowingEmbedding::ring_of(Dart first, std::span<Dart> ring) const {
  std::size_t size = 0;
  for (Dart d = first;;) {
    ring[size++] = d;
    d = next_[d];
    if (d == first) return size;
  }
}

void GrowingEmbedding::reverse_ring(int territory) {
  const Dart first = first_[static_cast<std::size_t>(territory)];
  Dart before = first;
  for (Dart d = next_[first]; d != first;) {
    const Dart after = std::exchange(next_[d], before);
    before = d;
    d = after;
  }
  next_[first] = before;
}

void GrowingEmbedding::close_ring(int territory, std::span<const Dart> ring) {
  for (std::size_t i = 0; i + 1 < ring.size(); ++i) next_[ring[i]] = ring[i + 1];
  next_[ring.back()] = ring.front();
  first_[static_cast<std::size_t>(territory)] = ring.front();
}

}  // namespace evorisk::maps
