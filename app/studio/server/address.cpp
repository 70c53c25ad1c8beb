#include "app/studio/server/address.hpp"

#include <arpa/inet.h>
#include <fmt/format.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

namespace evorisk::app {
namespace {

std::string text_of(const sockaddr_in& address) {
  char text[INET_ADDRSTRLEN] = {};
  ::inet_ntop(AF_INET, &address.sin_addr, text, sizeof text);
  return text;
}

// By which address this computer would reach another network; nothing is sent. Empty: none.
std::string routed_address() {
  const int fd = ::socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0);
  if (fd < 0) return {};
  sockaddr_in elsewhere{};
  elsewhere.sin_family = AF_INET;
  elsewhere.sin_port = htons(9);
  ::inet_pton(AF_INET, "192.0.2.1", &elsewhere.sin_addr);  // for documentation: nobody's
  sockaddr_in own{};
  socklen_t size = sizeof own;
  const bool found =
      ::connect(fd, reinterpret_cast<const sockaddr*>(&elsewhere), sizeof elsewhere) == 0 &&
      ::getsockname(fd, reinterpret_cast<sockaddr*>(&own), &size) == 0;
  ::close(fd);
  return found ? text_of(own) : std::string();
}

// The first address that is not the loopback's; empty: none.
std::string first_address() {
  ifaddrs* all = nullptr;
  if (::getifaddrs(&all) != 0) return {};
  std::string found;
  for (const ifaddrs* each = all; each != nullptr && found.empty(); each = each->ifa_next) {
    const bool up = (each->ifa_flags & IFF_UP) != 0 && (each->ifa_flags & IFF_LOOPBACK) == 0;
    if (up && each->ifa_addr != nullptr && each->ifa_addr->sa_family == AF_INET)
      found = text_of(*reinterpret_cast<const sockaddr_in*>(each->ifa_addr));
  }
  ::freeifaddrs(all);
  return found;
}

}  // namespace

bool is_loopback(const std::string& host) {
  return host.starts_with("127.") || host == "localhost" || host == "::1";
}

bool is_every_address(const std::string& host) {
  return host == "0.0.0.0" || host == "::";
}

std::string own_address() {
  if (std::string routed = routed_address(); !routed.empty()) return routed;
  const std::string first = first_address();
  return first.empty() ? "127.0.0.1" : first;
}

std::string web_address(const std::string& host, int port) {
  const bool six = host.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}", six ? "[" : "", host, six ? "]" : "", port);
}

}  // namespace evorisk::app
