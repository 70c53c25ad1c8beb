// Matches played by typing: a terminal without a terminal, and a person who decides like an agent.
#pragma once

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "app/play/dialogue.hpp"
#include "app/play/orders.hpp"
#include "app/play/terminal.hpp"
#include "base/utf8.hpp"
#include "risk/agent.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

// Keeps what is printed; asks a function for every line (nothing: the input ends).
class ScriptedTerminal final : public Terminal {
 public:
  using Answer = std::function<std::optional<std::string>()>;
  explicit ScriptedTerminal(Answer answer) : answer_(std::move(answer)) {}

  void print(std::string_view text) override { screen += text; }
  std::optional<std::string> read_line(const std::string& prompt) override {
    screen += prompt;
    std::optional<std::string> line = answer_();
    if (line) screen += (valid_utf8_prefix(*line) == line->size() ? *line : "bytes") + "\n";
    return line;
  }
  bool interrupted() override { return false; }
  Looks looks() override { return shown; }

  std::string screen;
  Looks shown;

 private:
  Answer answer_;
};

// Plays the match in its dialogue.
inline DialogueEnd play(risk::OpenMatch& match, const std::filesystem::path& file,
                        Terminal& terminal, bool brief) {
  MatchSession session(match, file);
  return play_dialogue(match, session, terminal, brief);
}

// An action as the thesis' commands and their short forms say it.
inline std::string typed_line(const risk::State& state, const risk::Action& action) {
  if (const auto* a = std::get_if<risk::Pick>(&action)) return std::to_string(a->territory);
  if (const auto* a = std::get_if<risk::Placement>(&action)) {
    const std::string territory = std::to_string(a->territory);
    if (a->troops == 1) return territory;
    return territory + (a->troops == state.to_place() ? " all" : " " + std::to_string(a->troops));
  }
  if (const auto* a = std::get_if<risk::Exchange>(&action)) {
    if (a->cards[0] < 0) return "0 0 0";
    const std::vector<int> hand = cards_of(state, state.seat());
    std::string line;
    for (const int card : a->cards)
      line += std::to_string(std::find(hand.begin(), hand.end(), card) - hand.begin()) + " ";
    if (a->bonus_territory >= 0) line += "bonus " + std::to_string(a->bonus_territory);
    return line;
  }
  if (const auto* a = std::get_if<risk::Attack>(&action)) {
    return a->from < 0 ? "0 0" : std::to_string(a->from) + " " + std::to_string(a->to);
  }
  const auto& a = std::get<risk::Fortify>(action);
  if (a.from < 0) return "0 0";
  return std::to_string(a.from) + " " + std::to_string(a.to) +
         (a.troops == 1 ? "" : " " + std::to_string(a.troops));
}

// Decides for a seat as the agent would, from the stream it would have.
class Mimic {
 public:
  Mimic(const risk::OpenMatch& match, int seat, const std::string& agent)
      : match_(match), agent_(risk::make_agent(agent)), random_(stream(match, seat)) {
    agent_->begin_match(match.variant(), seat);
  }
  std::string line() {
    return typed_line(match_.state(), risk::ask(*agent_, match_.state(), random_));
  }

 private:
  static StreamKey stream(const risk::OpenMatch& match, int seat) {
    StreamKey key = match.header().key;
    key.substream = 1 + static_cast<std::uint32_t>(seat);
    return key;
  }
  const risk::OpenMatch& match_;
  std::unique_ptr<risk::Agent> agent_;
  Random random_;
};

}  // namespace evorisk::app
