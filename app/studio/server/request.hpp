// A request to the studio and its response, independent of the HTTP library.
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace evorisk::app {

struct Request {
  std::string method = "GET";
  std::string path = "/";  // decoded, without the query
  std::map<std::string, std::string> query = {};
  std::string body = {};
  std::map<std::string, std::string> headers = {};  // names in lower case
  std::string peer = {};                            // the address it comes from; for the log

  std::string header(const std::string& name) const {
    const auto found = headers.find(name);
    return found == headers.end() ? std::string() : found->second;
  }
};

struct Response {
  int status = 200;
  std::string type = "application/json; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
};

}  // namespace evorisk::app
