// Which requests the studio answers. A page of another site can make a browser send requests to
// this computer, or let its host name point to this computer (DNS rebinding). Such requests may not
// read or change anything.
#pragma once

#include <optional>
#include <string>

#include "app/studio/server/request.hpp"
#include "base/message.hpp"

namespace evorisk::app {

struct Guard {
  int port = 0;
  // Whether only this computer can reach the server. If so, the host of a request must be
  // "localhost", "127.0.0.1" or "[::1]", with the port.
  bool loopback = true;
  // If not empty, every request must contain it: "Authorization: Bearer TOKEN", the cookie
  // "evorisk=TOKEN", or "?token=TOKEN" in the page's address, which sets the cookie.
  std::string token = {};

  struct Refused {
    int status = 403;
    Message why;
  };
  // Why the request is refused, or nothing. Requests under /api/ must come from the studio's own
  // page or from no page; only a POST with a JSON body changes anything. What is for guests needs
  // no token: pages that are the same for everybody, and requests that their link answers for.
  std::optional<Refused> refusal(const Request& request) const;
  // Whether the request brings the token in its address.
  bool greets(const Request& request) const;
};

// Requests of those who sit at a table or look on, which bring the secret of their link:
// "Authorization: Bearer SECRET".
bool for_guests(const Request& request);
std::string bearer(const Request& request);  // empty: there is none

}  // namespace evorisk::app
