"""Measures Evenkeel: runs `evenkeel bench` and reads its JSON."""

import json
import os
import resource
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from work import WORKS, busy_seconds

ROOT = Path(__file__).resolve().parent.parent.parent
JAVA_TIMEOUT_SECONDS = 1800


class Failure(Exception):
    """An error that stops the run, described in one sentence."""


def say(sentence):
    print(sentence, file=sys.stderr, flush=True)


def children_seconds():
    """CPU seconds of ended child processes: those of Evenkeel, since the peers are still running."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


class Java:
    """Runs `evenkeel bench`, one process per turn and network, which measures every K of the network."""

    def __init__(self, command, threads):
        self.command = shlex.split(command) if command else [str(ROOT / "evenkeel")]
        self.threads = threads
        self.failed = {}      # network -> reason; it is not tried again
        self.version = None
        self.ceilings = []

    def measure(self, name):
        """{"rows": {(k, remembered): row}, "coresOthersBusy"} for one network, {} if it failed."""
        if name in self.failed or "*" in self.failed:
            return {}
        wall, own, busy = time.perf_counter(), children_seconds(), busy_seconds()
        try:
            rows = self.rows(name, self.bench(name))
            others = busy_seconds() - busy - (children_seconds() - own)
            return {"rows": rows, "coresOthersBusy": round(max(0.0, others) / (time.perf_counter() - wall), 2)}
        except FileNotFoundError:
            self.give_up("*", "there is no launcher 'evenkeel' in the root of the repository" if self.command[0] == str(ROOT / "evenkeel")
                         else "the --evenkeel command was not found")
        except PermissionError:
            self.give_up("*", "the launcher is not executable")
        except (Failure, OSError) as e:
            self.give_up(name, str(e))
        return {}

    def give_up(self, name, why):
        self.failed[name] = why
        say(f"Evenkeel was not measured{'' if name == '*' else ' on ' + name}: {why}. Its cells are '-'.")

    def bench(self, name):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.json"
            self.run("bench", "--json", str(file), "--only", f"^{name}( remembered)?$", "--threads", str(self.threads))
            try:
                return json.loads(file.read_text())
            except (OSError, ValueError):
                raise Failure("'evenkeel bench' succeeded but wrote no readable JSON") from None

    def run(self, *words):
        """Runs the command and returns its standard output."""
        process = subprocess.Popen([*self.command, *words], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True, errors="replace", cwd=ROOT, start_new_session=True)
        try:
            wrote, said = process.communicate(timeout=JAVA_TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failure(f"'evenkeel bench' was still running after {JAVA_TIMEOUT_SECONDS} s") from None
        finally:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGKILL)  # its own session: the launcher and its JVM
                process.wait()
        if process.returncode:
            lines = [line.strip() for line in (said + wrote).splitlines() if line.strip() and not line.startswith("WARNING")]
            raise Failure(f"'evenkeel bench' ended with status {process.returncode} ({(lines or ['it printed nothing'])[0]})")
        return wrote

    def rows(self, name, result):
        try:
            self.version = result.get("java") or self.version
            self.ceilings.append(result.get("ceilingGflops"))
            threads = self.threads_of(name)
            rows = {(int(r["k"]), r["name"] != name): r for r in result["rows"]
                    if r["name"] in (name, name + " remembered") and r["threads"] == threads and float(r["millis"]) > 0}
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Failure("the JSON of 'evenkeel bench' lacks the expected rows {name, threads, k, millis}") from None
        if not rows:
            raise Failure(f"'evenkeel bench' has no row '{name}' with {threads} threads")
        return rows

    def threads_of(self, name):
        """A trial has one thread, since trials run in parallel."""
        return 1 if WORKS[name].updates > 1 else self.threads
