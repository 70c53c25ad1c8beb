// The upper two levels of the strategist; its operational one is Operations (exact odds, legal
// moves).
//
//   tactical    what could be done: a record per continent (Appraisal) and proposals made of them
//   strategic   what counts now: which proposals have which weight in which phase of the match
#include "risk/agents/strategist.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

#include "risk/agents/agents.hpp"

namespace evorisk::risk {

namespace {

constexpr double guard_of_marchers = 0.1;

enum class Plan : std::uint8_t {
  attack,    // a rival's territories, for what they bring to either side
  complete,  // a continent that no seat owns wholly
  break_up,  // a continent that a rival holds
  hold,      // an own continent
  stop,      // the attack: the gates of own continents lack troops
};
constexpr int plan_count = 5;

const char* plan_name(Plan plan) {
  constexpr const char* names[plan_count] = {"attack", "complete", "break", "hold", "stop"};
  return names[static_cast<int>(plan)];
}

struct Proposal {
  Plan plan = Plan::stop;
  int where = -1;    // the continent; the rival's seat (attack); -1 (stop)
  double value = 0;  // troops per turn; with `stop`, the troops that lack
};

enum class Stage : std::uint8_t { opening, contest, closing, rescue };

const char* stage_name(Stage stage) {
  constexpr const char* names[] = {"opening", "contest", "closing", "rescue"};
  return names[static_cast<int>(stage)];
}

struct Weights {
  double plans[plan_count];  // turns for which a proposal's value counts
  double card;               // of a third of the next exchange
  double kill;
  double cost;
  double least_odds;
  double guard;  // the share of a turn's troops that guard
};

class StrategistAgent final : public Planner {
 public:
  StrategistAgent(double caution, const Aims::Weights& aims) : Planner(aims), caution_(caution) {}

  // Picks and places initial troops without the draft.
  void set_up_simply() {
    simple_pick_ = true;
    guard_.initial = 0.4;
  }

  void begin_match(const Variant& variant, int seat) override {
    Planner::begin_match(variant, seat);
    proposals_.clear();
    proposals_.reserve(static_cast<std::size_t>(variant.continents() + variant.players() + 1));
    of_continent_.assign(static_cast<std::size_t>(variant.continents()), 0);
    wished_ = {};
  }

 protected:
  void wish(const State& state) override {
    const Variant& variant = state.variant();
    judge(state);
    // What is below depends on no more than this, but for missions and the plan to stop.
    const Seen now = {state.turn(), state.territories_of(seat()), state.exchanges(),
                      appraisal_.leader(), stage_};
    if (now == wished_ && !state.conquered() && variant.missions() == 0) return;
    wished_ = now;
    propose(state);
    wishes_.kill = weights_.kill;
    wishes_.cost = weights_.cost;
    wishes_.least_odds = weights_.least_odds;
    wishes_.press_odds = weights_.least_odds - 0.17;
    wishes_.first = weights_.card * variant.exchange_troops(state.exchanges()) / 3.0;
    guard_.share = weights_.guard;
    std::ranges::fill(keep_, 0);
    std::ranges::fill(of_continent_, 0);
    double of_rival[max_players] = {};
    for (const Proposal& proposal : proposals_) {
      const double value = weights_.plans[static_cast<int>(proposal.plan)] * proposal.value;
      switch (proposal.plan) {
        case Plan::attack:
          of_rival[proposal.where] = value;
          break;
        case Plan::complete:
        case Plan::break_up:
          of_continent_[static_cast<std::size_t>(proposal.where)] = value;
          break;
        case Plan::hold:
          bits::for_each(variant.continent_set(proposal.where).data(), variant.words(),
                         [&](int t) { keep_[static_cast<std::size_t>(t)] += value; });
          break;
        case Plan::stop:
          wishes_.cost += std::min(2.0, 0.1 * value);
          break;
      }
    }
    for (int s = 0; s < variant.players(); ++s) {
      if (s == seat()) continue;
      bits::for_each(state.owned(s).data(), variant.words(), [&](int t) {
        const auto c = static_cast<std::size_t>(variant.map().continent_of(t));
        wishes_.worth[static_cast<std::size_t>(t)] = of_continent_[c] + of_rival[s];
      });
    }
  }

