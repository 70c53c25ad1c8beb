#include "risk/agents/strategist.hpp"

#include <algorithm>
#include <cmath>

#include "risk/agents/agents.hpp"

namespace evorisk::risk {

const char* plan_name(Plan plan) {
  constexpr const char* names[plan_count] = {"attack", "complete", "break", "hold", "stop"};
  return names[static_cast<int>(plan)];
}

// --- Tactical ---

void Tactics::begin_match(const Variant& variant, int seat) {
  seat_ = seat;
  proposals_.clear();
  proposals_.reserve(static_cast<std::size_t>(variant.continents() + variant.players() + 1));
}

void Tactics::propose(const State& state, const Appraisal& appraisal) {
  const Variant& variant = state.variant();
  proposals_.clear();
  int rivals = 0;
  for (int s = 0; s < variant.players(); ++s) {
    if (s != seat_ && state.territories_of(s) > 0) ++rivals;
  }
  // A rival's loss is a gain for all others.
  const double share = 1.0 / std::max(1, rivals);
  double lacking = 0;
  for (int c = 0; c < variant.continents(); ++c) {
    const ContinentRecord& record = appraisal.continent(c);
    const double bonus = record.potential_income;
    if (record.holder == seat_) {
      proposals_.push_back({Plan::hold, c, bonus});
      bits::for_each_in_both(variant.continent_set(c).data(), state.frontier().data(),
                             variant.words(), [&](int t) {
                               int strongest = 0;
                               for (const int u : variant.neighbours(t)) {
                                 if (state.owner(u) != seat_)
                                   strongest = std::max(strongest, state.troops(u));
                               }
                               lacking += std::max(0, strongest - state.troops(t));
                             });
    } else if (record.holder >= 0) {
      proposals_.push_back(
          {Plan::break_up, c, bonus * (record.holder == appraisal.leader() ? 1 : share)});
    } else if (record.own > 0) {
      // The fewer territories are missing of it, the nearer the bonus; the last one brings all.
      const int missing = record.size - record.own;
      const double owned = static_cast<double>(record.own) / record.size;
      proposals_.push_back(
          {Plan::complete, c,
           missing == 1 ? bonus : 0.17 * bonus * owned * owned * record.size / missing});
    }
  }
  const double gain = appraisal.slope(state, seat_);
  for (int s = 0; s < variant.players(); ++s) {
    if (s == seat_ || state.territories_of(s) == 0) continue;
    // A seat that is nearly eliminated gives its cards to the one that eliminates it.
    const double cards = variant.rules().elimination_takes_cards && rivals > 1
                             ? state.hand_size(s) * variant.exchange_troops(state.exchanges()) / 3.0
                             : 0;
    const double finish = (3 + cards) / (state.territories_of(s) * state.territories_of(s));
    proposals_.push_back({Plan::attack, s, gain + share * appraisal.slope(state, s) + finish});
  }
  if (lacking > 0) proposals_.push_back({Plan::stop, -1, lacking});
}

// --- Strategic ---

const char* Strategy::stage_name(Stage stage) {
  constexpr const char* names[] = {"opening", "contest", "closing", "rescue"};
  return names[static_cast<int>(stage)];
}

namespace {

constexpr double guard_of_marchers = 0.1;
constexpr double initial_guard = 0.4;  // of the initial troops, by play on risk-classic

}  // namespace

void Strategy::judge(const State& state, const Appraisal& appraisal, int seat) {
  const int rival = appraisal.leader();
  const auto strength = [&](int s) { return state.troops_of(s) + 3 * appraisal.income(s); };
  if (state.turn() <= state.variant().players()) {
    stage_ = Stage::opening;
  } else if (rival < 0 || strength(seat) > 2 * strength(rival)) {
    stage_ = Stage::closing;
  } else if (2 * strength(seat) < strength(rival)) {
    stage_ = Stage::rescue;
  } else {
    stage_ = Stage::contest;
  }
  // Tuned by play against cautious, aggressive and breaker on thesis-1, thesis-5, thesis-10 and
  // thesis-war, under thesis, war and risk-classic.
  static constexpr Weights table[] = {
      // attack, complete, break, hold, stop; card, kill, cost, least odds, guard
      {{4.5, 3.7, 8.0, 0.5, 0.0}, 2.5, 1.3, 0.3, 0.57, 0.0},  // opening: nothing to guard yet
      {{4.5, 3.7, 8.0, 0.5, 0.3}, 2.5, 1.3, 0.3, 0.57, 0.3},  // contest
      {{6.0, 2.0, 3.0, 0.5, 0.0}, 1.5, 1.3, 0.2, 0.45, 0.0},  // closing: time matters, not land
      {{4.5, 3.7, 8.0, 0.5, 0.3}, 2.5, 1.3, 0.6, 0.65, 0.5},  // rescue: troops are dear
  };
  weights_ = table[static_cast<int>(stage_)];
  // An army that may march on after a conquest stands at the border itself: by play against all
  // agents on risk, war, thesis-5 and thesis-9 under either rule.
  const bool marches = state.variant().rules().conquest_move == ConquestMove::max;
  if (stage_ == Stage::contest && marches) weights_.guard = guard_of_marchers;
  weights_.least_odds += 0.1 * (caution_ - usual_caution);
  weights_.guard = std::max(0.0, weights_.guard + 0.3 * (caution_ - usual_caution));
  weights_.plans[static_cast<int>(Plan::stop)] *= caution_ / usual_caution;
}

// --- The agent ---

namespace {

class StrategistAgent final : public Planner {
 public:
  StrategistAgent(double caution, const Aims::Weights& aims) : Planner(aims), strategy_(caution) {
    guard_.initial = initial_guard;
  }

