#include "app/studio/match/table.hpp"

#include <fmt/format.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "app/play/orders.hpp"
#include "app/play/views.hpp"
#include "app/studio/match/events.hpp"
#include "base/error.hpp"
#include "risk/agents/strategist.hpp"
#include "risk/legal.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

Table::Table(std::unique_ptr<const risk::Variant> variant, const risk::RecordHeader& header,
             std::filesystem::path file)
    : variant_(std::move(variant)), match_(*variant_, header), session_(match_, std::move(file)) {}

MatchSession::Watch Table::watch() {
  return [this](const risk::State& before, const risk::Event& event) {
    Json json = event_json(before, event, session_.only_person());
    risk::State after = before;
    after.apply(event);
    json["changes"] = changes_json(before, after);
    told_.push_back(json.dump());
  };
}

void Table::follow(const risk::Record& record) {
  if (const auto problem = session_.follow(record, watch()))
    throw InputError("{}, line {}: {}", file().filename().string(), problem->line,
                     problem->message);
}

void Table::act(const risk::Action& action, int until) {
  if (!match_.waits()) throw InputError("it is nobody's turn to decide here");
  const risk::Refusal why = risk::refusal(match_.state(), action);
  if (why != risk::Refusal::none)
    throw InputError("that cannot be done: {}", Message(risk::refusal_text(why)));
  session_.act(action, until, watch());
}

void Table::go_on() {
  constexpr auto patience = std::chrono::seconds(1);
  const auto start = std::chrono::steady_clock::now();
  while (!match_.waits() && !match_.over()) {
    if (std::chrono::steady_clock::now() - start > patience) break;
    session_.step(watch());
  }
  session_.keep();
}

void Table::undo() {
  if (!match_.can_undo())
    throw InputError("nothing can be taken back: dice or others followed the last decision");
  session_.undo();
  told_.resize(match_.events().size());
}

Json Table::legal() const {
  const risk::State& state = match_.state();
  std::vector<risk::Action> actions;
  risk::legal_actions(state, actions);
  Json list = Json::array();
  for (const risk::Action& action : actions) {
    Json json = action_json(action);
    const auto* attack = std::get_if<risk::Attack>(&action);
    if (attack != nullptr && attack->from >= 0) {
      const Odds odds = fight_odds(*variant_, state.troops(attack->from), state.troops(attack->to));
      json["win"] = odds.win;
      json["left"] = odds.attackers_if_won;
    }
    list.push_back(std::move(json));
  }
  return list;
}

Json Table::view(std::size_t since, const Wording& wording) const {
  const risk::State& state = match_.state();
  Json json = board_json(state);
  json["events_played"] = told_.size();
  Json events = Json::array();
  for (std::size_t i = since; i < told_.size(); ++i) events.push_back(Json::parse(told_[i]));
  json["since"] = since;
  json["events"] = std::move(events);
  json["turn"] = state.turn();
  json["seat"] = state.seat();
  json["phase"] = risk::phase_name(state.phase());
  json["to_place"] = state.to_place();
  json["continent"] = state.continent();
  json["exchange_brings"] = variant_->exchange_troops(state.exchanges());
  json["turn_limit"] = variant_->rules().turn_limit;
  Json seats = Json::array();
  for (int seat = 0; seat < variant_->players(); ++seat)
    seats.push_back({{"agent", match_.header().agents[static_cast<std::size_t>(seat)]},
                     {"person", match_.is_person(seat)},
                     {"territories", state.territories_of(seat)},
                     {"troops", state.troops_of(seat)},
                     {"cards", state.hand_size(seat)},
                     {"eliminated", state.eliminated(seat)}});
  json["seats"] = std::move(seats);
  json["waits"] = match_.waits();
  json["can_undo"] = match_.can_undo();
  json["over"] = match_.over();
  if (match_.over()) {
    json["end"] = risk::end_reason_name(match_.result().end);
    json["winner"] = match_.result().winner;
  }
  if (match_.waits()) {
    json["hand"] = cards_of(state, state.seat());
    if (variant_->missions() > 0)
      json["mission"] = mission_words(state, state.seat()).text(wording);
    json["legal"] = legal();
  }
  return json;
}

Json Table::hint(const Wording& wording) const {
  if (!match_.waits()) throw InputError("nobody is asked to decide now");
  const risk::State state = match_.view(match_.state().seat());
  const auto strategist = risk::make_strategist(risk::usual_caution);
  strategist->begin_match(*variant_, state.seat());
  Random random({.purpose = Purpose::agent});
  const risk::Action action = risk::ask(*strategist, state, random);
  return {{"action", action_json(action)},
          {"reason", strategist->explain(state).reason.text(wording)}};
}

Json Table::explanations(const Wording& wording) const {
  Json list = Json::array();
  for (const Decision& decision : session_.decisions()) {
    Json action = action_json(decision.action);
    // A hand is hidden from other seats.
    if (std::get_if<risk::Exchange>(&decision.action) != nullptr) {
      if (action["kind"] == "keep") continue;
      list.push_back({{"seat", decision.before.seat()}, {"action", {{"kind", "exchange"}}}});
      continue;
    }
    if (!list.empty() && list.back()["action"] == action &&
        list.back()["seat"] == decision.before.seat())
      continue;  // further rolls of a fight
    Json options = Json::array();
    for (const auto& option : decision.explanation.options) {
      if (options.size() == 5) break;
      options.push_back({{"action", action_json(option.action)}, {"value", option.value}});
    }
    list.push_back({{"seat", decision.before.seat()},
                    {"turn", decision.before.turn()},
                    {"action", std::move(action)},
                    {"reason", decision.explanation.reason.text(wording)},
                    {"options", std::move(options)}});
  }
  return {{"decisions", std::move(list)}};
}

}  // namespace evorisk::app
