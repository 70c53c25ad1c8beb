// Tables for friends: links, what each device sees and may do, leaving and coming back.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <set>

#include "app/text/words/language.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/playtest/times.hpp"
#include "risk/record/record.hpp"
#include "tests/app/studio_device.hpp"
#include "tests/app/studio_fixture.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::Not;
using Json = nlohmann::ordered_json;

constexpr const char* owner_token = "ownersecret";

class StudioTable : public StudioTest {
 protected:
  StudioTable() { studio.guard = {.port = 4000, .loopback = false, .token = owner_token}; }

  static std::map<std::string, std::string> with(const std::string& bearer) {
    auto headers = StudioTest::headers();
    if (!bearer.empty()) headers["authorization"] = "Bearer " + bearer;
    return headers;
  }
  Response own(const std::string& path, const Json& body) {
    return studio.answer(
        {.method = "POST", .path = path, .body = body.dump(), .headers = with(owner_token)});
  }
  // A table, and its links.
  void open(const Json& variant, const Json& agents) {
    id =
        good(
            own("/api/play/begin",
                {{"variant", variant}, {"agents", agents}, {"friends", true}, {"seed", 123456789}}))
            .at("id");
    read_links();
  }
  void read_links() {
    const Json all = good(studio.answer(
        {.path = "/api/play/links", .query = {{"id", id}}, .headers = with(owner_token)}));
    seats.clear();
    for (const Json& seat : all.at("seats")) seats.push_back(secret_of(seat));
    watchers = secret_of(all.at("watchers"));
  }
  static std::string secret_of(const Json& link) {
    if (link.is_null()) return {};
    EXPECT_THAT(link.at("qr").get<std::string>(), testing::StartsWith("<svg"));
    const std::string url = link.at("url");
    return url.substr(url.find('#') + 1);
  }
  Device device(Studio& at, const std::string& link) {
    return Device(at, "/api/seat", {}, with(link));
  }
  Device device(const std::string& link) { return device(studio, link); }
  Response guest(const std::string& link, const std::string& what, const Json& body) {
    return studio.answer(
        {.method = "POST", .path = "/api/seat" + what, .body = body.dump(), .headers = with(link)});
  }
  // Lets the seats play their first legal actions until this is true of the first device's view;
  // fights stop when `attacks` are made.
  template <class Until>
  void play(std::vector<Device>& devices, const Until& until) {
    for (int i = 0; i < 5000; ++i) {
      const Json view = devices.front().settled();
      if (view.at("over").get<bool>() || until(view)) return;
      Device& next = devices.at(view.at("decides").get<std::size_t>());
      const Json legal = next.now().at("legal");
      ASSERT_EQ(next.ask("/act", {{"action", legal.front()}, {"until", 1}}).status, 200);
    }
  }
  std::vector<Device> all_devices() {
    std::vector<Device> devices;
    for (const std::string& link : seats) devices.push_back(device(link));
    return devices;
  }

  std::string id;
  std::vector<std::string> seats;
  std::string watchers;
};

const Json secret_variant = {{"format", 1},
                             {"name", "secret"},
                             {"rules", {{"players", 3}, {"objective", "missions"}}},
                             {"map", "thesis-9"}};

TEST_F(StudioTable, IsOneHoweverItsPathIsSpelt) {
  open("library:thesis-9", {"person", "person"});
  const auto table = studio.tables().table(id);
  const std::size_t slash = id.find('/');
  EXPECT_EQ(studio.tables().table(id.substr(0, slash) + "/./" + id.substr(slash + 1)), table);
}

TEST_F(StudioTable, GoesOnWhereItsRecordCouldNotBeWritten) {
  open("library:thesis-9", {"person", "person"});
  Device first = device(seats[0]);
  Device second = device(seats[1]);
  first.settled();
  Device& mover = first.view.contains("legal") ? first : second;
  const auto act = [&] {
    return mover.ask("/act", {{"action", mover.now().at("legal").front()}}).status;
  };
  const auto played = [&] { return mover.now().at("events_played").get<std::size_t>(); };
  const auto file = directory.path() / id;
  std::filesystem::rename(file, directory.path() / "aside");
  std::filesystem::create_directories(file / "in the way");
  const std::size_t before = played();
  EXPECT_NE(act(), 200);
  mover.until([&](const Json& now) { return now.at("events_played") > before; });
  std::filesystem::remove_all(file);
  EXPECT_EQ(act(), 200);
  EXPECT_THAT(directory.read(id), HasSubstr("\"event\""));
}

