// How a seat forfeits a match.
#pragma once

#include <cstdint>

namespace evorisk::risk {

// Why a seat's answer breaks off a match (EndReason::invalid). All but the first come from agents
// outside of this process, which can fail in more ways than by a wrong answer.
enum class Fault : std::uint8_t {
  none,
  illegal,        // an action that the rules refuse
  crash,          // the process could not be started, or ended
  silence,        // no answer within the time budget, nor long after
  late,           // an answer, but after the time budget
  garbage,        // an answer that is none of the protocol
  flood,          // more bytes than an answer can have
  wrong_seat,     // an answer for another seat
  wrong_request,  // an answer to another request
};
inline constexpr int fault_count = 9;
const char* fault_name(Fault fault);  // "illegal", ...
const char* fault_text(Fault fault);  // one clause for people

}  // namespace evorisk::risk
