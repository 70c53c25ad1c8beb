// The studio over a real socket: what browsers, other sites' pages and strangers can send.
#include <arpa/inet.h>
#include <gmock/gmock.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <csignal>
#include <thread>

#include "app/studio/server/address.hpp"
#include "app/studio/server/http.hpp"
#include "app/studio/server/target.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "tests/app/studio_fixture.hpp"

namespace evorisk::app {
namespace {

using namespace std::string_literals;
using testing::AllOf;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class StudioServerTest : public StudioTest {
 protected:
  StudioServerTest()
      : server(
            [this](const Request& request) {
              return request.path == "/failing" ? failing() : studio.answer(request);
            },
            [this](const Request& head) { return studio.body_of(head); }) {
    port = server.bind("127.0.0.1", 0);
    studio.guard.port = port;
    serving = std::jthread([this] { server.run(); });
  }
  ~StudioServerTest() override { server.stop(); }

  // A stream that cannot begin.
  static Response failing() {
    Response response;
    response.follow = [](const std::shared_ptr<Listener>&) -> std::shared_ptr<void> {
      throw std::runtime_error("nothing to follow");
    };
    return response;
  }

  // A connection on which these bytes are sent; below 0 when there is none.
  int connected(const std::string& bytes) const {
    const int fd = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(static_cast<std::uint16_t>(port));
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    if (::connect(fd, reinterpret_cast<sockaddr*>(&address), sizeof address) != 0) return -1;
    for (std::size_t sent = 0; sent < bytes.size();) {
      const ssize_t n = ::send(fd, bytes.data() + sent, bytes.size() - sent, MSG_NOSIGNAL);
      if (n <= 0) break;
      sent += static_cast<std::size_t>(n);
    }
    return fd;
  }
  // Sends bytes and reads until the server closes.
  std::string talk(const std::string& bytes) const {
    const int fd = connected(bytes);
    std::string answer;
    char buffer[4096];
    for (ssize_t n = 0; (n = ::recv(fd, buffer, sizeof buffer, 0)) > 0;)
      answer.append(buffer, static_cast<std::size_t>(n));
    ::close(fd);
    return answer;
  }
  std::string host() const { return "Host: 127.0.0.1:" + std::to_string(port) + "\r\n"; }
  std::string get(const std::string& target) const {
    return talk("GET " + target + " HTTP/1.1\r\n" + host() + "\r\n");
  }

  HttpServer server;
  int port = 0;
  std::jthread serving;
};

TEST_F(StudioServerTest, ServesItsPageAndNothingElse) {
  EXPECT_THAT(
      get("/"),
      AllOf(StartsWith("HTTP/1.1 200"), HasSubstr("Content-Security-Policy: default-src 'none'"),
            HasSubstr("X-Content-Type-Options: nosniff"), HasSubstr("<title>evorisk studio")));
  EXPECT_THAT(get("/main.js"), HasSubstr("text/javascript"));
  EXPECT_THAT(get("/map.css"), HasSubstr(".evm"));
  for (const char* hostile :
       {"/../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd", "/..%2f..%2fetc/passwd", "//etc/passwd",
        "/main.js%00.html", "/%0d%0aSet-Cookie:%20x=1", "/api/run?id=../../../etc",
        "/api/run?id=%2fetc", "/api/watch?file=..%2f..%2fetc%2fpasswd"})
    EXPECT_THAT(get(hostile), AllOf(StartsWith("HTTP/1.1 4"), Not(HasSubstr("root:")),
                                    Not(HasSubstr("\nSet-Cookie"))))
        << hostile;
  EXPECT_THAT(get("/" + std::string(20000, 'a')), StartsWith("HTTP/1.1 4"));
  for (const char* method : {"PUT", "DELETE", "OPTIONS", "PATCH"})
    EXPECT_THAT(talk(std::string(method) + " /api/list HTTP/1.1\r\n" + host() + "\r\n"),
                testing::ContainsRegex("^HTTP/1.1 40[045]"))
        << method;
}

TEST_F(StudioServerTest, AStreamThatCannotBeginEndsAlone) {
  EXPECT_THAT(get("/failing"), Not(HasSubstr("nothing to follow")));
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
}

TEST_F(StudioServerTest, ADirectoryOfPagesServesTheirFilesAlone) {
  const std::filesystem::path web = std::filesystem::path(EVORISK_SOURCE_DIR) / "app/web";
  write_file(directory.path() / "secret.js", "secret");
  Studio of_files({.directory = directory.path().string(), .web = web.string()});
  of_files.guard = {.port = 4000};
  const auto page = [&](const std::string& path) {
    return of_files.answer({.method = "GET", .path = path, .headers = headers()});
  };
  EXPECT_EQ(page("/main.js").body, read_file(web / "main.js"));
  for (const std::string& other : {(directory.path() / "secret.js").string(), "//etc/passwd"s,
                                   "/" + (directory.path() / "secret.js").string(), "/./main.js"s})
    EXPECT_EQ(page(other).status, 404) << other;
}

TEST_F(StudioServerTest, WhatABrowserHasIsNotSentAgain) {
  const std::string first = get("/main.js");
  const std::size_t tag = first.find("ETag: ") + 6;
  const std::string again = talk("GET /main.js HTTP/1.1\r\n" + host() + "If-None-Match: " +
                                 first.substr(tag, first.find('\r', tag) - tag) + "\r\n\r\n");
  EXPECT_THAT(again, AllOf(StartsWith("HTTP/1.1 304"), testing::EndsWith("\r\n\r\n"),
                           Not(HasSubstr("Content-Length"))));
}

TEST_F(StudioServerTest, OtherSitesAndTooMuchAreRefused) {
  const auto post = [&](const std::string& more, const std::string& body) {
    return talk("POST /api/evaluate HTTP/1.1\r\n" + host() + more +
                "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body);
  };
  const std::string json_type = "Content-Type: application/json\r\n";
  const std::string body = R"({"variant": "library:two", "matches": 10})";
  EXPECT_THAT(post(json_type, body), StartsWith("HTTP/1.1 200"));
  EXPECT_THAT(post(json_type + "Origin: http://evil.example\r\n", body),
              StartsWith("HTTP/1.1 403"));
  EXPECT_THAT(post("Content-Type: text/plain\r\n", body), StartsWith("HTTP/1.1 415"));
  EXPECT_THAT(talk("GET /api/list HTTP/1.1\r\nHost: evil.example\r\n\r\n"),
              StartsWith("HTTP/1.1 403"));
  // A body that is announced as too large is not even read.
  EXPECT_THAT(talk("POST /api/evaluate HTTP/1.1\r\n" + host() + json_type +
                   "Content-Length: 99999999999\r\n\r\n"),
              StartsWith("HTTP/1.1 413"));
  // A body that looks like a request of our own is no second request.
  const std::string inner = "GET /api/list HTTP/1.1\r\n" + host() + "\r\n";
  EXPECT_THAT(
      talk("GET / HTTP/1.1\r\n" + host() + "Origin: http://evil.example\r\nContent-Length: " +
           std::to_string(inner.size()) + "\r\n\r\n" + inner),
      AllOf(StartsWith("HTTP/1.1 403"), Not(HasSubstr("\"runs\""))));
  EXPECT_THAT(talk("what\r\n\r\n"), Not(HasSubstr("200 OK")));
  EXPECT_GE(logged.size(), 5u);
  for (const std::string& line : logged) EXPECT_THAT(line, StartsWith("refused: "));
  EXPECT_THAT(get("/api/list"), StartsWith("HTTP/1.1 200"));  // and it lives
}

// Hundreds of connections that say nothing, half a head or half a body, more than the server has
// workers and more than it keeps open: whoever sends a whole request is answered all the same.
TEST_F(StudioServerTest, HalfOpenConnectionsHoldNobodyUp) {
  const std::string post = "POST /api/evaluate HTTP/1.1\r\n" + host() +
                           "Content-Type: application/json\r\nContent-Length: 50\r\n\r\n{";
  const std::string halves[] = {"", "GET / HTTP/1.1\r\nHost: 127", post, "P"};
  std::vector<int> held;
  for (std::size_t i = 0; i < 3 * HttpServer::most_waiting_of_one; ++i) {
    held.push_back(connected(halves[i % 4]));
    ASSERT_GE(held.back(), 0);
    if (i % 16 == 0) {
      EXPECT_THAT(get("/icon.svg"), StartsWith("HTTP/1.1 200")) << i;
    }
  }
  EXPECT_THAT(get("/"), StartsWith("HTTP/1.1 200"));
  // The first ones were given up for it; the last ones may still go on.
  char byte = 0;
  EXPECT_LE(::recv(held.front(), &byte, 1, 0), 0);
  const std::string rest = "\r\n\r\n";
  const auto last = std::ranges::find(held.rbegin(), held.rend(), held[held.size() - 3]);
  EXPECT_EQ(::send(*last, rest.data(), rest.size(), MSG_NOSIGNAL), 4);
  EXPECT_EQ(::recv(*last, &byte, 1, MSG_WAITALL), 1);
  for (const int fd : held) ::close(fd);
}

TEST_F(StudioServerTest, WhatIsNoRequestIsRefused) {
  EXPECT_THAT(talk("GET / HTTP/1.1\r\n" + host() + "X: " + std::string(20000, 'a')),
              StartsWith("HTTP/1.1 431"));
  EXPECT_THAT(talk("GET / HTTP/1.1\r\n" + host() + "Content-Length: x\r\n\r\n"),
              StartsWith("HTTP/1.1 400"));
  // A stranger's body is not read, nor one in pieces that has no end.
  EXPECT_THAT(talk("POST /api/evaluate HTTP/1.1\r\nHost: evil.example\r\nContent-Length: "
                   "100000\r\n\r\n"),
              StartsWith("HTTP/1.1 403"));
  std::string pieces =
      "POST /api/evaluate HTTP/1.1\r\nHost: evil.example\r\n"
      "Transfer-Encoding: chunked\r\n\r\n";
  for (int i = 0; i < 8; ++i) pieces += "1000\r\n" + std::string(4096, ' ') + "\r\n";
  EXPECT_THAT(talk(pieces), StartsWith("HTTP/1.1 403"));
}

// A response that goes on: what happens at a table comes over the socket as it happens, and the end
// of the server ends it.
TEST_F(StudioServerTest, AStreamGoesOn) {
  const auto ask = [&](const std::string& path, const Json& body) {
    auto headers = StudioTest::headers();
    headers["host"] = "127.0.0.1:" + std::to_string(port);
    return good(
        studio.answer({.method = "POST", .path = path, .body = body.dump(), .headers = headers}));
  };
  const std::string id =
      ask("/api/play/begin", {{"variant", "library:thesis-9"}, {"agents", {"person", "person"}}})
          .at("id");
  const int fd = connected("GET /api/play/stream?id=" + id + " HTTP/1.1\r\n" + host() + "\r\n");
  std::string heard = "\n";
  // The next view that comes.
  const auto next = [&] {
    char buffer[4096];
    while (true) {
      const std::size_t begin = heard.find("\ndata: ");
      const std::size_t end = heard.find("\n\n", std::min(begin, heard.size() - 1) + 1);
      if (begin != heard.npos && end != heard.npos) {
        const Json view = parse_json(heard.substr(begin + 7, end - begin - 7));
        heard.erase(0, end + 1);
        return view;
      }
      const ssize_t n = ::recv(fd, buffer, sizeof buffer, 0);
      if (n <= 0) return Json();
      heard.append(buffer, static_cast<std::size_t>(n));
    }
  };
  Json view = next();
  while (view.is_object() && !view.at("waits").get<bool>()) view = next();
  ASSERT_TRUE(view.is_object());
  ask("/api/play/act",
      {{"id", id}, {"events", view.at("events_played")}, {"action", view.at("legal").front()}});
  const Json after = next();
  ASSERT_TRUE(after.is_object());
  EXPECT_EQ(after.at("since"), view.at("events_played"));
  EXPECT_EQ(after.at("events").size(), 1u);
  server.stop();
  EXPECT_TRUE(next().is_null());
  ::close(fd);
}

TEST_F(StudioServerTest, FiftyClientsFollowALiveRun) {
  const std::string config =
      R"({"config": {"format": 1, "name": "watched", "seed": 3, "generations": 12, "population": 6, "tournament": 2,)"
      R"( "matches": 20, "monitor_matches": 0, "final": {"matches": 50, "candidates": 1},)"
      R"( "search_space": {"initial_maps": ["cycle-4", "star-6"]}}})";
  const Json started =
      good(StudioTest::studio.answer({.method = "POST",
                                      .path = "/api/run/start",
                                      .body = config,
                                      .headers = {{"host", "127.0.0.1:" + std::to_string(port)},
                                                  {"content-type", "application/json"}}}));
  const std::string id = started.at("id");
  std::atomic<int> wrong{0};
  std::atomic<int> complete{0};
  std::vector<std::jthread> clients;
  for (int client = 0; client < 50; ++client) {
    clients.emplace_back([&] {
      int seen = 0;
      for (bool alive = true; alive;) {
        const std::string answer = get("/api/run?id=" + id + "&from=" + std::to_string(seen));
        const std::size_t at = answer.find("\r\n\r\n");
        const Json parsed = at == std::string::npos ? Json() : json_or_discarded(answer.substr(at));
        if (!parsed.is_object() || !parsed.contains("summaries")) {
          ++wrong;
          return;
        }
        for (const Json& summary : parsed.at("summaries"))
          wrong += summary.at("generation") != seen++;
        if (parsed.at("state") == "done" && seen == 13) {
          ++complete;
          return;
        }
        alive = parsed.at("state") != "failed" && parsed.at("state") != "interrupted";
      }
    });
  }
  clients.clear();
  EXPECT_EQ(wrong, 0);
  EXPECT_EQ(complete, 50);
}

TEST(StudioCommand, TellsItsAddressAndEndsCleanly) {
  const test::TemporaryDirectory directory;
  test::Process studio({test::program(), "studio", directory.path().string(), "--host", "127.0.0.1",
                        "--token", "abcdefgh1"});
  ASSERT_TRUE(studio.wait_for_output("\n")) << studio.wait().err;
  studio.send(SIGINT);
  const test::ProcessResult result = studio.wait();
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_THAT(result.out, AllOf(StartsWith("http://127.0.0.1:"), HasSubstr("/?token=abcdefgh1\n")));
}

// The links that a table is opened with lead to an address of this computer, and hold when the
// record's table is opened again.
TEST(StudioCommand, OpensATableWithLinks) {
  const test::TemporaryDirectory directory;
  const auto open = [&](const std::string& table, std::vector<std::string> more) {
    std::vector<std::string> words{test::program(), "studio", directory.path().string(),
                                   "--table",       table,    "--json"};
    words.insert(words.end(), more.begin(), more.end());
    test::Process studio(words);
    EXPECT_TRUE(studio.wait_for_output("\n}")) << studio.wait().err;
    studio.send(SIGINT);
    const test::ProcessResult result = studio.wait();
    EXPECT_EQ(result.exit_code, 0) << result.err;
    return parse_json(result.out);
  };
  const auto first =
      open("thesis-9", {"--set", "players=3", "--agents", "person,random,person", "--timer", "90"});
  EXPECT_THAT(first.at("address").get<std::string>(),
              AllOf(StartsWith("http://"), Not(HasSubstr("0.0.0.0")), HasSubstr("/?token="),
                    HasSubstr("#/play?id=play/thesis-9")));
  EXPECT_TRUE(first.at("seats").at(1).is_null());
  const auto secret = [](const nlohmann::ordered_json& link) {
    const std::string url = link;
    return url.substr(url.find("/table#"));
  };
  EXPECT_EQ(secret(first.at("seats").at(0)).size(), 7u + 24u);
  const auto again = open(first.at("record"), {});
  for (const int seat : {0, 2})
    EXPECT_EQ(secret(again.at("seats").at(seat)), secret(first.at("seats").at(seat)));
  EXPECT_EQ(secret(again.at("watchers")), secret(first.at("watchers")));
  EXPECT_EQ(first.at("timer"), 90);
  EXPECT_EQ(again.at("timer"), 90) << "it stays with the table";
  EXPECT_EQ(open(first.at("record"), {"--timer", "0"}).at("timer"), 0);
  EXPECT_NE(again.at("address"), first.at("address")) << "the owner's secret is of one studio";
}

TEST(StudioAddress, IsOneThatOthersCanOpen) {
  EXPECT_EQ(web_address("192.168.1.20", 80), "http://192.168.1.20:80");
  EXPECT_EQ(web_address("fe80::1", 80), "http://[fe80::1]:80");
  EXPECT_TRUE(is_loopback("127.0.0.1") && is_loopback("localhost") && !is_loopback("0.0.0.0"));
  EXPECT_TRUE(is_every_address("0.0.0.0") && is_every_address("::"));
  EXPECT_FALSE(is_every_address(own_address()));
}

TEST(StudioTarget, IsReadAsBrowsersWriteIt) {
  const auto [path, query] =
      read_target("/api/run?id=a%2Fb%20c&x=1+2&x=3&empty=&alone&=none&half=%4&bad=%zz#no");
  EXPECT_EQ(path, "/api/run");
  const std::map<std::string, std::string> expected{{"id", "a/b c"}, {"x", "1 2"}, {"empty", ""},
                                                    {"alone", ""},   {"", "none"}, {"half", "%4"},
                                                    {"bad", "%zz"}};
  EXPECT_EQ(query, expected);
  EXPECT_EQ(read_target("/a%00b").first, std::string("/a\0b", 4));
}

}  // namespace
}  // namespace evorisk::app
