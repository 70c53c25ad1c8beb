#include "risk/record/lines.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <nlohmann/json.hpp>

namespace evorisk::risk {
namespace {

constexpr std::string_view sum_member = ",\"sum\":\"";
constexpr std::size_t sum_digits = 16;
constexpr std::size_t seal_size = sum_member.size() + sum_digits + 2;  // and "}

// The members of an event that follow "event" and "seat".
struct Members {
  const State& state;

  std::string operator()(const Deal& e) const {
    return fmt::format("\"territory\":{}", e.territory);
  }
  std::string operator()(const Pick& e) const {
    return fmt::format("\"territory\":{}", e.territory);
  }
  std::string operator()(const Placement& e) const {
    std::string text = fmt::format("\"phase\":\"{}\"", phase_name(state.phase()));
    if (state.phase() == Phase::continent)
      text += fmt::format(",\"continent\":{}", state.continent());
    return text + fmt::format(",\"territory\":{},\"troops\":{}", e.territory, e.troops);
  }
  std::string operator()(const Exchange& e) const {
    if (e.cards[0] < 0) return "\"cards\":null";
    std::string text = fmt::format("\"cards\":[{}],\"troops\":{}", fmt::join(e.cards, ","),
                                   state.variant().exchange_troops(state.exchanges()));
    if (e.bonus_territory >= 0) text += fmt::format(",\"bonus_territory\":{}", e.bonus_territory);
    return text;
  }
  std::string operator()(const Battle& e) const {
    if (e.attack.from < 0) return "\"from\":null";
    std::string text = fmt::format("\"from\":{},\"to\":{},\"losses\":[{},{}]", e.attack.from,
                                   e.attack.to, e.losses.attacker, e.losses.defender);
    if (e.losses.defender == state.troops(e.attack.to)) {
      State after = state;
      after.attack(e.attack, e.losses);
      text += fmt::format(",\"moved\":{}", after.troops(e.attack.to));
    }
    return text;
  }
  std::string operator()(const Fortify& e) const {
    if (e.from < 0) return "\"from\":null";
    return fmt::format("\"from\":{},\"to\":{},\"troops\":{}", e.from, e.to, e.troops);
  }
  std::string operator()(const Draw& e) const { return fmt::format("\"card\":{}", e.card); }
  std::string operator()(const MissionDeal& e) const { return fmt::format("\"card\":{}", e.card); }
};

// By the order of Event's alternatives.
constexpr std::string_view event_names[] = {"deal",   "pick",    "place", "exchange",
                                            "attack", "fortify", "draw",  "mission"};

// What an agent answered, whatever it was: it may be illegal in any way.
struct RefusedMembers {
  std::string operator()(const Pick& a) const {
    return fmt::format("\"action\":\"pick\",\"territory\":{}", a.territory);
  }
  std::string operator()(const Placement& a) const {
    return fmt::format("\"action\":\"place\",\"territory\":{},\"troops\":{}", a.territory,
                       a.troops);
  }
  std::string operator()(const Exchange& a) const {
    return fmt::format("\"action\":\"exchange\",\"cards\":[{}],\"bonus_territory\":{}",
                       fmt::join(a.cards, ","), a.bonus_territory);
  }
  std::string operator()(const Attack& a) const {
    return fmt::format("\"action\":\"attack\",\"from\":{},\"to\":{}", a.from, a.to);
  }
  std::string operator()(const Fortify& a) const {
    return fmt::format("\"action\":\"fortify\",\"from\":{},\"to\":{},\"troops\":{}", a.from, a.to,
                       a.troops);
  }
};

std::string seat_or_null(int seat) {
  return seat < 0 ? "null" : std::to_string(seat);
}

}  // namespace

std::string RecordLines::header(const RecordHeader& header, const Variant& variant) {
  const nlohmann::ordered_json json = {
      {"format", 1},
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
  std::string line = json.dump();
  line.pop_back();
  return line;
}

bool RecordLines::turn_end_due(const State& state) const {
  return turn_ > 0 && (state.turn() != turn_ || state.over());
}

std::string RecordLines::turn_end(const State& state) {
  // A mission can be fulfilled before the attack.
  if (!attacked_) moves_ += placement_moves(state);
  std::string line = fmt::format(
      "{{\"event\":\"turn_end\",\"turn\":{},\"mover\":{},\"territories\":[{}],\"troops\":[{}],"
      "\"moves\":{}",
      turn_, mover_, fmt::join(state.territory_counts(), ","), fmt::join(state.troop_counts(), ","),
      moves_);
  turn_ = 0;
  return line;
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
  return fmt::format("{{\"event\":\"{}\",\"seat\":{},{}", event_names[event.index()], state.seat(),
                     std::visit(Members{state}, event));
}

std::string RecordLines::refused(const State& state, const Action& action, Refusal why) {
  return fmt::format("{{\"event\":\"refused\",\"seat\":{},{},\"reason\":\"{}\"", state.seat(),
                     std::visit(RefusedMembers{}, action), refusal_text(why));
}

std::string RecordLines::forfeit(const MatchResult& result) {
  return fmt::format("{{\"event\":\"forfeit\",\"seat\":{},\"fault\":\"{}\",\"reason\":\"{}\"",
                     result.offender, fault_name(result.fault), fault_text(result.fault));
}

std::string RecordLines::end(const MatchResult& result) {
  std::string line =
      fmt::format("{{\"event\":\"end\",\"reason\":\"{}\",\"winner\":{},\"turns\":{}",
                  end_reason_name(result.end), seat_or_null(result.winner), result.turns);
  if (result.end == EndReason::invalid) line += fmt::format(",\"offender\":{}", result.offender);
  return line;
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

}  // namespace evorisk::risk
