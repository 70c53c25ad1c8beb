#!/usr/bin/env python3
"""A complete agent for evorisk in Python, with the standard library only.

    evorisk simulate thesis-9 --agents 'external:{"command":["python3","examples/agent.py"]},cautious'

It picks by continents, puts its troops where they win most, attacks with the odds of the whole fight
as plans of many attacks, and moves troops to the borders that were attacked, which events tell it.
The protocol is described in docs/agents.md.
"""
import functools
import itertools
import json
import sys

MOST = 40  # troops in the table of odds; larger armies are scaled down


@functools.lru_cache
def rolls(attack, defence, ties_for_attacker):
    """What one roll of so many dice costs both sides: {(attacker, defender): probability}."""
    losses = {}
    for faces in itertools.product(range(6), repeat=attack + defence):
        pairs = zip(sorted(faces[:attack], reverse=True), sorted(faces[attack:], reverse=True))
        won = [a > d or (a == d and ties_for_attacker) for a, d in pairs]
        loss = (won.count(False), won.count(True))
        losses[loss] = losses.get(loss, 0) + 6.0 ** -(attack + defence)
    return losses


@functools.lru_cache
def odds(attack_dice, defence_dice, ties_for_attacker):
    """table[a][d]: the probability that a troops, and one that stays behind, conquer d."""
    table = [[1.0] + [0.0] * MOST for _ in range(MOST + 1)]
    for a in range(1, MOST + 1):
        for d in range(1, MOST + 1):
            roll = rolls(min(a, attack_dice), min(d, defence_dice), ties_for_attacker)
            table[a][d] = sum(p * table[a - lost][d - won] for (lost, won), p in roll.items())
    return table


