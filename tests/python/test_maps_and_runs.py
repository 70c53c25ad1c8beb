import pickle

import pytest

import evorisk
from evorisk import runs


def test_maps():
    for name in evorisk.map_names():
        one = evorisk.Map(name)
        assert evorisk.Map(one.to_dict()) == one
        assert len(one.borders) == sum(len(one.neighbours(t)) for t in range(one.territories)) / 2
        assert one._repr_svg_().startswith("<svg")
    assert "[countries]" in evorisk.Map("risk").text("domination")
    assert evorisk.Map("thesis-3").check()["planar"]
    assert not evorisk.Map("risk").check()["planar"]


def test_variants():
    variant = evorisk.Variant(map=evorisk.Map("risk"), rules="war", name="Mine")
    assert variant.rules == evorisk.Variant("war").rules and variant.name == "Mine"
    changed = variant.with_rules(players=4)
    assert changed.players == 4 == changed.rules.players
    assert evorisk.Variant(changed.to_dict()).to_dict() == changed.to_dict()
    assert len(changed.rules.sentences()) > 5


def test_everything_but_searches_is_pickled_by_every_protocol():
    variant = evorisk.Variant("risk")
    state = evorisk.State(variant, seed=3)
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        def again(thing):
            return pickle.loads(pickle.dumps(thing, protocol))
        assert again(variant).to_dict() == variant.to_dict()
        assert again(variant.map) == variant.map and again(variant.rules) == variant.rules
        assert again(state).serialize() == state.serialize()
        for thing in (evorisk.Search("thesis"), evorisk.Space()):
            with pytest.raises(TypeError):
                pickle.dumps(thing, protocol)


def test_a_run_as_tables(program, tmp_path):
    program("evolve", "thesis", "--set", "generations=3", "--set", "population=4", "--set",
            "tournament=2", "--set", "matches=20", "--set", "final.matches=50", "--out",
            tmp_path / "run", "--quiet")
    table = runs.generations(tmp_path / "run")
    people = runs.individuals(tmp_path / "run")
    assert [row["generation"] for row in table] == [0, 1, 2, 3]
    assert len(people) == 16 and {"id", "fitness", "fitness_se", "drama", "defence_dice"} <= set(
        people[0])
    for row in table:
        fitness = [p["fitness"] for p in people if p["generation"] == row["generation"]]
        assert min(fitness) == row["fitness_best"]
    log = tmp_path / "run" / "generations.jsonl"
    whole = log.read_text()
    log.write_text(whole[:-20])  # as a kill leaves it
    assert len(runs.generations(tmp_path / "run")) == 3
    log.write_text(whole + "wrong\n")
    with pytest.raises(evorisk.InputError, match="line 5"):
        runs.generations(tmp_path / "run")
    log.write_text(whole.replace('"generation":2', '"generation":1', 1))
    for read in (runs.generations, runs.individuals):
        with pytest.raises(evorisk.InputError, match="line 3: is damaged"):
            read(tmp_path / "run")
    log.write_text(whole)
    ids = {p["id"] for p in people}
    assert runs.lineage(tmp_path / "run") and all(
        parent in ids and child in ids for parent, child in runs.lineage(tmp_path / "run"))
