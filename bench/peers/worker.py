"""Runs one peer in its own process: reads one request per line from standard input and answers each with one line.

The process lives for the entire run, so that a peer compiles and warms up once and is then measured in turns.
"""

import importlib
import json
import statistics
import sys
import time

from work import WORKS, busy_seconds

SETTLED = 0.03      # warm when two consecutive chunks differ by less
MOST_CHUNKS = 12


def timed(update, seconds):
    """Times of single updates in milliseconds, over about that many seconds, but at least three."""
    times, end = [], time.perf_counter() + seconds
    while True:
        start = time.perf_counter()
        update()
        now = time.perf_counter()
        times.append((now - start) * 1e3)
        if now > end and len(times) >= 3:
            return times


def warm(update, seconds):
    before = statistics.median(timed(update, seconds))
    for _ in range(MOST_CHUNKS):
        after = statistics.median(timed(update, seconds))
        if abs(after - before) <= SETTLED * before:
            break
        before = after
    return after


class Load:
    """The cores that this process and all other programs use between construction and now()."""

    def __init__(self):
        self.start = time.perf_counter(), time.process_time(), busy_seconds()

    def now(self):
        wall, own, all_cpu = (b - a for a, b in zip(self.start, (time.perf_counter(), time.process_time(), busy_seconds())))
        return {"coresBusy": round(own / wall, 2), "coresOthersBusy": round(max(0.0, all_cpu - own) / wall, 2)}


class Worker:
    def __init__(self, peer):
        self.peer = peer
        self.ready = {}

    def prepare(self, work, k, seconds):
        """Tries every variant three times, in turns, keeps the fastest and warms it up.

        The best of the three medians decides, so that a burst of another program does not.
        """
        work_item, load = WORKS[work], Load()
        updates = {v: self.peer.build(work_item, k, v) for v in self.peer.variants(work_item, k)}
        tried = {}
        for _ in range(3 if len(updates) > 1 else 0):
            for v, update in updates.items():
                timed(update, seconds / 8)
                tried[v] = min(tried.get(v, float("inf")), statistics.median(timed(update, seconds / 4)))
        variant = min(tried, key=tried.get) if tried else next(iter(updates))
        update = updates[variant]
        updates.clear()
        first = self.peer.build(work_item, k, variant).first()
        warm(update, seconds / 2)
        self.ready[work, k] = update
        each = work_item.updates
        return {"variant": " ".join(variant), "tried": {" ".join(v): round(t / each, 4) for v, t in tried.items()}, "first": first,
                "coresOthersBusy": load.now()["coresOthersBusy"]}

    def measure(self, work, k, seconds):
        update = self.ready[work, k]
        timed(update, 0.1)  # restores caches and clock speed after the others' turns
        load = Load()
        times = timed(update, seconds)
        each = WORKS[work].updates
        return {"millis": statistics.median(times) / each, "updates": len(times) * each, **load.now()}

    def drop(self):
        self.ready.clear()
        return {}


def main():
    answers = sys.stdout
    sys.stdout = sys.stderr  # output of a library must not be read as an answer

    def answer(value):
        print(json.dumps(value), file=answers, flush=True)

    try:
        peer = importlib.import_module("peer_" + sys.argv[1])
        worker = getattr(peer, "Worker", Worker)(peer)
        answer({"versions": peer.start(int(sys.argv[2]))})
    except Exception as e:
        answer({"error": f"{type(e).__name__}: {e}"})
        return
    for line in sys.stdin:
        request = json.loads(line)
        try:
            answer(getattr(worker, request.pop("do"))(**request))
        except Exception as e:
            answer({"error": f"{type(e).__name__}: {e}"})


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
