#include "app/studio/server/secret.hpp"

#include <sys/random.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>

#include "base/error.hpp"

namespace evorisk::app {
namespace {

template <std::size_t bytes>
std::array<unsigned char, bytes> random_bytes() {
  std::array<unsigned char, bytes> random{};
  if (::getrandom(random.data(), bytes, 0) != static_cast<ssize_t>(bytes))
    throw SystemError("the system gives no random numbers: {}",
                      std::generic_category().message(errno));
  return random;
}

}  // namespace

std::string new_secret() {
  constexpr std::string_view letters =
      "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
  const auto random = random_bytes<18>();
  std::string secret;
  for (std::size_t i = 0; i < random.size(); i += 3) {
    const unsigned three =
        (unsigned{random[i]} << 16) | (unsigned{random[i + 1]} << 8) | unsigned{random[i + 2]};
    for (const int shift : {18, 12, 6, 0}) secret += letters[(three >> shift) & 63];
  }
  return secret;
}

std::uint64_t secret_seed() {
  std::uint64_t seed = 0;
  const auto random = random_bytes<sizeof seed>();
  std::memcpy(&seed, random.data(), sizeof seed);
  return seed >> 11;
}

bool equal_secrets(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace evorisk::app
