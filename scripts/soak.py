#!/usr/bin/env python3
"""A long night: does anything grow, and does any result change when processes are killed?

    scripts/soak.py [--hours 8] [--program build/release/evorisk] [--out build/soak]

Three things at the same time, for so many hours:
  evolve   one evolution that goes on; and evolutions that are interrupted or killed at random and
           resumed, whose files must have the bytes of an undisturbed run;
  sweep    sweeps whose workers are interrupted or killed at random and started again, whose
           collected file must have the bytes of an undisturbed one;
  studio   with clients that look at lists, runs and boards, start evolutions, play matches and
           leave in the middle of an answer.
Every half minute it looks at memory and open files of the long-lived processes. It ends with a
table: how much each grew in an hour, over the second half. Exit 1 when bytes differ, or when a
process ended that should not. Needs only Python.
"""
import argparse
import json
import pathlib
import random
import shutil
import signal
import socket
import subprocess
import threading
import time
import urllib.error
import urllib.request

SIGNALS = [signal.SIGKILL, signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP]
SWEEP = {"format": 1, "repetitions": 2,
         "base": {"format": 1, "matches": 100, "monitor_matches": 50, "tournament": 2,
                  "final": {"matches": 1000}, "elite_policy": "reevaluate"},
         "grid": {"generations": [20, 40, 80], "population": [8, 16, 24],
                  "crossover": ["planar", "reject-first"]}}


