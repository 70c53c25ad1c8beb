#include "app/studio/server/guard.hpp"

#include <fmt/format.h>

#include <boost/algorithm/string/case_conv.hpp>
#include <boost/algorithm/string/classification.hpp>
#include <boost/algorithm/string/split.hpp>
#include <boost/algorithm/string/trim.hpp>
#include <vector>

#include "app/studio/server/secret.hpp"

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

// A page's file: the same for everybody, and public.
bool page_file(const Request& request) {
  const std::string& path = request.path;
  return (request.method == "GET" || request.method == "HEAD") &&
         (path == "/table" || path == "/icon.svg" || path.ends_with(".js") ||
          path.ends_with(".css"));
}

}  // namespace

bool for_guests(const Request& request) {
  return request.path.starts_with("/api/seat/") || page_file(request);
}

std::string bearer(const Request& request) {
  constexpr std::string_view scheme = "Bearer ";
  const std::string given = request.header("authorization");
  return given.starts_with(scheme) ? given.substr(scheme.size()) : std::string();
}

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
  if (token.empty() || for_guests(request)) return std::nullopt;
  if (equal_secrets(bearer(request), token)) return std::nullopt;
  if (equal_secrets(cookie(request.header("cookie"), "evorisk"), token)) return std::nullopt;
  if (greets(request)) return std::nullopt;
  return Refused{401, "this studio needs its token: open the address it printed"};
}

}  // namespace evorisk::app
