// The studio's API, asked without a network: who may ask, what is refused, what is answered.
#include <fmt/format.h>
#include <gmock/gmock.h>
#include <unistd.h>

#include <algorithm>
#include <thread>

#include "app/studio/context.hpp"
#include "app/studio/server/folder.hpp"
#include "app/studio/server/guard.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/explain/single_steps.hpp"
#include "metrics/objective/objective.hpp"
#include "tests/app/studio_fixture.hpp"

namespace evorisk::app {
namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;
using Json = nlohmann::ordered_json;

TEST(StudioGuard, KnowsItsOwnPageFromOthers) {
  struct Row {
    const char* method;
    const char* path;
    std::map<std::string, std::string> headers;
    int status;  // 0: let in
  };
  const std::string json_type = "application/json";
  const Row loopback[] = {
      {"GET", "/", {{"host", "127.0.0.1:4000"}}, 0},
      {"GET", "/", {{"host", "LocalHost:4000"}}, 0},
      {"GET", "/", {{"host", "[::1]:4000"}}, 0},
      // A name of somebody else that leads here, another port, none, two.
      {"GET", "/", {{"host", "evil.example:4000"}}, 403},
      {"GET", "/", {{"host", "127.0.0.1:4001"}}, 403},
      {"GET", "/", {{"host", "127.0.0.1"}}, 403},
      {"GET", "/", {}, 403},
      {"GET", "/", {{"host", "127.0.0.1:4000, evil.example"}}, 403},
      // Pages of others.
      {"GET", "/api/list", {{"host", "localhost:4000"}, {"origin", "http://evil.example"}}, 403},
      {"GET", "/api/list", {{"host", "localhost:4000"}, {"origin", "null"}}, 403},
      {"GET", "/api/list", {{"host", "localhost:4000"}, {"origin", "http://127.0.0.1:4000"}}, 403},
      {"GET", "/api/list", {{"host", "localhost:4000"}, {"origin", "http://localhost:4000"}}, 0},
      {"GET", "/api/list", {{"host", "localhost:4000"}, {"sec-fetch-site", "cross-site"}}, 403},
      {"GET", "/api/list", {{"host", "localhost:4000"}, {"sec-fetch-site", "same-site"}}, 403},
      {"GET", "/api/list", {{"host", "localhost:4000"}, {"sec-fetch-site", "same-origin"}}, 0},
      {"GET", "/", {{"host", "localhost:4000"}, {"sec-fetch-site", "cross-site"}}, 0},  // a link
      // What a form of another page can send.
      {"POST", "/api/run/start", {{"host", "localhost:4000"}, {"content-type", "text/plain"}}, 415},
      {"POST", "/api/run/start", {{"host", "localhost:4000"}}, 415},
      {"POST", "/api/run/start", {{"host", "localhost:4000"}, {"content-type", json_type}}, 0},
  };
  const auto status = [](const Guard& guard, const Row& row) {
    const auto refusal =
        guard.refusal({.method = row.method, .path = row.path, .headers = row.headers});
    return refusal ? refusal->status : 0;
  };
  for (const Row& row : loopback)
    EXPECT_EQ(status({.port = 4000}, row), row.status)
        << row.method << ' ' << row.path << ' ' << Json(row.headers).dump();
  const Guard open{.port = 80, .loopback = false, .token = "letmein123"};
  const Row outside[] = {
      {"GET", "/", {{"host", "desk"}}, 401},
      {"GET", "/", {{"host", "desk"}, {"cookie", "evorisk=letmein12"}}, 401},
      {"GET", "/", {{"host", "desk"}, {"cookie", "a=b; evorisk=letmein123"}}, 0},
      {"GET", "/", {{"host", "desk"}, {"authorization", "Bearer letmein123"}}, 0},
      {"GET",
       "/",
       {{"host", "desk"}, {"cookie", "evorisk=letmein123"}, {"origin", "http://x"}},
       403},
  };
  for (const Row& row : outside)
    EXPECT_EQ(status(open, row), row.status) << Json(row.headers).dump();
  EXPECT_FALSE(open.refusal({.query = {{"token", "letmein123"}}, .headers = {{"host", "desk"}}}));
}

TEST(StudioFolder, NothingOutsideIsReached) {
  const test::TemporaryDirectory directory;
  const auto root = directory.path() / "root";
  std::filesystem::create_directories(root / "a");
  directory.write("secret.json", "{}");
  directory.write("root/a/inside.json", "{}");
  std::filesystem::create_symlink(directory.path() / "secret.json", root / "link.json");
  std::filesystem::create_symlink(directory.path(), root / "up");
  const Folder folder(root);
  EXPECT_EQ(folder.name(folder.existing("a/inside.json")), "a/inside.json");
  for (const std::string& name :
       {std::string("../secret.json"), std::string("a/../../secret.json"), std::string("link.json"),
        std::string("up/secret.json"), std::string("up"),
        directory.path().string() + "/secret.json", std::string("/etc/passwd"), std::string(),
        std::string("a/inside.json\0.txt", 18), std::string(5000, 'a'), std::string("nothing"),
        std::string("a/..")})
    EXPECT_THROW(folder.existing(name), InputError) << name;
  EXPECT_EQ(folder.fresh("b", "../x", ".json"), root / "b" / "x.json");
  EXPECT_EQ(folder.fresh("b", "x", ".json"), root / "b" / "x-2.json");  // not written yet
}

TEST(StudioFolder, NothingIsLeftOfWhatCouldNotBeWritten) {
  const test::TemporaryDirectory directory;
  const Folder folder(directory.path());
  const auto in_the_way = directory.path() / "b" / fmt::format("x.json.{}.tmp", ::getpid());
  std::filesystem::create_directories(in_the_way);
  EXPECT_THROW(folder.save("b", "x", ".json", "text"), SystemError);
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "b" / "x.json"));
  std::filesystem::remove(in_the_way);
  EXPECT_EQ(folder.save("b", "x", ".json", "text"), "b/x.json");
}