class Match:
    """What stays the same during a match, and what events told."""

    def __init__(self, request):
        self.seat = request["seat"]
        self.rules = rules = request["variant"]["rules"]
        board = request["variant"]["map"]
        size = len(board["territories"])
        self.neighbours = [[] for _ in range(size)]
        for a, b in board["borders"]:
            self.neighbours[a].append(b)
            self.neighbours[b].append(a)
        self.continents = board["continents"]
        self.continent = [None] * size
        for continent in self.continents:
            for t in continent["territories"]:
                self.continent[t] = continent
        for continent in self.continents:  # how many of its territories have neighbours outside
            continent["doors"] = sum(any(self.continent[n] is not continent for n in near)
                                     for t, near in enumerate(self.neighbours)
                                     if self.continent[t] is continent) or 1
        self.odds = odds(rules["attack_dice"], rules["defence_dice"], rules["ties"] == "attacker")
        self.attacked = [0] * size  # rolls against each own territory since the last own turn

    def see(self, events):
        """Counts the attacks of others; a new own turn begins when it places or exchanges."""
        for event in events:
            if event["event"] == "attack" and event["from"] is not None:
                if event["seat"] == self.seat:
                    self.attacked[event["to"]] = 0
                else:
                    self.attacked[event["to"]] += 1
            elif event["event"] == "fortify" and event["seat"] == self.seat:
                self.attacked = [0] * len(self.attacked)

    def wins(self, attackers, defenders):
        most = max(attackers, defenders, MOST)
        return self.odds[max(0, attackers * MOST // most)][-(-defenders * MOST // most)]

    def enemies(self, owners, territory):
        return [n for n in self.neighbours[territory] if owners[n] != self.seat]

    def value(self, owners, target):
        """What conquering a territory is worth."""
        continent = self.continent[target]
        inside = [owners[t] for t in continent["territories"]]
        own = inside.count(self.seat)
        value = 1 + continent["bonus"] * (own + 1) / len(inside)
        if own + 1 == len(inside):
            value += 3 * continent["bonus"]
        if inside.count(owners[target]) == len(inside):  # an enemy's bonus ends
            value += 2 * continent["bonus"]
        if owners.count(owners[target]) == 1:  # an enemy is out
            value += 5
        return value + sum(owners[n] == self.seat for n in self.neighbours[target]) / 4

    def pick(self, owners, actions):
        """In continents of much bonus and few doors, or where another would soon have the bonus."""
        def score(territory):
            continent = self.continent[territory]
            inside = [owners[t] for t in continent["territories"]]
            own = inside.count(self.seat)
            others = len(inside) - own - inside.count(-1)
            near = sum(owners[n] == self.seat for n in self.neighbours[territory])
            gain = (1 + own) / len(inside) / (1 + others) / continent["doors"] ** 0.5
            denied = 0 if own else others / len(inside)
            return continent["bonus"] * max(gain, denied) + near / 3
        return max(actions, key=lambda a: score(a["territory"]))

    def best_attack(self, owners, troops, least):
        """The attack of most worth whose odds are at least `least`: (worth, from, to)."""
        best = (0, None, None)
        for a, owner in enumerate(owners):
            if owner != self.seat or troops[a] < 2:
                continue
            for b in self.enemies(owners, a):
                p = self.wins(troops[a] - 1, troops[b])
                if p >= least:
                    best = max(best, (p * self.value(owners, b), a, b))
        return best

    def attacks(self, state):
        """The attacks of this turn as far as they go well, each until it looks bad."""
        owners, troops = state["owners"][:], state["troops"][:]
        least = 0.6 if state["conquered"] else 0.5
        plan = []
        while len(plan) < 20:
            worth, a, b = self.best_attack(owners, troops, least)
            if not worth:
                break
            keep = max((t for t in range(1, troops[a]) if self.wins(t - 1, troops[b]) < 0.35),
                       default=1)
            plan.append({"from": a, "to": b, "keep": keep})
            left = max(2, round(troops[a] - 0.8 * troops[b]))  # about
            entering = left - 1
            if self.rules["conquest_move"] != "max":
                entering = min(entering, self.rules["attack_dice"])
            troops[a], troops[b], owners[b] = left - entering, entering, self.seat
            least = 0.6
        return plan or [{"from": None}]

    def placements(self, state, actions):
        """First what threatened borders of own continents lack, then all to the best front."""
        owners, troops = state["owners"], state["troops"][:]
        places = [a["territory"] for a in actions]
        left = state["to_place"]
        plan = []
        for t in places:
            inside = self.continent[t]["territories"]
            enemies = self.enemies(owners, t)
            if not enemies or any(owners[i] != self.seat for i in inside):
                continue
            lack = max(troops[e] for e in enemies) + self.attacked[t] - troops[t]
            if 0 < lack <= left // 2:
                plan.append({"territory": t, "troops": lack})
                troops[t] += lack
                left -= lack

        def gain(t):
            worths = sorted(((self.wins(troops[t] + left - 1, troops[e]) ** 2
                              * self.value(owners, e)) for e in self.enemies(owners, t)),
                            reverse=True)
            return sum(w / 2 ** i for i, w in enumerate(worths)) + 0.01 * troops[t]
        if left:
            plan.append({"territory": max(places, key=gain), "troops": left})
        return plan

    def fortifications(self, state, actions):
        """From inside towards the borders, to those that are in most danger."""
        owners, troops = state["owners"], state["troops"]
        danger = {t: sum(troops[e] for e in enemies) + 2 * self.attacked[t] - troops[t]
                  for t in range(len(owners)) if owners[t] == self.seat
                  for enemies in [self.enemies(owners, t)] if enemies}
        distance = dict.fromkeys(danger, 0)
        queue = list(danger)
        for t in queue:
            for n in self.neighbours[t]:
                if owners[n] == self.seat and n not in distance:
                    distance[n] = distance[t] + 1
                    queue.append(n)

        def gain(action):
            a, b = action["from"], action.get("to")
            if a is None or not distance.get(a):
                return 0
            closer = distance[a] - distance[b]
            return closer and action["troops"] * (closer + danger.get(b, 0) / 1000)
        moves = {}
        for action in sorted(actions, key=gain):
            if gain(action) > 0:
                moves[action["from"]] = action  # the best for each
        plan = sorted(moves.values(), key=gain, reverse=True)
        if self.rules["fortify"] != "adjacent":
            plan = plan[:1]
        return plan or [{"from": None}]

    def decide(self, request):
        """A list of actions: a plan where there is more than one."""
        state, actions = request["state"], request["actions"]
        self.see(request.get("events", []))
        if request["decision"] == "pick":
            return [self.pick(state["owners"], actions)]
        if request["decision"] == "exchange":  # the first set; keeping the cards comes last
            return [actions[0]]
        if request["decision"] == "place":
            return self.placements(state, actions)
        if request["decision"] == "attack":
            return self.attacks(state)
        return self.fortifications(state, actions)


def main():
    match = None
    for line in sys.stdin:
        request = json.loads(line)
        answer = {"id": request["id"], "seat": request["seat"]}
        if request["type"] == "match":
            match = Match(request)
            answer.update(ready=True, events=True, plans=True)
        else:
            decisions = match.decide(request)
            if request["decision"] in ("pick", "exchange"):
                answer["action"] = decisions[0]
            else:
                answer["plan"] = decisions
        print(json.dumps(answer), flush=True)


if __name__ == "__main__":
    main()
