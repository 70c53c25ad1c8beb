// How much territories wind: by hand on drawn cells, and of whole maps.
#include "maps/layout/sprawl.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "maps/layout/board.hpp"
#include "tests/support/cells.hpp"

namespace evorisk::maps {
namespace {

using evorisk::test::cells_of;

// A spacing of ten cells, so a neck is up to three cells wide.
double sprawl_of(const std::vector<std::string>& rows, int territories = 1) {
  double sum = 0;
  for (const double one : windings(cells_of(rows), territories, 10)) sum += one / territories;
  return sum;
}

TEST(Sprawl, OfCompactTerritoriesIsNothing) {
  EXPECT_EQ(sprawl_of({"00000000", "00000000", "00000000", "00000000", "00000000", "00000000"}), 0);
  EXPECT_EQ(sprawl_of({"000000..1111", "000000..1111", "000000..1111", "000000..1111"}, 2), 0);
}

TEST(Sprawl, GrowsWithATailAndWithWhatIsMissingOfTheHull) {
  const std::string block = "0000000";
  const auto with_tail = [&](int cells) {
    std::vector<std::string> rows(7, block + std::string(static_cast<std::size_t>(cells), '.'));
    rows[3] = block + std::string(static_cast<std::size_t>(cells), '0');
    return sprawl_of(rows);
  };
  EXPECT_LT(with_tail(2), with_tail(6));
  EXPECT_LT(with_tail(6), with_tail(10));
  // A tail within the hull's share of 0.78: nine cells from the circle of the block.
  std::vector<std::string> wedge(7, "0000000.........");
  wedge[3] = "0000000000000000";
  for (const int r : {2, 4}) wedge[static_cast<std::size_t>(r)] = "00000000000.....";
  EXPECT_GT(sprawl_of(wedge), 0.2);
  // A horseshoe: 78 of the 130 cells of its hull.
  std::vector<std::string> horseshoe(10, "0000.....0000");
  for (int r = 0; r < 3; ++r) horseshoe[static_cast<std::size_t>(r)] = "0000000000000";
  const double area = 3 * 13 + 7 * 8;
  EXPECT_NEAR(sprawl_of(horseshoe), 4 * (0.78 - area / 130), 1e-12);
  // The mean over territories.
  for (std::string& row : horseshoe) row += "..1111";
  EXPECT_NEAR(sprawl_of(horseshoe, 2), 2 * (0.78 - area / 130), 1e-12);
}

TEST(Sprawl, OfAMapIsAboutThatOfItsPicture) {
  double apart = 0;
  double most = 0;
  constexpr int maps = 24;
  for (int i = 0; i < maps; ++i) {
    Random random({.seed = 7,
                   .purpose = Purpose::map_generation,
                   .generation = static_cast<std::uint32_t>(i)});
    GeneratorOptions options;
    options.territories = 10 + i;
    const Map map = generate_map(options, random);
    const Board board = make_board(map);
    const double spacing = std::sqrt(board.land.width * board.land.height / map.territory_count());
    double fine = 0;
    for (const double one : windings(board.land.cells, map.territory_count(), spacing))
      fine += one / map.territory_count();
    EXPECT_EQ(sprawl(map), sprawl(map));
    apart += std::abs(sprawl(map) - fine) / maps;
    most = std::max(most, fine);
  }
  EXPECT_GT(most, 0.1);
  EXPECT_LT(apart, 0.06);
}

TEST(Sprawl, OfRisksBoardIsSmall) {
  EXPECT_LT(sprawl(*library_map("risk")), 0.25);
}

}  // namespace
}  // namespace evorisk::maps
