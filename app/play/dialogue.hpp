// A match played at a terminal: asks for decisions of people, plays chance and agents, prints what
// happens, and keeps the match in its file.
#pragma once

#include "app/play/session.hpp"
#include "app/play/terminal.hpp"

namespace evorisk::app {

enum class DialogueEnd { over, left, interrupted };

// Until the match is over or the people leave. The session's file is replaced by the record of the
// match before every decision and after it, so that nothing that a person did can be lost. `brief`:
// no map before each turn. Throws SystemError when the file cannot be written in the end.
DialogueEnd play_dialogue(risk::OpenMatch& match, MatchSession& session, Terminal& terminal,
                          bool brief);

}  // namespace evorisk::app
