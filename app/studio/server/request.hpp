// A request to the studio and its response, independent of the HTTP library.
#pragma once

#include <functional>
#include <map>
#include <memory>
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

// The client of a response that goes on. Any thread may call its members, none of which waits.
class Listener {
 public:
  Listener() = default;
  virtual ~Listener() = default;
  Listener(const Listener&) = delete;
  Listener& operator=(const Listener&) = delete;

  virtual void send(std::string text) = 0;
  virtual void end() = 0;  // after all that was sent
};

struct Response {
  int status = 200;
  std::string type = "application/json; charset=utf-8";
  std::string body = {};
  std::vector<std::pair<std::string, std::string>> headers = {};
  // If set, the response goes on after its body: this is called with the client, and what it
  // returns is kept until the listener has gone.
  std::function<std::shared_ptr<void>(std::shared_ptr<Listener>)> follow = {};
};

}  // namespace evorisk::app
