#include <fmt/format.h>

#include <iterator>
#include <nlohmann/json.hpp>

#include "app/cli.hpp"
#include "maps/base/counted.hpp"
#include "maps/base/error.hpp"
#include "maps/base/files.hpp"
#include "metrics/summary.hpp"
#include "risk/narration.hpp"
#include "risk/record.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// H of each seat (eq. 4.1).
std::vector<double> evaluation(const risk::State& state) {
  const metrics::CriteriaParameters weights;
  const int seats = state.variant().players();
  double troops = 0;
  for (int seat = 0; seat < seats; ++seat) troops += state.troops_of(seat);
  std::vector<double> values;
  for (int seat = 0; seat < seats; ++seat)
    values.push_back(weights.territory_weight * state.territories_of(seat) /
                         state.variant().territories() +
                     weights.troop_weight * state.troops_of(seat) / troops);
  return values;
}

// One turn as it was played.
struct Turn {
  int number = 0;  // 0: the set-up
  int mover = 0;
  std::size_t first = 0;  // its events: first ... last - 1
  std::size_t last = 0;
  int attacks = 0;
  int conquests = 0;
  bool ended = false;
  std::vector<int> territories{};  // at its end
  std::vector<int> troops{};
  std::vector<double> evaluation{};
};

class ReplayCommand final : public Command {
 public:
  std::string name() const override { return "replay"; }

  std::string summary() const override { return "Check a match record, or follow it step by step"; }

  std::string details() const override {
    return "Every line of the record is checked against the rules. Without options, a line per "
           "turn is printed: the mover, its attacks and conquests, and each seat's territories, "
           "troops and evaluation at the end of the turn. --step tells every event; --turn N the "
           "events of one turn with the position before and after it (0 is the set-up). --verify "
           "only checks, and also plays the match again with the recorded agents (and the "
           "decisions "
           "of people) and random stream, which must give the same bytes.\n\n"
           "Exits with 3 when the record does not hold; what holds is printed first.";
  }

  std::vector<std::string> examples() const override {
    return {"evorisk simulate two --matches 1 --record match.jsonl && evorisk replay match.jsonl",
            "evorisk replay match.jsonl --verify", "evorisk replay match.jsonl --turn 1 --json"};
  }

  void add_options(Options& options) override {
    options.argument("RECORD", record_, "Record of a match, as simulate --record writes it");
    options.flag("--verify", verify_,
                 "Check the record and play the match again; tell nothing else");
    options.flag("--step", step_, "Tell every event");
    options.integer("--turn", turn_, 0, 1'000'000, "Tell the events of this turn");
  }

  Exit run(Context& context) override {
    if (verify_ + step_ + turn_.has_value() > 1)
      throw InputError("--verify, --step and --turn exclude each other; give one of them");
    const std::string text = read_file(record_);
    const risk::Record record = risk::read_record(text, record_);
    return verify_ ? verify(context, record, text) : tell(context, record);
  }

 private:
  static std::string problem_text(const risk::RecordProblem& problem) {
    return fmt::format("line {}: {}", problem.line, problem.message);
  }

  static Exit verify(Context& context, const risk::Record& record, const std::string& text) {
    Json json = {{"holds", !record.problem}};
    std::string out = record.problem ? "The record does not hold: " + problem_text(*record.problem)
                                     : fmt::format("The record holds: {} in {}.",
                                                   counted(std::ssize(record.events), "event"),
                                                   counted(record.result.turns, "turn"));
    bool good = !record.problem;
    if (record.problem) {
      json["line"] = record.problem->line;
      json["problem"] = record.problem->message;
    } else {
      const risk::PlayedAgain again = risk::play_again(record, text);
      constexpr const char* outcomes[] = {"same", "different", "other version", "other agents"};
      json["played_again"] = outcomes[static_cast<int>(again.outcome)];
      if (again.problem) json["line"] = again.problem->line;
      json["message"] = again.message;
      out += "\n" + again.message;
      good = again.outcome != risk::PlayedAgain::Outcome::different;
    }
    if (context.json) {
      context.print_json(json);
    } else {
      context.print(out + "\n");
    }
    return good ? Exit::done : Exit::check_failed;
  }

  // The turns of the record, the set-up first.
  static std::vector<Turn> turns_of(const risk::Record& record) {
    std::vector<Turn> turns(1);
    risk::State state(*record.variant);
    for (std::size_t i = 0; i < record.events.size(); ++i) {
      if (state.turn() != turns.back().number)
        turns.push_back({.number = state.turn(), .mover = state.seat(), .first = i});
      Turn& turn = turns.back();
      const int before = state.territories_of(turn.mover);
      if (const auto* battle = std::get_if<risk::Battle>(&record.events[i]))
        turn.attacks += battle->attack.from >= 0;
      state.apply(record.events[i]);
      turn.conquests += turn.number > 0 && state.territories_of(turn.mover) > before;
      turn.last = i + 1;
      turn.ended = state.over() || state.turn() != turn.number;
      if (turn.ended) {
        const auto territories = state.territory_counts();
        const auto troops = state.troop_counts();
        turn.territories.assign(territories.begin(), territories.end());
        turn.troops.assign(troops.begin(), troops.end());
        turn.evaluation = evaluation(state);
      }
    }
    return turns;
  }