TEST_F(StudioTable, GoesOnWhereTheTimesOfATurnCannotBeWritten) {
  open("library:thesis-9", {"person", "cautious"});
  Device mover = device(seats[0]);
  const auto file = experiments::times_file(directory.path() / id);
  std::filesystem::create_directories(file / "in the way");
  const auto decides = [](const Json& now) { return now.at("over") || now.contains("legal"); };
  const auto act = [&] {
    return mover.ask("/act", {{"action", mover.until(decides).at("legal").back()}}).status;
  };
  int failed = 0;
  for (int i = 0; i < 500 && failed < 2; ++i) failed += act() != 200;
  EXPECT_EQ(failed, 2) << "a turn's end is told, and the next turn begins";
  std::filesystem::remove_all(file);
  for (int i = 0; i < 500 && !std::filesystem::exists(file); ++i) ASSERT_EQ(act(), 200);
  EXPECT_TRUE(std::filesystem::is_regular_file(file));
}

TEST_F(StudioTable, AWithdrawnLinkIsWrittenDownWhenThatIsPossible) {
  open("library:thesis-9", {"person", "person"});
  const auto file = directory.path() / (id.substr(0, id.rfind('.')) + ".table.json");
  std::filesystem::remove(file);
  std::filesystem::create_directories(file / "in the way");
  EXPECT_NE(own("/api/play/host", {{"id", id}, {"seat", 0}, {"link", "none"}}).status, 200);
  EXPECT_EQ(device(seats[0]).status, 401);
  std::filesystem::remove_all(file);
  {
    const auto table = studio.tables().table(id);
    const std::lock_guard lock(table->mutex);
    table->advance({});
  }
  restart();
  EXPECT_EQ(device(seats[0]).status, 401);
  EXPECT_EQ(device(seats[1]).status, 200);
}

TEST_F(StudioTable, NothingIsLeftOfOneThatCouldNotBeWritten) {
  const auto play = directory.path() / "play";
  const auto in_the_way = play / fmt::format("thesis-9-5.jsonl.{}.tmp", ::getpid());
  std::filesystem::create_directories(in_the_way);
  const Json body = {
      {"variant", "library:thesis-9"}, {"agents", {"person", "person"}}, {"seed", 5}};
  EXPECT_NE(own("/api/play/begin", body).status, 200);
  EXPECT_FALSE(std::filesystem::exists(play / "thesis-9-5.jsonl"));
  std::filesystem::remove(in_the_way);
  EXPECT_EQ(good(own("/api/play/begin", body)).at("id"), "play/thesis-9-5.jsonl");
}

TEST_F(StudioTable, ItsBoardIsDrawnOnceForEachLanguage) {
  open("library:thesis-9", {"person", "person"});
  const auto table = studio.tables().table(id);
  const std::lock_guard lock(table->mutex);
  const Json& english = table->board(wording(Language::english));
  const Json& portuguese = table->board(wording(Language::portuguese));
  EXPECT_NE(english.at("words"), portuguese.at("words"));
  EXPECT_EQ(&table->board(wording(Language::english)), &english);
  EXPECT_EQ(&table->board(wording(Language::portuguese)), &portuguese);
}

TEST_F(StudioTable, LinksAreLongAndDiffer) {
  open("library:thesis-9", {"person", "person"});
  const std::set<std::string> different{seats[0], seats[1], watchers};
  EXPECT_EQ(different.size(), 3u);
  for (const std::string& link : different) EXPECT_EQ(link.size(), 24u);  // of 64 letters: 144 bits
  const auto file = directory.path() / (id.substr(0, id.rfind('.')) + ".table.json");
  EXPECT_EQ(std::filesystem::status(file).permissions(),
            std::filesystem::perms::owner_read | std::filesystem::perms::owner_write);
}

