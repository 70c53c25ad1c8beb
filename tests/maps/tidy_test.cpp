// Hooks and small ponds, on cells drawn by hand; and what must never happen, on whole lands.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "maps/layout/land/land.hpp"
#include "tests/support/cells.hpp"

namespace evorisk::maps {
namespace {

using evorisk::test::cells_of;
using evorisk::test::rows_of;

Map map_of(int territories, std::vector<Border> borders) {
  MapData data;
  data.territories.resize(static_cast<std::size_t>(territories));
  data.borders = std::move(borders);
  data.continents = {{"", 1, {}}};
  for (int t = 0; t < territories; ++t) data.continents[0].territories.push_back(t);
  return Map(std::move(data));
}

// Land of `rows` in the middle of the sea, tidied; a spacing is 20 cells.
std::vector<std::string> tidied(std::vector<std::string> rows, const Map& map) {
  constexpr std::size_t around = 8;
  const std::string wide(around, '.');
  for (std::string& row : rows) row = wide + row + wide;
  const std::string empty(rows.front().size(), '.');
  rows.insert(rows.begin(), around, empty);
  rows.insert(rows.end(), around, empty);
  LandRaster cells = cells_of(rows);
  tidy_cells(cells, map, std::vector<int>(static_cast<std::size_t>(map.territory_count()), 0), 20);
  std::vector<std::string> result = rows_of(cells);
  result.erase(result.begin(), result.begin() + around);
  result.resize(result.size() - around);
  for (std::string& row : result) row = row.substr(around, row.size() - 2 * around);
  return result;
}

std::size_t count(const std::vector<std::string>& rows, char what) {
  std::size_t sum = 0;
  for (const std::string& row : rows)
    sum += static_cast<std::size_t>(std::ranges::count(row, what));
  return sum;
}

TEST(Tidy, SpursOfLandBecomeSea) {
  std::vector<std::string> rows(14, "00000000000000......");
  rows[6] = rows[7] = "00000000000000000000";
  for (int r = 0; r < 10; ++r) rows.emplace_back("11111111111111......");
  const auto after = tidied(rows, map_of(2, {{0, 1}}));
  for (const std::string& row : after) EXPECT_EQ(row.substr(16), "....") << row;
  EXPECT_GT(count(after, '0'), 13u * 14u);  // the rest stays
}

TEST(Tidy, SlitsBetweenNeighboursAreClosed) {
  std::vector<std::string> rows(16, "00000000001111111111");
  for (int r = 0; r < 6; ++r) rows[static_cast<std::size_t>(r)] = "000000000..111111111";
  const auto after = tidied(rows, map_of(2, {{0, 1}}));
  for (int r = 2; r < 6; ++r)
    EXPECT_EQ(std::ranges::count(after[static_cast<std::size_t>(r)], '.'), 0) << r;
}

TEST(Tidy, WaterBetweenStrangersStays) {
  // 0 and 1 are no neighbours; 2 is one of both.
  std::vector<std::string> rows(12, "000000000....111111111");
  for (int r = 0; r < 9; ++r) rows.emplace_back("2222222222222222222222");
  const Map map = map_of(3, {{0, 2}, {1, 2}});
  for (const std::string& row : tidied(rows, map)) {
    const std::size_t last = row.rfind('0');
    const std::size_t first = row.find('1');
    if (last == std::string::npos || first == std::string::npos) continue;
    EXPECT_GE(first - last, 5u) << row;
  }
}

TEST(Tidy, SmallPondsBecomeLakes) {
  // Four about a pond, of which those across it are no neighbours.
  std::vector<std::string> rows;
  for (int r = 0; r < 14; ++r) rows.push_back(std::string(14, '0') + std::string(14, '1'));
  for (int r = 0; r < 14; ++r) rows.push_back(std::string(14, '2') + std::string(14, '3'));
  for (int r = 12; r < 16; ++r)
    for (int c = 12; c < 16; ++c)
      rows[static_cast<std::size_t>(r)][static_cast<std::size_t>(c)] = '.';
  const Map map = map_of(4, {{0, 1}, {1, 3}, {3, 2}, {2, 0}});
  const std::size_t before = count(rows, '.');
  const auto after = tidied(rows, map);
  EXPECT_GE(count(after, '.'), 44u);  // 0.11 of 20 * 20
  EXPECT_LE(count(after, '.'), 60u);
  EXPECT_LT(before, 44u);
  for (const char t : {'0', '1', '2', '3'}) EXPECT_GT(count(after, t), 170u);
}

TEST(Tidy, PondsAmongNeighboursAloneAreFilled) {
  // Two neighbours, with a few cells of water on the line between them.
  std::vector<std::string> rows(20, "00000000000011111111111");
  rows[9][11] = rows[9][12] = rows[10][12] = '.';
  const auto after = tidied(rows, map_of(2, {{0, 1}}));
  for (std::size_t r = 4; r < 16; ++r) EXPECT_EQ(std::ranges::count(after[r], '.'), 0) << after[r];
}

TEST(Tidy, APondAtACornerOfOtherWaterJoinsIt) {
  // 0 and 1 meet at a corner, and must not.
  std::vector<std::string> rows;
  for (int r = 0; r < 10; ++r) rows.push_back(std::string(12, '0') + std::string(12, '.'));
  for (int r = 0; r < 10; ++r) rows.push_back(std::string(12, '.') + std::string(12, '1'));
  for (int r = 0; r < 8; ++r) rows.push_back(std::string(24, '2'));
  const auto after = tidied(rows, map_of(3, {{1, 2}, {0, 2}}));
  for (std::size_t r = 0; r + 1 < after.size(); ++r) {
    for (std::size_t c = 0; c + 1 < after[r].size(); ++c) {
      const std::set<char> square{after[r][c], after[r][c + 1], after[r + 1][c],
                                  after[r + 1][c + 1]};
      EXPECT_FALSE(square.contains('0') && square.contains('1')) << r << ' ' << c;
    }
  }
}

}  // namespace
}  // namespace evorisk::maps
