#include "tests/risk/state_check.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <vector>

#include "tests/risk/arranged.hpp"

namespace evorisk::risk {

namespace {

// The lowest own territory that each territory of `seat` is linked with; 0 for the others.
std::vector<int> components(const State& state, int seat) {
  const int n = state.variant().territories();
  std::vector<int> label(static_cast<std::size_t>(n), 0);
  std::vector<bool> seen(static_cast<std::size_t>(n), false);
  std::vector<int> stack;
  for (int start = 0; start < n; ++start) {
    if (state.owner(start) != seat || seen[static_cast<std::size_t>(start)]) continue;
    stack.push_back(start);
    seen[static_cast<std::size_t>(start)] = true;
    while (!stack.empty()) {
      const int t = stack.back();
      stack.pop_back();
      label[static_cast<std::size_t>(t)] = start;
      for (const int u : state.variant().neighbours(t)) {
        if (state.owner(u) != seat || seen[static_cast<std::size_t>(u)]) continue;
        seen[static_cast<std::size_t>(u)] = true;
        stack.push_back(u);
      }
    }
  }
  return label;
}

bool wholly_owned(const State& state, int seat, int continent) {
  const auto& territories = state.variant().map().continent(continent).territories;
  return std::all_of(territories.begin(), territories.end(),
                     [&](int t) { return state.owner(t) == seat; });
}

class StateChecker {
 public:
  explicit StateChecker(const State& state)
      : state_(state), variant_(state.variant()), n_(variant_.territories()) {}

  std::string first_problem() {
    ownership();
    if (state_.turn() > 0 || state_.phase() == Phase::initial) borders();
    cards();
    missions();
    phases();
    fortification();
    return problem_;
  }

 private:
  template <class... Values>
  void require(bool holds, fmt::format_string<Values...> text, Values&&... values) {
    if (!holds && problem_.empty()) {
      problem_ = fmt::format(text, std::forward<Values>(values)...);
    }
  }

  void ownership() {
    std::vector<int> territories(static_cast<std::size_t>(variant_.players()), 0);
    std::vector<int> troops(territories);
    for (int t = 0; t < n_; ++t) {
      const int owner = state_.owner(t);
      require(owner >= -1 && owner < variant_.players(), "owner {} of territory {}", owner, t);
      require(bits::has(state_.free_territories().data(), t) == (owner < 0),
              "territory {} has owner {} but is {}in the free set", t, owner,
              owner < 0 ? "not " : "");
      for (int seat = 0; seat < variant_.players(); ++seat) {
        require(state_.owns(seat, t) == (owner == seat),
                "territory {} has owner {} but the set of seat {} differs", t, owner, seat);
      }
      require(owner < 0 ? state_.troops(t) == 0 : state_.troops(t) >= 1,
              "territory {} of seat {} holds {} troops", t, owner, state_.troops(t));
      if (owner < 0 || !problem_.empty()) continue;
      ++territories[static_cast<std::size_t>(owner)];
      troops[static_cast<std::size_t>(owner)] += state_.troops(t);
    }
    const bool allocating = state_.phase() == Phase::mission || state_.phase() == Phase::deal ||
                            state_.phase() == Phase::pick;
    require(allocating || bits::count(state_.free_territories().data(), variant_.words()) == 0,
            "free territories in phase {}", phase_name(state_.phase()));
    for (int seat = 0; seat < variant_.players(); ++seat) {
      const auto s = static_cast<std::size_t>(seat);
      require(state_.territories_of(seat) == territories[s], "seat {} owns {} territories, not {}",
              seat, territories[s], state_.territories_of(seat));
      require(state_.troops_of(seat) == troops[s], "seat {} has {} troops, not {}", seat, troops[s],
              state_.troops_of(seat));
    }
  }

  void borders() {
    for (int t = 0; t < n_; ++t) {
      int enemies = 0;
      for (const int u : variant_.neighbours(t)) {
        enemies += state_.owner(u) != state_.owner(t) ? 1 : 0;
      }
      require(state_.enemy_neighbours(t) == enemies, "territory {} has {} enemy neighbours, not {}",
              t, enemies, state_.enemy_neighbours(t));
      require(bits::has(state_.frontier().data(), t) == (enemies > 0),
              "the frontier is wrong at territory {}", t);
    }
  }

  void cards() {
    int held = 0;
    std::vector<int> holders(static_cast<std::size_t>(n_), 0);
    for (int seat = 0; seat < variant_.players(); ++seat) {
      const int size = bits::count(state_.hand(seat).data(), variant_.words());
      require(state_.hand_size(seat) == size, "seat {} holds {} cards, not {}", seat, size,
              state_.hand_size(seat));
      require(!state_.eliminated(seat) || size == 0, "eliminated seat {} holds cards", seat);
      held += size;
      bits::for_each(state_.hand(seat).data(), variant_.words(), [&](int card) {
        require(card < n_, "card {} does not exist", card);
        if (card < n_) ++holders[static_cast<std::size_t>(card)];
      });
    }
    for (int card = 0; card < n_; ++card) {
      require(holders[static_cast<std::size_t>(card)] <= 1, "card {} is held twice", card);
    }
    require(state_.cards_in_deck() == n_ - held, "the deck has {} cards, not {}", n_ - held,
            state_.cards_in_deck());
  }