// Every path of the studio, with a seat's link where the owner's secret should be.
TEST_F(StudioTable, ALinkOpensNothingElse) {
  open("library:thesis-9", {"person", "person"});
  for (const std::string path :
       {"/", "/index.html", "/thumbnail.svg", "/api/list", "/api/catalogue", "/api/variant",
        "/api/run", "/api/watch", "/api/play/board", "/api/play/stream", "/api/play/links",
        "/api/play/explain", "/api/play/hint"})
    for (const std::string& link : {seats[0], watchers, std::string()}) {
      const Response response = studio.answer(
          {.path = path, .query = {{"id", id}, {"token", link}}, .headers = with(link)});
      EXPECT_EQ(response.status, 401) << path;
      EXPECT_THAT(response.body, Not(HasSubstr(seats[1]))) << path;
    }
  for (const std::string path :
       {"/api/play/begin", "/api/play/act", "/api/play/undo", "/api/play/host", "/api/run/start",
        "/api/evaluate", "/api/variant/save", "/api/play/answers"})
    EXPECT_EQ(studio
                  .answer({.method = "POST",
                           .path = path,
                           .body = Json{{"id", id}}.dump(),
                           .headers = with(seats[0])})
                  .status,
              401)
        << path;
  for (const std::string path : {"/api/seat/board", "/api/seat/stream", "/api/seat/hint"}) {
    for (const std::string& wrong :
         {std::string(), std::string("x"), std::string(24, 'A'), std::string(owner_token),
          seats[0] + "A", seats[0].substr(1), id}) {
      EXPECT_EQ(studio.answer({.path = path, .query = {{"id", id}}, .headers = with(wrong)}).status,
                401)
          << path << " " << wrong;
    }
  }
  EXPECT_EQ(guest("x", "/act", Json::object()).status, 401);
  EXPECT_FALSE(logged.empty());
  // Pages are the same for everybody.
  EXPECT_EQ(studio.answer({.path = "/table", .headers = with("")}).status, 200);
  EXPECT_EQ(studio.answer({.path = "/seat.js", .headers = with("")}).status, 200);
}

TEST_F(StudioTable, WhatIsRefusedOfOthersIsRefusedOfGuests) {
  open("library:thesis-9", {"person", "person"});
  auto foreign = with(seats[0]);
  foreign["origin"] = "http://evil.example";
  EXPECT_EQ(studio.answer({.path = "/api/seat/board", .headers = foreign}).status, 403);
  auto site = with(seats[0]);
  site["sec-fetch-site"] = "cross-site";
  EXPECT_EQ(studio.answer({.path = "/api/seat/stream", .headers = site}).status, 403);
  auto form = with(seats[0]);
  form["content-type"] = "text/plain";
  EXPECT_EQ(
      studio.answer({.method = "POST", .path = "/api/seat/act", .body = "{}", .headers = form})
          .status,
      415);
  EXPECT_EQ(guest(seats[0], "/name", {{"name", std::string(5000, 'a')}}).status, 413);
  EXPECT_EQ(guest(seats[0], "/name", {{"name", std::string(100, 'a')}}).status, 400);
  for (const char* name : {"a\nb", "a\u009bb", "a\u202eb", "a\u2028", " ", "\u00a0\u200b"})
    EXPECT_THAT(refused(guest(seats[0], "/name", {{"name", name}})), HasSubstr("a name has"));
  EXPECT_EQ(guest(seats[0], "/nothing", Json::object()).status, 404);
  EXPECT_EQ(studio.answer({.path = "/api/seat/nothing", .headers = with(seats[0])}).status, 404);
  // A studio for this computer alone is asked by its own name.
  studio.guard = {.port = 4000};
  auto host = with(seats[0]);
  host["host"] = "evil.example";
  EXPECT_EQ(studio.answer({.path = "/api/seat/board", .headers = host}).status, 403);
}

TEST_F(StudioTable, EachActsForItsOwnSeatInItsTurn) {
  open("library:thesis-9", {"person", "person"});
  std::vector<Device> devices = all_devices();
  Device onlooker = device(watchers);
  const Json view = devices[0].settled();
  const std::size_t on_turn = view.at("decides");
  Device& other = devices[1 - on_turn];
  const Json action = devices[on_turn].now().at("legal").front();
  EXPECT_FALSE(other.now().contains("legal"));
  EXPECT_FALSE(onlooker.now().contains("legal"));
  EXPECT_THAT(refused(other.ask("/act", {{"action", action}})), HasSubstr("nobody's turn"));
  EXPECT_EQ(other.see("/hint").status, 400);
  for (const char* what : {"/act", "/undo", "/agree", "/name", "/stand_in", "/answers"})
    EXPECT_THAT(refused(onlooker.ask(what, {{"action", action}})), HasSubstr("look on only"));
  EXPECT_THAT(refused(other.ask("/answers", {{"answers", {{"seat", 0}}}})), HasSubstr("not over"));
  EXPECT_EQ(devices[on_turn].see("/hint").status, 200);
  EXPECT_EQ(devices[on_turn].ask("/act", {{"action", action}}).status, 200);
  // All are told, whoever asked.
  for (Device* each : {&devices[0], &devices[1], &onlooker})
    EXPECT_GT(each->now().at("events_played"), view.at("events_played"));
}

