// Matches with people at the studio's table.
#include <gmock/gmock.h>

#include <algorithm>
#include <array>
#include <latch>
#include <thread>

#include "base/json.hpp"
#include "risk/record/record.hpp"
#include "tests/app/studio_device.hpp"
#include "tests/app/studio_fixture.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;
using Json = nlohmann::ordered_json;

class StudioMatch : public StudioTest {
 protected:
  // The owner's page of a match.
  Device open(const std::string& id) {
    Device device(studio, "/api/play", {{"id", id}}, headers());
    device.id = id;
    return device;
  }
};

// A person sees its own mission and no other; the hint comes from what it sees.
TEST_F(StudioMatch, MissionsStaySecret) {
  Json variant = {{"format", 1},
                  {"name", "secret"},
                  {"rules", {{"players", 3}, {"objective", "missions"}}},
                  {"map", "thesis-9"}};
  const std::string id =
      ask("/api/play/begin",
          {{"variant", variant}, {"agents", {"person", "random", "random"}}, {"seed", 3}})
          .at("id");
  Device device = open(id);
  const Json view = device.settled();
  ASSERT_TRUE(view.at("waits").get<bool>());
  EXPECT_NE(view.at("mission").get<std::string>(), "");
  for (const Json& seat : view.at("seats")) EXPECT_FALSE(seat.contains("mission"));
  int dealt = 0;
  for (const Json& event : device.events) {
    if (event.at("kind") != "mission") continue;
    ++dealt;
    EXPECT_EQ(event.contains("mission"), event.at("seat") == 0);
  }
  EXPECT_EQ(dealt, 3);
  const Json unfinished = see("/api/watch", {{"file", id}});
  for (const Json& event : unfinished.at("events"))
    EXPECT_FALSE(event.contains("mission")) << "the match goes on";
  const Json watched = ask("/api/watch", {{"variant", variant}});
  for (int seat = 0; seat < 3; ++seat) {
    EXPECT_EQ(watched.at("events").at(seat).at("kind"), "mission");
    const int card = watched.at("events").at(seat).at("mission");
    EXPECT_NE(watched.at("missions").at(card), "");
  }
  EXPECT_TRUE(see("/api/play/hint", {{"id", id}}).contains("action"));
}

// However many requests ask for a match at once that is still in its file, they find one table:
// what one has decided no other decides, too.
TEST_F(StudioMatch, AMatchHasOneTable) {
  const std::string id =
      ask("/api/play/begin",
          {{"variant", "library:thesis-9"}, {"agents", {"person", "person"}}, {"seed", 5}})
          .at("id");
  const auto act = [&](const Json& view) {
    return studio.answer({.method = "POST",
                          .path = "/api/play/act",
                          .body = Json{{"id", id},
                                       {"events", view.at("events_played")},
                                       {"action", view.at("legal").front()}}
                                      .dump(),
                          .headers = headers()});
  };
  for (int round = 0; round < 10; ++round) {
    restart();
    constexpr int pages = 6;
    std::array<std::int64_t, pages> decided_after{};
    std::latch together(pages);
    const auto page = [&](int number) {
      together.arrive_and_wait();
      Device device(studio, "/api/play", {{"id", id}}, headers());
      const Json view = device.until([](const Json& seen) { return seen.at("waits"); });
      std::int64_t& result = decided_after[static_cast<std::size_t>(number)];
      result = act(view).status == 200 ? view.at("events_played").get<std::int64_t>()
                                       : -number - 1;  // another has decided already
    };
    {
      std::vector<std::jthread> threads;
      for (int number = 0; number < pages; ++number) threads.emplace_back(page, number);
    }
    EXPECT_GT(std::ranges::max(decided_after), 0);
    std::ranges::sort(decided_after);
    EXPECT_EQ(std::ranges::adjacent_find(decided_after), decided_after.end()) << "round " << round;
  }
}

