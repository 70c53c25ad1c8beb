#include "app/studio/server/guard.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string.hpp>
#include <vector>

namespace evorisk::app {
namespace {

// The value of a cookie, or nothing.
std::string cookie(const std::string& header, const std::string& name) {
  std::vector<std::string> parts;
  boost::split(parts, header, boost::is_any_of(";"));
  for (std::string& part : parts) {
    boost::trim_left(part);
    if (part.starts_with(name + "=")) return part.substr(name.size() + 1);
  }
  return {};
}

// Whether two texts are equal, in a time that tells nothing of where they differ.
bool equal_secrets(const std::string& a, const std::string& b) {
  if (a.size() != b.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    difference |= static_cast<unsigned char>(a[i]) ^ static_cast<unsigned char>(b[i]);
  return difference == 0;
}

}  // namespace

bool Guard::greets(const Request& request) const {
  const auto given = request.query.find("token");
  return !token.empty() && request.method == "GET" && given != request.query.end() &&
         equal_secrets(given->second, token);
}

std::optional<Guard::Refused> Guard::refusal(const Request& request) const {
  const std::string host = boost::to_lower_copy(request.header("host"));
  if (loopback) {
    const std::string end = fmt::format(":{}", port);
    const bool known =
        host == "localhost" + end || host == "127.0.0.1" + end || host == "[::1]" + end;
    if (!known) return Refused{403, Message("the host \"{}\" is not this studio's address", host)};
  }
  const std::string origin = boost::to_lower_copy(request.header("origin"));
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
