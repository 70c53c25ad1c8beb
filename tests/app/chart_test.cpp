// Charts: what they show, and that names stay text.
#include "app/view/chart.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "app/view/svg.hpp"

namespace evorisk::app {
namespace {

using testing::EndsWith;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

TEST(Svg, EscapesWhatIsSaidAndCarriesItsStyleOnlyWhenAlone) {
  Svg page("a < b", 100, 50);
  page.text("label", 10, 20, "<script>", Anchor::middle, -90);
  page.circle("dot c1", 1, 2, 3, "\"x\" & y");
  const std::string svg = page.finish();
  EXPECT_THAT(svg, StartsWith("<svg class=\"chart\""));
  EXPECT_THAT(svg, EndsWith("</svg>\n"));
  EXPECT_THAT(svg, HasSubstr("<title>a &lt; b</title>"));
  EXPECT_THAT(svg, HasSubstr("text-anchor=\"middle\" transform=\"rotate(-90 10.0 20.0)\""
                             ">&lt;script&gt;</text>"));
  EXPECT_THAT(svg, HasSubstr("<title>&quot;x&quot; &amp; y</title></circle>"));
  EXPECT_THAT(svg, Not(HasSubstr("<style>")));
  EXPECT_THAT(Svg("", 1, 1, Svg::Use::alone).finish(), HasSubstr("<style>"));
}

TEST(Svg, TicksAreRoundAndOnlyOnTheirScale) {
  EXPECT_EQ(round_ticks(0, 1, 5), (std::vector<double>{0, 0.2, 0.4, 0.6000000000000001, 0.8, 1}));
  EXPECT_EQ(round_ticks(-3, 17, 4), (std::vector<double>{-5, 0, 5, 10, 15, 20}));
  Svg svg("", 100, 100);
  const Scale x{0, 10, 0, 100};
  svg.x_axis(x, std::vector<double>{-5, 0, 5, 10, 15}, 90, 90);
  const std::string out = svg.finish();
  EXPECT_THAT(out, HasSubstr("x=\"50.0\" y=\"107.0\" text-anchor=\"middle\">5</text>"));
  EXPECT_THAT(out, Not(HasSubstr(">15<")));
  EXPECT_THAT(out, Not(HasSubstr(">-5<")));
  EXPECT_THAT(out, Not(HasSubstr("grid")));
  EXPECT_EQ(x.inside(20), 100);
}

TEST(Chart, LinesHaveALegendOnlyWhereThereAreSeveral) {
  const Series one{"first & last", {0, 1}, {2, 3}, {}, {}, 1};
  const Series two{"second", {0, 1}, {4, 2}, {3, 1}, {5, 3}, 2};
  const ChartFrame frame{"t", "across", "up"};
  const std::string single = line_chart(frame, std::vector{one});
  EXPECT_THAT(single, Not(HasSubstr("legend")));
  EXPECT_THAT(single, Not(HasSubstr("band")));
  const std::string both = line_chart(frame, std::vector{one, two});
  EXPECT_THAT(both, HasSubstr(">first &amp; last</text>"));
  EXPECT_THAT(both, HasSubstr("<polygon class=\"band c2\""));
}

TEST(Chart, ValuesBeyondAnIntervalChartAreDrawnAtItsEnd) {
  const std::string svg = interval_chart(
      "t", std::vector<IntervalRow>{{"in", 0.5, 0.4, 0.8, 1, "a"}, {"out", 3, 2, 4, 1, "b"}}, 0, 1);
  EXPECT_THAT(svg, HasSubstr("<title>0.5000 (0.4000 – 0.8000)</title>"));
  EXPECT_THAT(svg, HasSubstr("<path class=\"value\" d=\"M570.0 "));
}

TEST(Chart, ABandReachesSoManyErrors) {
  Series series{.label = "mean"};
  series.add(0, metrics::Estimate{1, 0.1});
  series.add(1, metrics::Estimate{1, 0.1}, student_bound(0.05, 2));
  EXPECT_NEAR(series.high[0], 1.196, 0.0001);
  EXPECT_NEAR(series.low[1], 1 - 0.43027, 0.0001);
}

TEST(Chart, StripsCountWhatCannotBeDrawn) {
  const double none = std::numeric_limits<double>::infinity();
  const std::string svg = strip_chart({"t", "s", "y", {"a", "b"}, {}},
                                      std::vector<StripPanel>{{"p", {{1, 2, 3}, {4, none}}}});
  EXPECT_THAT(svg, HasSubstr(">1 none</text>"));
  EXPECT_THAT(svg, HasSubstr(">a (3)</text>"));
  EXPECT_THAT(svg, HasSubstr("dot faint c2"));
}

TEST(Chart, RanksAreDashedWhereColoursComeAgain) {
  std::vector<BumpRow> rows;
  for (int r = 1; r <= 9; ++r) {
    rows.push_back({"row " + std::to_string(r), {1.0 * r, 10.0 - r}, {"x", "y"}});
  }
  const std::string svg = bump_chart("t", {"one", "two"}, rows);
  EXPECT_THAT(svg, HasSubstr("line strong c8\""));
  EXPECT_THAT(svg, HasSubstr("line strong c1 dashed\""));
}

}  // namespace
}  // namespace evorisk::app
