"""Measures two sides in turns, each with its own launcher and its own `bench` command."""

import json
import re
import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple, Optional

from builds import ROOT, Failure, Refused, run, say
from verdicts import Key, Row, compare, rows_of

sys.path.append(str(ROOT / "bench"))
from peers.work import busy_seconds  # noqa: E402

# Complete training steps: name and K of the row, and the --setting of `bench training`.
TRAININGS = [("training cartpole", 1, "every-step"), ("training cartpole sb3-defaults", 1, "sb3-defaults"),
             ("training minatar", 1, "minatar-1"), ("training minatar", 10, "minatar-10")]
WARMUPS, MEASUREMENTS = 8, 5  # in units of --seconds; a training run takes longer to compile than a single update


class Job(NamedTuple):
    """What one call of a launcher measures: rows of `bench`, or one row of `bench training`."""

    name: str
    setting: str = ""
    key: Optional[Key] = None


def jobs_of(only, threads):
    return [Job("bench")] + [Job(name, setting, Key(name, count, k)) for name, k, setting in TRAININGS if re.search(only, name)
                             for count in map(int, threads.split(","))]


class Side:
    """A built program, and what it reported about itself."""

    def __init__(self, title, folder):
        self.title, self.folder = title, folder
        self.missing = {}   # job -> why this side has no such rows
        self.machine = {}   # of the last turn
        self.ceilings = []  # GFLOP/s per core, one for each turn

    def measure(self, job, only, chosen, on_line):
        """{Key: Row}; empty if this side does not have the job."""
        if job in self.missing:
            return {}
        return self.training(job, chosen.seconds) if job.key else self.bench(job, only, chosen, on_line)

    def bench(self, job, only, chosen, on_line):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.json"
            words = ["bench", "--json", file, "--only", only, "--threads", chosen.threads, "--seconds", chosen.seconds]
            if not self.launch(job, words, on_line):
                return {}
            try:
                result = json.loads(file.read_text())
                rows = rows_of(result)
            except (OSError, ValueError) as e:
                raise Failure(f"cannot read the result of 'evenkeel bench' of {self.title}: {e}.") from None
        self.ceilings.append(result.get("ceilingGflops", 0))
        self.machine = {key: result.get(key) for key in ("cpu", "cores", "os", "java", "kernels")}
        return rows

    def training(self, job, seconds):
        lines = []
        if not self.launch(job, ["bench", "training", "--setting", job.setting, "--threads", job.key.threads,
                                 "--warmup-seconds", WARMUPS * seconds, "--seconds", MEASUREMENTS * seconds], lines.append):
            return {}
        try:
            result = json.loads("\n".join(lines))
            return {job.key: Row(1000 / float(result["stepsPerSecond"]), float(result["bytesPerStep"]))}
        except (KeyError, TypeError, ValueError, ZeroDivisionError):
            raise Failure(f"'evenkeel bench training' of {self.title} printed no JSON with stepsPerSecond and bytesPerStep.") from None

    def launch(self, job, words, on_line):
        """Runs the job and returns whether this side has it: the command refuses jobs it does not have."""
        code, errors = run([self.folder / "evenkeel", *words], on_line)
        if code != 0:
            why = next((line for line in errors.splitlines() if line and not line.startswith("WARNING")), "it printed no reason")
            if code != 2:
                raise Failure(f"'evenkeel bench' of {self.title} failed with exit code {code}: {why}")
            self.missing[job] = why
        return code == 0


class Progress:
    """Shows on standard error what is being measured and the remaining time."""

    def __init__(self, jobs, chosen):
        self.rounds = chosen.rounds
        self.left = {job: 2 * chosen.rounds for job in jobs}  # turns
        self.took = {job: [] for job in jobs}                 # seconds of each finished turn
        # Estimated seconds of a turn; `bench` prints its own estimate.
        self.expected = {job: (WARMUPS + MEASUREMENTS) * chosen.seconds + 2 for job in jobs if job.key}
        self.job, self.what, self.start, self.width = None, "", 0.0, 0

    def begin(self, round_, side, job):
        self.job, self.what, self.start = job, f"round {round_ + 1} of {self.rounds}, {side.title}, {job.name}", time.monotonic()
        self.show("")

    def done(self):
        self.left[self.job] -= 1
        self.took[self.job].append(time.monotonic() - self.start)
        self.clear()
        say(f"{self.what}: {self.took[self.job][-1]:.0f} s{self.time_left(0)}")

    def on_line(self, line):
        """Handles a line printed by `bench`: its estimate, or a row."""
        estimate = re.search(r"measurements, about (\d+) seconds", line)
        if estimate and self.job not in self.expected:
            self.expected[self.job] = int(estimate[1])
            self.clear()
            say(f"{sum(self.left.values())} turns{self.time_left(0)}; do not use the machine in the meantime")
        row = re.match(r"(\S.*?) +\d+ +\d+ +[\d.]+ ", line)
        if row:
            self.show(f", {row[1]}")

    def time_left(self, elapsed):
        seconds = -elapsed
        for job, turns in self.left.items():
            if not self.took[job] and job not in self.expected:
                return ""
            seconds += turns * (sum(self.took[job]) / len(self.took[job]) if self.took[job] else self.expected[job])
        return f", about {seconds / 60:.0f} min left" if seconds >= 90 else f", about {max(0, seconds):.0f} s left"

    def show(self, detail):
        """On a terminal, shows a line that the next one replaces."""
        if sys.stderr.isatty():
            self.clear()
            text = f"{self.what}{detail}{self.time_left(time.monotonic() - self.start)}"
            print(text, end="\r", file=sys.stderr, flush=True)
            self.width = len(text)

    def clear(self):
        if self.width:
            print(" " * self.width, end="\r", file=sys.stderr, flush=True)
            self.width = 0


class OtherPrograms:
    """Records the maximum number of cores that other programs used during a turn."""

    def __init__(self):
        self.most = 0.0

    def watch(self, turn):
        wall, others = time.monotonic(), self.seconds()
        result = turn()
        self.most = max(self.most, (self.seconds() - others) / (time.monotonic() - wall))
        return result

    def seconds(self):
        own = resource.getrusage(resource.RUSAGE_CHILDREN)
        return busy_seconds() - own.ru_utime - own.ru_stime


def measure(sides, only, chosen, others):
    """Returns [({Key: Row} of this, {Key: Row} of the other)], one pair per round."""
    jobs = jobs_of(only, chosen.threads)
    progress = Progress(jobs, chosen)
    rounds = []
    for round_ in range(chosen.rounds):
        rows = {side: {} for side in sides}
        for job in jobs:
            # The sides take turns to begin, so that a machine that slows down affects both.
            for side in sides if round_ % 2 == 0 else reversed(sides):
                progress.begin(round_, side, job)
                rows[side] |= others.watch(lambda: side.measure(job, only, chosen, progress.on_line))
                progress.done()
        for side in sides:
            if not rows[side]:
                raise Refused(f"{side.title} has nothing to measure: {next(iter(side.missing.values()))}")
        rounds.append(tuple(rows.values()))
    return rounds


def measure_again(failed, sides, chosen, others):
    """Measures the rows that failed, in as many new rounds."""
    names = "|".join(dict.fromkeys(re.escape(c.key.name) for c in failed))
    keys = [c.key for c in failed]
    say(f"{len(keys)} rows look slower or newly allocate: measuring them again")
    return [c for c in compare(measure(sides, f"^({names})$", chosen, others))[0] if c.key in keys]