  Message reason(const State& state) const override {
    std::vector<Message> weighed;
    for (int plan = 0; plan < plan_count; ++plan) {
      const long tenths = std::lround(10 * weights_.plans[plan]);
      weighed.push_back(Message("{} {}", Message(plan_name(static_cast<Plan>(plan))),
                                Message("{}.{}", tenths / 10, tenths % 10)));
    }
    std::vector<Message> proposals;
    for (const Proposal& proposal : proposals_) {
      const long value =
          std::lround(weights_.plans[static_cast<int>(proposal.plan)] * proposal.value);
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
      return Message("Stage: {}; weights: {}.", Message(stage_name(stage_)), joined(weighed, ", "));
    return Message("Stage: {}; weights: {}; proposals, in troops after weighing: {}.",
                   Message(stage_name(stage_)), joined(weighed, ", "), joined(proposals, ", "));
  }

 private:
  // Tactics: what could be done. Proposes; does not choose.
  void propose(const State& state) {
    const Variant& variant = state.variant();
    proposals_.clear();
    int rivals = 0;
    for (int s = 0; s < variant.players(); ++s) {
      if (s != seat() && state.territories_of(s) > 0) ++rivals;
    }
    // A rival's loss is a gain for all others.
    const double share = 1.0 / std::max(1, rivals);
    double lacking = 0;
    for (int c = 0; c < variant.continents(); ++c) {
      const ContinentRecord& record = appraisal_.continent(c);
      const double bonus = record.bonus;
      if (record.holder == seat()) {
        proposals_.push_back({Plan::hold, c, bonus});
        if (!state.conquered()) continue;  // without a card it goes on
        bits::for_each_in_both(variant.continent_set(c).data(), state.frontier().data(),
                               variant.words(), [&](int t) {
                                 const int strongest = strongest_enemy(state, seat(), t);
                                 lacking += std::max(0, strongest - state.troops(t));
                               });
      } else if (record.holder >= 0) {
        proposals_.push_back(
            {Plan::break_up, c, bonus * (record.holder == appraisal_.leader() ? 1 : share)});
      } else if (record.own > 0) {
        // The fewer territories are missing of it, the nearer the bonus; the last one brings all.
        const int missing = record.size - record.own;
        const double owned = static_cast<double>(record.own) / record.size;
        proposals_.push_back(
            {Plan::complete, c,
             missing == 1 ? bonus : 0.17 * bonus * owned * owned * record.size / missing});
      }
    }
    const double gain = appraisal_.slope(state, seat());
    for (int s = 0; s < variant.players(); ++s) {
      if (s == seat() || state.territories_of(s) == 0) continue;
      // A seat that is nearly eliminated gives its cards to the one that eliminates it.
      const double cards =
          variant.rules().elimination_takes_cards && rivals > 1
              ? state.hand_size(s) * variant.exchange_troops(state.exchanges()) / 3.0
              : 0;
      const double finish = (3 + cards) / (state.territories_of(s) * state.territories_of(s));
      proposals_.push_back({Plan::attack, s, gain + share * appraisal_.slope(state, s) + finish});
    }
    if (lacking > 0) proposals_.push_back({Plan::stop, -1, lacking});
  }

  // Strategy: what counts now. Weighs; knows no territories.
  void judge(const State& state) {
    const int rival = appraisal_.leader();
    const auto strength = [&](int s) { return state.troops_of(s) + 3 * appraisal_.income(s); };
    if (state.turn() <= state.variant().players()) {
      stage_ = Stage::opening;
    } else if (rival < 0 || strength(seat()) > 2 * strength(rival)) {
      stage_ = Stage::closing;
    } else if (2 * strength(seat()) < strength(rival)) {
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

  // Of a position: what most wishes follow from, for this seat.
  struct Seen {
    int turn = -1;
    int territories = 0;
    int exchanges = 0;
    int leader = -1;
    Stage stage = Stage::opening;
    friend bool operator==(const Seen&, const Seen&) = default;
  };

  double caution_;
  Seen wished_;
  Stage stage_ = Stage::opening;
  Weights weights_{};
  std::vector<Proposal> proposals_;
  std::vector<double> of_continent_;  // what is to be conquered there
};

}  // namespace

std::unique_ptr<Planner> make_strategist(double caution, const Aims::Weights& aims) {
  return std::make_unique<StrategistAgent>(caution, aims);
}

std::unique_ptr<Agent> make_strategist_agent(const JsonView& parameters) {
  auto agent = std::make_unique<StrategistAgent>(
      number(parameters, "caution"),
      Aims::Weights{.own = number(parameters, "mission"), .guess = number(parameters, "guess")});
  constexpr std::string_view rules[] = {"draft", "simple"};
  if (const auto rule = parameters.find("pick"); rule && rule->one_of(rules) == 1) {
    agent->set_up_simply();
  }
  return agent;
}

}  // namespace evorisk::risk
