"""Implementations measured in turns: quiet between them, a process for each peer."""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

from evenkeel import Failure, say
from work import busy_seconds

HERE = Path(__file__).resolve().parent
PAUSE_SECONDS = 0.5       # longer than an OpenMP thread spins after its last work
NOISY = 0.1               # cores that other programs may use before a turn counts as disturbed


def hold_to_cpus(threads):
    """This process and all it starts on that many CPUs: XLA takes every CPU it may use."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < threads:
        raise Failure(f"{threads} CPUs are wanted, but this process may use only {len(cpus)}")
    os.sched_setaffinity(0, cpus[-threads:])


class Patience:
    """Waits for a quiet machine and repeats disturbed turns, as long as it lasts.

    PyTorch's threads spin at every barrier: beside one busy core an update of 0.5 ms takes 200. What decides is the CPU
    time of other programs, never the time measured.
    """

    def __init__(self, seconds):
        self.left = seconds
        self.others = []  # cores that other programs used in each turn that counts

    def turn(self, take):
        """take() gives an answer with coresOthersBusy, or {} after a failure."""
        while True:
            self.wait()
            start = time.perf_counter()
            answer = take()
            if not answer or answer["coresOthersBusy"] <= NOISY or self.left <= 0:
                break
            self.left -= time.perf_counter() - start
        if answer:
            self.others.append(answer["coresOthersBusy"])
        return answer

    def wait(self):
        while True:
            busy = busy_seconds()
            time.sleep(PAUSE_SECONDS)
            if busy_seconds() - busy <= NOISY * PAUSE_SECONDS or self.left <= 0:
                return
            self.left -= PAUSE_SECONDS


class Peer:
    """A worker process; ask() sends one request and waits for its answer."""

    def __init__(self, kind, threads, title):
        self.title = title
        here = {"CUDA_VISIBLE_DEVICES": "", "JAX_PLATFORMS": "cpu", "NPROC": str(threads), "PYTHONDONTWRITEBYTECODE": "1",
                "OMP_NUM_THREADS": str(threads), "MKL_NUM_THREADS": str(threads),
                "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false" if threads == 1 else ""}
        self.process = subprocess.Popen([sys.executable, str(HERE / "worker.py"), kind, str(threads)], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, cwd=HERE, env={**os.environ, **here})
        self.versions, self.failed = {}, None
        self.versions = self.answer().get("versions", {})

    def ask(self, do, **request):
        """The answer, {} once the peer has failed."""
        if self.failed:
            return {}
        try:
            self.process.stdin.write(json.dumps({"do": do, **request}) + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # the process ended: answer() says so
        return self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"error": f"its process ended with status {self.process.wait()}"}
        if "error" in answer:
            self.failed = answer["error"]
            say(f"{self.title} stopped: {self.failed}. What it did not measure is '-'.")
            return {}
        return answer

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def warn_if_noisy(patience):
    """The most cores that other programs used in a turn that counts."""
    most = max(patience.others, default=0.0)
    if most > NOISY:
        say(f"Other programs used more than {NOISY} of a core in {sum(x > NOISY for x in patience.others)} of {len(patience.others)} turns, "
            f"up to {most} cores: do not publish these numbers, run again on a quiet machine or with more --patience.")
    return most
