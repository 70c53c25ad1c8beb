import gc

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


@pytest.mark.parametrize("name", ["cautious", "first", "", "a b", "a:b"])
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
