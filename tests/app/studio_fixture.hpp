// A studio of its own directory, asked without a network.
#pragma once

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <nlohmann/json.hpp>
#include <optional>

#include "app/studio/studio.hpp"
#include "base/json.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {

class StudioTest : public testing::Test {
 protected:
  using Json = nlohmann::ordered_json;

  // Ends the studio, and starts it anew. Devices and tables of before must be gone.
  Studio& restart() {
    running.reset();
    Studio& made = running.emplace(StudioOptions{.directory = directory.path().string(),
                                                 .threads = 2,
                                                 .program = test::program(),
                                                 .now = [this] {
                                                   return std::chrono::steady_clock::now() +
                                                          std::chrono::seconds(clock_ahead);
                                                 }});
    made.guard = {.port = 4000};
    made.log = [this](const std::string& line) { logged.push_back(line); };
    return made;
  }

  static std::map<std::string, std::string> headers() {
    return {{"host", "127.0.0.1:4000"}, {"content-type", "application/json"}};
  }
  Response get(const std::string& path, std::map<std::string, std::string> query = {}) {
    return studio.answer(
        {.method = "GET", .path = path, .query = std::move(query), .headers = headers()});
  }
  Response post(const std::string& path, const std::string& body) {
    return studio.answer({.method = "POST", .path = path, .body = body, .headers = headers()});
  }
  // The answer to a request that succeeds.
  static Json good(const Response& response) {
    EXPECT_EQ(response.status, 200) << response.body;
    return parse_json(response.body);
  }
  Json ask(const std::string& path, const Json& body) { return good(post(path, body.dump())); }
  Json see(const std::string& path, std::map<std::string, std::string> query) {
    return good(get(path, std::move(query)));
  }
  // The sentence of a refusal.
  static std::string refused(const Response& response) {
    EXPECT_EQ(response.status, 400) << response.body;
    return parse_json(response.body).value("error", "");
  }
  // Every file below the directory.
  std::vector<std::string> files() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(directory.path()))
      names.push_back(entry.path().string());
    return names;
  }

  test::TemporaryDirectory directory;
  std::vector<std::string> logged;
  std::atomic<int> clock_ahead{0};  // so many seconds the studio's clock is ahead
  std::optional<Studio> running;
  Studio& studio = restart();
};

}  // namespace evorisk::app
