import json
import os
import threading

import numpy
import pytest

import evorisk


@pytest.mark.parametrize("name, agents", [("thesis-9", ()), ("risk", ("random", "cautious")),
                                          ("war", "strategist")])
def test_figures_are_those_of_the_program(program, name, agents):
    matches = 300
    words = ["--agents", agents if isinstance(agents, str) else ",".join(agents)] if agents else []
    told = json.loads(program("evaluate", name, "--matches", matches, "--seed", 5, "--json", *words))
    row = evorisk.evaluate(name, matches, seed=5, agents=agents)[0]
    for criterion, value in told["criteria"].items():
        assert row[criterion] == value["mean"]
        assert row[criterion + "_se"] == value["se"]
    assert row["fitness"] == told["fitness"]["mean"]
    assert row["fitness_se"] == told["fitness"]["se"]
    assert row["matches"] == matches


def test_a_batch_is_what_each_is_alone_at_any_number_of_threads():
    names = ["thesis-9", "thesis-1", "two"]
    alone = [evorisk.evaluate(name, 200)[0].tolist() for name in names]
    for threads in (1, 2, 4):
        table = evorisk.evaluate(names, 200, threads=threads)
        assert [tuple(row)[1:] for row in table.tolist()] == [tuple(row)[1:] for row in alone]


def test_extended_criteria_and_objectives():
    table = evorisk.evaluate("thesis-9", 200, criteria=["decisiveness", "map_use"],
                             objective={"name": "mine", "criteria": {"drama": 0.5}})
    assert {"decisiveness", "map_use_low"} <= set(table.dtype.names)
    assert {table.dtype[name].kind for name in ["matches", "finished", "forfeits"]} == {"i"}
    assert table["fitness"][0] == pytest.approx(abs(table["drama"][0] - 0.5))


def test_pandas_takes_the_table():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(evorisk.evaluate(["thesis-9", "two"], 50))
    assert list(frame["name"]) == ["thesis-9", "two"]
    assert (frame["drama_low"] <= frame["drama"]).all()


def test_progress_and_its_errors():
    seen = []
    evorisk.evaluate("risk", 30_000, progress=lambda played, matches: seen.append((played, matches)))
    assert seen[-1] == (30_000, 30_000)

    def stop(played, matches):
        raise KeyboardInterrupt
    with pytest.raises(KeyboardInterrupt):
        evorisk.evaluate("risk", 2_000_000_000, progress=stop)


def test_other_threads_run_meanwhile():
    ended = threading.Event()

    def progress(played, matches):
        if ended.is_set():
            raise StopIteration
    threading.Thread(target=ended.set).start()
    with pytest.raises(StopIteration):
        evorisk.evaluate("risk", 2_000_000_000, progress=progress)


@pytest.mark.parametrize("call, message", [
    (lambda: evorisk.Variant("rsk"), 'did you mean "risk"'),
    (lambda: evorisk.Rules("thesis", dice=3), "dice"),
    (lambda: evorisk.Map({"format": 2}), "format"),
    (lambda: evorisk.evaluate("risk", 0), "matches"),
    (lambda: evorisk.evaluate("risk", 10, threads=-1), "threads"),
    (lambda: evorisk.evaluate("risk", 10, agents="cautios"), 'did you mean "cautious"'),
    (lambda: evorisk.evaluate("risk", 10, criteria="drma"), '^criteria: .*drma'),
    (lambda: evorisk.evaluate("risk", 10, seed=-1), "^seed: expected 0 to .*, found -1"),
    (lambda: evorisk.arena(["random", "cautious"], "risk", seed=-1), "^seed: "),
    (lambda: evorisk.State(evorisk.Variant("risk"), seed=2**63), "^seed: "),
    (lambda: evorisk.evaluate("risk", 10, objective={"criteria": {"drama": float("nan")}}), "JSON"),
    (lambda: evorisk.Variant({"map": "risk", "rules": {}}), "format"),
])
def test_bad_input_has_the_texts_of_the_command(call, message):
    with pytest.raises(evorisk.InputError, match=message):
        call()


@pytest.mark.parametrize("call, name", [
    (lambda: evorisk.evaluate("risk", 10.5), "matches"),
    (lambda: evorisk.evaluate("risk", 10, seed="1"), "seed"),
    (lambda: evorisk.evaluate("risk", 10, threads=1.0), "threads"),
    (lambda: evorisk.arena(["random", "cautious"], "risk", matches=1e3), "matches"),
    (lambda: evorisk.State(evorisk.Variant("risk"), seed=None), "seed"),
])
def test_what_is_no_whole_number_is_said_with_its_name(call, name):
    with pytest.raises(TypeError, match=f"^{name}: expected a whole number, found "):
        call()


def test_forfeits_are_told():
    dies = 'external:{"command":["false"]}'
    with pytest.warns(RuntimeWarning, match="agents forfeited 5 matches, which count for no seat"):
        table = evorisk.evaluate("two", 5, agents=[dies])
    assert table["forfeits"] == [5]
    assert evorisk.evaluate("two", 5)["forfeits"] == [0]


def test_nothing_for_nothing():
    assert len(evorisk.evaluate([], 10)) == 0
    assert isinstance(evorisk.evaluate([], 10), numpy.ndarray)


def in_a_child(work):
    """What `work` returns in a forked child: a short text."""
    here, there = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.write(there, work().encode())
        finally:
            os._exit(0)
    os.close(there)
    text = os.read(here, 1000).decode()
    os.waitpid(child, 0)
    return text


def test_after_a_fork_there_is_one_thread_and_more_are_refused():
    expected = str(evorisk.evaluate("thesis-9", 500, threads=2)["fitness"][0])
    assert in_a_child(lambda: str(evorisk.evaluate("thesis-9", 500)["fitness"][0])) == expected

    def more():
        try:
            evorisk.evaluate("thesis-9", 500, threads=2)
        except evorisk.InputError as error:
            return str(error)
        return "served"
    assert "spawn" in in_a_child(more)


def test_threads_of_python_may_evaluate_at_once():
    expected = evorisk.evaluate("thesis-9", 500)["fitness"][0]
    found = []
    threads = [threading.Thread(target=lambda: found.append(
        evorisk.evaluate("thesis-9", 500, threads=2)["fitness"][0])) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 6
