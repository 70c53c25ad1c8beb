#include "app/studio/studio.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "app/studio/server/web.hpp"
#include "app/view/palette.hpp"
#include "base/files.hpp"
#include "base/seal.hpp"
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
  if (response.status != 200 || response.follow ||
      (request.method != "GET" && request.method != "HEAD"))
    return;
  const std::string tag = fmt::format("\"{:016x}\"", text_hash(response.body));
  response.headers.emplace_back("ETag", tag);
  if (request.header("if-none-match") != tag) return;
  response.status = 304;
  response.body.clear();
}

std::string type_of(std::string_view name) {
  if (name.ends_with(".js")) return "text/javascript; charset=utf-8";
  if (name.ends_with(".css")) return "text/css; charset=utf-8";
  if (name.ends_with(".svg")) return "image/svg+xml; charset=utf-8";
  return "text/html; charset=utf-8";
}

}  // namespace

Studio::Studio(const StudioOptions& options)
    : context_(options.directory, options.threads, options.program), web_(options.web) {
  if (options.now) context_.now = options.now;
  for (const auto add :
       {add_runs, add_likes, add_catalogue, add_variants, add_analysis, add_courses, add_editor})
    add(context_, routes_);
  tables_ = std::make_shared<Tables>(context_);
  add_play(context_, routes_, tables_);
  add_seat(routes_, tables_);
}

void Studio::found_at(const std::string& address, bool reachable) {
  context_.address = address;
  context_.reachable = reachable;
}

Response Studio::page(const Request& request) {
  const auto refuse = [&](int status, const char* why) {
    return error_response(status, Message(why).text(wording_of(request)));
  };
  if (request.method != "GET" && request.method != "HEAD")
    return refuse(request.method == "POST" ? 404 : 405, "there is nothing of this kind");
  if (request.path.starts_with("/api/")) return refuse(404, "there is nothing here");
  if (request.path == "/map.css")
    return {.type = "text/css; charset=utf-8", .body = map_style_sheet()};
  if (request.path == "/thumbnail.svg") {
    try {
      const auto name = request.query.find("name");
      return {.type = type_of(request.path),
              .body = context_.thumbnail(name == request.query.end() ? "" : name->second)};
    } catch (const std::exception& error) {
      return error_response(404, error_text(error, wording_of(request)));
    }
  }
  const std::string name = request.path == "/"        ? "index.html"
                           : request.path == "/table" ? "table.html"
                                                      : request.path.substr(1);
  const auto files = web_files();
  const auto found = std::ranges::find(files, name, &WebFile::name);
  if (found == files.end()) return refuse(404, "there is no such page");
  return {.type = type_of(name),
          .body = web_.empty() ? std::string(found->text)
                               : read_file(std::filesystem::path(web_) / name)};
}

std::size_t Studio::body_of(const Request& head) const {
  constexpr std::size_t of_strangers = 4096;
  return for_guests(head) || guard.refusal(head) ? of_strangers : largest_body;
}

Response Studio::answer(const Request& request) {
  Response response;
  std::string refused;
  if (const auto refusal = guard.refusal(request)) {
    response = error_response(refusal->status, refusal->why.text(wording_of(request)));
    refused = refusal->why;
  } else if (!request.header("x-too-large").empty() || request.body.size() > body_of(request)) {
    const Message large("a body of more than {} bytes", body_of(request));
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
    std::optional<Response> answered = routes_.answer(request);
    response = answered ? std::move(*answered) : page(request);
    if (response.status >= 400)
      response.body = context_.folder.without_root(std::move(response.body));
    if (response.status == 404 || response.status == 405) refused = "there is nothing of this kind";
    if (response.status == 401) refused = "a link that is not valid";
  }
  if (!refused.empty() && log) {
    const auto shown = [](std::string_view text) { return shortened(printable(text)); };
    log(fmt::format("refused: {} {} from {}: {}", shown(request.method), shown(request.path),
                    shown(request.peer), shown(refused)));
  }
  answer_known(request, response);
  add_headers(response);
  return response;
}

void Studio::stop() {
  context_.stop = true;
}

}  // namespace evorisk::app