  void begin_match(const Variant& variant, int seat) override {
    Planner::begin_match(variant, seat);
    tactics_.begin_match(variant, seat);
  }

 protected:
  void wish(const State& state) override {
    const Variant& variant = state.variant();
    tactics_.propose(state, appraisal_);
    strategy_.judge(state, appraisal_, seat());
    const Strategy::Weights& weights = strategy_.weights();
    wishes_.kill = weights.kill;
    wishes_.cost = weights.cost;
    wishes_.least_odds = weights.least_odds;
    wishes_.press_odds = weights.least_odds - 0.17;
    wishes_.first = weights.card * variant.exchange_troops(state.exchanges()) / 3.0;
    guard_.share = weights.guard;
    std::ranges::fill(wishes_.worth, 0);
    std::ranges::fill(keep_, 0);
    for (const Proposal& proposal : tactics_.proposals()) {
      const double value = weights.plans[static_cast<int>(proposal.plan)] * proposal.value;
      switch (proposal.plan) {
        case Plan::attack:
          add(state.owned(proposal.where), value, wishes_.worth);
          break;
        case Plan::complete:
        case Plan::break_up:
          add(variant.continent_set(proposal.where), value, wishes_.worth);
          break;
        case Plan::hold:
          add(variant.continent_set(proposal.where), value, keep_);
          break;
        case Plan::stop:
          if (state.conquered()) wishes_.cost += std::min(2.0, 0.1 * value);
          break;
      }
    }
  }

  Message reason(const State& state) const override {
    const double* weights = strategy_.weights().plans;
    std::vector<Message> weighed;
    for (int plan = 0; plan < plan_count; ++plan) {
      const long tenths = std::lround(10 * weights[plan]);
      weighed.push_back(Message("{} {}.{}", Message(plan_name(static_cast<Plan>(plan))),
                                tenths / 10, tenths % 10));
    }
    std::vector<Message> proposals;
    for (const Proposal& proposal : tactics_.proposals()) {
      const long value = std::lround(weights[static_cast<int>(proposal.plan)] * proposal.value);
      const Message plan = plan_name(proposal.plan);
      if (proposal.plan == Plan::attack) {
        proposals.push_back(Message("{} seat {} ({})", plan, SeatNumber{proposal.where}, value));
      } else if (proposal.plan != Plan::stop) {
        proposals.push_back(
            Message("{} {} ({})", plan, continent_name(state.variant(), proposal.where), value));
      } else {
        proposals.push_back(Message("{} ({})", plan, value));
      }
    }
    if (proposals.empty())
      return Message("Stage: {}; weights: {}; proposals, in troops after weighing.",
                     Message(Strategy::stage_name(strategy_.stage())), joined(weighed, ", "));
    return Message("Stage: {}; weights: {}; proposals, in troops after weighing: {}.",
                   Message(Strategy::stage_name(strategy_.stage())), joined(weighed, ", "),
                   joined(proposals, ", "));
  }

 private:
  static void add(std::span<const bits::Word> set, double value, std::vector<double>& to) {
    bits::for_each(set.data(), static_cast<int>(set.size()),
                   [&](int t) { to[static_cast<std::size_t>(t)] += value; });
  }

  Tactics tactics_;
  Strategy strategy_;
};

}  // namespace

std::unique_ptr<Planner> make_strategist(double caution, const Aims::Weights& aims) {
  return std::make_unique<StrategistAgent>(caution, aims);
}

std::unique_ptr<Agent> make_strategist_agent(const JsonView& parameters) {
  parameters.only({"caution", "mission", "guess"});
  const auto caution = parameters.find("caution");
  return make_strategist(caution ? caution->number(0, 1) : usual_caution, read_aims(parameters));
}

}  // namespace evorisk::risk
