// What a device shows of a table.
#include <algorithm>

#include "app/play/orders.hpp"
#include "app/play/views.hpp"
#include "app/print/kit.hpp"
#include "app/studio/match/events.hpp"
#include "app/studio/table/table.hpp"
#include "app/studio/variant_json.hpp"
#include "maps/io.hpp"
#include "risk/legal.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

const Json& Table::board(const Wording& wording) {
  Json& json = boards_[&wording];
  if (!json.is_null()) return json;
  const risk::Variant variant = with_all_names(variant_);
  json = {{"variant", variant.name()},
          {"map", maps::map_to_json(variant.map())},
          {"words", words_json(variant, wording)},
          {"svg", map_picture(variant.map())}};
  return json;
}

Json Table::seats_json() const {
  const risk::State& state = match_.state();
  Json seats = Json::array();
  for (int seat = 0; seat < variant_.players(); ++seat) {
    const auto at = static_cast<std::size_t>(seat);
    const Guest& guest = guests_.seats[at];
    Json& json = seats.emplace_back(Json{{"agent", match_.header().agents[at]},
                                         {"person", match_.is_person(seat)},
                                         {"territories", state.territories_of(seat)},
                                         {"troops", state.troops_of(seat)},
                                         {"cards", state.hand_size(seat)},
                                         {"eliminated", state.eliminated(seat)}});
    if (!guest.name.empty()) json["name"] = guest.name;
    if (!guest.stand_in.empty()) json["stand_in"] = guest.stand_in;
    if (guest.link.empty()) continue;
    json["here"] = present(seat);
    if (!present(seat)) json["patience"] = patience(seat).count();
  }
  return seats;
}

Json Table::legal_json() const {
  const risk::State& state = match_.state();
  Json list = Json::array();
  for (const risk::Action& action : open_actions(state)) {
    Json& json = list.emplace_back(action_json(action));
    const auto* attack = std::get_if<risk::Attack>(&action);
    if (attack == nullptr || attack->from < 0) continue;
    const risk::Fight odds =
        fight_odds(variant_, state.troops(attack->from), state.troops(attack->to));
    json["win"] = odds.win;
    json["left"] = odds.attackers_if_won;
  }
  return list;
}

Json Table::view(const Seats& seats, std::size_t since, const Wording& wording) const {
  const risk::State& state = match_.state();
  // Several seats on one screen see no secret but that of the seat on turn.
  const int alone = seats.size() == 1 ? seats.front() : -1;
  Json events = Json::array();
  for (std::size_t i = std::min(since, told_.size()); i < told_.size(); ++i) {
    const Told& told = told_[i];
    events.push_back(told.seat == alone && !told.own.is_null() ? told.own : told.open);
  }
  std::vector<int> owners;
  std::vector<int> troops;
  for (int t = 0; t < variant_.territories(); ++t) {
    owners.push_back(state.owner(t));
    troops.push_back(state.troops(t));
  }
  const bool waits = asked(seats);
  Json json = {{"epoch", epoch()},
               {"owners", owners},
               {"troops", troops},
               {"events_played", told_.size()},
               {"since", since},
               {"events", std::move(events)},
               {"turn", state.turn()},
               {"seat", state.seat()},
               {"phase", risk::phase_name(state.phase())},
               {"to_place", state.to_place()},
               {"continent", state.continent()},
               {"exchange_brings", variant_.exchange_troops(state.exchanges())},
               {"seats", seats_json()},
               {"mine", seats},
               {"waits", waits},
               {"can_undo", waits && match_.can_undo()},
               {"over", match_.over()}};
  if (match_.over()) {
    json["winner"] = match_.result().winner;
    if (match_.result().end == risk::EndReason::mission)
      json["won_by"] = mission_words(state, match_.result().winner).text(wording);
  } else {
    json["can_ask"] = alone >= 0 && !state.eliminated(alone) && !to_agree(alone).empty() &&
                      last_decision(alone).has_value();
    if (const Proposal* asks = proposal())
      json["asks"] = {{"seat", asks->seat},
                      {"turn", told_[asks->to].open.at("turn")},
                      {"of", to_agree(asks->seat)},
                      {"agreed", asks->agreed}};
    if (due_)
      json["seconds"] = std::chrono::duration_cast<std::chrono::seconds>(*due_ - now_()).count();
  }
  if (match_.waits() && asked({state.seat()})) json["decides"] = state.seat();
  const int hand = alone >= 0 ? alone : waits ? state.seat() : -1;
  if (hand >= 0) {
    json["hand"] = cards_of(state, hand);
    if (variant_.missions() > 0 && state.mission(hand) >= 0) {
      json["mission"] = mission_words(state, hand).text(wording);
      const risk::Mission& task = variant_.mission(state.task(hand, state.mission(hand)));
      if (task.kind == risk::Mission::Kind::destroy) json["victim"] = task.seat;
    }
  }
  if (waits) json["legal"] = legal_json();
  return json;
}

}  // namespace evorisk::app
