#include "app/studio/server/guard.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace evorisk::app {
namespace {

std::string lower(std::string text) {
  std::ranges::transform(text, text.begin(), [](char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  });
  return text;
}

// The value of a cookie, or nothing.
std::string cookie(const std::string& header, const std::string& name) {
  for (std::size_t at = 0; at < header.size();) {
    std::size_t end = std::min(header.find(';', at), header.size());
    std::string part = header.substr(at, end - at);
    part.erase(0, part.find_first_not_of(' '));
    if (part.starts_with(name + "=")) return part.substr(name.size() + 1);
    at = end + 1;
  }
  return {};
}

}  // namespace

bool equal_secrets(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

bool Guard::greets(const Request& request) const {
  const auto given = request.query.find("token");
  return !token.empty() && request.method == "GET" && given != request.query.end() &&
         equal_secrets(given->second, token);
}

std::optional<Guard::Refused> Guard::refusal(const Request& request) const {
  const std::string host = lower(request.header("host"));
  if (loopback) {
    const std::string end = fmt::format(":{}", port);
    const bool known =
        host == "localhost" + end || host == "127.0.0.1" + end || host == "[::1]" + end;
    if (!known) return Refused{403, Message("the host \"{}\" is not this studio's address", host)};
  }
  const std::string origin = lower(request.header("origin"));
  if (!origin.empty() && origin != "http://" + host)
    return Refused{403, Message("a page of \"{}\" may not use this studio", origin)};
  const bool api = request.path.starts_with("/api/");
  const std::string site = request.header("sec-fetch-site");
  if (api && !site.empty() && site != "same-origin" && site != "none")
    return Refused{403, "a page of another site may not use this studio"};
  if (request.method == "POST" && !request.header("content-type").starts_with("application/json"))
    return Refused{415, "a POST to the studio has the content type application/json"};
  if (token.empty()) return std::nullopt;
  const std::string bearer = request.header("authorization");
  if (bearer.starts_with("Bearer ") && equal_secrets(bearer.substr(7), token)) return std::nullopt;
  if (equal_secrets(cookie(request.header("cookie"), "evorisk"), token)) return std::nullopt;
  if (greets(request)) return std::nullopt;
  return Refused{401, "this studio needs its token: open the address it printed"};
}

}  // namespace evorisk::app
