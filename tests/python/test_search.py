import json
import random

import pytest

import evorisk
from evorisk import runs

SMALL = {"population": 6, "tournament": 2, "generations": 4}


@pytest.mark.parametrize("algorithm", ["generational", "climber", "random_search"])
def test_ask_and_tell_find_small_maps(algorithm):
    search = evorisk.Search("thesis", algorithm=algorithm, **SMALL)
    mean = []
    for generation in range(12):
        candidates = search.ask()
        sizes = [each["variant"].map.territories for each in candidates]
        search.tell(candidates, sizes)
        mean.append(sum(sizes) / len(sizes))
        assert search.generation == generation + 1
    print(mean)
    if algorithm != "random_search":
        assert mean[-1] < mean[0]


def test_the_same_answers_breed_the_same_candidates():
    def bred():
        search = evorisk.Search("thesis", seed=3, **SMALL)
        told = []
        for _ in range(4):
            candidates = search.ask()
            told.append([json.dumps(each["variant"].to_dict()) for each in candidates])
            search.tell(candidates, [float(len(text) % 17) for text in told[-1]],
                        [0.1] * len(candidates))
        return told
    assert bred() == bred()


def test_in_parts_and_in_any_order_it_breeds_the_same():
    def fitness(candidate):
        return float(len(json.dumps(candidate["variant"].to_dict())) % 17)

    def bred(parts):
        search = evorisk.Search("thesis", seed=3, **SMALL)
        ids = []
        for generation in range(4):
            open_ones = []
            while len(open_ones) < SMALL["population"]:
                open_ones += search.ask(parts)
            ids.append([(each["id"], each["parents"]) for each in open_ones])
            for candidate in reversed(open_ones):
                assert search.generation == generation
                search.tell([candidate], [fitness(candidate)])
        return ids
    assert bred(0) == bred(1) == bred(4)
    search = evorisk.Search("thesis", **SMALL)
    assert [len(search.ask(n)) for n in (4, 4)] == [4, 2]
    with pytest.raises(evorisk.InputError, match="last candidates"):
        search.ask(1)
    with pytest.raises(evorisk.InputError, match="-1"):
        evorisk.Search("thesis", **SMALL).ask(-1)


def test_what_comes_while_a_search_breeds_is_refused():
    refused = []

    def crossover(first, second, random):
        for call in (search.ask, lambda: search.tell([], [])):
            try:
                call()
            except evorisk.InputError as error:
                refused.append(str(error))
        return first
    evorisk.add_crossover("comes_back", crossover)
    search = evorisk.Search("thesis", crossover="comes_back", **SMALL)
    candidates = search.ask()
    search.tell(candidates, [1.0] * len(candidates))
    search.ask()
    assert set(refused) == {"ask: the search is breeding", "tell: the search is breeding"}


def test_asking_and_telling_out_of_turn():
    search = evorisk.Search("thesis", **SMALL)
    with pytest.raises(evorisk.InputError, match="ask"):
        search.tell([{"id": "g0-0"}], [1.0])
    candidates = search.ask()
    count = len(candidates)
    for wrong in ([], [1.0] * (count - 1), [float("nan")] * count, [float("inf")] * count):
        with pytest.raises(evorisk.InputError):
            search.tell(candidates, wrong)
    with pytest.raises(evorisk.InputError):
        search.ask()
    for stranger in ({}, {"id": "g9-9"}, {"id": None}):
        with pytest.raises(evorisk.InputError, match="tell"):
            search.tell([stranger] + candidates[1:], [1.0] * count)
    search.tell(candidates, [1.0] * count)
    with pytest.raises(evorisk.InputError, match="tell"):
        search.tell(candidates, [1.0] * count)
    with pytest.raises(evorisk.InputError, match="nsga2"):
        evorisk.Search("thesis", algorithm="nsga2")
    with pytest.raises(evorisk.InputError, match="generaions"):
        evorisk.Search("thesis", generaions=3)


def test_points_of_the_space():
    dice = random.Random(1)
    generated = {"search_space": {"initial_maps": {"territories": [10, 20], "continents": [3, 4],
                                                   "density": [0.3, 0.6]}}}
    for config in (generated, None):
        space = evorisk.Space(config)
        seen = set()
        for _ in range(30):
            point = [dice.random() for _ in space.names]
            variant = space.variant(point)
            assert space.variant(point).to_dict() == variant.to_dict()
            seen.add(variant.map.territories)
            if config:
                assert 10 <= variant.map.territories <= 20
        assert len(seen) > 3
        space.variant([0.0] * len(space.names))
        space.variant([1.0] * len(space.names))
        for wrong in ([], [0.5] * (len(space.names) + 1), [1.1] * len(space.names),
                      [float("nan")] * len(space.names)):
            with pytest.raises(evorisk.InputError):
                space.variant(wrong)


def test_an_evolution_is_that_of_the_program(program, tmp_path):
    settings = {"generations": 3, "population": 4, "tournament": 2, "matches": 20,
                "final.matches": 50}
    told = []
    evorisk.evolve("thesis", tmp_path / "here", on_generation=lambda *news: told.append(news),
                   **settings)
    words = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    program("evolve", "thesis", *words, "--out", tmp_path / "there", "--quiet")
    for name in ("generations.jsonl", "best.json"):
        assert (tmp_path / "here" / name).read_bytes() == (tmp_path / "there" / name).read_bytes()
    rows = runs.generations(tmp_path / "here")
    assert told and all(rows[generation]["best"] == best for generation, best, _ in told)

    def stop(*news):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        evorisk.evolve("thesis", tmp_path / "stopped", on_generation=stop, generations=10_000)
    with pytest.raises(evorisk.InputError, match="; resume=True .* there, force=True replaces it"):
        evorisk.evolve("thesis", tmp_path / "here", **settings)
    with pytest.raises(evorisk.InputError, match="^population=0: population: "):
        evorisk.Search("thesis", population=0)
