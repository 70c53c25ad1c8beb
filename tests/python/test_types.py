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
    # numpy's own stubs, which take longest to read, say nothing of names and signatures.
    (tmp_path / "mypy.ini").write_text("[mypy]\n[mypy-numpy.*]\nfollow_imports = skip\n"
                                       "follow_imports_for_stubs = True\n")
    checked(tmp_path, "stubtest", "evorisk._evorisk", "--allowlist", "allowed",
            "--ignore-unused-allowlist", "--mypy-config-file", "mypy.ini")


@typed
def test_the_package_and_the_examples_are_typed(tmp_path):
    # The package strictly, but for two of its rules; the examples as people write. In one go: most
    # of the time goes into reading what both import.
    strict = ["disallow_untyped_calls", "disallow_untyped_defs", "disallow_incomplete_defs",
              "check_untyped_defs", "disallow_untyped_decorators", "warn_unused_ignores",
              "warn_return_any", "no_implicit_reexport", "strict_equality", "strict_concatenate"]
    (tmp_path / "mypy.ini").write_text("\n".join([
        "[mypy]", "python_version = 3.11", "ignore_missing_imports = True",
        "warn_redundant_casts = True", "[mypy-evorisk.*]", *(f"{rule} = True" for rule in strict), ""]))
    checked(tmp_path, "mypy", "--config-file", "mypy.ini", str(BUILD / "python/evorisk"),
            *map(str, sorted((ROOT / "examples/python").glob("*.py"))))


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
