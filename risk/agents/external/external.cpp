// An agent in a process of its own, in any language: one line of JSON asks, one answers. The
// protocol is described, with a session, in docs/agents.md.
#include <fmt/format.h>

#include <cerrno>
#include <cstring>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/reading/remarks.hpp"
#include "risk/agents/agents.hpp"
#include "risk/agents/external/child_process.hpp"
#include "risk/agents/external/plan.hpp"
#include "risk/agents/one_decision.hpp"
#include "risk/legal.hpp"
#include "risk/record/action_json.hpp"
#include "risk/record/open_match.hpp"
#include "risk/record/record.hpp"

namespace evorisk::risk {

namespace {

using Json = nlohmann::ordered_json;

// Of matches without missions, and with.
constexpr int plain_protocol = 1;
constexpr int mission_protocol = 2;

int protocol_of(const Variant& variant) {
  return variant.missions() > 0 ? mission_protocol : plain_protocol;
}

constexpr std::size_t most_actions = 2000;  // in a list; a large hand has more exchanges

struct Settings {
  std::vector<std::string> command;
  std::string log;
  int budget_ms = 0;
  int start_ms = 0;
  int grace_ms = 0;
};

// What no rules accept.
Action nothing(Phase phase) {
  switch (phase) {
    case Phase::pick:
      return Pick{-1};
    case Phase::exchange:
      return Exchange{{0, 0, 0}, -1};
    case Phase::attack:
      return Attack{0, 0};
    case Phase::fortify:
      return Fortify{0, 0, 1};
    default:
      return Placement{-1, 1};
  }
}

class ExternalAgent final : public OneDecision {
 public:
  explicit ExternalAgent(Settings settings) : settings_(std::move(settings)) {}

  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    plan_.clear();
    events_ = Json::array();
    wants_events_ = false;
    makes_plans_ = false;
    // An agent that broke off so many matches in a row would only waste time in the next.
    if (broken_ >= most_broken) return;
    fault_ = Fault::none;
    why_.clear();
    decided_ = false;
    if (!child_.running()) {
      if (const int error = child_.start(settings_.command, settings_.log); error != 0) {
        break_off(Fault::crash, fmt::format("cannot be started: {}", std::strerror(error)));
        return;
      }
    }
    const Json request = {{"protocol", protocol_of(variant)},
                          {"type", "match"},
                          {"id", ++id_},
                          {"seat", seat},
                          {"offers", {"events", "plans"}},
                          {"variant", variant_to_json(variant)}};
    converse(request, settings_.start_ms, [&](const JsonView& answer) {
      if (!answer.at("ready").boolean()) answer.fail("must be true");
      if (const auto wants = answer.find("events")) wants_events_ = wants->boolean();
      if (const auto makes = answer.find("plans")) makes_plans_ = makes->boolean();
    });
  }

  bool watches() const override { return (wants_events_ || makes_plans_) && fault_ == Fault::none; }
  void watch(const State& before, const Event& event) override {
    const auto action = before.seat() == seat_ ? decision_in(event) : std::nullopt;
    if (action) plan_.played(*action);
    if (!wants_events_) return;
    Json json = event_to_json(before, event);
    if (json.contains("card") && json["card"] < 0) json.erase("card");
    if (json.contains("moved")) {
      const int loser = before.owner(std::get<Battle>(event).attack.to);
      if (before.territories_of(loser) == 1) json["eliminated"] = loser;
    }
    events_.push_back(std::move(json));
  }

  Fault fault() const override { return fault_ == Fault::none ? Fault::illegal : fault_; }
  bool reproducible() const override { return false; }
  Explanation explain(const State&) const override { return {why_, {}}; }

 private:
  static constexpr int most_broken = 3;

  Action decide(const State& state, Random& random) override {
    Action action = nothing(state.phase());
    const std::string_view decision = action_name(action);
    // Drawn for the decisions of a plan, too: they change no later number.
    const std::uint64_t number = random.next() >> 32;
    if (fault_ != Fault::none) return action;
    if (const auto planned = plan_.next(decision, state)) return *planned;
    legal_actions(state, actions_);
    Json request = {{"protocol", protocol_of(state.variant())},
                    {"type", "decide"},
                    {"id", ++id_},
                    {"seat", seat_},
                    {"decision", decision},
                    {"random", number},
                    {"state", state_json(state, seat_)}};
    Json& list = request["actions"] = Json::array();
    for (const Action& legal : actions_) {
      if (list.size() == most_actions) break;
      list.push_back(action_to_json(legal));
    }
    request["complete"] = actions_.size() <= most_actions;
    if (wants_events_) request["events"] = std::exchange(events_, Json::array());
    why_.clear();
    converse(request, settings_.budget_ms, [&](const JsonView& answer) {
      const auto plan = makes_plans_ ? answer.find("plan") : std::nullopt;
      if (plan) plan_.read(decision, state, *plan);
      action = plan ? *plan_.next(decision, state) : *read_action(decision, answer.at("action"));
      if (const auto why = answer.find("why")) why_ = why->text();
    });
    if (fault_ == Fault::none) {
      decided_ = true;
      broken_ = 0;
    }
    return action;
  }

