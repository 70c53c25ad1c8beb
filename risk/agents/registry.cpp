// The registry of agents: add a line here for a new kind.
#include "base/registry.hpp"

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "risk/agents/agents.hpp"

namespace evorisk::risk {

namespace {

constexpr AgentKind kinds[] = {
    {"cautious",
     "Reinforces and fortifies its weakest border territories; attacks only what has fewer troops "
     "(thesis 4.3.4.1).",
     "", true, "{}", make_cautious_agent},
    {"random",
     "Draws uniformly from its legal actions; the weakest opponent worth measuring (the usual "
     "baseline of game programs).",
     "", true, "{}", make_random_agent},
    {"aggressive",
     "Gathers its troops where they conquer most, attacks at even odds and presses on (as Angry "
     "of Lux Delux; odds: Osborne 2003).",
     "odds (0 to 1, 0.5): the least chance of a fight that it begins", true, "{}",
     make_aggressive_agent},
    {"turtle",
     "Levels its borders against what stands before them, attacks for its card and shorter borders "
     "only, comes out when it is far stronger (the turtling of human players).",
     "odds (0 to 1, 0.9): the least chance of a fight that it begins; out (0 to 100, 1.5): comes "
     "out when it has so many times the troops of all others together",
     true, "{}", make_turtle_agent},
    {"builder",
     "Takes the continent that is cheapest for its bonus, holds it, goes on to the next (as Pixie "
     "of Lux Delux).",
     "odds (0 to 1, 0.6): the least chance of a fight that it begins; mission (0 to 10, 1): weight "
     "of its own mission; guess (0 to 10, 1): weight of the missions it guesses of others",
     true, "{}", make_builder_agent},
    {"breaker",
     "Takes a territory out of every continent that the leader holds, then the leader's others "
     "(the ganging up on the leader of human players).",
     "odds (0 to 1, 0.55): the least chance of a fight that it begins", true, "{}",
     make_breaker_agent},
    {"strategist",
     "Three levels: exact odds, proposals made of a record per continent, and a plan for the stage "
     "of the match (levels after Wolf 2005, \"An intelligent artificial player for the game of "
     "Risk\").",
     "caution (0 to 1, 0.3): how safe a fight must be, and how many troops guard; mission (0 to "
     "10, "
     "1): weight of its own mission; guess (0 to 10, 1): weight of the missions it guesses of "
     "others",
     true, "{}", make_strategist_agent},
    {"council",
     "Several agents vote on every decision, and the one chosen most often is made (voting of "
     "players as in Althoefer's 3-Hirn and the ensembles of Marcolino et al. 2013).",
     "members (list of 1 to 16 agents; strategist, builder, breaker, aggressive): who votes, the "
     "first one deciding ties",
     true, "{}", make_council_agent},
    {"blunder",
     "Another agent that errs: with a probability it draws a legal action instead (the usual way "
     "to grade a program's strength).",
     "p (0 to 1, 0.1): how often it errs; agent (an agent, cautious): who plays otherwise", true,
     R"({"p":0.3,"agent":{"strategist":{"caution":0.5}}})", make_blunder_agent},
    {"mix",
     "One of several agents, drawn anew for every match, turn or decision (a mixed strategy of "
     "game theory).",
     "agents (list of 1 to 16 agents; cautious, aggressive): who may play; weights (list of "
     "numbers from 0, all 1): how often each; every (match, turn or decision; match): how often "
     "it draws",
     true, R"({"agents":["turtle","aggressive"],"weights":[1,2],"every":"turn"})", make_mix_agent},
    {"lookahead",
     "Samples what becomes of its own turn and of the replies for each move that the strategist "
     "would consider, and values the ends linearly (rollouts: Tesauro and Galperin 1996).",
     "samples (1 to 1000000, 400): its budget per turn; width (1 to 10, 4): moves it considers "
     "besides the strategist's own",
     false, R"({"samples":24,"width":2})", make_lookahead_agent},
    {"mcts",
     "Open-loop Monte Carlo tree search over decomposed actions, with the strategist's candidates "
     "and playouts (Kocsis and Szepesvari 2006; Perez et al. 2015).",
     "playouts (1 to 1000000, 300): its budget per decision; width (1 to 10, 4): moves it "
     "considers "
     "besides the strategist's own; exploration (0 to 10, 0.04): of the confidence bounds",
     false, R"({"playouts":6,"width":2})", make_mcts_agent},
    {"external",
     "A program of your own, in any language, that answers in lines of JSON (protocol: "
     "docs/agents.md).",
     "command (list of texts, required): the program and its arguments; budget_ms (1 to 3600000, "
     "1000): time for a decision; start_ms (1 to 3600000, 10000): time to get ready for a match; "
     "grace_ms (0 to 3600000, as budget_ms): how long a late answer is awaited, to be called late; "
     "log (file): takes what the program writes to standard error",
     false, R"({"command":["program"]})", make_external_agent},
};

const AgentKind& kind_named(const std::string& name) {
  return find_named(kinds, "agent", name);
}

}  // namespace

std::span<const AgentKind> agent_kinds() {
  return kinds;
}

std::unique_ptr<Agent> make_agent(const std::string& description) {
  const std::size_t colon = description.find(':');
  const AgentKind& kind = kind_named(description.substr(0, colon));
  const std::string source = "agent \"" + description + "\"";
  const std::string parameters = colon == std::string::npos ? "{}" : description.substr(colon + 1);
  const nlohmann::ordered_json document = parse_json(parameters, source);
  const JsonView view(document, source);
  if (!view.is_object()) {
    view.fail("the parameters of an agent are a JSON object, as in cautious:{}");
  }
  return kind.make(view);
}

std::unique_ptr<Agent> make_agent(const JsonView& view) {
  if (view.is_string()) return make_agent(view.text());
  const char* form =
      "an agent is a text, as \"cautious\", or an object with one member, as {\"strategist\": "
      "{\"caution\": 0.3}}";
  if (!view.is_object()) view.fail(form);
  const auto members = view.members();
  if (members.size() != 1 || !members.front().second.is_object()) view.fail(form);
  return kind_named(members.front().first).make(members.front().second);
}

}  // namespace evorisk::risk
