#include "app/play/story.hpp"

#include <fmt/format.h>

#include "app/play/views.hpp"
#include "risk/record/narration.hpp"

namespace evorisk::app {
namespace {

bool is_pass(const risk::Event& event) {
  if (const auto* battle = std::get_if<risk::Battle>(&event)) return battle->attack.from < 0;
  if (const auto* move = std::get_if<risk::Fortify>(&event)) return move->from < 0;
  if (const auto* exchange = std::get_if<risk::Exchange>(&event)) return exchange->cards[0] < 0;
  return false;
}

std::string label(const risk::State& state, int t) {
  const maps::Map& map = state.variant().map();
  return map.territory(t).name.empty() ? fmt::format("territory {}", t) : map.label(t);
}

}  // namespace

std::string describe_fight(const risk::State& before, const risk::Attack& attack, int rolls,
                           risk::Losses losses) {
  const int loser = before.owner(attack.to);
  const int left = before.troops(attack.from) - losses.attacker;
  std::string text = fmt::format(
      "Seat {} attacks {} ({}) of seat {} from {} ({}), {} rolls: loses {}, seat {} loses {}",
      before.seat(), label(before, attack.to), before.troops(attack.to), loser,
      label(before, attack.from), before.troops(attack.from), rolls, losses.attacker, loser,
      losses.defender);
  if (losses.defender < before.troops(attack.to))
    return fmt::format("{}; {} against {}.", text, left,
                       before.troops(attack.to) - losses.defender);
  return text + "; conquered";
}

void Story::flush() {
  if (!fight_) return;
  tell_(fight_->rolls == 1
            ? fight_->single
            : describe_fight(fight_->before, fight_->attack, fight_->rolls, fight_->losses));
  fight_.reset();
}

void Story::add(const risk::State& before, const risk::Event& event) {
  const auto* battle = std::get_if<risk::Battle>(&event);
  if (battle == nullptr || battle->attack.from < 0) {
    flush();
    if (is_pass(event)) return;
    if (const auto* mission = std::get_if<risk::MissionDeal>(&event)) {
      if (before.seat() == sees_)
        tell_(risk::describe_event(before, *mission));
      else if (before.seat() == 0 && sees_ != 0)
        tell_("Everybody is dealt a mission.");
      return;
    }
    if (std::get_if<risk::Deal>(&event) != nullptr) {
      if (before.free_count() == 1) tell_("The territories are dealt out.");
      return;
    }
    if (std::get_if<risk::Draw>(&event) != nullptr && before.seat() != sees_) {
      tell_(fmt::format("Seat {} draws a card.", before.seat()));
    } else {
      tell_(risk::describe_event(before, event));
    }
    return;
  }
  if (fight_ && !(fight_->attack == battle->attack)) flush();
  if (!fight_) fight_ = Fight{before, battle->attack, 0, {}, {}};
  ++fight_->rolls;
  fight_->losses.attacker += battle->losses.attacker;
  fight_->losses.defender += battle->losses.defender;
  const std::string told = risk::describe_event(before, event);
  if (fight_->rolls == 1) fight_->single = told;
  if (battle->losses.defender < before.troops(battle->attack.to)) return;
  // What a conquest brings is told as of its last roll: "...; conquered, 3 troops in, ...".
  if (fight_->rolls > 1) {
    const std::size_t at = told.find("; conquered");
    const std::string all =
        describe_fight(fight_->before, fight_->attack, fight_->rolls, fight_->losses);
    fight_.reset();
    tell_(all + told.substr(at + std::string_view("; conquered").size()));
    return;
  }
  flush();
}

}  // namespace evorisk::app
