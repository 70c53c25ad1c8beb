"""The example in examples/agent.py, asked in other ways. Used by external_test.cpp.

    plans   as it is, but some of its attacks stop after two rolls
    rolls   the same decisions without plans: it keeps them to itself
    mirror  as it is, and ends when what events told is not the state of a request

Writes a letter to standard error for every request."""
import json
import pathlib
import sys

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2] / "examples"))
sys.dont_write_bytecode = True
import agent  # noqa: E402

mode = sys.argv[1]


class Planner:
    def __init__(self, request):
        self.match = agent.Match(request)
        self.key, self.plan = None, []

    def decide(self, request):
        """A plan; in mode `rolls` one action of it, chosen by what docs/agents.md says of plans."""
        self.match.see(request.pop("events", []))
        if mode == "plans":
            return self.new_plan(request)
        state, seat = request["state"], request["seat"]
        if self.key != (request["decision"], state["turn"]):
            self.plan = []
        while self.plan:
            step = self.plan[0]
            if step.get("to") is None or request["decision"] != "attack":
                return [self.plan.pop(0)]
            if self.rolled and state["owners"][step["to"]] == seat:
                self.plan.pop(0)
                self.first, self.rolled = False, 0
                continue
            enough = state["troops"][step["from"]] <= step["keep"]
            if not self.first and (enough or self.rolled >= step.get("rolls", 1000)):
                break
            self.rolled += 1
            self.first = False
            return [{"from": step["from"], "to": step["to"]}]
        self.plan = self.new_plan(request)
        if request["decision"] in ("pick", "exchange"):
            return [self.plan.pop(0)]
        self.key, self.first, self.rolled = (request["decision"], state["turn"]), True, 0
        return self.decide(request)

    def new_plan(self, request):
        plan = self.match.decide(request)
        if request["decision"] == "attack" and request["state"]["turn"] % 3 == 0:
            for step in plan:
                step["rolls"] = 2
        return plan


class Mirror:
    """A state of its own."""

    def __init__(self, request):
        self.match = agent.Match(request)
        self.rules = request["variant"]["rules"]
        size = len(request["variant"]["map"]["territories"])
        self.owners, self.troops = [-1] * size, [0] * size
        self.hands, self.exchanges = [0] * self.rules["players"], 0
        self.bonus = []  # territories that get a bonus once the continents' troops are placed

    def see(self, event, seat):
        kind, mover = event["event"], event["seat"]
        if kind in ("deal", "pick"):
            self.owners[event["territory"]], self.troops[event["territory"]] = mover, 1
        elif kind == "exchange" and event["cards"]:
            self.hands[mover] -= 3
            self.exchanges += 1
            self.bonus += [event["bonus_territory"]] if "bonus_territory" in event else []
        elif kind == "place":
            self.settle(event["phase"])
            self.troops[event["territory"]] += event["troops"]
        elif kind == "draw":
            self.hands[mover] += 1
            assert ("card" in event) == (mover == seat), "a card face down"
        elif kind in ("attack", "fortify") and event["from"] is not None:
            a, b = event["from"], event["to"]
            self.settle(kind)
            lost, won = event.get("losses", (event.get("troops"), -event.get("troops", 0)))
            self.troops[a] -= lost
            self.troops[b] -= won
            if "moved" in event:
                loser = self.owners[b]
                self.owners[b], self.troops[b] = mover, event["moved"]
                self.troops[a] -= event["moved"]
                assert (loser not in self.owners) == ("eliminated" in event), "eliminated"
                if "eliminated" in event and self.rules["elimination_takes_cards"]:
                    self.hands[mover] += self.hands[loser]
                    self.hands[loser] = 0
        else:
            assert kind in ("exchange", "attack", "fortify"), kind

    def settle(self, phase):
        if phase not in ("exchange", "continent"):
            for territory in self.bonus:
                self.troops[territory] += self.rules["card_territory_bonus"]
            self.bonus = []

    def decide(self, request):
        for event in request["events"]:
            self.see(event, request["seat"])
        state = request["state"]
        self.settle(state["phase"])
        assert self.owners == state["owners"], "owners"
        assert self.troops == state["troops"], "troops"
        assert self.hands == [len(hand) for hand in state["hands"]], "hands"
        assert self.exchanges == state["exchanges"], "exchanges"
        return self.match.decide(request)


player = None
for line in sys.stdin:
    request = json.loads(line)
    sys.stderr.write("m" if request["type"] == "match" else "d")
    answer = {"id": request["id"], "seat": request["seat"]}
    if request["type"] == "match":
        assert request["offers"] == ["events", "plans"]
        player = (Mirror if mode == "mirror" else Planner)(request)
        answer.update(ready=True, events=True, plans=mode != "rolls")
    else:
        decisions = player.decide(request)
        if mode == "rolls" or request["decision"] in ("pick", "exchange"):
            answer["action"] = decisions[0]
        else:
            answer["plan"] = decisions
    print(json.dumps(answer), flush=True)
