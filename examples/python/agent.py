"""An agent in thirty lines: it places its troops where most enemies are, and attacks while it has two
troops more than the defender."""
import evorisk


class Bold:
    def act(self, state):
        moves = state.legal_moves()
        see = state.observation()
        me, owners, troops = see["seat"], see["owners"], see["troops"]
        kind = next(iter(moves[0]))
        if kind == "place":
            return max(moves, key=lambda move: self.enemies(move["place"]["territory"], owners, me))
        if kind == "attack":
            odds = {index: troops[move["attack"]["from"]] - troops[move["attack"]["to"]]
                    for index, move in enumerate(moves) if move["attack"]["from"] is not None}
            best = max(odds, key=odds.get, default=None)
            if best is not None and odds[best] >= 2:
                return moves[best]
        return moves[-1]  # ends the phase

    def enemies(self, territory, owners, me):
        return sum(owners[t] != me for t in BOARD.neighbours(territory))


BOARD = evorisk.Map("thesis-9")
evorisk.add_agent("bold", Bold)
for opponent in ("random", "cautious"):
    row = evorisk.evaluate("thesis-9", 60, agents=["bold", opponent])[0]
    print(f"against {opponent}: {row['wins_0']} of {row['finished']} matches with a winner")
