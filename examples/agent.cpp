// An agent for evorisk in C++, as a program of its own. Needs nlohmann-json3-dev:
//
//   g++ -std=c++20 -O2 examples/agent.cpp -o agent
//   evorisk simulate thesis-9 --agents 'external:{"command":["./agent"]},cautious'
//
// It places its troops where they exceed a neighbour's by most, and attacks from there while it has
// more troops. Everything else it draws from the legal actions of the request. The protocol is
// described in docs/agents.md.
#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

using Json = nlohmann::json;

namespace {

// What stays the same during a match.
struct Match {
  int seat = 0;
  std::vector<std::vector<int>> neighbours;

  explicit Match(const Json& request) : seat(request["seat"]) {
    const Json& map = request["variant"]["map"];
    neighbours.resize(map["territories"].size());
    for (const Json& border : map["borders"]) {
      const int a = border[0];
      const int b = border[1];
      neighbours[static_cast<std::size_t>(a)].push_back(b);
      neighbours[static_cast<std::size_t>(b)].push_back(a);
    }
  }

  // By how many troops a territory exceeds its weakest enemy neighbour; -1000 without one.
  int margin(const Json& state, int territory) const {
    int best = -1000;
    for (const int n : neighbours[static_cast<std::size_t>(territory)]) {
      if (state["owners"][static_cast<std::size_t>(n)] == seat) continue;
      const int more = state["troops"][static_cast<std::size_t>(territory)].get<int>() -
                       state["troops"][static_cast<std::size_t>(n)].get<int>();
      best = std::max(best, more);
    }
    return best;
  }

  Json decide(const Json& request) const {
    const Json& state = request["state"];
    const Json& actions = request["actions"];
    const std::string decision = request["decision"];
    const auto troops = [&](const Json& territory) {
      return state["troops"][territory.get<std::size_t>()].get<int>();
    };
    if (decision == "place") {
      const Json* best = &actions[0];
      for (const Json& action : actions) {
        if (margin(state, action["territory"]) > margin(state, (*best)["territory"])) {
          best = &action;
        }
      }
      return *best;
    }
    if (decision == "attack") {
      Json best = {{"from", nullptr}};
      int most = 0;
      for (const Json& action : actions) {
        if (action["from"].is_null()) continue;
        const int more = troops(action["from"]) - troops(action["to"]);
        if (more > most) {
          most = more;
          best = action;
        }
      }
      return best;
    }
    // Every request brings a number of the seat's own random stream.
    return actions[request["random"].get<std::size_t>() % actions.size()];
  }
};

}  // namespace

int main() {
  std::vector<Match> match;  // none before the first
  for (std::string line; std::getline(std::cin, line);) {
    const Json request = Json::parse(line);
    Json answer = {{"id", request["id"]}, {"seat", request["seat"]}};
    if (request["type"] == "match") {
      match.assign(1, Match(request));
      answer["ready"] = true;
    } else {
      answer["action"] = match[0].decide(request);
    }
    std::cout << answer.dump() << std::endl;
  }
}
