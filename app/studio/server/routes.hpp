// Finds the function that answers a request.
#pragma once

#include <cstdint>
#include <exception>
#include <functional>
#include <map>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "app/studio/server/request.hpp"
#include "base/error.hpp"
#include "base/json.hpp"

namespace evorisk::app {

// A parsed request to the API. All members throw InputError for missing or invalid values.
struct Call {
  const Request& request;
  JsonView body;           // of a POST: an object
  const Wording& wording;  // for texts that the page shows unchanged

  std::string query(const std::string& name) const;
  std::int64_t query_number(const std::string& name, std::int64_t lowest, std::int64_t highest,
                            std::int64_t otherwise) const;

  // Members of the body, or a default.
  std::int64_t number(std::string_view key, std::int64_t lowest, std::int64_t highest,
                      std::int64_t otherwise) const;
  std::uint64_t natural(std::string_view key, std::uint64_t otherwise) const;  // below 2^63
  std::string text(std::string_view key, const std::string& otherwise) const;
};

// Too many requests are waiting already.
class BusyError : public MessageError {
 public:
  using MessageError::MessageError;
};

// The link by which a request comes is unknown, or was withdrawn.
class LinkError : public MessageError {
 public:
  LinkError() : MessageError("this link does not lead to a table, or not any more") {}
};

// The wording that a request asks for by its header "accept-language": Portuguese where that begins
// with "pt", else English; seats are numbered from 1.
const Wording& wording_of(const Request& request);

// The function that answers a call with JSON.
using Answer = std::function<nlohmann::ordered_json(const Call&)>;

// The API: one function per method and path. Immutable once the server runs.
class Routes {
 public:
  void get(const std::string& path, Answer answer);
  void post(const std::string& path, Answer answer);
  // A response that goes on.
  void stream(const std::string& path, std::function<Response(const Call&)> answer) {
    answers_["GET " + path] = std::move(answer);
  }

  // Nothing when there is no such path. InputError becomes status 400, LinkError 401, BusyError
  // 429, SystemError and whatever else 500, each with {"error": sentence}.
  std::optional<Response> answer(const Request& request) const;

 private:
  std::map<std::string, std::function<Response(const Call&)>> answers_;
};

// The text of an error, in this wording if the error supports several.
std::string error_text(const std::exception& error, const Wording& wording);

// {"error": sentence}
Response error_response(int status, const std::string& sentence);

}  // namespace evorisk::app
