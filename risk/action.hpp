// What happens in a match: the players' actions, the outcomes of chance, and both as one event.
#pragma once

#include <variant>

namespace evorisk::risk {

// Actions, one type per decision. `none`-like answers end the phase where ending is legal.
struct Pick {  // claim a free territory (allocation `pick`)
  int territory = -1;
  friend bool operator==(const Pick&, const Pick&) = default;
};
struct Placement {  // put `troops` of the troops to be placed on `territory`
  int territory = -1;
  int troops = 1;
  friend bool operator==(const Placement&, const Placement&) = default;
};
struct Exchange {  // three cards (territory indices); first < 0: keep them
  int cards[3] = {-1, -1, -1};
  // The owned territory on one of the cards that gets the territory bonus. Must be named when there
  // is one and the rules grant a bonus; else -1.
  int bonus_territory = -1;
  friend bool operator==(const Exchange&, const Exchange&) = default;
};
struct Attack {  // one roll; from < 0 ends the phase
  int from = -1;
  int to = -1;
  friend bool operator==(const Attack&, const Attack&) = default;
};
struct Fortify {  // move `troops`; from < 0 ends the phase
  int from = -1;
  int to = -1;
  int troops = 1;
  friend bool operator==(const Fortify&, const Fortify&) = default;
};

// Chance outcomes.
struct Deal {  // the next seat is dealt this free territory (allocation `random`)
  int territory = -1;
  friend bool operator==(const Deal&, const Deal&) = default;
};
// Seat by seat before anything else (objective `missions`): a card of the variant's missions. Who
// does not see it knows of -1.
struct MissionDeal {
  int card = -1;
  friend bool operator==(const MissionDeal&, const MissionDeal&) = default;
};
// What one roll costs each side. The faces of the dice are never drawn: the losses are all that the
// game knows of a roll, and one random number picks them with their exact probability
// (risk/dice.hpp).
struct Losses {
  int attacker = 0;
  int defender = 0;
  friend bool operator==(const Losses&, const Losses&) = default;
};
struct Draw {  // the card drawn at the end of a turn, by its territory
  int card = -1;
  friend bool operator==(const Draw&, const Draw&) = default;
};

// An attack together with its roll (no losses when it ends the phase).
struct Battle {
  Attack attack;
  Losses losses;
  friend bool operator==(const Battle&, const Battle&) = default;
};

// What an agent or a person decides.
using Action = std::variant<Pick, Exchange, Placement, Attack, Fortify>;
// What changes a state: a match is the sequence of its events, and replays from them.
using Event = std::variant<Deal, Pick, Placement, Exchange, Battle, Fortify, Draw, MissionDeal>;

}  // namespace evorisk::risk
