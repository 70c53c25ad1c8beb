// The designer's studio: everything behind its server.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/studio/server/guard.hpp"
#include "app/studio/server/request.hpp"

namespace evorisk::app {

struct StudioOptions {
  std::string directory = ".";
  int threads = 1;
  std::string program = {};  // to start evolutions with
  std::string web = {};      // serve the page's files from this directory instead of the program
};

class Studio {
 public:
  // Throws InputError when the directory is none.
  explicit Studio(const StudioOptions& options);
  ~Studio();  // stops the evolutions it has started, with checkpoints
  Studio(const Studio&) = delete;
  Studio& operator=(const Studio&) = delete;

  // Set before the server runs.
  Guard guard;
  std::function<void(const std::string&)> log;  // a line for each request that is refused

  // From any thread.
  Response answer(const Request& request);
  // Long computations end soon.
  void stop();

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace evorisk::app
