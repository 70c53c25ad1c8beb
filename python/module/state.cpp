#include "python/module/state.hpp"

#include <algorithm>

#include "base/error.hpp"
#include "risk/dice.hpp"
#include "risk/legal.hpp"
#include "risk/match.hpp"
#include "risk/record/action_json.hpp"
#include "risk/record/narration.hpp"
#include "risk/record/record.hpp"

namespace evorisk::python {
namespace {

using risk::Action;
using risk::Event;
using risk::State;

// More sets than a hand can hold: 14 cards of a board of 14 have 364, each with three bonuses.
constexpr int most_sets = 2048;

int pairs(const State& state) {
  const int n = state.variant().territories();
  return n * n;
}

// Numbers with what they stand for; an amount above one has two.
std::vector<std::pair<int, Action>> numbered_actions(const State& state) {
  std::vector<Action> actions;
  risk::legal_actions(state, actions);
  const int n = state.variant().territories();
  const int moves = 1 + 2 * n;
  const int sets = moves + 2 * pairs(state);
  std::vector<std::pair<int, Action>> numbered;
  int set = 0;
  for (const Action& action : actions) {
    if (const auto* pick = std::get_if<risk::Pick>(&action)) {
      numbered.emplace_back(1 + pick->territory, action);
    } else if (const auto* place = std::get_if<risk::Placement>(&action)) {
      numbered.emplace_back(1 + place->territory, risk::Placement{place->territory, 1});
      if (place->troops > 1) numbered.emplace_back(1 + n + place->territory, action);
    } else if (const auto* exchange = std::get_if<risk::Exchange>(&action)) {
      const bool keeps = exchange->cards[0] < 0;
      if (keeps || set < most_sets) numbered.emplace_back(keeps ? 0 : sets + set++, action);
    } else if (const auto* attack = std::get_if<risk::Attack>(&action)) {
      numbered.emplace_back(attack->from < 0 ? 0 : moves + attack->from * n + attack->to, action);
    } else if (const auto* move = std::get_if<risk::Fortify>(&action)) {
      const int pair = move->from * n + move->to;
      numbered.emplace_back(move->from < 0 ? 0 : moves + pair, action);
      if (move->from >= 0 && move->troops > 1) {
        numbered.emplace_back(moves + pairs(state) + pair, risk::Fortify{move->from, move->to, 1});
      }
    }
  }
  std::sort(numbered.begin(), numbered.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  return numbered;
}

Action of_number(const State& state, int number) {
  for (const auto& [known, action] : numbered_actions(state)) {
    if (known == number) return action;
  }
  throw InputError("action {} is not legal here", number);
}

Event chance_event_of(const State& state, int outcome) {
  switch (state.phase()) {
    case risk::Phase::mission:
      return risk::MissionDeal{outcome};
    case risk::Phase::deal:
      return risk::Deal{outcome};
    default:
      return risk::Draw{outcome};
  }
}

// Of all players but one; -1: of all.
State without_missions(const State& state, int but_of) {
  State copy(state);
  if (state.variant().missions() > 0) copy.hide_missions(but_of);
  return copy;
}

// What a player sees: -1 sees what all see.
Json observation(const GameState& game, int player) {
  const State state = without_missions(game.state(), player);
  const int players = state.variant().players();
  if (player < -1 || player >= players) {
    throw InputError("there is no player {} (valid: 0 to {}, or -1 for who watches)", player,
                     players - 1);
  }
  Json json = {{"player", player},
               {"current_player", game.current_player()},
               {"seat", state.seat()},
               {"winner", state.winner()}};
  json.update(risk::position_to_json(state));
  for (int seat = 0; seat < players; ++seat) json["missions"].push_back(state.mission(seat));
  return json;
}

// Numbers for learners, seats counted from the player's own: per territory who owns it (one of
// max_players), the logarithm of its troops, whose hand holds its card; then the phase, troops to
// place, and the share of turns that are left.
py::array_t<float> observation_tensor(const GameState& game, int player) {
  const State& state = game.state();
  const int n = state.variant().territories();
  const int players = state.variant().players();
  if (player < 0 || player >= players) {
    throw InputError("there is no player {} (valid: 0 to {})", player, players - 1);
  }
  constexpr int per_territory = 2 * risk::max_players + 1;
  py::array_t<float> tensor(n * per_territory + risk::phase_count + 3);
  float* out = tensor.mutable_data();
  std::fill(out, out + tensor.size(), 0.0F);
  const auto from_own = [&](int seat) { return (seat - player + players) % players; };
  for (int t = 0; t < n; ++t) {
    float* row = out + t * per_territory;
    if (state.owner(t) >= 0) row[from_own(state.owner(t))] = 1;
    row[risk::max_players] = std::log2(1 + static_cast<float>(state.troops(t)));
    for (int seat = 0; seat < players; ++seat) {
      if (state.holds(seat, t)) row[risk::max_players + 1 + from_own(seat)] = 1;
    }
  }
  float* rest = out + n * per_territory;
  rest[static_cast<int>(state.phase())] = 1;
  rest += risk::phase_count;
  rest[0] = std::log2(1 + static_cast<float>(std::max(0, state.to_place())));
  rest[1] = static_cast<float>(from_own(state.seat())) / static_cast<float>(players);
  const auto limit = static_cast<float>(state.variant().rules().turn_limit);
  rest[2] = limit > 0 ? 1 - static_cast<float>(state.turn()) / limit : 1;
  return tensor;
}

Json action_json(const Action& action) {
  return {{std::string(risk::action_name(action)), risk::action_to_json(action)}};
}

// The number of an action, if it is one.
std::optional<int> number_in(const py::handle& value) {
  if (!py::isinstance<py::int_>(value) && !py::hasattr(value, "__index__")) return std::nullopt;
  try {
    return value.cast<int>();
  } catch (const py::cast_error&) {
    throw InputError("action {} is not legal here", py::str(value).cast<std::string>());
  }
}

}  // namespace

risk::Action read_action_of(const State& state, const py::handle& value) {
  Action action;
  if (const auto number = number_in(value)) {
    action = of_number(state, *number);
  } else {
    const Json json = from_python(value);
    const JsonView view(json, "action");
    const auto members = view.is_object() ? view.members() : decltype(view.members()){};
    if (members.size() != 1) {
      view.fail(
          "an action is a number of legal_actions(), or a dictionary as {{\"attack\": "
          "{{\"from\": 3, \"to\": 4}}}}, found {}",
          json.dump().substr(0, 80));
    }
    const auto read = risk::read_action(members[0].first, members[0].second);
    if (!read) view.fail("there is no action \"{}\"", members[0].first);
    action = *read;
  }
  if (const risk::Refusal why = risk::refusal(state, action); why != risk::Refusal::none) {
    throw InputError("this is illegal: {}", risk::refusal_text(why));
  }
  return action;
}

GameState::GameState(VariantPtr variant, std::uint64_t seed, bool explicit_chance)
    : variant_(std::move(variant)), seed_(seed), explicit_(explicit_chance), state_(*variant_) {
  draw();
}

GameState::GameState(const risk::Variant& variant, const State& state, std::uint64_t seed)
    : seed_(seed), explicit_(false), whole_(false), state_(variant, state) {}

const State& GameState::state() const {
  if (closed_) {
    throw InputError("an agent's state is gone after its decision; clone() gives one to keep");
  }
  return state_;
}

bool GameState::is_chance() const {
  return rolling_ || risk::is_chance(state().phase());
}

int GameState::current_player() const {
  if (state().over()) return terminal_player;
  return is_chance() ? chance_player : state_.seat();
}

int GameState::action_count() const {
  return 1 + 2 * variant().territories() + 2 * pairs(state_) + most_sets;
}

std::vector<std::pair<int, Action>> GameState::numbered() const {
  if (state().over() || is_chance()) return {};
  return numbered_actions(state_);
}

std::vector<std::pair<int, double>> GameState::chance_outcomes() const {
  std::vector<std::pair<int, double>> outcomes;
  if (state().over() || !is_chance()) return outcomes;
  if (rolling_) {
    const risk::DiceTable& table = variant().dice(risk::attack_dice(state_, rolling_->from),
                                                  risk::defence_dice(state_, rolling_->to));
    for (int losses = 0; losses <= table.comparisons; ++losses) {
      const double chance = table.chance_of_losing(losses);
      if (chance > 0) outcomes.emplace_back(losses, chance);
    }
    return outcomes;
  }
  const int most =
      state_.phase() == risk::Phase::mission ? variant().missions() : variant().territories();
  for (int outcome = 0; outcome < most; ++outcome) {
    if (risk::refusal(state_, chance_event_of(state_, outcome)) == risk::Refusal::none) {
      outcomes.emplace_back(outcome, 0);
    }
  }
  for (auto& [outcome, chance] : outcomes) chance = 1.0 / static_cast<double>(outcomes.size());
  return outcomes;
}

void GameState::apply_event(const Event& event) {
  state_.apply(event);
  if (whole_) events_.push_back(event);
}

// Goes on until a player decides, where chance is not explicit.
void GameState::draw() {
  while (!explicit_ && !state_.over() && risk::is_chance(state_.phase())) {
    Random dice({.seed = seed_, .purpose = Purpose::match, .match = state_.events()});
    apply_event(risk::chance_event(state_, dice));
  }
}

void GameState::apply_chance(int outcome) {
  const auto outcomes = chance_outcomes();
  const bool possible = std::any_of(outcomes.begin(), outcomes.end(),
                                    [&](const auto& known) { return known.first == outcome; });
  if (!possible) throw InputError("{} is no outcome of chance here", outcome);
  if (!rolling_) return apply_event(chance_event_of(state_, outcome));
  const int comparisons =
      variant()
          .dice(risk::attack_dice(state_, rolling_->from), risk::defence_dice(state_, rolling_->to))
          .comparisons;
  const risk::Attack attack = *std::exchange(rolling_, std::nullopt);
  apply_event(risk::Battle{attack, {outcome, comparisons - outcome}});
}

void GameState::apply_number(int number) {
  if (state().over()) throw InputError("the match is over");
  if (is_chance()) return apply_chance(number);
  apply(of_number(state_, number));
}

void GameState::apply(const Action& action) {
  if (state().over()) throw InputError("the match is over");
  if (is_chance()) throw InputError("chance is due, not a player");
  if (const risk::Refusal why = risk::refusal(state_, action); why != risk::Refusal::none) {
    throw InputError("this is illegal: {}", risk::refusal_text(why));
  }
  const auto* attack = std::get_if<risk::Attack>(&action);
  if (explicit_ && attack != nullptr && attack->from >= 0) {
    rolling_ = *attack;
    return;
  }
  Random dice({.seed = seed_, .purpose = Purpose::match, .match = state_.events()});
  apply_event(risk::event_of(state_, action, dice));
  draw();
}

std::shared_ptr<GameState> GameState::clone() const {
  auto copy = std::make_shared<GameState>(*this);
  if (variant_ == nullptr) {
    copy->variant_ = std::make_shared<const risk::Variant>(variant());
    copy->state_ = State(*copy->variant_, state_);
  }
  return copy;
}

std::vector<double> GameState::returns() const {
  const int players = variant().players();
  std::vector<double> values(static_cast<std::size_t>(players), 0.0);
  if (!state_.over() || state_.winner() < 0) return values;
  for (double& value : values) value = -1.0 / (players - 1);
  values[static_cast<std::size_t>(state_.winner())] = 1;
  return values;
}

Json GameState::to_json() const {
  if (!whole_) throw InputError("an agent's state does not know the events before it");
  Json events = Json::array();
  State state(variant());
  for (const Event& event : events_) {
    events.push_back(risk::event_to_json(state, event));
    state.apply(event);
  }
  Json json = {{"variant", risk::variant_to_json(variant())},
               {"seed", seed_},
               {"explicit_chance", explicit_},
               {"events", events}};
  if (rolling_) json["rolling"] = {rolling_->from, rolling_->to};
  return json;
}

std::shared_ptr<GameState> GameState::from_json(const JsonView& view) {
  view.only({"variant", "seed", "explicit_chance", "events", "rolling"});
  const auto variant =
      std::make_shared<const risk::Variant>(risk::variant_from_json(view.at("variant"), "."));
  const auto seed = view.at("seed").count();
  auto game = std::make_shared<GameState>(variant, static_cast<std::uint64_t>(seed), true);
  for (const JsonView& item : view.at("events").items()) {
    const auto event = risk::read_event(item.at("event").text(), item);
    const bool over = game->state_.over();
    if (!event || over || risk::refusal(game->state_, *event) != risk::Refusal::none) {
      item.fail("this event is not possible here");
    }
    game->apply_event(*event);
  }
  if (const auto rolling = view.find("rolling")) {
    const auto ends = rolling->items();
    if (ends.size() != 2) rolling->fail("expected [FROM, TO]");
    game->apply(risk::Attack{ends[0].any_int(), ends[1].any_int()});
    if (!game->rolling_) rolling->fail("expected [FROM, TO]");
  }
  game->explicit_ = view.at("explicit_chance").boolean();
  if (!game->explicit_ && game->rolling_) view.fail("dice are due, but chance is not explicit");
  game->draw();
  return game;
}

void declare_states(py::module_& module) {
  py::class_<GameState, std::shared_ptr<GameState>>(
      module, "State",
      "A match that is played one action at a time, with OpenSpiel's names. Dice, deals and cards\n"
      "follow from the seed, or are chance nodes with explicit_chance.")
      .def(py::init([](const std::shared_ptr<risk::Variant>& variant, const py::object& seed,
                       bool explicit_chance) {
             return std::make_shared<GameState>(
                 variant, static_cast<std::uint64_t>(whole_argument("seed", seed)),
                 explicit_chance);
           }),
           py::arg("variant").none(false), py::arg("seed") = 1, py::arg("explicit_chance") = false)
      .def("current_player", method(&GameState::current_player),
           "The seat that decides; -1: chance; -4: the match is over.")
      .def(
          "is_terminal", [](const GameState& game) { return game.state().over(); },
          "Is the match over?")
      .def(
          "is_chance_node",
          [](const GameState& game) { return !game.state().over() && game.is_chance(); },
          "Does chance decide next?")
      .def(
          "num_players", [](const GameState& game) { return game.variant().players(); },
          "How many seats there are.")
      .def("num_distinct_actions", method(&GameState::action_count),
           "Actions have numbers below this one.")
      .def(
          "legal_actions",
          [](const GameState& game) {
            std::vector<int> numbers;
            if (!game.state().over() && game.is_chance()) {
              for (const auto& outcome : game.chance_outcomes()) numbers.push_back(outcome.first);
            }
            for (const auto& action : game.numbered()) numbers.push_back(action.first);
            return numbers;
          },
          "Numbers of what the player, or chance, may do now.")
      .def(
          "legal_moves",
          [](const GameState& game) {
            Json moves = Json::array();
            std::vector<Action> actions;
            if (!game.state().over() && !game.is_chance()) {
              risk::legal_actions(game.state(), actions);
            }
            for (const Action& action : actions) moves.push_back(action_json(action));
            return to_python(moves);
          },
          "All that the player may do now, amounts included, as dictionaries.")
      .def("chance_outcomes", method(&GameState::chance_outcomes),
           "Numbers of what chance may bring, with their probabilities.")
      .def(
          "apply_action",
          [](GameState& game, const py::object& action) {
            if (const auto number = number_in(action)) {
              game.apply_number(*number);
              return;
            }
            if (game.is_chance()) throw InputError("chance is due, not a player");
            game.apply(read_action_of(game.state(), action));
          },
          py::arg("action"), "Plays a number of legal_actions() or a dictionary of legal_moves().")
      .def(
          "action_to_dict",
          [](const GameState& game, int number) {
            return to_python(action_json(of_number(game.state(), number)));
          },
          py::arg("action"), "What the number stands for.")
      .def("clone", method(&GameState::clone), "A copy that is played by itself.")
      .def("__copy__", method(&GameState::clone))
      .def("__deepcopy__", [](const GameState& game, const py::dict&) { return game.clone(); })
      .def("returns", method(&GameState::returns),
           "A number for each seat, from -1 to 1, that add up to 0; 0 until the match is over.")
      .def(
          "observation",
          [](const GameState& game, int player) { return to_python(observation(game, player)); },
          py::arg("player") = -1,
          "The position as a dictionary, as this seat sees it; -1: without anyone's mission.")
      .def("observation_tensor", &observation_tensor, py::arg("player"),
           "The position as numbers, as this seat sees it.")
      .def(
          "serialize", [](const GameState& game) { return game.to_json().dump(); },
          "The match as text, which deserialize() reads.")
      .def_static(
          "deserialize",
          [](const std::string& text) {
            const Json json = parse_json(text, "state");
            return GameState::from_json(JsonView(json, "state"));
          },
          py::arg("text"), "A match of what serialize() wrote.")
      .def("__str__",
           [](const GameState& game) {
             return risk::describe_position(without_missions(game.state(), -1));
           })
      .def("__reduce_ex__", pickled_as<GameState>("_state", [](const GameState& game) {
             return game.to_json().dump();
           }));
}

}  // namespace evorisk::python