// Members of a view that hold a secret, wherever they are.
void find_secrets(const Json& in, std::vector<std::string>& found) {
  if (in.is_object()) {
    for (const auto& [key, value] : in.items()) {
      if (key == "card" || key == "mission" || key == "hand") found.push_back(key);
      find_secrets(value, found);
    }
  } else if (in.is_array()) {
    for (const Json& item : in) find_secrets(item, found);
  }
}

// A whole match of missions and cards: no byte that a seat is sent tells another's.
TEST_F(StudioTable, NoSecretOfAnotherSeatIsSent) {
  open(secret_variant, {"person", "person", "person"});
  std::vector<Device> devices = all_devices();
  Device onlooker = device(watchers);
  play(devices, [](const Json& view) { return view.at("turn") > 60; });
  const std::string text = directory.read(id);
  const std::string seed = std::to_string(risk::read_record(text, id).header.key.seed);
  int drawn = 0;
  const auto check = [&](Device& device, int seat) {
    device.now();
    for (const std::string& sent : device.ear->texts) {
      for (const std::string& link : seats) EXPECT_THAT(sent, Not(HasSubstr(link)));
      EXPECT_THAT(sent, Not(HasSubstr(watchers)));
      EXPECT_THAT(sent, Not(HasSubstr(seed)));
      if (!sent.starts_with("data: ")) continue;
      const Json view = parse_json(sent.substr(6));
      std::vector<std::string> secrets;
      for (const Json& event : view.at("events")) {
        std::vector<std::string> of_event;
        // That one is dealt is seen by all.
        Json told = event;
        told.erase("kind");
        find_secrets(told, of_event);
        EXPECT_TRUE(of_event.empty() || event.at("seat") == seat) << event;
        drawn += of_event.empty() ? 0 : 1;
      }
      EXPECT_EQ(view.contains("hand"), seat >= 0);
      EXPECT_EQ(view.contains("legal"), seat >= 0 && view.value("decides", -1) == seat);
      for (const Json& each : view.at("seats")) find_secrets(each, secrets);
      EXPECT_TRUE(secrets.empty());
    }
  };
  for (int seat = 0; seat < 3; ++seat) check(devices[static_cast<std::size_t>(seat)], seat);
  check(onlooker, -1);
  EXPECT_GT(drawn, 3);
  // The three missions differ, and each is told its own alone.
  std::set<std::string> missions;
  for (Device& each : devices) missions.insert(each.now().at("mission"));
  EXPECT_EQ(missions.size(), 3u);
  EXPECT_FALSE(onlooker.now().contains("mission"));
  for (const std::string& link : {seats[0], watchers}) {
    const std::string board =
        studio.answer({.path = "/api/seat/board", .headers = with(link)}).body;
    EXPECT_THAT(board, Not(HasSubstr(seed)));
    EXPECT_THAT(board, Not(HasSubstr(seats[1])));
    EXPECT_THAT(board, Not(HasSubstr(".jsonl")));
  }
  // The host may play at the table, too.
  const std::string board =
      studio
          .answer({.path = "/api/play/board", .query = {{"id", id}}, .headers = with(owner_token)})
          .body;
  EXPECT_THAT(board, HasSubstr("\"words\""));
  EXPECT_THAT(board, Not(HasSubstr(seed)));
}

