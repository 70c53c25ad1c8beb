"""The module of this build: EVORISK_BUILD/python."""
import os
import pathlib
import subprocess
import sys

import pytest

BUILD = pathlib.Path(os.environ.get("EVORISK_BUILD", "build/release")).resolve()
sys.path.insert(0, str(BUILD / "python"))


@pytest.fixture
def program():
    def run(*arguments):
        return subprocess.run([BUILD / "evorisk", *map(str, arguments)], check=True, text=True,
                              capture_output=True).stdout
    return run
