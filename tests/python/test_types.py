"""The stub says what the compiled module has, and the package holds to it (where mypy is installed);
help() explains both."""
import os
import pathlib
import shutil
import subprocess

import pytest

import evorisk
import evorisk.env
import evorisk.runs
from conftest import BUILD

ROOT = pathlib.Path(__file__).parents[2]
typed = pytest.mark.skipif(not shutil.which("mypy") or not shutil.which("stubtest"),
                           reason="mypy is not installed")


def checked(tmp_path, *command):
    # Beside the cache, which is not for the source tree.
    done = subprocess.run(command, cwd=tmp_path, text=True, check=False, capture_output=True,
                          env={**os.environ, "PYTHONPATH": str(BUILD / "python"),
                               "MYPYPATH": str(BUILD / "python")})
    assert done.returncode == 0, done.stdout + done.stderr


@typed
def test_the_stub_agrees_with_the_module(tmp_path):
    # All but what the classes are made by: pybind11 has a metaclass of its own.
    (tmp_path / "allowed").write_text("evorisk\\._evorisk\\.(Map|Rules|Search|Space|State|Variant)\n")
    checked(tmp_path, "stubtest", "evorisk._evorisk", "--allowlist", "allowed",
            "--ignore-unused-allowlist")


@typed
def test_the_package_and_the_examples_are_typed(tmp_path):
    checked(tmp_path, "mypy", "--python-version", "3.11", "--ignore-missing-imports",
            "--follow-imports=silent", *map(str, sorted((ROOT / "examples/python").glob("*.py"))))
    checked(tmp_path, "mypy", "--python-version", "3.11", "--ignore-missing-imports", "--strict",
            "--allow-any-generics", "--allow-subclassing-any", "-p", "evorisk")


def undocumented(thing, name):
    """What help() has nothing to say of, below `name`."""
    if not (thing.__doc__ or "").strip():
        yield name
    if isinstance(thing, type) and not issubclass(thing, Exception):
        for member in vars(thing):
            # Fields of a dataclass have a comment each.
            if not member.startswith("_") and not hasattr(thing, "__dataclass_fields__"):
                yield from undocumented(getattr(thing, member), f"{name}.{member}")


def test_help_explains_every_public_name():
    modules = [evorisk, evorisk.env, evorisk.runs]
    missing = [which for module in modules for name in getattr(module, "__all__", dir(module))
               if not name.startswith("_") and getattr(getattr(module, name), "__module__", "")
               .startswith("evorisk")
               for which in undocumented(getattr(module, name), name)]
    assert not missing
