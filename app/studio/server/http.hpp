// The studio's server: HTTP/1.1 on one address. The only part that uses the HTTP library.
//
// One thread reads and writes all connections, so that one that is slow, silent or abandoned costs
// a few kilobytes and no thread; workers compute the answers.
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "app/studio/server/request.hpp"

namespace evorisk::app {

class HttpServer {
 public:
  // Connections whose request is not whole yet, of one address and in all: beyond that the oldest
  // of them is closed, so that whoever comes next is served.
  static constexpr std::size_t most_waiting_of_one = 128;
  static constexpr std::size_t most_waiting = 512;
  // Connections of any kind: beyond that new ones are closed at once.
  static constexpr std::size_t most_open_of_one = 400;
  static constexpr std::size_t most_open = 2048;

  // Calls `answer` from several threads at once, with whole requests, and before that, from one
  // thread, `largest_body` with a request's head: the most bytes that are read of its body. A
  // request with more is answered with its head alone, to which "x-too-large" is added. Every
  // connection serves one request; further bytes are never read as another request.
  HttpServer(std::function<Response(const Request&)> answer,
             std::function<std::size_t(const Request&)> largest_body);
  ~HttpServer();
  HttpServer(const HttpServer&) = delete;
  HttpServer& operator=(const HttpServer&) = delete;

  // Binds the port (0: any free one) and returns its number. Throws SystemError when that fails.
  int bind(const std::string& host, int port);
  // Serves until stop(); returns when the last answer is sent.
  void run();
  void stop();  // from another thread; waits for the end of run()

  struct Impl;

 private:
  std::unique_ptr<Impl> impl_;
};

}  // namespace evorisk::app
