"""Measures implementations in turns, on a quiet machine, with one process per peer."""

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
NOISY = 0.1               # a turn counts as disturbed if other programs use more cores than this


def hold_to_cpus(threads):
    """Restricts this process and its children to that many CPUs: XLA uses every CPU it is allowed to."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < threads:
        raise Failure(f"needs {threads} CPUs, but this process may use only {len(cpus)}")
    os.sched_setaffinity(0, cpus[-threads:])


class Patience:
    """Waits for a quiet machine and repeats disturbed turns, within a limited total time.

    PyTorch's threads spin at every barrier: next to one busy core, an update of 0.5 ms takes 200 ms. A turn counts as
    disturbed by the CPU time of other programs, never by the measured time.
    """

    def __init__(self, seconds):
        self.left = seconds
        self.others = []  # cores that other programs used in each turn that counts

    def turn(self, take):
        """Takes a turn: take() returns an answer with coresOthersBusy, or {} after a failure."""
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
    """A worker process; ask() sends a request and waits for its answer."""

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
        """Returns the answer, or {} once the peer has failed."""
        if self.failed:
            return {}
        try:
            self.process.stdin.write(json.dumps({"do": do, **request}) + "\n")
            self.process.stdin.flush()
        except OSError:
            pass  # the process has ended, which answer() reports
        return self.answer()

    def answer(self):
        line = self.process.stdout.readline()
        answer = json.loads(line) if line else {"error": f"its process ended with status {self.process.wait()}"}
        if "error" in answer:
            self.failed = answer["error"]
            say(f"{self.title} failed: {self.failed}. Its missing cells are '-'.")
            return {}
        return answer

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def warn_if_noisy(patience):
    """Returns the maximum number of cores that other programs used in a turn that counts; warns if it is too high."""
    most = max(patience.others, default=0.0)
    if most > NOISY:
        say(f"Other programs used more than {NOISY} of a core in {sum(x > NOISY for x in patience.others)} of {len(patience.others)} turns, "
            f"up to {most} cores: do not publish these numbers; run again on an idle machine or with more --patience.")
    return most
