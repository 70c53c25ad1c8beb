#!/usr/bin/env python3
"""An agent for evorisk in Python, with the standard library only.

    evorisk simulate thesis-9 --agents 'external:{"command":["python3","examples/agent.py"]},cautious'

It places its troops where they exceed a neighbour's by most, attacks territories with fewer troops,
and moves troops from inside to the border. The protocol is described in docs/agents.md.
"""
import json
import sys


class Match:
    """What stays the same during a match."""

    def __init__(self, request):
        self.seat = request["seat"]
        board = request["variant"]["map"]
        self.neighbours = [set() for _ in board["territories"]]
        for a, b in board["borders"]:
            self.neighbours[a].add(b)
            self.neighbours[b].add(a)

    def enemies(self, state, territory):
        return [n for n in sorted(self.neighbours[territory]) if state["owners"][n] != self.seat]

    def margin(self, state, territory):
        """By how many troops a territory exceeds its weakest enemy neighbour; -1000 without one."""
        enemies = self.enemies(state, territory)
        if not enemies:
            return -1000
        return state["troops"][territory] - min(state["troops"][e] for e in enemies)

    def decide(self, request):
        state = request["state"]
        actions = request["actions"]
        troops = state["troops"]
        decision = request["decision"]

        if decision == "pick":  # with most own neighbours
            return max(actions, key=lambda a: sum(
                state["owners"][n] == self.seat for n in self.neighbours[a["territory"]]))
        if decision == "exchange":  # the first set; keeping the cards comes last
            return actions[0]
        if decision == "place":
            return max(actions, key=lambda a: self.margin(state, a["territory"]))
        if decision == "attack":
            attacks = [a for a in actions if a["from"] is not None]
            best = max(attacks, key=lambda a: troops[a["from"]] - troops[a["to"]], default=None)
            if best and troops[best["from"]] > troops[best["to"]]:
                return best
            return {"from": None}
        # fortify: from a territory without enemy neighbours to one that has some
        for action in actions:
            if action["from"] is None:
                continue
            if not self.enemies(state, action["from"]) and self.enemies(state, action["to"]):
                return action
        return {"from": None}


def main():
    match = None
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"], "seat": request["seat"]}
        if request["type"] == "match":
            match = Match(request)
            answer["ready"] = True
        else:
            answer["action"] = match.decide(request)
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
