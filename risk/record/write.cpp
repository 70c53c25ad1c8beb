// Writing a record.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "risk/record/action_json.hpp"
#include "risk/record/open_match.hpp"
#include "risk/record/record.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view sum_member = ",\"sum\":\"";
constexpr std::size_t sum_digits = 16;
constexpr std::size_t seal_size = sum_member.size() + sum_digits + 2;  // and "}

// By the order of Event's alternatives.
constexpr std::string_view event_names[] = {"deal",   "pick",    "place", "exchange",
                                            "attack", "fortify", "draw",  "mission"};

// A JSON object as a line without its checksum: it is closed after that.
std::string open_line(const Json& json) {
  // Agents may name files, whose names need not be valid UTF-8.
  std::string line = json.dump(-1, ' ', false, Json::error_handler_t::replace);
  line.pop_back();
  return line;
}

}  // namespace

std::string RecordLines::header(const RecordHeader& header, const Variant& variant) {
  const Json json = {{"format", 1},
                     {"record", "match"},
                     {"program", header.program},
                     {"simulation", header.simulation},
                     {"variant", variant_to_json(variant)},
                     {"agents", header.agents},
                     {"stream",
                      {{"seed", header.key.seed},
                       {"purpose", static_cast<std::uint32_t>(header.key.purpose)},
                       {"generation", header.key.generation},
                       {"individual", header.key.individual},
                       {"match", header.key.match}}}};
  return open_line(json);
}

bool RecordLines::turn_end_due(const State& state) const {
  return turn_ > 0 && (state.turn() != turn_ || state.over());
}

std::string RecordLines::turn_end(const State& state) {
  // A mission can be fulfilled before the attack.
  if (!attacked_) moves_ += placement_moves(state);
  const Json json = {{"event", "turn_end"},
                     {"turn", turn_},
                     {"mover", mover_},
                     {"territories", state.territory_counts()},
                     {"troops", state.troop_counts()},
                     {"moves", moves_}};
  turn_ = 0;
  return open_line(json);
}

Json event_to_json(const State& state, const Event& event) {
  Json json = {{"event", event_names[event.index()]}, {"seat", state.seat()}};
  if (const auto* deal = std::get_if<Deal>(&event)) json["territory"] = deal->territory;
  if (const auto* draw = std::get_if<Draw>(&event)) json["card"] = draw->card;
  if (const auto* mission = std::get_if<MissionDeal>(&event)) json["card"] = mission->card;
  const std::optional<Action> action = decision_in(event);
  if (!action) return json;
  if (std::holds_alternative<Placement>(*action)) {
    json["phase"] = phase_name(state.phase());
    if (state.phase() == Phase::continent) json["continent"] = state.continent();
  }
  const Json members = action_to_json(*action);
  for (const auto& [name, value] : members.items()) {
    json[name] = value;
    if (name == "cards" && !value.is_null())
      json["troops"] = state.variant().exchange_troops(state.exchanges());
  }
  const auto* battle = std::get_if<Battle>(&event);
  if (battle == nullptr || battle->attack.from < 0) return json;
  json["losses"] = {battle->losses.attacker, battle->losses.defender};
  if (battle->losses.defender == state.troops(battle->attack.to)) {
    State after = state;
    after.attack(battle->attack, battle->losses);
    json["moved"] = after.troops(battle->attack.to);
  }
  return json;
}

Json position_to_json(const State& state) {
  const Variant& variant = state.variant();
  Json owners = Json::array();
  Json troops = Json::array();
  for (int t = 0; t < variant.territories(); ++t) {
    owners.push_back(state.owner(t));
    troops.push_back(state.troops(t));
  }
  Json hands = Json::array();
  for (int s = 0; s < variant.players(); ++s) {
    Json hand = Json::array();
    bits::for_each(state.hand(s).data(), variant.words(), [&](int card) { hand.push_back(card); });
    hands.push_back(std::move(hand));
  }
  return {{"phase", phase_name(state.phase())}, {"turn", state.turn()},
          {"owners", std::move(owners)},        {"troops", std::move(troops)},
          {"hands", std::move(hands)},          {"exchanges", state.exchanges()},
          {"conquered", state.conquered()},     {"to_place", state.to_place()}};
}

std::string RecordLines::event(const State& state, const Event& event) {
  if (turn_ == 0 && state.turn() > 0) {
    turn_ = state.turn();
    mover_ = state.seat();
    moves_ = 0;
    attacked_ = fortified_ = false;
  }
  // The troops of the turn stay known after they are placed, so both phases are counted here.
  if (state.phase() == Phase::attack && !attacked_) {
    attacked_ = true;
    moves_ += placement_moves(state) + attack_moves(state);
  }
  if (state.phase() == Phase::fortify && !fortified_) {
    fortified_ = true;
    moves_ += fortify_moves(state);
  }
  return open_line(event_to_json(state, event));
}

std::string RecordLines::refused(const State& state, const Action& action, Refusal why) {
  Json json = {{"event", "refused"}, {"seat", state.seat()}, {"action", action_name(action)}};
  json.update(members_to_json(action));
  json["reason"] = refusal_text(why);
  return open_line(json);
}

std::string RecordLines::forfeit(const MatchResult& result) {
  return open_line({{"event", "forfeit"},
                    {"seat", result.offender},
                    {"fault", fault_name(result.fault)},
                    {"reason", fault_text(result.fault)}});
}

std::string RecordLines::end(const MatchResult& result) {
  Json json = {{"event", "end"},
               {"reason", end_reason_name(result.end)},
               {"winner", result.winner < 0 ? Json() : Json(result.winner)},
               {"turns", result.turns}};
  if (result.end == EndReason::invalid) json["offender"] = result.offender;
  return open_line(json);
}

void RecordSum::add(std::string_view body) {
  for (const char c : body) {
    sum_ ^= static_cast<unsigned char>(c);
    sum_ *= 0x100000001b3u;
  }
}

std::string RecordSum::seal(std::string_view body) {
  add(body);
  return fmt::format("{}{}{:016x}\"}}\n", body, sum_member, sum_);
}

std::optional<std::string_view> RecordSum::open(std::string_view line) {
  if (line.size() < seal_size) return std::nullopt;
  const std::string_view body = line.substr(0, line.size() - seal_size);
  add(body);
  if (line.substr(body.size()) != fmt::format("{}{:016x}\"}}", sum_member, sum_))
    return std::nullopt;
  return body;
}

void RecordWriter::on_start(const State& state) {
  lines_ = {};
  sum_ = {};
  text_.clear();
  write(RecordLines::header(header_, state.variant()));
}

void RecordWriter::on_event(const State& state, const Event& event) {
  if (lines_.turn_end_due(state)) write(lines_.turn_end(state));
  write(lines_.event(state, event));
}

void RecordWriter::on_finish(const State& state, const MatchResult& result, const Action* refused,
                             Refusal why) {
  if (lines_.turn_end_due(state)) write(lines_.turn_end(state));
  if (refused) write(RecordLines::refused(state, *refused, why));
  if (result.fault > Fault::illegal) write(RecordLines::forfeit(result));
  write(RecordLines::end(result));
}

void RecordWriter::write(const std::string& body) {
  text_ += sum_.seal(body);
}

std::string play_record(const Variant& variant, const RecordHeader& header) {
  MatchPlayer player(variant, header.agents);
  RecordWriter writer(header);
  player.play(header.key, nullptr, &writer);
  return writer.text();
}

}  // namespace evorisk::risk
