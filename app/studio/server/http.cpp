#include "app/studio/server/http.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <httplib.h>
#include <sys/socket.h>

#include <atomic>
#include <boost/algorithm/string/case_conv.hpp>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <thread>

#include "base/error.hpp"

namespace evorisk::app {
namespace {

// Browsers open connections before they need them, each of which holds a worker until it is used or
// idle for too long. It must not be closed before the browser thinks so itself: what it then sends
// would be lost.
constexpr std::size_t workers = 96;
constexpr time_t idle = 90;      // seconds
constexpr time_t patience = 10;  // seconds for the next bytes of a request

// Tells the connections of this port that nothing more will be read; answers still go out.
void end_reading(int port) {
  std::error_code error;
  for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", error)) {
    const int fd = std::atoi(entry.path().filename().c_str());
    sockaddr_in6 own{};  // a port stands at the same place in addresses of both families
    sockaddr_in6 peer{};
    socklen_t own_size = sizeof own;
    socklen_t peer_size = sizeof peer;
    if (::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &own_size) == 0 &&
        ::getpeername(fd, reinterpret_cast<sockaddr*>(&peer), &peer_size) == 0 &&
        (own.sin6_family == AF_INET || own.sin6_family == AF_INET6) && ntohs(own.sin6_port) == port)
      ::shutdown(fd, SHUT_RD);
  }
}

Request request_of(const httplib::Request& from) {
  Request request{.method = from.method, .path = from.path, .peer = from.remote_addr};
  for (const auto& [name, value] : from.params) request.query.emplace(name, value);
  for (const auto& [name, value] : from.headers) {
    // Two of one name mean nothing good: the guard then sees neither host nor origin it knows.
    const auto [at, first] = request.headers.emplace(boost::to_lower_copy(name), value);
    if (!first) at->second += ", " + value;
  }
  request.body = from.body;
  return request;
}

void send(const Response& response, httplib::Response& to) {
  to.status = response.status;
  for (const auto& [name, value] : response.headers) to.set_header(name, value);
  to.set_content(response.body, response.type);
}

}  // namespace

struct HttpServer::Impl {
  std::function<Response(const Request&)> answer;
  httplib::Server server;
  std::atomic<bool> ended{false};
  int port = 0;

  void serve(const httplib::Request& request, httplib::Response& response) {
    send(answer(request_of(request)), response);
  }
};

HttpServer::HttpServer(std::function<Response(const Request&)> answer)
    : impl_(std::make_unique<Impl>()) {
  impl_->answer = std::move(answer);
  httplib::Server& server = impl_->server;
  server.new_task_queue = [] { return new httplib::ThreadPool(workers); };
  server.set_keep_alive_max_count(1);
  server.set_keep_alive_timeout(idle);
  server.set_read_timeout(patience);
  server.set_write_timeout(patience);
  server.set_payload_max_length(largest_body);
  server.set_tcp_nodelay(true);
  using Outcome = httplib::Server::HandlerResponse;
  // Everything without a body is answered here; what has one is read first, then answered.
  server.set_pre_routing_handler(
      [this](const httplib::Request& request, httplib::Response& response) {
        if (request.method != "POST") {
          impl_->serve(request, response);
          return Outcome::Handled;
        }
        const std::string length = request.get_header_value("Content-Length");
        if (std::strtoull(length.c_str(), nullptr, 10) <= largest_body) return Outcome::Unhandled;
        Request large = request_of(request);
        large.headers["x-too-large"] = length;
        send(impl_->answer(large), response);
        return Outcome::Handled;
      });
  server.Post("/api/[a-z/]+", [this](const httplib::Request& request, httplib::Response& response) {
    impl_->serve(request, response);
  });
  server.set_error_handler([](const httplib::Request&, httplib::Response& response) {
    if (!response.body.empty()) return;
    response.set_header("X-Content-Type-Options", "nosniff");
    response.set_content(fmt::format("{{\"error\": \"refused: status {}\"}}", response.status),
                         "application/json");
  });
}

HttpServer::~HttpServer() = default;

int HttpServer::bind(const std::string& host, int port) {
  httplib::Server& server = impl_->server;
  if (port == 0) {
    port = server.bind_to_any_port(host);
  } else if (!server.bind_to_port(host, port)) {
    port = -1;
  }
  if (port < 0)
    throw SystemError(
        "cannot listen on {}: the address is not this computer's, or its port is in use", host);
  impl_->port = port;
  return port;
}

void HttpServer::run() {
  impl_->server.listen_after_bind();
  impl_->ended = true;
}

void HttpServer::stop() {
  // The library forgets to stop what has not begun yet.
  while (!impl_->server.is_running() && !impl_->ended)
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  impl_->server.stop();
  while (!impl_->ended) {
    end_reading(impl_->port);
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace evorisk::app
