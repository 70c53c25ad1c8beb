#include "risk/agents/external/plan.hpp"

#include "risk/legal.hpp"
#include "risk/record/action_json.hpp"

namespace evorisk::risk {

void Plan::read(std::string_view decision, const State& state, const JsonView& list) {
  clear();
  if (decision == "pick" || decision == "exchange") list.fail("cannot be answered with a plan");
  for (const JsonView& item : list.items()) {
    Step step{*read_action(decision, item)};
    if (const auto keep = item.find("keep")) step.keep = keep->natural(1);
    if (const auto rolls = item.find("rolls")) step.rolls = rolls->natural(1);
    steps_.push_back(step);
  }
  if (steps_.empty()) list.fail("has no action");
  step_ = 0;
  rolled_ = 0;
  decision_ = decision;
  turn_ = state.turn();
}

std::optional<Action> Plan::next(std::string_view decision, const State& state) {
  if (decision != decision_ || state.turn() != turn_) clear();
  for (; step_ < steps_.size(); ++step_, rolled_ = 0) {
    const Step& step = steps_[step_];
    const auto* attack = std::get_if<Attack>(&step.action);
    if (attack == nullptr || attack->from < 0) {
      ++step_;
      return give(step.action);
    }
    const bool own = on_map(state, attack->to) && state.owner(attack->to) == state.seat();
    if (rolled_ > 0 && own) continue;
    if (step_ + static_cast<std::size_t>(rolled_) > 0 && stops_short(state, step)) break;
    ++rolled_;
    return give(step.action);
  }
  clear();
  return std::nullopt;
}

bool Plan::stops_short(const State& state, const Step& step) const {
  const int from = std::get<Attack>(step.action).from;
  if (!on_map(state, from) || state.owner(from) != state.seat()) return false;  // it is refused
  return state.troops(from) <= step.keep || rolled_ >= step.rolls;
}

}  // namespace evorisk::risk