TEST(StudioSteps, AreEachOneChange) {
  const risk::Variant variant = risk::load_variant("cycle-4");
  const std::vector<experiments::SingleStep> steps = experiments::single_steps(variant);
  int borders = 0;
  int bonuses = 0;
  for (const experiments::SingleStep& step : steps) {
    const bool same_rules = step.variant.rules() == variant.rules();
    const bool same_map = step.variant.map() == variant.map();
    EXPECT_NE(same_rules, same_map) << step.what.dump();
    borders += step.what.at("kind") == "border";
    bonuses += step.what.at("kind") == "bonus";
    if (step.what.at("kind") != "rule") continue;
    EXPECT_EQ(risk::get_rule(step.variant.rules(), step.what.at("key").get<std::string>()),
              step.what.at("to"));
  }
  // A ring of four: each of its borders can go, each of the two diagonals can come.
  EXPECT_EQ(borders, 6);
  EXPECT_GE(bonuses, variant.continents());
}

TEST_F(StudioTest, RefusesWhatIsMalformedAndWritesNothing) {
  const auto before = files();
  struct Row {
    const char* path;
    std::string body;
    const char* message;
  };
  const Row rows[] = {
      {"/api/evaluate", "", "request"},
      {"/api/evaluate", "{", "request"},
      {"/api/evaluate", "[1]", "something else than an object"},
      {"/api/evaluate", "\"x\"", "something else than an object"},
      {"/api/evaluate", std::string(100000, '['), "request"},
      {"/api/evaluate", "{\"variant\": 5}", "object"},
      {"/api/evaluate", "{}", "variant"},
      {"/api/evaluate", R"({"variant": "library:rsk"})", "risk"},
      {"/api/evaluate", R"({"variant": "library:/etc/passwd"})", "passwd"},
      {"/api/evaluate", R"({"variant": "file:../../etc/passwd"})", "below the studio's directory"},
      {"/api/evaluate", R"({"variant": "/etc/passwd"})", "names no variant"},
      {"/api/evaluate",
       R"({"variant": {"format": 1, "name": "x", "rules": {}, "map": "/etc/passwd"}})", "passwd"},
      {"/api/evaluate", R"({"variant": "library:two", "matches": 1000000000})", "200000"},
      {"/api/duels", R"({"variant": "library:two", "agents": ["cautios"]})", "cautious"},
      {"/api/duels",
       R"({"variant": "library:two", "agents": ["external:{\"command\": [\"touch\", \"x\"]}"]})",
       "starts no programs"},
      {"/api/courses", R"({"variant": "library:two", "agents": ["a", "b", "c"]})", "2 seats"},
      {"/api/run/start", R"({"config": {"format": 1, "name": "../x"}})", "name"},
      {"/api/run/start",
       R"({"config": {"format": 1, "search_space": {"initial_maps": ["/etc/passwd"]}}})", "passwd"},
      {"/api/run/start", R"({"config": {"format": 1, "objective": "/etc/passwd"}})", "objective"},
      {"/api/run/start",
       R"({"config": {"format": 1, "objective": {"target": {"variant": "/etc/passwd"}}}})",
       "passwd"},
      {"/api/run/start",
       R"({"config": {"format": 1, "objective": {"target": {"variant":
          {"format": 1, "name": "x", "rules": {}, "map": "/etc/passwd"}}}}})",
       "passwd"},
      {"/api/run/start",
       R"({"config": {"format": 1, "playability": [{"matches": 5, "best": 0.5, "agent":
          "external:{\"command\": [\"touch\", \"x\"]}"}]}})",
       "starts no programs"},
      {"/api/run/start",
       R"({"config": {"format": 1, "agents": ["learned:{\"weights\": \"/etc/passwd\"}"]}})",
       "reads no files"},
      {"/api/courses",
       R"({"variant": "library:two", "agents":
          ["mix:{\"agents\": [{\"learned\": {\"weights\": \"/etc/passwd\"}}, \"random\"]}"]})",
       "reads no files"},
      {"/api/run/steer", R"({"id": ".", "order": "stop"})", "no process"},
      {"/api/run/steer", R"({"id": "../..", "order": "stop"})", "below the studio's directory"},
      {"/api/play/begin", R"({"variant": "library:two", "agents": ["cautious", "random"]})",
       "no seat is a person's"},
      {"/api/play/act", R"({"id": "nothing.jsonl", "events": 0, "action": {"kind": "stop"}})",
       "no such file"},
      {"/api/print", R"({"variant": "library:two", "language": "fr"})", "pt"},
      {"/api/map/check", R"({"map": {"format": 1}})", "territories"},
      {"/api/map/import", R"({"text": "what is this"})", "format"},
      {"/api/map/export", R"({"map": "risk", "format": "origin"})", "original"},
      {"/api/variant/save", R"({"variant": "library:nothing"})", "nothing"},
  };
  for (const Row& row : rows)
    EXPECT_THAT(refused(post(row.path, row.body)), HasSubstr(row.message))
        << row.path << ' ' << row.body.substr(0, 80);
  EXPECT_THAT(refused(get("/api/run", {{"id", "../.."}})), HasSubstr("below the studio's"));
  EXPECT_THAT(refused(get("/api/run", {})), HasSubstr("missing"));
  EXPECT_EQ(get("/../CMakeLists.txt").status, 404);
  EXPECT_EQ(get("/api/nothing").status, 404);
  EXPECT_EQ(studio.answer({.method = "PUT", .path = "/", .headers = headers()}).status, 405);
  EXPECT_EQ(post("/api/evaluate", std::string((8u << 20) + 1, ' ')).status, 413);
  EXPECT_EQ(logged.size(), 4u);  // what is not there, and what is too large
  EXPECT_EQ(files(), before);
  // Errors name files as the studio does, not where its directory is.
  write_file(directory.path() / "broken.json", "{");
  const std::string said = refused(post("/api/evaluate", R"({"variant": "file:broken.json"})"));
  EXPECT_THAT(said, HasSubstr("broken.json"));
  EXPECT_THAT(said, testing::Not(HasSubstr(directory.path().string())));
}