class Soak:
    def __init__(self, program, out, hours):
        self.program, self.out = program, out
        self.end = time.monotonic() + 3600 * hours
        self.faults, self.counts, self.samples = [], {}, []
        self.lock = threading.Lock()

    def over(self):
        return time.monotonic() > self.end

    def count(self, what, number=1):
        with self.lock:
            self.counts[what] = self.counts.get(what, 0) + number

    def fault(self, text):
        with self.lock:
            self.faults.append(text)
        print("FAULT:", text, flush=True)

    def start(self, *words):
        return subprocess.Popen([self.program, *map(str, words)], stdout=subprocess.DEVNULL,
                                stderr=subprocess.PIPE, cwd=self.out, text=True)

    def run(self, *words):
        process = self.start(*words)
        error = process.communicate()[1]
        if process.returncode != 0:
            self.fault(f"{' '.join(map(str, words))}: {process.returncode} {error[-500:]}")

    def disturbed(self, words, longest, done):
        """Starts the command `words()` again and again, each ended by a signal, until `done()`."""
        draw = random.Random(" ".join(map(str, words())))
        while not done() and not self.over():
            process = self.start(*words())
            try:
                process.wait(draw.uniform(0.2, longest))
            except subprocess.TimeoutExpired:
                process.send_signal(draw.choice(SIGNALS))
                self.count("processes ended by a signal")
            error = process.communicate()[1]
            # A negative one is a signal that came before the program could listen for it.
            if process.returncode not in (0, 130, *(-number for number in SIGNALS)):
                self.fault(f"{words()}: {process.returncode} {error[-500:]}")
                return

    # --- evolve -----------------------------------------------------------------------------------

    def evolutions(self):
        for seed in range(1, 1_000_000):
            if self.over():
                return
            words = ["evolve", "thesis", "--seed", seed, "--set", "generations=300", "--threads", 1,
                     "--set", "population=20", "--set", "tournament=8", "--quiet", "--out"]
            self.run(*words, "whole", "--force")
            killed = self.out / "killed"
            shutil.rmtree(killed, ignore_errors=True)
            self.disturbed(lambda: [*words, "killed", "--resume" if
                                    (killed / "config.json").exists() else "--force"], 8,
                           (killed / "result.json").exists)
            if self.over():
                return
            for name in ("config.json", "generations.jsonl", "result.json", "best.json"):
                if (self.out / "whole" / name).read_bytes() != \
                        (self.out / "killed" / name).read_bytes():
                    self.fault(f"evolve, seed {seed}: {name} has other bytes")
            self.count("evolutions compared")

    # --- sweep ------------------------------------------------------------------------------------

    def sweeps(self):
        for seed in range(1, 1_000_000):
            if self.over():
                return
            (self.out / "sweep.json").write_text(json.dumps({**SWEEP, "seed": seed}))
            for name in ("swept", "torn"):
                shutil.rmtree(self.out / name, ignore_errors=True)
                self.run("sweep", "plan", "sweep.json", "--out", name, "--pilot", 0, "--quiet")
            self.run("sweep", "run", "swept", "--threads", 1, "--quiet")
            records = self.out / "torn/runs"
            self.disturbed(lambda: ["sweep", "run", "torn", "--threads", 1, "--quiet"], 20,
                           lambda: len(list(records.rglob("*.json"))) == 36)
            if self.over():
                return
            for name in ("swept", "torn"):
                self.run("sweep", "collect", name, "--quiet")
            if (self.out / "swept/sweep.sqlite").read_bytes() != \
                    (self.out / "torn/sweep.sqlite").read_bytes():
                self.fault(f"sweep, seed {seed}: other bytes")
            self.count("sweeps compared")

    # --- studio -----------------------------------------------------------------------------------

    def ask(self, address, path, body=None):
        request = urllib.request.Request(address + path)
        if body is not None:
            request.data = json.dumps(body).encode()
            request.add_header("Content-Type", "application/json")
        try:
            with urllib.request.urlopen(request, timeout=300) as answer:
                text = answer.read()
        except urllib.error.HTTPError as error:
            if error.code >= 500:
                self.fault(f"studio: {path}: {error.code} {error.read()[:300]}")
            return None
        self.count("requests")
        return json.loads(text) if text[:1] in b"{[" else text

    def leave(self, address, path):
        """Asks, and goes away before the answer."""
        host, port = address.removeprefix("http://").rstrip("/").split(":")
        with socket.create_connection((host, int(port)), 10) as connection:
            connection.send(f"GET /{path} HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        self.count("clients that left")

    def client(self, address, number):
        draw = random.Random(number)
        while not self.over():
            try:
                listed = self.ask(address, "api/list")
                runs = [run["id"] for run in (listed or {}).get("runs", [])]
                if runs:
                    run = draw.choice(runs)
                    self.ask(address, f"api/run?id={run}&from=0")
                    self.ask(address, f"api/run/generation?id={run}&n=0")
                    self.leave(address, f"api/run?id={run}&from=0")
                began = self.ask(address, "api/play/begin",
                                 {"variant": "library:thesis-9", "agents": ["person", "cautious"]})
                if began:
                    for path in ("board", "hint", "explain"):
                        self.ask(address, f"api/play/{path}?id={began['id']}")
                self.leave(address, "")
            except (OSError, ValueError) as error:
                if not self.over():
                    self.fault(f"client {number}: {error}")
                    return
            time.sleep(draw.uniform(0, 2))

    def studio(self):
        folder = self.out / "studio"
        folder.mkdir()
        process = subprocess.Popen([self.program, "studio", str(folder), "--json", "--threads", "1"],
                                   stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        text = ""
        while "}" not in text:
            text += process.stdout.readline()
        address = json.loads(text)["address"]
        for seed in range(3):
            self.ask(address, "api/run/start",
                     {"config": {"format": 1, "generations": 1_000_000, "population": 10,
                                 "tournament": 4, "matches": 20, "seed": seed}})
        return process, address

    # --- all together -----------------------------------------------------------------------------

    def look(self, name, process):
        try:
            status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
            memory = next(int(line.split()[1]) for line in status.splitlines()
                          if line.startswith("VmRSS"))
            files = len(list(pathlib.Path(f"/proc/{process.pid}/fd").iterdir()))
        except (OSError, StopIteration):
            self.fault(f"{name} ended: {process.poll()}")
            return False
        self.samples.append({"name": name, "seconds": time.monotonic(), "kilobytes": memory,
                             "files": files})
        return True

    def night(self):
        studio, address = self.studio()
        long_run = self.start("evolve", "thesis", "--set", "generations=1000000", "--set",
                              "population=10", "--set", "tournament=4", "--set", "matches=100",
                              "--threads", 1, "--quiet", "--out", "long")
        workers = [threading.Thread(target=self.evolutions), threading.Thread(target=self.sweeps)]
        workers += [threading.Thread(target=self.client, args=(address, i)) for i in range(8)]
        for worker in workers:
            worker.start()
        alive = {"studio": studio, "evolve": long_run}
        while not self.over() and alive:
            alive = {name: p for name, p in alive.items() if self.look(name, p)}
            time.sleep(min(30.0, max(0.1, self.end - time.monotonic())))
        for worker in workers:
            worker.join()
        for process in (studio, long_run):
            process.send_signal(signal.SIGTERM)
            process.wait()

    def report(self):
        for what, number in sorted(self.counts.items()):
            print(f"{number:8} {what}")
        print(f"{len(self.faults):8} faults\n")
        print("| | MB at the end | MB an hour | files at the end | files an hour |\n"
              "|---|---:|---:|---:|---:|")
        for name in ("evolve", "studio"):
            half = [s for s in self.samples if s["name"] == name]
            half = half[len(half) // 2:]
            if len(half) < 2:
                continue
            hours = (half[-1]["seconds"] - half[0]["seconds"]) / 3600
            memory = (half[-1]["kilobytes"] - half[0]["kilobytes"]) / 1024 / hours
            files = (half[-1]["files"] - half[0]["files"]) / hours
            print(f"| {name} | {half[-1]['kilobytes'] / 1024:.1f} | {memory:+.1f} | "
                  f"{half[-1]['files']} | {files:+.1f} |")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--hours", type=float, default=8)
    parser.add_argument("--program", default="build/release/evorisk")
    parser.add_argument("--out", default="build/soak")
    options = parser.parse_args()
    out = pathlib.Path(options.out).resolve()
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    soak = Soak(str(pathlib.Path(options.program).resolve()), out, options.hours)
    soak.night()
    soak.report()
    return 1 if soak.faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
