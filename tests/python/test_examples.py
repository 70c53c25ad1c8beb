import os
import pathlib
import subprocess
import sys

import pytest

from conftest import BUILD

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples/python"


def run(directory, *words):
    paths = {"PYTHONPATH": str(BUILD / "python"), "PATH": f"{BUILD}:{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, *words], cwd=directory, env={**os.environ, **paths},
                          text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.name)
def test_the_example_runs(file, tmp_path):
    assert run(tmp_path, file)


def test_the_crossover_of_the_example_gives_no_map_that_is_not_planar(tmp_path):
    child = "evorisk.Map('{0}'), evorisk.Map('{0}'), random.Random(1)"
    run(tmp_path, "-c", "import evorisk, random, runpy\n"
        f"cross = runpy.run_path({str(EXAMPLES / 'outside.py')!r})['one_parent']\n"
        f"assert cross({child.format('thesis-3')}) is None\n"
        f"assert cross({child.format('thesis-9')}) == evorisk.Map('thesis-9')")