// The server is killed and started anew: links, names, stand-ins and the match are as they were.
TEST_F(StudioTable, AllIsThereAfterARestart) {
  open(secret_variant, {"person", "strategist", "person"});
  EXPECT_EQ(own("/api/play/host", {{"id", id}, {"seconds", 300}}).status, 200);
  ASSERT_EQ(seats[1], "");
  std::vector<Device> devices;
  for (const int seat : {0, 0, 2}) devices.push_back(device(seats[static_cast<std::size_t>(seat)]));
  EXPECT_EQ(devices[0].ask("/name", {{"name", "Ana"}}).status, 200);
  play(devices, [](const Json& view) { return view.at("turn") > 3; });
  const Json before = devices[0].settled();
  const auto events = devices[0].events;
  devices.clear();
  restart();
  Device back = device(seats[0]);
  Json after = back.settled();
  after = back.until([](const Json& view) { return view.contains("seconds"); });
  for (const char* same : {"owners", "troops", "turn", "seat", "phase", "hand", "mission", "mine",
                           "waits", "events_played"})
    EXPECT_EQ(after.at(same), before.at(same)) << same;
  EXPECT_EQ(back.events, events);
  EXPECT_EQ(after.at("seats").at(0).at("name"), "Ana");
  EXPECT_NE(after.at("epoch"), before.at("epoch"));
  // A page that comes back with what it knows is sent the rest; one of another time all of it.
  Device knows(studio, "/api/seat",
               {{"known", after.at("events_played").dump()}, {"epoch", after.at("epoch")}},
               with(seats[0]));
  {
    const std::lock_guard lock(knows.ear->mutex);
    EXPECT_THAT(knows.ear->bytes, HasSubstr("\"events\":[],"));
  }
  Device stale(studio, "/api/seat",
               {{"known", after.at("events_played").dump()}, {"epoch", before.at("epoch")}},
               with(seats[0]));
  EXPECT_EQ(stale.now().at("since"), 0);
}

TEST_F(StudioTable, ALinkCanBeRevoked) {
  open("library:thesis-9", {"person", "person"});
  Device old = device(seats[0]);
  Device onlooker = device(watchers);
  const std::string before = seats[0];
  good(own("/api/play/host", {{"id", id}, {"seat", 0}, {"link", "new"}}));
  EXPECT_TRUE(old.ear->ended);
  EXPECT_EQ(device(before).status, 401);
  EXPECT_EQ(guest(before, "/name", {{"name", "x"}}).status, 401);
  read_links();
  EXPECT_NE(seats[0], before);
  EXPECT_EQ(device(seats[0]).status, 200);
  EXPECT_FALSE(onlooker.ear->ended);
  const std::string old_watchers = watchers;
  good(own("/api/play/host", {{"id", id}, {"seat", -1}, {"link", "none"}}));
  EXPECT_TRUE(onlooker.ear->ended);
  EXPECT_EQ(device(old_watchers).status, 401);
  read_links();
  EXPECT_EQ(watchers, "");
  // Nor does it come back with a restart.
  onlooker.leave();
  old.leave();
  restart();
  EXPECT_EQ(device(before).status, 401);
  EXPECT_EQ(device(seats[0]).status, 200);
}

TEST_F(StudioTable, ALinkThatIsWithdrawnMeanwhileIsVoid) {
  open("library:thesis-9", {"person", "person"});
  const Tables::Place place = studio.tables().place(seats[0]);
  const Response seat = studio.answer({.path = "/api/seat/stream", .headers = with(seats[0])});
  const Response looker = studio.answer({.path = "/api/seat/stream", .headers = with(watchers)});
  own("/api/play/host", {{"id", id}, {"seat", 0}, {"link", "new"}});
  own("/api/play/host", {{"id", id}, {"seat", -1}, {"link", "none"}});
  EXPECT_THROW(seat.follow(std::make_shared<Ear>()), LinkError);
  EXPECT_THROW(looker.follow(std::make_shared<Ear>()), LinkError);
  EXPECT_THROW(place.table->require_link(seats[0]), LinkError);
  EXPECT_FALSE(place.table->present(0));
  EXPECT_NO_THROW(place.table->require_link(seats[1]));
}

