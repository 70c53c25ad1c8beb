// The bytes of a connection to the studio's server: it answers what is a request, closes, and goes
// on serving others. Of each request the guard and the routes see the whole.
#include "app/studio/server/http.hpp"

#include <arpa/inet.h>
#include <sys/socket.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <stdexcept>
#include <string>
#include <thread>

#include "app/studio/server/guard.hpp"
#include "app/studio/server/routes.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {
namespace {

constexpr std::size_t largest_body = 4096;

// Serves until the process ends.
class Server {
 public:
  Server()
      : http_([this](const app::Request& request) { return answer(request); },
              [](const app::Request&) { return largest_body; }) {
    port_ = http_.bind("127.0.0.1", 0);
    guard_ = {.port = 4000, .token = "letmein"};
    thread_ = std::thread([this] { http_.run(); });
  }
  ~Server() {
    http_.stop();
    thread_.join();
  }
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  int port() const { return port_; }

 private:
  app::Response answer(const app::Request& request) const {
    require(request.body.size() <= largest_body, "a body that is too large");
    if (const auto refusal = guard_.refusal(request))
      return app::error_response(refusal->status, refusal->why.text(app::wording_of(request)));
    return {.body = request.method + ' ' + request.path + ' ' + request.body};
  }

  app::Guard guard_;
  app::HttpServer http_;
  int port_ = 0;
  std::thread thread_;
};

// A connection to the server, which must let it in.
int connected_to(int port) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(static_cast<std::uint16_t>(port));
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  // A closed connection keeps its port for a minute: one address has too few.
  static std::uint32_t turn = 0;
  sockaddr_in own{};
  own.sin_family = AF_INET;
  own.sin_addr.s_addr = htonl(INADDR_LOOPBACK + turn++ % 100);
  for (;;) {
    const int connection = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    require(connection >= 0, "no socket");
    const int late = 1;
    ::setsockopt(connection, IPPROTO_IP, IP_BIND_ADDRESS_NO_PORT, &late, sizeof late);
    ::bind(connection, reinterpret_cast<const sockaddr*>(&own), sizeof own);
    if (::connect(connection, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
      return connection;
    const int problem = errno;
    ::close(connection);
    // libFuzzer's alarm; what it interrupts cannot be gone on with.
    if (problem != EINTR)
      throw std::logic_error(std::string("the server is gone: ") + std::strerror(problem));
  }
}

}  // namespace

void fuzz_http(std::string_view input) {
  static const Server server;
  const int connection = connected_to(server.port());
  // It may close before all is sent.
  while (!input.empty()) {
    const ssize_t sent = ::send(connection, input.data(), input.size(), MSG_NOSIGNAL);
    if (sent <= 0) break;
    input.remove_prefix(static_cast<std::size_t>(sent));
  }
  ::shutdown(connection, SHUT_WR);
  char buffer[4096];
  while (::recv(connection, buffer, sizeof buffer, 0) > 0) {
  }
  ::close(connection);
}

}  // namespace evorisk::fuzz