TEST_F(StudioTest, KnowsThePublishedGames) {
  const Json games = good(get("/api/catalogue")).at("games");
  ASSERT_EQ(games.size(), 2u);
  for (const Json& game : games) {
    const std::string name = game.at("name");
    const Json ours = ask("/api/evaluate", {{"variant", "library:" + name}, {"matches", 20}});
    const auto theirs = test::run({"evaluate", name, "--matches", "20", "--json"});
    EXPECT_EQ(ours.at("criteria"), parse_json(theirs.out).at("criteria"));
  }
}

TEST_F(StudioTest, MeasuresAsTheCommandLineDoes) {
  const Json same = ask("/api/whatif",
                        {{"variant", "library:two"}, {"changed", "library:two"}, {"matches", 500}});
  EXPECT_EQ(same.at("comparison").at("fitness").at("mean"), 0.0);
  const Json ours =
      ask("/api/evaluate", {{"variant", "library:thesis-9"}, {"matches", 1000}, {"seed", 5}});
  const auto theirs =
      test::run({"evaluate", "thesis-9", "--matches", "1000", "--seed", "5", "--json"});
  EXPECT_EQ(ours.at("criteria"), parse_json(theirs.out).at("criteria"));
  const Json steps = ask("/api/sensitivity", {{"variant", "library:cycle-4"}, {"matches", 60}});
  EXPECT_GT(steps.at("changes").size(), 20u);
  // By the objective of the page, also where that takes the slow engine.
  const Json by_own =
      ask("/api/sensitivity",
          {{"variant", "library:two"},
           {"matches", 20},
           {"objective", {{"name", "own"}, {"criteria", {{"snowball", Json::object()}}}}}});
  EXPECT_EQ(by_own.at("objective"), "own");
  EXPECT_TRUE(by_own.at("changes").front().at("criteria").contains("snowball"));
  const Json courses = ask("/api/courses", {{"variant", "library:thesis-9"}, {"matches", 40}});
  const auto sum = [](const Json& list) {
    std::int64_t total = 0;
    for (const Json& value : list) total += value.get<std::int64_t>();
    return total;
  };
  EXPECT_EQ(sum(courses.at("lengths")), courses.at("matches"));
  for (const Json& match : courses.at("shown")) {
    const Json& curve = match.at("curve");
    EXPECT_EQ(curve.at("H").size(), match.at("turns").get<std::size_t>());
    // The seat that is ahead of all others leads until another one is.
    int leader = -1;
    std::size_t changes = 0;
    for (const auto& ahead : curve.at("H").get<std::vector<std::vector<double>>>()) {
      const int best = static_cast<int>(std::ranges::max_element(ahead) - ahead.begin());
      if (std::ranges::count(ahead, ahead[static_cast<std::size_t>(best)]) > 1) continue;
      changes += leader >= 0 && leader != best ? 1 : 0;
      leader = best;
    }
    EXPECT_EQ(curve.at("lead_changes").size(), changes);
  }
  // The match that was shown is the one that is watched.
  const Json& shown = courses.at("shown").front();
  const Json watched =
      ask("/api/watch", {{"variant", "library:thesis-9"}, {"match", shown.at("match")}});
  EXPECT_EQ(watched.at("course"), shown.at("curve"));
  EXPECT_EQ(watched.at("winner"), shown.at("winner"));
}

