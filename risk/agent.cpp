#include "risk/agent.hpp"

namespace evorisk::risk {

const char* fault_name(Fault fault) {
  constexpr const char* names[fault_count] = {"none",    "illegal",    "crash",
                                              "silence", "late",       "garbage",
                                              "flood",   "wrong_seat", "wrong_request"};
  return names[static_cast<int>(fault)];
}

const char* fault_text(Fault fault) {
  constexpr const char* texts[fault_count] = {"no fault",
                                              "an action that the rules refuse",
                                              "the program could not be started, or ended",
                                              "no answer in the time allowed, nor long after",
                                              "an answer after the time allowed",
                                              "an answer that is none of the protocol",
                                              "more bytes than an answer can have",
                                              "an answer for another seat",
                                              "an answer to another request"};
  return texts[static_cast<int>(fault)];
}

Explanation Agent::explain(const State&) const {
  return {};
}

}  // namespace evorisk::risk