  static Json state_json(const State& state, int seat) {
    Json json = position_to_json(state);
    if (state.phase() == Phase::continent) json["continent"] = state.continent();
    if (state.variant().missions() > 0) add_missions(state, seat, json);
    return json;
  }

  // The agent's own card, and what all know of the others'.
  static void add_missions(const State& state, int seat, Json& json) {
    const int card = state.mission(seat);
    const int task = state.task(seat, card);
    json["mission"] = card;
    json["otherwise"] = task != card;
    json["fulfilled"] = state.fulfilled(seat, card);
    Json& destroyed = json["destroyed_by"] = Json::array();
    Json& ruled_out = json["ruled_out"] = Json::array();
    for (int s = 0; s < state.variant().players(); ++s) {
      const int destroyer = state.destroyed_by(s);
      destroyed.push_back(destroyer < 0 ? Json(nullptr) : Json(destroyer));
      Json cards = Json::array();
      for (int c = 0; c < state.variant().missions(); ++c) {
        if ((state.ruled_out(s) >> c & 1u) != 0) cards.push_back(c);
      }
      ruled_out.push_back(std::move(cards));
    }
  }

  // Asks, and hands the answer to `take` when it is one to this request for this seat.
  template <class Take>
  void converse(const Json& request, int budget_ms, const Take& take) {
    using Answer = ChildProcess::Answer;
    const auto deadline = ChildProcess::Clock::now() + std::chrono::milliseconds(budget_ms);
    switch (child_.converse(request.dump(), deadline, line_)) {
      case Answer::line:
        break;
      case Answer::ended: {
        const std::string ending = child_.ending();
        return break_off(Fault::crash, ending.empty() ? "closed its output" : ending);
      }
      case Answer::flood:
        return break_off(Fault::flood,
                         fmt::format("wrote more than {} bytes without an end of line",
                                     ChildProcess::longest_line));
      case Answer::timeout: {
        const auto grace = deadline + std::chrono::milliseconds(settings_.grace_ms);
        const bool late = child_.converse("", grace, line_) == Answer::line;
        return break_off(late ? Fault::late : Fault::silence,
                         fmt::format("gave no answer within {} ms", budget_ms));
      }
    }
    try {
      const Json json = parse_json(line_, "answer");
      const JsonView answer(json, "answer");
      if (answer.at("id").count() != id_) {
        return break_off(Fault::wrong_request, "answered another request");
      }
      if (answer.at("seat").any_int() != seat_) {
        return break_off(Fault::wrong_seat, "answered for another seat");
      }
      take(answer);
    } catch (const InputError& error) {
      break_off(Fault::garbage, error.message().text());
    }
  }

  void break_off(Fault fault, const std::string& reason) {
    fault_ = fault;
    if (!decided_) ++broken_;
    remark(fmt::format("agent `{}`: {}", fmt::join(settings_.command, " "), reason));
    child_.stop(true);
  }

  Settings settings_;
  ChildProcess child_;
  int seat_ = 0;
  std::int64_t id_ = 0;  // of the last request
  Fault fault_ = Fault::none;
  bool decided_ = false;  // in this match
  int broken_ = 0;        // times in a row that it broke a match off before its first decision
  std::string line_;
  std::string why_;
  std::vector<Action> actions_;
  Plan plan_;
  Json events_;  // since the last request
  bool wants_events_ = false;
  bool makes_plans_ = false;
};

}  // namespace

std::unique_ptr<Agent> make_external_agent(const JsonView& parameters) {
  Settings settings;
  for (const JsonView& word : parameters.at("command").items()) {
    settings.command.push_back(word.text());
  }
  if (settings.command.empty()) {
    parameters.at("command").fail(
        "a program and its arguments are needed, as [\"python3\", "
        "\"agent.py\"]");
  }
  settings.budget_ms = integer(parameters, "budget_ms");
  settings.start_ms = integer(parameters, "start_ms");
  const auto grace = parameters.find("grace_ms");
  settings.grace_ms = grace ? static_cast<int>(grace->integer(0, 3'600'000)) : settings.budget_ms;
  if (const auto log = parameters.find("log")) {
    settings.log = log->text();
    errno = 0;
    if (!std::ofstream(settings.log, std::ios::app))
      log->fail("cannot be written: {}", std::strerror(errno));
  }
  return std::make_unique<ExternalAgent>(std::move(settings));
}

}  // namespace evorisk::risk