TEST_F(StudioTest, MapsAreCheckedAndCarriedOver) {
  Json map =
      ask("/api/map/generate", {{"territories", 9}, {"continents", 2}, {"seed", 3}}).at("map");
  EXPECT_TRUE(ask("/api/map/check", {{"map", map}}).at("problems").empty());
  for (const char* format : {"evorisk", "domination", "conquest"}) {
    const Json text = ask("/api/map/export", {{"map", map}, {"format", format}}).at("text");
    const Json back = ask("/api/map/import", {{"text", text}}).at("map");
    EXPECT_EQ(back.at("borders").size(), map.at("borders").size()) << format;
  }
  map["borders"] = Json::array();
  for (int a = 0; a < 5; ++a) {
    for (int b = a + 1; b < 5; ++b) map["borders"].push_back({a, b});
  }
  const Json checked = ask("/api/map/check", {{"map", map}});
  EXPECT_EQ(checked.at("planar"), false);
  EXPECT_EQ(checked.at("offending").size(), 10u);
  EXPECT_EQ(checked.at("parts").size(), 5u);
  EXPECT_FALSE(checked.at("problems").empty());
}

TEST_F(StudioTest, TerritoriesAreSplitOnTheBoard) {
  const Json map = ask("/api/map/layout", {{"map", "thesis-9"}}).at("map");
  const Json& place = map.at("territories")[2];
  const auto split = [&](double x) {
    return Json{{"map", map},
                {"territory", 2},
                {"from", {{"x", x}, {"y", 0}}},
                {"to", {{"x", x}, {"y", 1}}}};
  };
  const Json after = ask("/api/map/split", split(place.at("x"))).at("map");
  EXPECT_EQ(after.at("territories").size(), 14u);
  EXPECT_NE(after.at("territories").back().at("name"), "");
  const Json checked = ask("/api/map/check", {{"map", after}});
  EXPECT_TRUE(checked.at("problems").empty());
  EXPECT_THAT(checked.at("svg").get<std::string>(), StartsWith("<svg"));
  EXPECT_EQ(post("/api/map/split", split(0).dump()).status, 400);
}

