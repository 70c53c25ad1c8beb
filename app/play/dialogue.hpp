// A match at a terminal: asks people for decisions, plays chance and the agents, prints the events,
// and saves the match in its file.
#pragma once

#include "app/play/session.hpp"
#include "app/play/terminal.hpp"

namespace evorisk::app {

enum class DialogueEnd { over, left, interrupted };

// Plays until the match is over or the people leave. Writes the record of the match to the
// session's file before and after every decision, so that no decision is lost. `brief`: no map
// before each turn. Throws SystemError when the file cannot be written at the end.
DialogueEnd play_dialogue(risk::OpenMatch& match, MatchSession& session, Terminal& terminal,
                          bool brief);

}  // namespace evorisk::app
