// A planar graph that grows border by border, and a way to draw it that grows with it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::maps {

// At most 64 territories, whose borders are kept in the order in which they can be drawn around
// each of them. Most questions whether one more border fits are answered by that drawing: it fits
// when both ends lie on a common face; it does not when what hangs on one end and what hangs on the
// other are attached to a cycle between them in turns, or to the same three territories of it
// (overlapping bridges, Bondy and Murty, "Graph
// Theory" 10.4). For the rest, where another drawing might do, the left-right test finds one or
// none. Answers are exact, and those of is_planar.
class GrowingEmbedding {
 public:
  using Set = std::uint64_t;  // of territories: bit t for territory t
  static constexpr std::size_t most_territories = 64;

  // Without borders.
  explicit GrowingEmbedding(int territory_count);
  // The territories of two sets, renumbered in ascending order, the first graph's before the second
  // one's, with all borders among them; at most most_territories.
  GrowingEmbedding(const GrowingEmbedding& first, Set of_first, const GrowingEmbedding& second,
                   Set of_second);
  // Of the memory only what is in use, a sixth for usual maps.
  GrowingEmbedding(const GrowingEmbedding& other);
  GrowingEmbedding& operator=(const GrowingEmbedding& other);

  // Adds all of `borders` (none of them there yet, none twice), if the graph stays planar with
  // them; else none.
  bool add_all(std::span<const Border> borders);
  // Adds a border of two territories that are connected, but share none yet; nothing, and false, if
  // the graph would not be planar with it.
  bool add(Border border);
  // Adds a border of two territories that are not connected: it always fits.
  void join(Border border);
  // Takes away a border that is there.
  void remove(Border border);
  // Whether a border that is there is all that connects its ends.
  bool separates(Border border) const;

  // Ascending; into `borders`, instead of what was there.
  void borders(std::vector<Border>& borders) const;
  // The neighbours of each territory in the order in which they are drawn around it.
  std::vector<std::vector<int>> rotation() const;

 private:
  // Each border is two darts, 2i and 2i + 1, one from either end.
  using Dart = std::uint16_t;
  static constexpr std::size_t most_borders = 3 * most_territories - 6;
  static constexpr Dart none = 2 * most_borders;
  static constexpr int most_turns = 2;

  static Set set_of(int territory) { return Set{1} << territory; }
  static Dart reversed(Dart dart) { return dart ^ 1; }
  // The corner after a dart, seen from the territory that it leaves, lies on the face of its
  // reverse.
  std::uint8_t face_after(Dart dart) const { return face_[reversed(dart)]; }
  Dart next_on_face(Dart dart) const { return next_[reversed(dart)]; }

  void take_part(const GrowingEmbedding& whole, Set part);
  void toggle(Border border);
  bool embed();
  // The face beside a dart gets this number; `tell` hears of all darts on this side of it.
  template <class Tell>
  void mark_face(Dart dart, std::uint8_t face, const Tell& tell);
  void mark_face(Dart dart, std::uint8_t face);
  Dart dart_of(Border border) const;  // from a to b
  // Puts a dart of the territory after another one of it; `none` if it has no other.
  void insert(int territory, Dart dart, Dart after);
  // The dart before this one around the territory that both leave.
  Dart before(Dart dart) const;
  void take_out(Dart dart);
  void rename(Dart dart, Dart name);
  // Of a territory's corners the one on the face with most territories, so that later borders find
  // theirs there; none without borders.
  Dart widest_corner(int territory) const;
  bool add_on_common_face(Border border);

  // What separates b from a (growing_embedding_turn.cpp).
  enum class Apart { always, perhaps };
  struct Bridge;
  struct Boundary;
  // Looks from a. With `turn`, unless a and b are apart in all drawings, b's side is moved to where
  // a may see more of it (or a is, where it hangs on one neighbour).
  Apart look(int a, int b, bool turn);
  void follow(int eye, Boundary& boundary) const;
  static std::span<const std::uint8_t> cycle_through(
      Set attachments, const Boundary& boundary, std::span<std::uint8_t, most_territories> path);
  Bridge bridge(int inside, Set outside) const;
  static std::optional<int> end_of_gap(std::uint64_t places_a, std::uint64_t places_b);
  void turn_over(std::span<const std::uint8_t> cycle, const Bridge& bridge, int end_of_gap);
  void turn_to(int a, int b, const Bridge& bridge);
  void move_to_face_of(int a, int b);
  std::size_t ring_of(Dart first, std::span<Dart> ring) const;
  void reverse_ring(int territory);
  void close_ring(int territory, std::span<const Dart> ring);
  void find_faces();

  std::size_t territories_;
  std::size_t borders_ = 0;
  std::size_t faces_ = 0;
  // Undefined beyond so many territories, borders and faces.
  std::array<Set, most_territories> neighbours_;
  std::array<Dart, most_territories> first_;  // a dart of each territory, or none
  std::array<Dart, 2 * most_borders> next_;   // around the territory that a dart leaves
  std::array<std::uint8_t, 2 * most_borders> target_;
  std::array<std::uint8_t, 2 * most_borders> face_;  // on one side of a dart, as next_on_face goes
  std::array<Set, most_borders + 1> on_face_;        // the territories around a face
  std::array<std::uint8_t, most_borders + 1> size_;  // and its borders, at most 255
};

}  // namespace evorisk::maps