TEST_F(StudioTest, BoardsAreShownSmall) {
  const auto thumbnail = [&](const std::string& name) {
    return studio.answer(
        {.path = "/thumbnail.svg", .query = {{"name", name}}, .headers = headers()});
  };
  const Response small = thumbnail("library:risk");
  EXPECT_EQ(small.status, 200);
  EXPECT_THAT(small.type, StartsWith("image/svg+xml"));
  EXPECT_EQ(small.body, thumbnail("library:risk").body);
  EXPECT_EQ(small.body.find("Kamchatka</text>"), std::string::npos);
  EXPECT_EQ(thumbnail("library:nowhere").status, 404);
  EXPECT_EQ(thumbnail("file:../../etc/passwd").status, 404);
}

TEST_F(StudioTest, WishesThatCannotBeAreRefused) {
  for (const Json& wishes :
       {Json{{"format", 1}, {"players", 9}}, Json{{"format", 1}, {"keep", {"rules"}}}, Json(3),
        Json{{"format", 1}, {"territories", {{"at_least", 30}, {"at_most", 10}}}}}) {
    EXPECT_EQ(post("/api/run/wish", Json{{"wishes", wishes}}.dump()).status, 400) << wishes;
  }
  // A page names no files of its own choice.
  directory.write("objective.json", R"({"format": 1, "criteria": {"duration": 1}})");
  const std::string file = (directory.path() / "objective.json").string();
  EXPECT_EQ(post("/api/run/wish", Json{{"wishes", {{"objective", file}}}}.dump()).status, 400);
  EXPECT_EQ(post("/api/run/wish",
                 Json{{"wishes", {{"format", 1}}}, {"start", "file:../../etc/passwd"}}.dump())
                .status,
            400);
}

TEST_F(StudioTest, WishesAreLookedAtBeforeAnythingBegins) {
  const auto keeping = [](const Json& keep, const std::string& start) {
    return Json{{"wishes", {{"format", 1}, {"keep", keep}}}, {"start", start}};
  };
  EXPECT_EQ(ask("/api/run/wish", keeping({"rules", "territory:Brazil", "border:Alaska-Kamchatka",
                                          "continent:Europe", "bonus:Asia"},
                                         "library:risk")),
            Json::object());
  for (const Json& keep : {Json{"map", "rules"}, Json{"border:Alaska-Brazil"}}) {
    EXPECT_EQ(post("/api/run/wish", keeping(keep, "library:risk").dump()).status, 400) << keep;
  }
  // Without a start they are about a shortlist.
  EXPECT_EQ(ask("/api/run/wish", {{"wishes", {{"format", 1}, {"players", 3}}}}), Json::object());
  EXPECT_EQ(post("/api/run/wish",
                 Json{{"wishes", {{"format", 1}, {"territories", 6}, {"continents", 30}}}}.dump())
                .status,
            400);
  EXPECT_FALSE(std::filesystem::exists(directory.path() / "configurations"));
}

TEST_F(StudioTest, AKitIsPrinted) {
  const std::string pdf =
      ask("/api/print", {{"variant", "library:two"}, {"language", "pt"}}).at("pdf");
  EXPECT_THAT(pdf, StartsWith("JVBERi0"));  // %PDF-
  EXPECT_EQ(pdf.size() % 4, 0u);
  Json variant = see("/api/variant", {{"name", "library:two"}}).at("variant");
  EXPECT_EQ(ask("/api/print", {{"variant", variant}}).at("notes"), Json::array());
  variant["map"]["territories"][0]["name"] = "\u65e5\u672c";
  EXPECT_THAT(ask("/api/print", {{"variant", variant}}).at("notes").at(0).get<std::string>(),
              HasSubstr("no form for these letters"));
}

