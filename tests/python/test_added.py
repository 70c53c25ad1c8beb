"""Criteria, operators, algorithms and map formats in Python."""
import json
import re

import numpy
import pytest

import evorisk
from evorisk import runs

SETTINGS = {"generations": 3, "population": 6, "tournament": 2, "matches": 20,
            "monitor_matches": 20, "final.matches": 50, "final.candidates": 1}


def half_length(match):
    return min(1.0, match.turns / 48)


evorisk.add_criterion("half_length", half_length, ideal=0.25)
seen = []
evorisk.add_criterion("looks", lambda match: seen.append(match) or 1.0, events=True)
evorisk.add_mutation("two_more", lambda map, random: {
    **map.to_dict(), "continents": [{**c, "bonus": c["bonus"] + 2} if c["bonus"] < 9 else c
                                    for c in map.to_dict()["continents"]]})
evorisk.add_crossover("first", lambda first, second, random: first)


class Two:
    def __init__(self, config):
        self.told = 0

    def tell(self, population):
        self.told += 1
        self.order = sorted(range(len(population)), key=lambda i: population[i]["fitness"])

    def ask(self, generation, random):
        return {"keep": [self.order[0]], "pairs": [(self.order[0], self.order[1])], "fresh": 2}

    def state(self):
        return self.told

    def restore(self, told):
        self.told = told


evorisk.add_algorithm("two", Two)
BRED = {"objective": {"criteria": {"half_length": {"ideal": 0.25, "weight": 2}}},
        "algorithm": "two", "crossover": "first", "map_mutations": ["two_more"]}


def test_a_criterion_is_the_mean_of_its_values():
    seen.clear()
    row = evorisk.evaluate("thesis-9", 64, criteria="half_length,looks,drama", threads=1)[0]
    values = numpy.array([half_length(match) for match in seen])
    assert len(values) == 64
    assert row["half_length"] == pytest.approx(values.mean(), abs=1e-8)
    assert row["half_length_se"] == pytest.approx(values.std(ddof=1) / 8, rel=1e-6)
    assert row["looks"] == 1
    match = seen[0]
    assert match.territories.shape == (match.turns, match.players)
    assert (match.territories.sum(axis=1) == 13).all() and match.events
    assert match.winner is None or match.territories[-1, match.winner] == 13
    two = evorisk.evaluate("thesis-9", 64, criteria="half_length,looks,drama", threads=2)[0]
    assert two.tolist() == row.tolist()


def test_an_objective_names_it():
    objective = {"criteria": {"half_length": {"ideal": 0.25, "weight": 2}}}
    row = evorisk.evaluate("thesis-9", 100, objective=objective)[0]
    assert row["fitness"] == pytest.approx(2 * abs(row["half_length"] - 0.25))
    assert row["fitness_se"] == pytest.approx(2 * row["half_length_se"])
    plain = evorisk.evaluate("thesis-9", 100)[0]  # and the others do not change
    assert "half_length" not in plain.dtype.names


def test_a_search_breeds_by_all_of_them_and_repeats_itself(tmp_path):
    logs = []
    for name, threads in [("one", 1), ("two", 2)]:
        evorisk.evolve(BRED, tmp_path / name, threads=threads, **SETTINGS)
        logs.append((tmp_path / name / "generations.jsonl").read_bytes())
    assert logs[0] == logs[1]
    last = runs.individuals(tmp_path / "one")
    assert any("two_more" in row["mutations"] for row in last)


def test_a_stopped_search_goes_on(tmp_path):
    evorisk.evolve(BRED, tmp_path / "whole", **SETTINGS)

    def stop(generation, best, fitness):
        if generation == 1:
            raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        evorisk.evolve(BRED, tmp_path / "parts", on_generation=stop, **SETTINGS)
    evorisk.evolve(BRED, tmp_path / "parts", resume=True, **SETTINGS)
    read = [(tmp_path / name / "generations.jsonl").read_bytes() for name in ["whole", "parts"]]
    assert read[0] == read[1]


class Counts(Two):
    """Its `ask` draws, and keeps what it has drawn."""

    def ask(self, generation, random):
        self.told += random.randrange(3)
        return {"keep": self.order[:1 + self.told % 3], "fresh": self.told % 2,
                "pairs": [(self.order[0], self.order[1])]}


evorisk.add_algorithm("counts", Counts)


@pytest.mark.parametrize("stopped", range(5))
def test_a_stopped_search_goes_on_though_ask_changes_the_state(tmp_path, stopped):
    bred = {"algorithm": "counts", **SETTINGS, "generations": 5}
    evorisk.evolve("thesis", tmp_path / "whole", **bred)

    def stop(generation, best, fitness):
        if generation == stopped:
            raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        evorisk.evolve("thesis", tmp_path / "parts", on_generation=stop, **bred)
    evorisk.evolve("thesis", tmp_path / "parts", resume=True, **bred)
    read = [(tmp_path / name / "generations.jsonl").read_bytes() for name in ["whole", "parts"]]
    assert read[0] == read[1]


def test_ask_and_tell_with_an_added_algorithm():
    search = evorisk.Search(BRED, **SETTINGS)
    for _ in range(3):
        candidates = search.ask()
        search.tell(candidates, [float(i) for i in range(len(candidates))])
    assert search.ask()[0]["id"] == "g0-0"


def test_a_map_format_is_read_written_and_found(tmp_path):
    evorisk.add_map_format("lines", ".lines", lambda text: text.startswith("{\"lines\""),
                           lambda text: json.loads(text)["lines"],
                           lambda map: json.dumps({"lines": map.to_dict()}))
    file = tmp_path / "nine.lines"
    file.write_text(evorisk.Map("thesis-9").text("lines"))
    assert evorisk.Map(str(file)) == evorisk.Map("thesis-9")
    file.write_text('{"lines": 5}')
    with pytest.raises(evorisk.InputError, match='map format "lines": expected a Map'):
        evorisk.Map(str(file))