  Exit tell(Context& context, const risk::Record& record) const {
    const std::vector<Turn> turns = turns_of(record);
    if (turn_ && *turn_ > turns.back().number)
      throw InputError(fmt::format("--turn: the record has turns 0 (the set-up) to {}, not {}",
                                   turns.back().number, *turn_));
    if (context.json) {
      tell_json(context, record, turns);
    } else {
      tell_text(context, record, turns);
    }
    if (!record.problem) return Exit::done;
    context.note("the record does not hold: " + problem_text(*record.problem));
    return Exit::check_failed;
  }

  // Calls on_turn(turn, state at its start) and then on_event(index, state before it).
  template <class OnTurn, class OnEvent, class OnTurnEnd>
  void walk(const risk::Record& record, const std::vector<Turn>& turns, const OnTurn& on_turn,
            const OnEvent& on_event, const OnTurnEnd& on_turn_end) const {
    risk::State state(*record.variant);
    for (const Turn& turn : turns) {
      const bool wanted = !turn_ || *turn_ == turn.number;
      if (wanted) on_turn(turn, state);
      for (std::size_t i = turn.first; i < turn.last; ++i) {
        if (wanted && (step_ || turn_)) on_event(i, state);
        state.apply(record.events[i]);
      }
      if (wanted) on_turn_end(turn, state);
    }
  }

  static Json header_json(const risk::Record& record) {
    const risk::RecordHeader& header = record.header;
    return {{"program", header.program},         {"simulation", header.simulation},
            {"variant", record.variant->name()}, {"agents", header.agents},
            {"seed", header.key.seed},           {"match", header.key.match}};
  }

  void tell_json(Context& context, const risk::Record& record,
                 const std::vector<Turn>& turns) const {
    Json json = header_json(record);
    Json list = Json::array();
    walk(
        record, turns,
        [&](const Turn& turn, const risk::State&) {
          list.push_back({{"turn", turn.number}});
          if (turn.number > 0) list.back()["mover"] = turn.mover;
        },
        [&](std::size_t i, const risk::State& state) {
          list.back()["events"].push_back(
              {{"line", record.lines[i]}, {"text", risk::describe_event(state, record.events[i])}});
        },
        [&](const Turn& turn, const risk::State&) {
          if (turn.number > 0) {
            list.back()["attacks"] = turn.attacks;
            list.back()["conquests"] = turn.conquests;
          }
          if (!turn.ended) return;
          list.back()["territories"] = turn.territories;
          list.back()["troops"] = turn.troops;
          list.back()["evaluation"] = turn.evaluation;
        });
    json["turns"] = std::move(list);
    json["holds"] = !record.problem;
    if (record.problem) {
      json["line"] = record.problem->line;
      json["problem"] = record.problem->message;
    } else {
      json["end"] = {{"reason", risk::end_reason_name(record.result.end)},
                     {"winner", record.result.winner < 0 ? Json() : Json(record.result.winner)},
                     {"turns", record.result.turns}};
    }
    context.print_json(json);
  }

  static std::string standing(const Turn& turn) {
    std::string text;
    for (std::size_t seat = 0; seat < turn.territories.size(); ++seat)
      text += fmt::format("{}seat {}: territories {}, troops {}, H {:.3f}", seat == 0 ? "" : "; ",
                          seat, turn.territories[seat], turn.troops[seat], turn.evaluation[seat]);
    return text;
  }

  void tell_text(Context& context, const risk::Record& record,
                 const std::vector<Turn>& turns) const {
    const risk::RecordHeader& header = record.header;
    const bool events = step_ || turn_;
    context.print(fmt::format("{}, {} territories; seed {}, match {}; recorded by {}\n",
                              record.variant->name(), record.variant->territories(),
                              header.key.seed, header.key.match, header.program));
    for (std::size_t seat = 0; seat < header.agents.size(); ++seat)
      context.print(fmt::format("seat {}: {}\n", seat, header.agents[seat]));
    walk(
        record, turns,
        [&](const Turn& turn, const risk::State& state) {
          if (!events) return;
          context.print(turn.number == 0
                            ? "\nSet-up\n"
                            : fmt::format("\nTurn {}, seat {}\n", turn.number, turn.mover));
          if (turn_ && turn.number > 0) context.print(risk::describe_position(state));
        },
        [&](std::size_t i, const risk::State& state) {
          context.print(risk::describe_event(state, record.events[i]) + "\n");
        },
        [&](const Turn& turn, const risk::State& state) {
          if (events && turn_) context.print("Afterwards\n" + risk::describe_position(state));
          if (!turn.ended) return;
          if (events) {
            context.print(standing(turn) + "\n");
          } else if (turn.number == 0) {
            context.print(fmt::format("\nset-up: {}\n", standing(turn)));
          } else {
            context.print(fmt::format("turn {}, seat {}: {} of {} conquer; {}\n", turn.number,
                                      turn.mover, turn.conquests, counted(turn.attacks, "attack"),
                                      standing(turn)));
          }
        });
    if (record.problem || (turn_ && *turn_ < turns.back().number)) return;
    context.print("\n");
    if (record.refused) {
      risk::State state(*record.variant);
      for (const risk::Event& event : record.events) state.apply(event);
      context.print(risk::describe_refused(state, *record.refused, record.why) + "\n");
    }
    context.print(risk::describe_end(record.result) + "\n");
  }

  std::string record_;
  bool verify_ = false;
  bool step_ = false;
  std::optional<std::int64_t> turn_;
};

}  // namespace

std::unique_ptr<Command> make_replay_command() {
  return std::make_unique<ReplayCommand>();
}

}  // namespace evorisk::app