TEST_F(StudioTest, TheEditorKeepsTheRulesAndWhatItIsBredFor) {
  Json variant = see("/api/variant", {{"name", "library:thesis-9"}}).at("variant");
  EXPECT_THAT(ask("/api/map/save", {{"variant", variant}}).at("id").get<std::string>(),
              StartsWith("maps/"));
  Json bred = variant;
  bred["bred_for"] = metrics::objective_to_json(metrics::thesis_objective());
  const auto kept = ask("/api/map/save", {{"variant", bred}}).at("id").get<std::string>();
  EXPECT_EQ(parse_json(read_file(directory.path() / kept))["bred_for"], bred["bred_for"]);
  variant["rules"]["players"] = 3;
  const auto id = ask("/api/map/save", {{"variant", variant}}).at("id").get<std::string>();
  EXPECT_THAT(id, StartsWith("variants/"));
  EXPECT_EQ(parse_json(read_file(directory.path() / id)).at("rules").at("players"), 3);
}

TEST_F(StudioTest, WhatABrowserHasIsNotSentAgain) {
  const auto tag_of = [](const Response& response) {
    for (const auto& [name, value] : response.headers) {
      if (name == "ETag") return value;
    }
    return std::string();
  };
  Request request{.method = "GET", .path = "/api/list", .headers = headers()};
  const std::string tag = tag_of(studio.answer(request));
  ASSERT_NE(tag, "");
  request.headers["if-none-match"] = tag;
  EXPECT_EQ(studio.answer(request).status, 304);
  EXPECT_EQ(studio.answer(request).body, "");
  ask("/api/variant/save", {{"variant", "library:two"}});
  while (studio.answer(request).status == 304) std::this_thread::yield();  // kept for a second
  EXPECT_NE(tag_of(studio.answer(request)), tag);
  EXPECT_EQ(tag_of(post("/api/list", "{}")), "");
}

TEST(StudioQueue, SendsAwayWhoWouldWaitTooLong) {
  Queue queue(0);
  queue.lock();
  std::thread([&] { EXPECT_THROW(queue.lock(), BusyError); }).join();
  queue.unlock();
  std::thread([&] {
    queue.lock();
    queue.unlock();
  }).join();
}

// Errors from the depths, too, are told in the language that a request asks for.
TEST_F(StudioTest, SpeaksTheLanguageOfARequest) {
  const auto answer = [this](const std::string& language, const std::string& path, Json body) {
    auto header = headers();
    header["accept-language"] = language;
    return parse_json(
        studio.answer({.method = "POST", .path = path, .body = body.dump(), .headers = header})
            .body);
  };
  const Json variant = {{"variant", "library:two"}};
  EXPECT_EQ(answer("pt", "/api/variant", {{"variant", 1}}).at("error"),
            "pedido: variant: espera-se um objeto, não 1");
  EXPECT_EQ(answer("pt-BR,pt;q=0.9", "/api/variant", {{"variant", "nowhere"}}).at("error"),
            "\"nowhere\" não nomeia uma variante; ela começa com library:, file: ou run:");
  EXPECT_EQ(answer("de", "/api/variant", {{"variant", "nowhere"}}).at("error"),
            "\"nowhere\" names no variant; it starts with library:, file: or run:");
  const Json words = answer("pt", "/api/variant", variant).at("words").at("rules");
  EXPECT_EQ(words.size(), answer("en", "/api/variant", variant).at("words").at("rules").size());
  EXPECT_THAT(words.at(0).at("text").get<std::string>(), HasSubstr("jogadores jogam"));
  const Json measured =
      answer("pt", "/api/evaluate", {{"variant", "library:two"}, {"matches", 20}});
  const auto meaning = [&](const char* criterion) -> std::string {
    return measured.at("criteria").at(criterion).at("meaning");
  };
  EXPECT_THAT(meaning("duration"), HasSubstr("turnos"));
  bool decimals = false;
  for (const auto& [criterion, estimate] : measured.at("criteria").items()) {
    EXPECT_THAT(meaning(criterion.c_str()), Not(ContainsRegex("[0-9]\\.[0-9]")));
    decimals =
        decimals || testing::Matches(ContainsRegex("[0-9],[0-9]"))(meaning(criterion.c_str()));
  }
  EXPECT_TRUE(decimals);
}

}  // namespace
}  // namespace evorisk::app
