import os
import pathlib
import subprocess
import sys

import pytest

from conftest import BUILD

EXAMPLES = pathlib.Path(__file__).parents[2] / "examples/python"


@pytest.mark.parametrize("file", sorted(EXAMPLES.glob("*.py")), ids=lambda file: file.name)
def test_the_example_runs(file, tmp_path):
    paths = {"PYTHONPATH": str(BUILD / "python"), "PATH": f"{BUILD}:{os.environ['PATH']}"}
    done = subprocess.run([sys.executable, file], cwd=tmp_path, env={**os.environ, **paths},
                          text=True, capture_output=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout
