#!/usr/bin/env python3
"""Runs the fuzzers of tests/fuzz one after another, and prints a line for each: inputs tried, edges
of the code reached, most memory, the slowest input. Ends with 1 when there was a finding.

  scripts/fuzz.py [--seconds 600] [TARGET ...]

What is found is kept in build/fuzz/found/TARGET; an input that is mended goes to
tests/fuzz/corpus/TARGET/found-WHAT, which the tests try. What reaches more of the code is kept in
build/fuzz/corpus/TARGET, from where the next call goes on.
"""
import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PROGRAM = ROOT / "build/fuzz/fuzz"
# Under the sanitizers an input takes ten to twenty times as long as in the release build, and the
# machine may be at work on other things; a second there is at most twenty here. How long an input
# takes in the release build: EVORISK_FUZZ_INPUTS=build/fuzz/corpus build/release/test_app
# --gtest_filter='Replay.TellsTheSlowest'.
SLOWEST = 20
# Of which the sanitizers need 100 to 200.
LARGEST_MB = 500
OPTIONS = [f"-timeout={SLOWEST}", f"-rss_limit_mb={LARGEST_MB}", f"-malloc_limit_mb={LARGEST_MB}",
           "-report_slow_units=2", "-max_len=40000", "-close_fd_mask=1", "-print_final_stats=1",
           f"-dict={ROOT / 'tests/fuzz/dictionary'}"]
ENVIRONMENT = {"ASAN_OPTIONS": "quarantine_size_mb=16:abort_on_error=1",
               "UBSAN_OPTIONS": "print_stacktrace=1:halt_on_error=1",
               "ASAN_SYMBOLIZER_PATH": "/usr/lib/llvm-14/bin/llvm-symbolizer"}


def fuzz(target, seconds, scratch):
    """Runs a target; whether it found nothing."""
    corpus = ROOT / "build/fuzz/corpus" / target
    found = ROOT / "build/fuzz/found" / target
    seeds = scratch / "seeds"
    for directory in (corpus, found, seeds):
        directory.mkdir(parents=True, exist_ok=True)
    environment = {**os.environ, **ENVIRONMENT, "TMPDIR": str(scratch)}
    subprocess.run([PROGRAM, f"--target={target}", f"--seeds={seeds}"], check=True, env=environment,
                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, cwd=scratch)
    before = set(found.iterdir())
    log = ROOT / "build/fuzz" / f"{target}.log"
    with open(log, "wb") as out:
        subprocess.run([PROGRAM, f"--target={target}", f"-max_total_time={seconds}", *OPTIONS,
                        f"-artifact_prefix={found}/", corpus,
                        *filter(Path.is_dir, [ROOT / "tests/fuzz/corpus" / target]), seeds], env=environment, stdout=out, stderr=out, cwd=scratch, check=False)
    text = log.read_text(errors="replace")

    def last(pattern):
        numbers = re.findall(pattern, text)
        return int(numbers[-1]) if numbers else 0

    new = sorted(path.name for path in set(found.iterdir()) - before
                 if not path.name.startswith("slow-unit"))
    if last(r'number_of_executed_units: *([0-9]+)') == 0:
        new.append("NO-INPUT-TRIED")
    print(f"{target:10} {last(r'number_of_executed_units: *([0-9]+)'):9} inputs"
          f"  {last(r'cov: ([0-9]+)'):6} edges  {last(r'new_units_added: *([0-9]+)'):5} new"
          f"  {last(r'peak_rss_mb: *([0-9]+)'):4} MB"
          f"  slowest {last(r'slowest_unit_time_sec: *([0-9]+)')} s"
          f"  {'nothing found' if not new else 'FOUND ' + ' '.join(new) + f', see {log}'}",
          flush=True)
    return not new


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET")
    parser.add_argument("--seconds", type=int, default=600)
    arguments = parser.parse_args()
    known = subprocess.run([PROGRAM, "--target=list"], check=True, capture_output=True,
                           text=True).stdout.split()
    for target in arguments.targets:
        if target not in known:
            parser.error(f"no target {target}; valid: {', '.join(known)}")
    good = True
    for target in arguments.targets or known:
        memory = Path("/dev/shm")
        scratch = Path(tempfile.mkdtemp(prefix="evorisk-fuzz-",
                                        dir=memory if os.access(memory, os.W_OK) else None))
        try:
            good = fuzz(target, arguments.seconds, scratch) and good
        finally:
            shutil.rmtree(scratch, ignore_errors=True)
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
