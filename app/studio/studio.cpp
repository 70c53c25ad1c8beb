#include "app/studio/studio.hpp"

#include <fmt/format.h>

#include "app/studio/parts.hpp"
#include "app/studio/server/http.hpp"
#include "app/studio/server/web.hpp"
#include "app/view/palette.hpp"
#include "base/utf8.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

// The page loads nothing from other servers, and no other page may embed it.
constexpr const char* policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

void add_headers(Response& response) {
  for (const auto& [name, value] : {std::pair{"Content-Security-Policy", policy},
                                    {"X-Content-Type-Options", "nosniff"},
                                    {"Referrer-Policy", "no-referrer"},
                                    {"Cache-Control", "private, no-cache"},
                                    {"Cross-Origin-Resource-Policy", "same-origin"},
                                    {"Cross-Origin-Opener-Policy", "same-origin"},
                                    {"X-Frame-Options", "DENY"}})
    response.headers.emplace_back(name, value);
}

// What a browser has already is not sent again: many pages look at the same runs every second.
void answer_known(const Request& request, Response& response) {
  if (response.status != 200 || (request.method != "GET" && request.method != "HEAD")) return;
  const std::string tag = fmt::format("\"{:016x}\"", ga::text_hash(response.body));
  response.headers.emplace_back("ETag", tag);
  if (request.header("if-none-match") != tag) return;
  response.status = 304;
  response.body.clear();
}

// Of what a client sent, for a terminal.
std::string printable(std::string text) {
  for (char& c : text) {
    if (static_cast<unsigned char>(c) < 0x20 || static_cast<unsigned char>(c) > 0x7e) c = '?';
  }
  return shortened(text);
}

}  // namespace

struct Studio::Impl {
  StudioContext context;
  std::string web;
  Routes routes;
  RunsPart runs{context, routes};
  PlayPart play{context, routes};

  explicit Impl(const StudioOptions& options)
      : context(options.directory, options.threads, options.program), web(options.web) {
    add_catalogue(context, routes);
    add_variants(context, routes);
    add_analysis(context, routes);
    add_courses(context, routes);
    add_watch(context, routes);
    add_editor(context, routes);
    add_print(context, routes);
  }

  Response answer(const Request& request) const {
    if (std::optional<Response> response = routes.answer(request)) return std::move(*response);
    if (request.method != "GET" && request.method != "HEAD")
      return error_response(request.method == "POST" ? 404 : 405,
                            Message("there is nothing of this kind").text(wording_of(request)));
    if (request.path.starts_with("/api/"))
      return error_response(404, Message("there is nothing here").text(wording_of(request)));
    if (request.path == "/map.css")
      return {.type = "text/css; charset=utf-8", .body = map_style_sheet()};
    return web_response(request.path, web, wording_of(request));
  }
};

Studio::Studio(const StudioOptions& options) : impl_(std::make_unique<Impl>(options)) {}

Studio::~Studio() = default;

Response Studio::answer(const Request& request) {
  Response response;
  std::string refused;
  if (const auto refusal = guard.refusal(request)) {
    response = error_response(refusal->status, refusal->why.text(wording_of(request)));
    refused = refusal->why;
  } else if (!request.header("x-too-large").empty() ||
             request.body.size() > HttpServer::largest_body) {
    const Message large("a body of more than {} bytes", HttpServer::largest_body);
    refused = large;
    response = error_response(413, large.text(wording_of(request)));
  } else if (request.path == "/" && guard.greets(request)) {
    response = {.status = 303,
                .type = "text/plain",
                .headers = {{"Location", "/"},
                            {"Set-Cookie", fmt::format("evorisk={}; HttpOnly; SameSite=Strict; "
                                                       "Path=/",
                                                       guard.token)}}};
  } else {
    response = impl_->answer(request);
    if (response.status == 404 || response.status == 405) refused = "there is nothing of this kind";
  }
  if (!refused.empty() && log)
    log(fmt::format("refused: {} {} from {}: {}", printable(request.method),
                    printable(request.path), printable(request.peer), printable(refused)));
  answer_known(request, response);
  add_headers(response);
  return response;
}

void Studio::stop() {
  impl_->context.stop = true;
}

}  // namespace evorisk::app
