// The designer's studio: everything behind its server. Its destructor stops the evolutions that it
// has started, with checkpoints.
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <string>

#include "app/studio/context.hpp"
#include "app/studio/server/guard.hpp"
#include "app/studio/server/routes.hpp"
#include "app/studio/table/tables.hpp"

namespace evorisk::app {

struct StudioOptions {
  std::string directory = ".";
  int threads = 1;
  std::string program = {};  // to start evolutions with
  std::string web = {};      // serve the page's files from this directory instead of the program
  std::function<std::chrono::steady_clock::time_point()> now = {};  // another clock, for tests
};

class Studio {
 public:
  // Throws InputError when `directory` is not a directory.
  explicit Studio(const StudioOptions& options);

  // Set before the server runs.
  Guard guard;
  std::function<void(const std::string&)> log;  // a line for each request that is refused

  static constexpr std::size_t largest_body = std::size_t{8} << 20;

  // May be called from any thread.
  Response answer(const Request& request);
  // The most bytes that are read of the body of a request with this head.
  std::size_t body_of(const Request& head) const;
  // Says where others find the studio, "http://192.168.1.20:8080", and whether they can. Before the
  // server runs.
  void found_at(const std::string& address, bool reachable);
  Tables& tables() { return *tables_; }
  // Makes long computations end soon.
  void stop();

 private:
  // One of the page's files: from the directory `web` where that is given, for working on them.
  Response page(const Request& request);

  StudioContext context_;
  std::string web_;
  std::shared_ptr<Tables> tables_;
  Routes routes_;
};

}  // namespace evorisk::app
