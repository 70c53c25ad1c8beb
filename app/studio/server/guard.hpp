// Which requests the studio answers. A page of another site can make a browser send requests to
// this computer, and a name that it controls can be made to mean this computer (DNS rebinding):
// neither may read or change anything.
#pragma once

#include <optional>
#include <string>

#include "app/studio/server/request.hpp"
#include "base/message.hpp"

namespace evorisk::app {

struct Guard {
  int port = 0;
  // Whether only this computer can reach the server; then requests must name it ("localhost",
  // "127.0.0.1", "[::1]") with the port.
  bool loopback = true;
  // Required of every request when not empty: "Authorization: Bearer TOKEN", the cookie
  // "evorisk=TOKEN", or, to be given the cookie, "?token=TOKEN" of the page's address.
  std::string token = {};

  struct Refused {
    int status = 403;
    Message why;
  };
  // Why the request is refused, or nothing. Anything under /api/ must come from the studio's own
  // page (or from no page at all), and changes only by POST with a JSON body.
  std::optional<Refused> refusal(const Request& request) const;
  // Whether the request brings the token in its address.
  bool greets(const Request& request) const;
};

}  // namespace evorisk::app