// Both seats are people's; each takes its first legal action, and attacks while it can.
TEST_F(StudioMatch, AMatchIsPlayedToItsEnd) {
  const std::string id =
      ask("/api/play/begin",
          {{"variant", "library:cycle-4"}, {"agents", {"person", "person"}}, {"seed", 3}})
          .at("id");
  Device device = open(id);
  Json view = device.settled();
  EXPECT_TRUE(view.at("waits").get<bool>());
  const auto act = [&](const Json& action) {
    return device.ask("/act", {{"action", action}, {"until", 1}});
  };
  EXPECT_THAT(refused(act({{"kind", "end"}})), HasSubstr("cannot be done"));
  EXPECT_THAT(refused(act({{"kind", "dance"}})), HasSubstr("dance"));
  EXPECT_THAT(refused(act({{"kind", "place"}, {"territory", 99}, {"troops", 1}})),
              HasSubstr("cannot be done"));
  // Another page that knows less than all: refused.
  EXPECT_THAT(refused(post("/api/play/act",
                           Json{{"id", id}, {"events", 1}, {"action", {{"kind", "stop"}}}}.dump())),
              HasSubstr("went on elsewhere"));
  EXPECT_THAT(
      refused(post("/api/play/answers", Json{{"id", id}, {"answers", {{"seat", 0}}}}.dump())),
      HasSubstr("not over"));
  bool undone = false;
  for (int i = 0; i < 3000 && !view.at("over").get<bool>(); ++i) {
    for (const Json& seat : view.at("seats")) EXPECT_FALSE(seat.contains("hand"));
    for (const Json& event : view.at("events")) {
      EXPECT_FALSE(event.at("kind") == "draw" && event.contains("card"));
      // The faces of dice fit the losses: ties are the defender's.
      if (event.at("kind") != "attack") continue;
      const auto faces = event.at("faces").get<std::vector<std::vector<int>>>();
      ASSERT_EQ(faces.size(), 2u);
      int lost = 0;
      for (std::size_t k = 0; k < 2; ++k) {
        EXPECT_EQ(faces[k].size(), event.at("dice").at(k));
        EXPECT_TRUE(std::ranges::is_sorted(faces[k], std::greater<>()));
      }
      for (std::size_t k = 0; k < std::min(faces[0].size(), faces[1].size()); ++k)
        lost += faces[0][k] > faces[1][k] ? 0 : 1;
      EXPECT_EQ(lost, event.at("losses").at(0)) << event;
    }
    const Json legal = view.at("legal");
    if (!undone && legal.front().at("kind") == "place") {
      good(act(legal.front()));
      if (device.now().at("can_undo").get<bool>()) {
        good(device.ask("/undo", Json::object()));
        undone = true;
        EXPECT_EQ(device.now().at("legal"), legal);
      }
    } else {
      EXPECT_FALSE(see("/api/play/hint", {{"id", id}}).at("action").empty());
      good(act(legal.front()));
    }
    view = device.settled();
  }
  EXPECT_TRUE(undone);
  ASSERT_TRUE(view.at("over").get<bool>());
  const std::string text = directory.read(id);
  const risk::Record record = risk::read_record(text, id);
  EXPECT_FALSE(record.problem);
  EXPECT_EQ(risk::play_again(record, text).outcome, risk::PlayedAgain::Outcome::same);
  const auto answer = [&](const Json& answers) {
    return post("/api/play/answers", Json{{"id", id}, {"answers", answers}}.dump());
  };
  EXPECT_THAT(refused(answer({{"seat", 0}, {"fun", 6}})), HasSubstr("fun"));
  EXPECT_THAT(refused(answer({{"seat", 0}, {"funny", 3}})), HasSubstr("no such question"));
  EXPECT_THAT(refused(answer({{"seat", 2}, {"fun", 3}})), HasSubstr("seat"));
  good(answer({{"seat", 0}, {"fun", 3}}));
  good(answer({{"seat", 1}, {"fun", 5}, {"fair", 4}, {"comment", "shorter"}}));
  good(answer({{"seat", 0}, {"fun", 4}}));  // thought better of it
  // What is not answered anew stays.
  good(answer({{"seat", 1}, {"fun", 5}}));
  EXPECT_THAT(refused(answer({{"seat", 1}})), HasSubstr("no question is answered"));
  // A studio started anew finds the match in its file.
  device.leave();
  restart();
  Device later(studio, "/api/play", {{"id", id}}, headers());
  EXPECT_EQ(later.now().at("events").size(), record.events.size());

  const auto summary =
      test::run({"playtest", "report", directory.path().string(), "--matches", "200", "--json"});
  ASSERT_EQ(summary.exit_code, 0) << summary.err;
  const Json of = parse_json(summary.out).at("variants").front();
  EXPECT_EQ(of.at("people"), 2);
  EXPECT_EQ(of.at("answers").at("fun").at("mean"), 4.5);
  EXPECT_EQ(of.at("answers").at("fair").at("count"), 1);
  EXPECT_EQ(of.at("comments").front(), "shorter");
  EXPECT_TRUE(of.at("criteria").contains("drama"));
}

}  // namespace
}  // namespace evorisk::app
