import gc
import json

import pytest

import evorisk


class First:
    """Plays its first legal action."""

    def act(self, state):
        return state.legal_actions()[-1]


evorisk.add_agent("first", First)


def test_an_agent_in_python_plays_and_judges():
    row = evorisk.evaluate("thesis-9", 20, agents=["first", "cautious"])[0]
    assert row["wins_0"] + row["wins_1"] == row["finished"] and row["finished"] > 0
    again = evorisk.evaluate("thesis-9", 20, agents=["first", "cautious"], threads=1)[0]
    assert row.tolist() == again.tolist()


def test_its_errors_are_raised():
    class Fails:
        def act(self, state):
            raise LookupError("no idea")
    evorisk.add_agent("fails", Fails)
    with pytest.raises(LookupError, match="no idea"):
        evorisk.evaluate("thesis-9", 20, agents=["fails", "cautious"])
    evorisk.evaluate("thesis-9", 20)  # and forgotten

    class Cheats:
        def act(self, state):
            return {"attack": {"from": 0, "to": 0}}
    evorisk.add_agent("cheats", Cheats)
    with pytest.raises(evorisk.InputError, match="illegal"):
        evorisk.evaluate("thesis-9", 20, agents=["cheats", "cautious"])

    class Huge:
        def act(self, state):
            return 10 ** 30
    evorisk.add_agent("huge", Huge)
    with pytest.raises(evorisk.InputError, match=f"action {10 ** 30} is not legal"):
        evorisk.evaluate("thesis-9", 20, agents=["huge", "cautious"])


class Stumbles(First):
    """Fails at the decision `at` of all."""
    decided = 0
    at = -1
    error = LookupError

    def act(self, state):
        Stumbles.decided += 1
        if Stumbles.decided == Stumbles.at:
            raise Stumbles.error("stumbles")
        return super().act(state)


evorisk.add_agent("stumbles", Stumbles)


def stumbling(at, error=LookupError):
    Stumbles.decided, Stumbles.at, Stumbles.error = 0, at, error


@pytest.mark.parametrize("error", [LookupError, KeyboardInterrupt])
def test_its_error_ends_what_is_played(error):
    for play in [lambda: evorisk.evaluate("thesis-9", 300, agents=["stumbles", "cautious"],
                                          threads=1),
                 lambda: evorisk.arena(["stumbles", "cautious"], "thesis-9", 300, threads=1)]:
        stumbling(at=100, error=error)
        with pytest.raises(error):
            play()
        assert Stumbles.decided == 100


def test_a_run_that_its_error_ended_goes_on_as_if_nothing_had_been(tmp_path):
    def evolve(out, **how):
        evorisk.evolve({"search_space": {"initial_maps": ["thesis-9"]}}, out, threads=1,
                       generations=2, population=4, tournament=2, matches=3, monitor_matches=3,
                       agents=["stumbles", "cautious"],
                       **{"final.matches": 3, "final.candidates": 1}, **how)

    def written(out):
        return [(out / name).read_bytes() for name in ["generations.jsonl", "result.json",
                                                       "best.json"]]
    stumbling(at=-1)
    evolve(tmp_path / "whole")
    decisions = Stumbles.decided
    # In the search, in monitors, in the final matches, and in the last decision of all.
    for at in [*range(1, decisions, decisions // 7), decisions]:
        out = tmp_path / str(at)
        stumbling(at)
        with pytest.raises(LookupError):
            evolve(out)
        assert Stumbles.decided == at and not (out / "result.json").exists()
        stumbling(at=-1)
        evolve(out, resume=True)
        assert written(out) == written(tmp_path / "whole")


def test_it_may_keep_its_states_only_as_clones():
    kept = []

    class Keeps(First):
        def act(self, state):
            kept.append((state, state.clone()))
            return super().act(state)
    evorisk.add_agent("keeps", Keeps)
    evorisk.evaluate("thesis-9", 1, agents=["keeps", "cautious"])
    gc.collect()
    view, clone = kept[-1]
    with pytest.raises(evorisk.InputError, match="clone"):
        view.legal_actions()
    assert clone.legal_actions()
    with pytest.raises(evorisk.InputError):
        clone.serialize()


@pytest.mark.parametrize("name", ["cautious", "", "a b", "a:b"])
def test_names_that_cannot_be_added(name):
    with pytest.raises(evorisk.InputError):
        evorisk.add_agent(name, First)


def test_parameters_reach_it():
    class Told(First):
        def __init__(self, depth=1):
            assert depth == 7
    evorisk.add_agent("told", Told)
    evorisk.evaluate("thesis-9", 2, agents=['told:{"depth":7}', "cautious"])
    with pytest.raises(AssertionError):
        evorisk.evaluate("thesis-9", 2, agents=["told", "cautious"])


def test_it_plays_in_the_arena():
    names = ["first", "random", "cautious"]
    seen = []
    table = evorisk.arena(names, ["thesis-9", "two"], 20, progress=lambda *now: seen.append(now))
    assert sorted(table["agent"]) == sorted(names)
    assert list(table["elo"]) == sorted(table["elo"], reverse=True)
    assert table[table["agent"] == "cautious"]["elo"] == 0
    # Two variants of 20 matches for each of three pairs; two seats each.
    assert table["matches"].tolist() == [80, 80, 80] and table["wins"].sum() <= 120
    assert (table["elo_low"] <= table["elo"]).all() and (table["elo"] <= table["elo_high"]).all()
    assert (table["forfeits"] == 0).all() and (table["microseconds"] > 0).all()
    assert seen[-1] == (120, 120)
    again = evorisk.arena(names, ["thesis-9", "two"], 20, threads=1)
    for column in set(table.dtype.names) - {"microseconds"}:
        assert (table[column] == again[column]).all()


def test_the_arena_in_python_is_the_commands(program):
    names = ["random", "cautious"]
    table = evorisk.arena(names, "risk", 40, seed=3)
    report = json.loads(program("arena", "risk", "--agents", ",".join(names), "--matches", 40,
                                "--seed", 3, "--json"))
    assert [(row["agent"], row["elo"], row["elo_se"], row["elo_low"]) for row in table] == [
        (row["agent"], row["elo"], row["se"], row["interval"][0]) for row in report["ratings"]]


@pytest.mark.parametrize("bad", [dict(agents=["cautious"]), dict(agents=["cautious", "nix"]),
                                 dict(agents=["random", "cautious"], anchor="first"),
                                 dict(agents=["random", "cautious"], matches=0),
                                 dict(agents=["random", "random"]),
                                 dict(agents=["random", "cautious"], variants=[])])
def test_an_arena_that_cannot_be(bad):
    with pytest.raises(evorisk.InputError):
        evorisk.arena(**{"variants": "thesis-9", **bad})


def test_none_is_no_variant_of_an_arena():
    with pytest.raises(evorisk.InputError):
        evorisk._evorisk.arena(["random", "cautious"], [None], 2, 1, "", 1, None)


def test_the_arena_raises_errors_and_hears_its_progress():
    class Gives(First):
        def act(self, state):
            raise LookupError("gives up")
    evorisk.add_agent("gives", Gives)
    with pytest.raises(LookupError, match="gives up"):
        evorisk.arena(["gives", "cautious"], "thesis-9", 20)

    def stop(played, matches):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        evorisk.arena(["first", "cautious"], "risk", 10_000, progress=stop)
