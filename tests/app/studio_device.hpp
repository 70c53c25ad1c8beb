// A device at a table, without a network: it hears what the studio sends it.
#pragma once

#include <gtest/gtest.h>

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/studio/studio.hpp"
#include "base/json.hpp"

namespace evorisk::app {

class Ear final : public Listener {
 public:
  void send(std::string text) override {
    const std::lock_guard lock(mutex);
    bytes += text;
    texts.push_back(std::move(text));
    news.notify_all();
  }
  void end() override {
    const std::lock_guard lock(mutex);
    ended = true;
    news.notify_all();
  }

  std::mutex mutex;
  std::condition_variable news;
  std::string bytes;
  std::vector<std::string> texts;
  bool ended = false;
};

class Device {
 public:
  using Json = nlohmann::ordered_json;

  // By the address of a stream: of the owner, or of a guest with `link`.
  Device(Studio& studio, std::string path, std::map<std::string, std::string> query,
         std::map<std::string, std::string> headers)
      : studio_(studio), headers_(std::move(headers)) {
    const Response response = studio.answer({.method = "GET",
                                             .path = path + "/stream",
                                             .query = std::move(query),
                                             .headers = headers_});
    status = response.status;
    if (response.follow) kept_ = response.follow(ear);
    path_ = std::move(path);
  }

  // Waits for a view of which this is true, and returns it.
  template <class Wanted>
  Json until(const Wanted& wanted) {
    std::unique_lock lock(ear->mutex);
    const auto limit = std::chrono::steady_clock::now() + std::chrono::seconds(60);
    while (true) {
      for (; read_ < ear->texts.size(); ++read_) take(ear->texts[read_]);
      if (!view.is_null() && wanted(view)) return view;
      if (ear->news.wait_until(lock, limit) == std::cv_status::timeout) {
        ADD_FAILURE() << "it never came; last: " << view.dump();
        return view;
      }
    }
  }
  Json now() {
    return until([](const Json&) { return true; });
  }
  // Waits until somebody has to decide or the match is over.
  Json settled() {
    return until([](const Json& seen) { return seen.at("over") || seen.contains("decides"); });
  }
  void leave() { kept_.reset(); }

  // Sends a request with what the device knows.
  Response ask(const std::string& what, Json body) {
    const Json seen = now();
    body["events"] = seen.at("events_played");
    body["epoch"] = seen.at("epoch");
    if (!id.empty()) body["id"] = id;
    return studio_.answer(
        {.method = "POST", .path = path_ + what, .body = body.dump(), .headers = headers_});
  }
  Response see(const std::string& what) {
    return studio_.answer({.method = "GET", .path = path_ + what, .headers = headers_});
  }

  const std::shared_ptr<Ear> ear = std::make_shared<Ear>();
  std::string id;            // of the match, for the owner
  int status = 0;            // of the stream
  Json view;                 // the last one
  std::vector<Json> events;  // of the match so far

 private:
  void take(const std::string& text) {
    if (!text.starts_with("data: ")) return;
    view = parse_json(text.substr(6));
    ASSERT_LE(view.at("since"), events.size());
    events.resize(view.at("since"));
    for (const Json& event : view.at("events")) events.push_back(event);
    ASSERT_EQ(view.at("events_played"), events.size());
  }

  Studio& studio_;
  std::string path_;
  std::map<std::string, std::string> headers_;
  std::size_t read_ = 0;
  std::shared_ptr<void> kept_;
};

}  // namespace evorisk::app
