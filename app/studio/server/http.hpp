// The studio's server: HTTP/1.1 on one address. The only part that uses the HTTP library.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/studio/server/request.hpp"

namespace evorisk::app {

class HttpServer {
 public:
  static constexpr std::size_t largest_body = std::size_t{8} << 20;

  // Calls `answer` from several threads at once, with whole requests of at most largest_body. Every
  // connection serves one request; further bytes are never read as another request.
  explicit HttpServer(std::function<Response(const Request&)> answer);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Binds the port (0: any free one) and returns its number. Throws SystemError when that fails.
  int bind(const std::string& host, int port);
  // Serves until stop(); returns when the last answer is sent.
  void run();
  void stop();  // from another thread; waits for the end of run()

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace evorisk::app