TEST_F(StudioTable, AnAgentPlaysForWhoStaysAway) {
  open("library:thesis-9", {"person", "person"});
  Device first = device(seats[0]);
  Device second = device(seats[1]);
  EXPECT_EQ(first.now().at("seats").at(1).at("here"), true);
  EXPECT_THAT(refused(first.ask("/stand_in", {{"seat", 1}, {"on", true}})),
              HasSubstr("who has gone"));
  // A phone that loses its connection for a moment is no person who has gone.
  clock_ahead = 100;
  second.leave();
  EXPECT_EQ(first.now().at("seats").at(1).at("here"), false);
  EXPECT_GT(first.now().at("seats").at(1).at("patience"), 0);
  clock_ahead = 101;
  EXPECT_THAT(refused(first.ask("/stand_in", {{"seat", 1}, {"on", true}})),
              HasSubstr("only just gone"));
  clock_ahead = 161;
  EXPECT_EQ(first.ask("/stand_in", {{"seat", 1}, {"on", true}}).status, 200);
  EXPECT_EQ(first.now().at("seats").at(1).at("stand_in"), "strategist");
  // Only the first person is asked from now on.
  for (int i = 0; i < 12; ++i) {
    const Json view = first.settled();
    if (view.at("over").get<bool>()) break;
    ASSERT_EQ(view.at("decides"), 0);
    ASSERT_EQ(first.ask("/act", {{"action", view.at("legal").back()}}).status, 200);
  }
  EXPECT_TRUE(
      std::ranges::any_of(first.events, [](const Json& event) { return event.at("seat") == 1; }));
  // Nobody else can send the agent away; the person itself can.
  EXPECT_EQ(first.ask("/stand_in", {{"seat", 1}, {"on", false}}).status, 400);
  Device back = device(seats[1]);
  EXPECT_EQ(back.ask("/stand_in", {{"seat", 1}, {"on", false}}).status, 200);
  EXPECT_FALSE(back.now().at("seats").at(1).contains("stand_in"));
  // The host need not wait.
  back.leave();
  EXPECT_EQ(own("/api/play/host", {{"id", id}, {"seat", 1}, {"stand_in", "cautious"}}).status, 200);
  // The record is one that plays again as it was.
  const risk::Record record = risk::read_record(directory.read(id), id);
  EXPECT_TRUE(record.unfinished || !record.problem);
}

// After dice, a decision is taken back only when all others agree.
TEST_F(StudioTable, UndoIsByAgreement) {
  open("library:thesis-9", {"person", "person"});
  std::vector<Device> devices = all_devices();
  play(devices, [&](const Json&) {
    return !devices[0].events.empty() && devices[0].events.back().at("kind") == "attack";
  });
  const Json after = devices[0].settled();
  const std::size_t asking = devices[0].events.back().at("seat");
  Device& one = devices[asking];
  Device& other = devices[1 - asking];
  EXPECT_THAT(refused(other.ask("/agree", {{"yes", true}})), HasSubstr("nobody asks"));
  EXPECT_EQ(one.ask("/undo", Json::object()).status, 200);
  EXPECT_EQ(other.now().at("asks").at("seat"), asking);
  EXPECT_THAT(refused(one.ask("/agree", {{"yes", true}})), HasSubstr("nobody asks"));
  EXPECT_EQ(other.ask("/agree", {{"yes", false}}).status, 200);
  EXPECT_FALSE(other.now().contains("asks"));
  EXPECT_EQ(other.now().at("owners"), after.at("owners"));
  EXPECT_EQ(one.ask("/undo", Json::object()).status, 200);
  const std::vector<Json> events = one.events;
  EXPECT_EQ(other.ask("/agree", {{"yes", true}}).status, 200);
  const Json back = one.settled();
  EXPECT_LT(back.at("events_played"), after.at("events_played"));
  EXPECT_EQ(back.at("decides"), asking);
  EXPECT_EQ(back.at("phase"), "attack");
  other.now();
  EXPECT_EQ(one.events, other.events);
  EXPECT_TRUE(std::ranges::equal(one.events, std::span(events).first(one.events.size())));
  // It is so in the file, too, and the same attack then rolls the same dice.
  const Json attack = events[one.events.size()];
  EXPECT_EQ(
      one.ask("/act", {{"action",
                        {{"kind", "attack"}, {"from", attack.at("from")}, {"to", attack.at("to")}}},
                       {"until", 1}})
          .status,
      200);
  one.settled();
  EXPECT_EQ(one.events.at(one.now().at("since").get<std::size_t>()), attack);
  const risk::Record record = risk::read_record(directory.read(id), id);
  EXPECT_EQ(record.events.size(), one.events.size());
}

}  // namespace
}  // namespace evorisk::app
