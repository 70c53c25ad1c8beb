#include "risk/record/open_match.hpp"

#include <algorithm>

namespace evorisk::risk {

std::optional<Action> decision_in(const Event& event) {
  if (const auto* e = std::get_if<Battle>(&event)) return e->attack;
  if (const auto* e = std::get_if<Pick>(&event)) return *e;
  if (const auto* e = std::get_if<Placement>(&event)) return *e;
  if (const auto* e = std::get_if<Exchange>(&event)) return *e;
  if (const auto* e = std::get_if<Fortify>(&event)) return *e;
  return std::nullopt;
}

namespace {

StreamKey substream(StreamKey key, std::uint32_t number) {
  key.substream = number;
  return key;
}

}  // namespace

OpenMatch::OpenMatch(const Variant& variant, RecordHeader header)
    : variant_(&variant),
      header_(std::move(header)),
      dice_(substream(header_.key, 0)),
      state_(variant),
      shown_(variant),
      writer_(header_) {
  const auto players = static_cast<std::size_t>(variant.players());
  require_agents(variant, header_.agents.size());
  for (std::size_t seat = 0; seat < players; ++seat) {
    randoms_.emplace_back(substream(header_.key, 1 + static_cast<std::uint32_t>(seat)));
    if (header_.agents[seat] != person_agent) agents_[seat] = make_agent(header_.agents[seat]);
  }
  for (std::size_t seat = 0; seat < players; ++seat) {
    if (agents_[seat]) agents_[seat]->begin_match(variant, static_cast<int>(seat));
  }
  writer_.on_start(state_);
}

State OpenMatch::view(int seat) const {
  State seen = state_;
  if (variant_->missions() > 0) seen.hide_missions(seat);
  return seen;
}

int OpenMatch::people() const {
  int people = 0;
  for (int seat = 0; seat < variant_->players(); ++seat) people += is_person(seat) ? 1 : 0;
  return people;
}

bool OpenMatch::waits() const {
  return !over_ && !is_chance(state_.phase()) && is_person(state_.seat());
}

std::optional<Event> OpenMatch::step() {
  undoable_.clear();
  Event event = Draw{};
  if (is_chance(state_.phase())) {
    event = chance_event(state_, dice_);
  } else {
    const auto seat = static_cast<std::size_t>(state_.seat());
    show_events();
    const Action action = ask(*agents_[seat], view(state_.seat()), randoms_[seat]);
    if (const Refusal why = refusal(state_, action); why != Refusal::none) {
      result_.end = EndReason::invalid;
      result_.offender = state_.seat();
      result_.fault = agents_[seat]->fault();
      const bool illegal = result_.fault == Fault::illegal;
      finish(illegal ? &action : nullptr, illegal ? why : Refusal::none);
      return std::nullopt;
    }
    event = event_of(state_, action, dice_);
  }
  apply(event);
  return event;
}

Event OpenMatch::play(const Action& action) {
  const Event event = event_of(state_, action, dice_);
  decide(event);
  return event;
}

void OpenMatch::decide(const Event& event) {
  const Battle* battle = std::get_if<Battle>(&event);
  if (battle != nullptr && battle->attack.from >= 0) {
    undoable_.clear();
  } else {
    undoable_.push_back({state_, events_.size()});
  }
  const int turn = state_.turn();
  const int seat = state_.seat();
  apply(event);
  if (state_.turn() != turn || state_.seat() != seat || !waits()) undoable_.clear();
}

void OpenMatch::undo() {
  state_ = undoable_.back().state;
  events_.resize(undoable_.back().events);
  undoable_.pop_back();
  write_again();
}

std::optional<RecordProblem> OpenMatch::follow(const Record& record, const Watch& watch) {
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const Event& told = record.events[i];
    const std::optional<State> before = watch ? std::optional(state_) : std::nullopt;
    const Agent* agent = is_chance(state_.phase()) ? nullptr : this->agent(state_.seat());
    const bool taken = waits() || (agent != nullptr && !agent->reproducible());
    if (taken && refusal(state_, told) == Refusal::none) {
      const Battle* battle = std::get_if<Battle>(&told);
      if (battle != nullptr && battle->attack.from >= 0) {
        decide(Battle{battle->attack, roll_dice(state_, battle->attack, dice_)});
      } else {
        decide(told);
      }
    } else if (!over_ && !taken) {
      step();
    }
    if (events_.size() <= i || events_[i] != told)
      return RecordProblem{record.lines[i], "playing the match again gives another line"};
    if (watch) watch(*before, told);
  }
  if (record.refused && waits()) {
    result_.end = EndReason::invalid;
    result_.offender = state_.seat();
    result_.fault = Fault::illegal;
    finish(&*record.refused, record.why);
  }
  return std::nullopt;
}

void OpenMatch::apply(const Event& event) {
  writer_.on_event(state_, event);
  events_.push_back(event);
  state_.apply(event);
  if (!state_.over()) return;
  result_.end = end_reason(state_);
  result_.winner = state_.winner();
  finish(nullptr, Refusal::none);
}

void OpenMatch::show_events() {
  const auto watches = [](const auto& agent) { return agent && agent->watches(); };
  if (std::ranges::none_of(agents_, watches)) return;
  while (shown_.events() < events_.size()) {
    const Event& event = events_[shown_.events()];
    for (int seat = 0; seat < variant_->players(); ++seat) {
      Agent* agent = agents_[static_cast<std::size_t>(seat)].get();
      if (agent != nullptr) show(*agent, seat, shown_, event);
    }
    shown_.apply(event);
  }
}

void OpenMatch::finish(const Action* refused, Refusal why) {
  over_ = true;
  result_.turns = state_.turn();
  writer_.on_finish(state_, result_, refused, why);
}

void OpenMatch::write_again() {
  State state(*variant_);
  writer_.on_start(state);
  for (const Event& event : events_) {
    writer_.on_event(state, event);
    state.apply(event);
  }
}

}  // namespace evorisk::risk
