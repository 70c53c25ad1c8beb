#include "app/studio/server/routes.hpp"

#include <limits>
#include <nlohmann/json.hpp>

#include "app/text/words/language.hpp"
#include "base/reading/document.hpp"
#include "base/reading/number_in.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

std::string Call::query(const std::string& name) const {
  const auto found = request.query.find(name);
  if (found == request.query.end())
    throw InputError("{}: \"{}\" is missing in the query", request.path, name);
  return found->second;
}

std::int64_t Call::query_number(const std::string& name, std::int64_t lowest, std::int64_t highest,
                                std::int64_t otherwise) const {
  const auto found = request.query.find(name);
  if (found == request.query.end()) return otherwise;
  const std::string& text = found->second;
  const auto value = number_in<std::int64_t>(text);
  if (!value || *value < lowest || *value > highest)
    throw InputError("{}: {} is a number from {} to {}, not \"{}\"", request.path, name, lowest,
                     highest, text);
  return *value;
}

std::int64_t Call::number(std::string_view key, std::int64_t lowest, std::int64_t highest,
                          std::int64_t otherwise) const {
  const auto member = body.find(key);
  return member ? member->integer(lowest, highest) : otherwise;
}

std::uint64_t Call::natural(std::string_view key, std::uint64_t otherwise) const {
  return static_cast<std::uint64_t>(number(key, 0, std::numeric_limits<std::int64_t>::max(),
                                           static_cast<std::int64_t>(otherwise)));
}

std::string Call::text(std::string_view key, const std::string& otherwise) const {
  const auto member = body.find(key);
  return member ? member->text() : otherwise;
}

const Wording& wording_of(const Request& request) {
  const bool portuguese = request.header("accept-language").starts_with("pt");
  return wording(portuguese ? Language::portuguese : Language::english);
}

std::string error_text(const std::exception& error, const Wording& wording) {
  const auto* said = dynamic_cast<const MessageError*>(&error);
  return said != nullptr ? said->message().text(wording) : error.what();
}

Response error_response(int status, const std::string& sentence) {
  return {.status = status,
          .body = Json{{"error", sentence}}.dump(-1, ' ', false, Json::error_handler_t::replace)};
}

namespace {

std::function<Response(const Call&)> as_text(Answer answer) {
  return [answer = std::move(answer)](const Call& call) {
    return Response{.body = answer(call).dump(-1, ' ', false, Json::error_handler_t::replace)};
  };
}

}  // namespace

void Routes::get(const std::string& path, Answer answer) {
  answers_["GET " + path] = as_text(std::move(answer));
}

void Routes::post(const std::string& path, Answer answer) {
  answers_["POST " + path] = as_text(std::move(answer));
}

std::optional<Response> Routes::answer(const Request& request) const {
  const auto found = answers_.find(request.method + " " + request.path);
  if (found == answers_.end()) return std::nullopt;
  const Wording& wording = wording_of(request);
  try {
    Json body = Json::object();
    if (request.method == "POST") body = parse_document(request.body, "request");
    if (!body.is_object()) throw InputError("request: found something else than an object");
    const Call call{request, JsonView(body, "request"), wording};
    return found->second(call);
  } catch (const BusyError& error) {
    Response busy = error_response(429, error_text(error, wording));
    busy.headers.emplace_back("Retry-After", "2");
    return busy;
  } catch (const LinkError& error) {
    return error_response(401, error_text(error, wording));
  } catch (const InputError& error) {
    return error_response(400, error_text(error, wording));
  } catch (const std::exception& error) {
    return error_response(500, error_text(error, wording));
  }
}

}  // namespace evorisk::app