  void missions() {
    const int deck = variant_.missions();
    for (int seat = 0; seat < variant_.players(); ++seat) {
      const int card = state_.mission(seat);
      require(card >= -1 && card < deck, "seat {} holds mission {} of {}", seat, card, deck);
      for (int other = 0; other < seat; ++other) {
        require(card < 0 || state_.mission(other) != card, "mission {} is held twice", card);
      }
      require(card < 0 || (state_.ruled_out(seat) >> card & 1u) == 0,
              "seat {} holds mission {}, which is ruled out", seat, card);
      const int destroyer = state_.destroyed_by(seat);
      require(destroyer < 0 || (state_.eliminated(seat) && destroyer != seat),
              "seat {} was destroyed by {}", seat, destroyer);
    }
  }

  void phases() {
    const Phase phase = state_.phase();
    const int seat = state_.seat();
    require(seat >= 0 && seat < variant_.players(), "seat {} on turn", seat);
    const bool placing =
        phase == Phase::initial || phase == Phase::continent || phase == Phase::reinforce;
    require(placing == (state_.to_place() > 0), "{} troops to place in phase {}", state_.to_place(),
            phase_name(phase));
    require((state_.turn() == 0) == (phase <= Phase::initial || phase == Phase::mission),
            "turn {} in phase {}", state_.turn(), phase_name(phase));
    require(state_.turn() <= variant_.rules().turn_limit, "turn {} is beyond the limit",
            state_.turn());
    require((phase == Phase::continent) == (state_.continent() >= 0), "continent {} in phase {}",
            state_.continent(), phase_name(phase));
    if (phase == Phase::continent && problem_.empty()) {
      require(wholly_owned(state_, seat, state_.continent()), "seat {} does not own continent {}",
              seat, state_.continent());
    }
    bits::for_each(StateForTests::bonus_territories(state_), variant_.words(), [&](int t) {
      require(phase == Phase::exchange || phase == Phase::continent,
              "a territory bonus waits in phase {}", phase_name(phase));
      require(state_.owner(t) == seat, "a territory bonus waits for territory {} of seat {}", t,
              state_.owner(t));
    });
    if (phase == Phase::over) {
      for (int s = 0; s < variant_.players(); ++s) {
        const int mission = state_.mission(s);
        const bool fulfilled = mission >= 0 && s == seat && state_.fulfilled(s, mission);
        require((state_.territories_of(s) == n_ || fulfilled) == (state_.winner() == s),
                "seat {} owns {} territories but the winner is {}", s, state_.territories_of(s),
                state_.winner());
      }
    } else {
      require(state_.winner() == -1, "a winner in phase {}", phase_name(phase));
      if (state_.turn() > 0) {
        require(!state_.eliminated(seat), "eliminated seat {} is on turn", seat);
        require(state_.territories_of(seat) < n_, "seat {} owns all but plays on", seat);
      }
    }
    require(phase != Phase::exchange || state_.hand_size(seat) >= 3,
            "an exchange with {} cards in hand", state_.hand_size(seat));
    require(phase != Phase::draw || (state_.conquered() && state_.cards_in_deck() > 0),
            "a card is due without a conquest or a deck");
  }

  void fortification() {
    const bool fortifying = state_.phase() == Phase::fortify;
    const FortifyMode mode = variant_.rules().fortify;
    require(!fortifying || mode != FortifyMode::none, "a fortify phase in spite of the rules");
    if (fortifying && mode == FortifyMode::connected) {
      const std::vector<int> label = components(state_, state_.seat());
      for (int t = 0; t < n_; ++t) {
        require(StateForTests::fortify_note(state_, t) == label[static_cast<std::size_t>(t)],
                "territory {} is linked with {}, not {}", t, label[static_cast<std::size_t>(t)],
                StateForTests::fortify_note(state_, t));
      }
      return;
    }
    for (int t = 0; t < n_; ++t) {
      const int note = StateForTests::fortify_note(state_, t);
      const bool may_arrive = fortifying && mode == FortifyMode::adjacent &&
                              state_.owner(t) == state_.seat() && note <= state_.troops(t);
      require(note == 0 || (note > 0 && may_arrive), "{} troops arrived in territory {}", note, t);
    }
  }

  const State& state_;
  const Variant& variant_;
  int n_;
  std::string problem_;
};

}  // namespace

std::string state_inconsistency(const State& state) {
  return StateChecker(state).first_problem();
}

}  // namespace evorisk::risk