@pytest.mark.parametrize("value, error", [(1.5, evorisk.InputError), (float("nan"), evorisk.InputError),
                                          ("much", evorisk.InputError), (None, evorisk.InputError)])
def test_what_is_no_value_is_said(value, error):
    name = f"bad_{value}"
    evorisk.add_criterion(name.replace(".", "_"), lambda match: value)
    with pytest.raises(error):
        evorisk.evaluate("thesis-9", 10, criteria=name.replace(".", "_"))


@pytest.mark.parametrize("name", ["fitness", "forfeits", "wins_0", "own_se", "own_high", "a\nb"])
def test_names_of_other_columns_are_refused(name):
    with pytest.raises(evorisk.InputError):
        evorisk.add_criterion(name, lambda match: 1)
    assert evorisk.evaluate("two", 10)["fitness"].size == 1


def test_their_errors_are_raised(tmp_path):
    def fails(*_):
        raise LookupError("no idea")
    evorisk.add_mutation("fails", fails)
    with pytest.raises(LookupError, match="no idea"):
        evorisk.evolve({"map_mutations": ["fails"]}, tmp_path / "a", **SETTINGS)
    evorisk.add_crossover("breaks", lambda first, second, random: {**first.to_dict(), "borders": []})
    with pytest.raises(evorisk.InputError, match='"breaks"'):
        evorisk.evolve({"crossover": "breaks"}, tmp_path / "b", **SETTINGS)

    class Wrong:
        def __init__(self, config): ...
        def tell(self, population): ...
        def ask(self, generation, random):
            return {"keep": [99]}
    evorisk.add_algorithm("wrong", Wrong)
    with pytest.raises(evorisk.InputError, match="individual 99"):
        evorisk.evolve({"algorithm": "wrong"}, tmp_path / "c", **SETTINGS)


@pytest.mark.parametrize("name, plan, valid", [
    ("asks_none", None, "dictionary"), ("asks_list", [1], "dictionary"),
    ("asks_one", {"pairs": [(0,)]}, "two places"), ("asks_keep", {"keep": "best"}, "places"),
    ("asks_half", {"fresh": 0.5}, "fresh: a number")])
def test_what_is_no_plan_is_said(name, plan, valid):
    class Asks(Two):
        def ask(self, generation, random):
            return plan
    evorisk.add_algorithm(name, Asks)
    search = evorisk.Search(algorithm=name, **SETTINGS)
    search.tell(search.ask(), [1.0] * SETTINGS["population"])
    with pytest.raises(evorisk.InputError, match=f'"{name}": ask gave .*{valid}'):
        search.ask()


def test_a_format_detects_by_truth_and_writes_texts(tmp_path):
    evorisk.add_map_format("starred", ".starred", lambda text: re.match(r"\*", text),
                           lambda text: json.loads(text[1:]), lambda map: 7)
    file = tmp_path / "nine.starred"
    file.write_text("*" + json.dumps(evorisk.Map("thesis-9").to_dict()))
    assert evorisk.Map(file) == evorisk.Map("thesis-9")
    with pytest.raises(evorisk.InputError, match='map format "starred" gave 7'):
        evorisk.Map("thesis-9").text("starred")


def test_integers_of_numpy_are_integers_and_other_types_are_said():
    assert evorisk.Rules(defence_dice=numpy.int64(2)) == evorisk.Rules(defence_dice=2)
    board = evorisk.Map("thesis-9").to_dict()
    board["continents"][0]["bonus"] = numpy.int16(3)
    assert evorisk.Map(board).continents[0]["bonus"] == 3
    for wrong, said in [(float("nan"), "float"), (1j, "a complex is no number"),
                        (numpy.float32(1), "a float32 is no number")]:
        with pytest.raises(evorisk.InputError, match=said) as error:
            evorisk.Rules(defence_dice=wrong)
        assert "\n" not in str(error.value)


def test_what_is_added_again_takes_the_place_of_the_former():
    def value():
        return evorisk.evaluate("thesis-9", 10, criteria="again")["again"][0]
    evorisk.add_criterion("again", lambda match: 0.25)
    assert value() == 0.25
    evorisk.add_criterion("again", lambda match: 0.75)
    assert value() == 0.75
    with pytest.raises(evorisk.InputError, match="already"):
        evorisk.add_criterion("again", lambda match: 1, ideal=0)
    assert value() == 0.75

    class Agent:
        def act(self, state):
            raise LookupError(self.text)

    for text in ("once", "twice"):
        evorisk.add_agent("again", type("Own", (Agent,), {"text": text}))
        with pytest.raises(LookupError, match=text):
            evorisk.evaluate("thesis-9", 2, agents="again")
    for _ in range(2):
        evorisk.add_mutation("again", lambda map, random: None)
        evorisk.add_crossover("again", lambda first, second, random: None)
        evorisk.add_algorithm("again", Two)


def test_names_are_free_and_whole():
    for add in [evorisk.add_criterion, evorisk.add_mutation, evorisk.add_crossover,
                evorisk.add_algorithm]:
        with pytest.raises(evorisk.InputError, match="is no name"):
            add("a b", lambda *_: None)
    with pytest.raises(evorisk.InputError, match="already"):
        evorisk.add_criterion("turns", half_length)
    with pytest.raises(evorisk.InputError, match="already"):
        evorisk.add_mutation("mirror", half_length)
    with pytest.raises(evorisk.InputError, match="ideal"):
        evorisk.add_criterion("x", half_length, ideal=2)
