#!/usr/bin/env python3
"""How soon a move is on all screens of its table: scripts/table_load.py PROGRAM [options]

Starts a studio, opens tables of people, connects every seat of each (each table from an address of
its own, 127.0.0.2 and on), and lets whoever is asked decide: the first legal action, attacks to
their end. For each move: the time from sending it until the last byte of what each seat of the
table is told of it, by the clock of this process, which shares the cores with the server.

With --sample S the tables begin another match after each, and every S seconds a line tells the
server's memory, open descriptors and threads: for hours of random play.
"""
import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time


def head(method, path, port, bearer, length=None):
    lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}"]
    if bearer:
        lines.append(f"Authorization: Bearer {bearer}")
    if length is not None:
        lines += ["Content-Type: application/json", f"Content-Length: {length}"]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


async def request(port, method, path, body=None, bearer=None, source="127.0.0.1"):
    """The parsed answer; raises for a refusal."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    text = b"" if body is None else json.dumps(body).encode()
    writer.write(head(method, path, port, bearer, None if body is None else len(text)) + text)
    answer = await reader.read()
    writer.close()
    if not answer.startswith(b"HTTP/1.1 200"):
        raise RuntimeError(f"{method} {path}: {answer[:400].decode()}")
    return json.loads(answer.split(b"\r\n\r\n", 1)[1])


class Seat:
    """A device of one seat, which reads all that it is told."""

    def __init__(self, table, secret):
        self.table, self.secret, self.view, self.writer = table, secret, None, None

    async def read(self):
        reader, self.writer = await asyncio.open_connection(
            "127.0.0.1", self.table.port, local_addr=(self.table.source, 0), limit=1 << 26)
        self.writer.write(head("GET", "/api/seat/stream", self.table.port, self.secret))
        while line := await reader.readline():
            if line.startswith(b"data: "):
                heard = time.perf_counter()
                # Parsed only by whoever has to decide: the others' screens have their own processors.
                played = int(re.search(rb'"events_played":(\d+)', line).group(1))
                mine = b'"waits":true' in line
                over = b'"over":true' in line
                self.view = json.loads(line[6:]) if mine else None
                self.table.hear(self, heard, played, mine, over)


class Table:
    def __init__(self, port, number, times, pace):
        self.port, self.times, self.pace = port, times, pace
        self.source = f"127.0.0.{2 + number % 250}"
        self.asked = asyncio.Event()
        self.over, self.sent, self.before, self.waiting = False, 0, 0, set()
        self.finished = 0

    def hear(self, seat, heard, played, mine, over):
        if played > self.before and seat in self.waiting:
            self.waiting.discard(seat)
            self.times.append(heard - self.sent)
        self.over = self.over or over
        if over or mine:
            self.asked.set()

    async def play(self, variant, seats, until, again):
        """One match; with `again` one after another until the time is over."""
        try:
            await self.play_on(variant, seats, until, again)
        except Exception as error:
            print(f"table {self.source}, match {self.finished + 1}: {error!r}", file=sys.stderr)
            raise

    async def play_on(self, variant, seats, until, again):
        while True:
            await self.play_match(variant, seats, until)
            self.finished += self.over
            if not again or time.perf_counter() >= until:
                return
            self.over, self.before, self.waiting = False, 0, set()
            self.asked.clear()

    async def play_match(self, variant, seats, until):
        made = await request(self.port, "POST", "/api/play/begin", {
            "variant": variant, "agents": ["person"] * seats, "friends": True})
        links = await request(self.port, "GET", "/api/play/links?id=" + made["id"])
        self.seats = [Seat(self, link["url"].split("#")[1]) for link in links["seats"]]
        readers = [asyncio.create_task(seat.read()) for seat in self.seats]
        await asyncio.sleep(random.random() * self.pace)
        while time.perf_counter() < until and not self.over:
            try:
                await asyncio.wait_for(self.asked.wait(), 60 + 10 * self.pace)
            except asyncio.TimeoutError:
                raise RuntimeError(f"table {self.source}: nobody was asked for a minute") from None
            await asyncio.sleep(self.pace * (0.5 + random.random()))
            self.asked.clear()
            # Streams come side by side: a seat may be told late that it had been asked.
            asked = [seat for seat in self.seats if seat.view is not None]
            if not asked or self.over:
                continue
            player = max(asked, key=lambda seat: seat.view["events_played"])
            view, player.view = player.view, None
            action = random.choice(view["legal"])
            self.before, self.waiting = view["events_played"], set(self.seats)
            self.sent = time.perf_counter()
            await request(self.port, "POST", "/api/seat/act", {
                "events": view["events_played"], "epoch": view["epoch"], "action": action,
                "until": 1}, player.secret, self.source)
        for reader in readers:
            reader.cancel()
        for seat in self.seats:
            if seat.writer:
                seat.writer.close()


def usage(process):
    """Of the server: resident memory in MB, open descriptors, threads."""
    with open(f"/proc/{process.pid}/status") as status:
        text = status.read()
    return {"memory_mb": round(int(re.search(r"VmRSS:\s+(\d+)", text).group(1)) / 1024, 1),
            "descriptors": len(os.listdir(f"/proc/{process.pid}/fd")),
            "threads": int(re.search(r"Threads:\s+(\d+)", text).group(1))}


async def sample(every, until, tables, process, start):
    while time.perf_counter() < until:
        await asyncio.sleep(min(every, max(0, until - time.perf_counter())))
        print(json.dumps({"seconds": round(time.perf_counter() - start),
                          "matches": sum(table.finished for table in tables), **usage(process)}),
              flush=True)


async def measure(options, port, process):
    times = []
    until = time.perf_counter() + options.seconds
    # More people than the map's usual rules have.
    variant = await request(port, "GET", "/api/variant?name=" + options.variant)
    variant = variant["variant"]
    variant["rules"]["players"] = options.seats
    tables = [Table(port, i, times, options.pace) for i in range(options.tables)]
    before = sum(os.times()[:2])
    start = time.perf_counter()
    work = [table.play(variant, options.seats, until, options.sample > 0) for table in tables]
    if options.sample > 0:
        work.append(sample(options.sample, until, tables, process, start))
    results = await asyncio.gather(*work, return_exceptions=True)
    failed = [result for result in results if isinstance(result, BaseException)]
    with open(f"/proc/{process.pid}/stat") as stat:
        fields = stat.read().rsplit(")", 1)[1].split()
    with open(f"/proc/{process.pid}/status") as status:
        memory = int(re.search(r"VmHWM:\s+(\d+)", status.read()).group(1)) / 1024
    times.sort()
    at = lambda share: 1000 * times[min(len(times) - 1, int(share * len(times)))]
    print(json.dumps({
        "tables": options.tables, "connections": options.tables * options.seats,
        "moves": len(times) // options.seats,
        "moves_per_second": round(len(times) / options.seats / options.seconds, 1),
        "told": len(times), "ms_median": round(at(.5), 2), "ms_99": round(at(.99), 2),
        "ms_max": round(1000 * times[-1], 2), "failed": [repr(one) for one in failed[:3]],
        "server_cpu_seconds": (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK"),
        "client_cpu_seconds": round(sum(os.times()[:2]) - before, 1),
        "server_memory_mb": round(memory, 1)}, indent=1))
    return bool(failed)


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("--tables", type=int, default=50)
    parser.add_argument("--seats", type=int, default=6)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--pace", type=float, default=1.0, help="mean seconds before a decision")
    parser.add_argument("--sample", type=float, default=0, metavar="SECONDS",
                        help="tell memory and descriptors so often, and play match after match")
    parser.add_argument("--variant", default="library:risk")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as directory:
        process = subprocess.Popen([options.program, "studio", directory], stdout=subprocess.PIPE,
                                   stderr=subprocess.DEVNULL, text=True)
        try:
            port = int(re.search(r":(\d+)/", process.stdout.readline()).group(1))
            return asyncio.run(measure(options, port, process))
        finally:
            process.send_signal(signal.SIGINT)
            process.wait()


if __name__ == "__main__":
    sys.exit(main())
