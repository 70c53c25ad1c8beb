// What a table does with time: turns that run out, and what people took for theirs.
#include <gtest/gtest.h>

#include <cmath>

#include "app/play/views.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/playtest/times.hpp"
#include "risk/record/record.hpp"
#include "tests/app/studio_device.hpp"
#include "tests/app/studio_fixture.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// Time is told by a clock of the test's.
TEST(StudioTimer, AnAgentEndsATurnThatTakesTooLong) {
  const test::TemporaryDirectory directory;
  std::atomic<int> later{0};
  Studio studio({.directory = directory.path().string(), .now = [&later] {
                   return std::chrono::steady_clock::now() + std::chrono::seconds(later);
                 }});
  studio.guard = {.port = 4000};
  const std::map<std::string, std::string> headers{{"host", "127.0.0.1:4000"},
                                                   {"content-type", "application/json"}};
  const auto post = [&](const std::string& path, const Json& body) {
    const Response response =
        studio.answer({.method = "POST", .path = path, .body = body.dump(), .headers = headers});
    EXPECT_EQ(response.status, 200) << response.body;
    return parse_json(response.body);
  };
  const Json id =
      post("/api/play/begin", {{"variant", "library:thesis-9"}, {"agents", {"person", "person"}}})
          .at("id");
  post("/api/play/host", {{"id", id}, {"seconds", 10000}});
  // No time runs out before the first device is there.
  later = 10001;
  studio.tables().wake();
  later = 0;
  Device device(studio, "/api/play", {{"id", id}}, headers);
  const Json first = device.until([](const Json& view) { return view.contains("seconds"); });
  EXPECT_GT(first.at("seconds"), 9000);
  later = 9000;
  studio.tables().wake();
  later = 10001;
  studio.tables().wake();
  bool late = false;  // the first event after it says so
  const Json next = device.until([&](const Json& view) {
    for (const Json& event : view.at("events")) late = late || event.contains("late");
    return view.contains("decides") && view.at("decides") != first.at("decides");
  });
  EXPECT_TRUE(late);
  EXPECT_GT(next.at("events_played"), first.at("events_played"));
}

// What people take for their turns stands beside the record: without pauses, and of people alone.
TEST(StudioTimes, OfPeoplesTurnsAreKeptBesideTheRecord) {
  const test::TemporaryDirectory directory;
  std::chrono::steady_clock::time_point clock{};
  const risk::RecordHeader header{.program = "test",
                                  .agents = {"person", "cautious"},
                                  .key = {.seed = 4, .purpose = Purpose::match}};
  const auto file = directory.path() / "m.jsonl";
  const auto play = [&](Table& at, int turns, int seconds) {
    std::vector<int> played;
    while (!at.match().over() && std::ssize(played) <= turns) {
      at.advance(std::chrono::seconds(60));
      if (at.match().over()) break;
      const int turn = at.match().state().turn();
      if (turn > 0 && (played.empty() || played.back() != turn)) played.push_back(turn);
      if (std::ssize(played) > turns) break;
      clock += std::chrono::seconds(seconds);
      at.act(at.seats_here(), open_actions(at.match().state()).front(), 0);
    }
    return played;
  };
  const std::vector<int> played = [&] {
    Table table(risk::load_variant("thesis-9"), header, file, [&] { return clock; });
    const risk::Record other = risk::read_record(table.match().record(), "m");
    // No other program plays on in its file meanwhile.
    EXPECT_THROW(Table(other, file, [&] { return clock; }), SystemError);
    return play(table, 3, 2);
  }();
  const auto times = experiments::read_times(file);
  ASSERT_EQ(times.size(), 3u);
  for (std::size_t i = 0; i < times.size(); ++i) {
    EXPECT_EQ(times[i].turn, played[i]);
    EXPECT_EQ(times[i].seat, 0);
    EXPECT_GE(times[i].seconds, 2);
    EXPECT_EQ(std::fmod(times[i].seconds, 2), 0);
    EXPECT_EQ(times[i].pauses, 0);
  }
  // The same table from its files: what was kept goes on; a long absence is a pause.
  const risk::Record record = risk::read_record(read_file(file), "m");
  Table again(record, file, [&] { return clock; });
  play(again, 1, 3600);
  const auto later = experiments::read_times(file);
  ASSERT_EQ(later.size(), 4u);
  EXPECT_EQ(later[2], times[2]);
  EXPECT_EQ(later[3].seconds, 0);
  EXPECT_GE(later[3].pauses, 1);
}

// The match does not depend on them.
TEST(StudioTimes, ADamagedFileOfThemIsSetAside) {
  const test::TemporaryDirectory directory;
  const auto file = directory.path() / "m.jsonl";
  directory.write("m.times.json", "{\"format\": 1, \"tur");
  const risk::RecordHeader header{.program = "test",
                                  .agents = {"person", "cautious"},
                                  .key = {.seed = 4, .purpose = Purpose::match}};
  const Table table(risk::load_variant("thesis-9"), header, file, &Table::Clock::now);
  EXPECT_TRUE(std::filesystem::exists(directory.path() / "m.times.json.damaged"));
  EXPECT_TRUE(experiments::read_times(file).empty());
}

}  // namespace
}  // namespace evorisk::app
