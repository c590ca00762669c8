"""One learning update in Evenkeel, PyTorch eager and JAX, measured in turns in one run. See README.md."""

import argparse
import datetime
import json
import os
import platform
import re
import shlex
import statistics
import subprocess
import sys
import time
from pathlib import Path

from evenkeel import ROOT, Failure, Java, say
from work import KS, WORKS, busy_seconds

HERE = Path(__file__).resolve().parent
DOCS = ROOT / "docs" / "performance.md"
BEGIN, END = "<!-- peers:begin -->", "<!-- peers:end -->"
PEERS = {"pytorch": "PyTorch", "tuned": "PyTorch tuned", "jax": "JAX"}
SEARCH_SECONDS = 1.0
PAUSE_SECONDS = 0.5       # longer than an OpenMP thread spins after its last work
NOISY = 0.1               # cores that other programs may use before a turn counts as disturbed
AGREE = 2e-3              # PyTorch's and JAX's first loss and gradient norms, relative


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="bench/peers/run", description="Measures the same learning updates in Evenkeel, PyTorch eager and JAX, in turns, "
        "and prints a table. Status 1 when an implementation could not be measured (its cells are '-').")
    parser.add_argument("--threads", type=int, choices=(1, 2), default=2, help="threads of each implementation (2)")
    parser.add_argument("--rounds", type=int, default=5, help="turns of each implementation; the median is shown (5)")
    parser.add_argument("--seconds-per-measure", type=float, default=3.0, metavar="S",
                        help="how long PyTorch and JAX run in a turn (3); Evenkeel's bench decides for itself")
    parser.add_argument("--patience", type=float, default=300.0, metavar="S",
                        help="seconds in all to wait for other programs and to repeat turns they disturbed (300)")
    parser.add_argument("--only", default="", metavar="REGEX", help="updates whose 'NAME K=N' it finds, as 'nature|K=10'")
    parser.add_argument("--json", metavar="FILE", help="write every measurement there")
    parser.add_argument("--markdown", metavar="FILE", help="write the table there instead of printing it")
    parser.add_argument("--update-docs", action="store_true", help="put the table between the peers markers of docs/performance.md")
    parser.add_argument("--evenkeel", metavar="COMMAND", help="the launcher to measure (the repository's ./evenkeel)")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1:
        parser.error(f"--rounds must be >= 1, was {chosen.rounds}")
    if not chosen.seconds_per_measure > 0:
        parser.error(f"--seconds-per-measure must be > 0, was {chosen.seconds_per_measure}")
    if not chosen.patience >= 0:
        parser.error(f"--patience must be >= 0, was {chosen.patience}")
    try:
        pattern = re.compile(chosen.only)
    except re.error as e:
        parser.error(f"--only must be a regular expression, was {chosen.only!r}: {e}")
    items = [(name, k) for name in WORKS for k in KS if pattern.search(f"{name} K={k}")]
    if not items:
        parser.error(f"--only {chosen.only!r} finds none of " + ", ".join(f"'{n} K={k}'" for n in WORKS for k in KS))
    if chosen.update_docs and chosen.only:
        parser.error("--update-docs writes the whole table: leave --only out")
    return chosen, items


def command_line(chosen):
    """The command to repeat this run, without the file names of this machine."""
    words = ["bench/peers/run", "--threads", str(chosen.threads), "--rounds", str(chosen.rounds),
             "--seconds-per-measure", f"{chosen.seconds_per_measure:g}"]
    if chosen.patience != 300:
        words += ["--patience", f"{chosen.patience:g}"]
    if chosen.only:
        words += ["--only", shlex.quote(chosen.only)]
    if chosen.evenkeel:
        words += ["--evenkeel", "COMMAND"]
    return " ".join(words)


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


# ---- the peers

class Peer:
    """A worker process; ask() sends one request and waits for its answer."""

    def __init__(self, kind, threads):
        self.kind = kind
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
            say(f"{PEERS[self.kind]} stopped: {self.failed}. What it did not measure is '-'.")
            return {}
        return answer

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()


def check_agreement(name, k, firsts):
    """All peers must compute the same loss and gradients, else their times say nothing."""
    if len(firsts) < 2:
        return
    a, *others = firsts.values()
    off = max(abs(x - y) / max(abs(x), abs(y), 1e-6) for b in others for x, y in zip(a, b, strict=True))
    if off > AGREE:
        raise Failure(f"the peers do not compute the same update: {name} K={k}, loss and gradient norms differ by {off:.2g} "
                      f"where {AGREE} is allowed")


def measure(items, chosen, java, peers, patience):
    """One record for each item, {"name", "k", "evenkeel": [ms], "pytorch": [ms], "jax": [ms], ...}."""
    records = []
    for name in dict.fromkeys(n for n, _ in items):
        mine = [{"name": n, "k": k, "evenkeel": [], "remembered": [], **{kind: [] for kind in PEERS}, "evenkeelRows": [], "peers": {}} for n, k in items if n == name]
        records += mine
        for record in mine:
            k, firsts = record["k"], {}
            for kind, peer in peers.items():
                made = patience.turn(lambda: peer.ask("prepare", work=name, k=k, seconds=SEARCH_SECONDS))
                if made:
                    firsts[kind] = made.pop("first")
                    record["peers"][kind] = {**made, "turns": []}
                    say(f"{name} K={k}: {PEERS[kind]} uses '{made['variant']}'")
            check_agreement(name, k, firsts)
        for turn in range(chosen.rounds):
            rows = patience.turn(lambda: java.measure(name)).get("rows", {})
            for record in mine:
                for remembered, place in ((False, "evenkeel"), (True, "remembered")):
                    if (record["k"], remembered) in rows:
                        record["evenkeelRows"].append(rows[record["k"], remembered])
                        record[place].append(float(rows[record["k"], remembered]["millis"]))
                if (record["k"], False) in rows:
                    continue
                if rows and turn == 0:
                    say(f"Evenkeel was not measured on {name} K={record['k']}: 'evenkeel bench' has no such row. Its cell is '-'.")
            for kind, peer in peers.items():
                for record in mine:
                    done = patience.turn(lambda: peer.ask("measure", work=name, k=record["k"], seconds=chosen.seconds_per_measure))
                    if done:
                        record[kind].append(done["millis"])
                        record["peers"][kind]["turns"].append(done)
            say(f"{name}, round {turn + 1} of {chosen.rounds}: " + "; ".join(
                f"K={r['k']} " + " ".join(f"{who} {number(r[who][-1]) if len(r[who]) == turn + 1 else '-'}" for who in ("evenkeel", *PEERS))
                for r in mine) + " ms")
        for peer in peers.values():
            peer.ask("drop")
        for record in mine:  # a median of fewer rounds is not shown as one of all
            for who in ("evenkeel", "remembered", *PEERS):
                if len(record[who]) < chosen.rounds:
                    record[who] = []
    return records


# ---- the table

def number(x):
    return f"{x:.{3 if x < 1 else 2 if x < 10 else 1}f}"


def cell(times):
    return f"{number(statistics.median(times))} ({number(min(times))}..{number(max(times))})" if times else "-"


def ratio(times, ours):
    return f"{statistics.median(times) / statistics.median(ours):.2f}" if times and ours else "-"


def cpu_model():
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()


def table(records, about):
    lines = [f"{about['cpu']}, {about['cores']} cores, {about['kernel']}; Java {about['java'] or '-'}, Python {about['python']}, "
             f"PyTorch {about['torch'] or '-'}, JAX {about['jax'] or '-'}; {about['threads']} thread{'s' * (about['threads'] > 1)}; "
             f"{about['date']}; other programs used at most {about['coresOthersBusy']:.2f} cores meanwhile; "
             f"median (min..max) of {about['rounds']} rounds: `{about['command']}`", "",
             "| update | K | Evenkeel ms | PyTorch eager ms | PyTorch tuned ms | JAX jit ms | PyTorch / Evenkeel | tuned / Evenkeel | JAX / Evenkeel |",
             "|---|---|---|---|---|---|---|---|---|"]
    for r in records:
        for name, ours in ((r["name"], r["evenkeel"]), (r["name"] + ", remembered", r["remembered"])):
            if ours or name == r["name"]:
                lines.append(" | ".join([f"| {name}", str(r["k"]), cell(ours), *(cell(r[kind]) for kind in PEERS),
                                         *(ratio(r[kind], ours) for kind in PEERS)]) + " |")
    return "\n".join(lines) + "\n"


def between_markers(text, new):
    """text with what stands between the markers replaced."""
    begin, end = text.find(BEGIN), text.find(END)
    if text.count(BEGIN) != 1 or text.count(END) != 1 or end < begin:
        raise Failure(f"docs/performance.md must hold '{BEGIN}' and after it '{END}', once each")
    return text[:begin + len(BEGIN)] + "\n" + new + text[end:]


def docs_text():
    try:
        return DOCS.read_text()
    except OSError:
        raise Failure("docs/performance.md cannot be read; --update-docs only fills the markers of a page that is there") from None


def hold_to_cpus(threads):
    """This process and all it starts on that many CPUs: XLA takes every CPU it may use."""
    if not hasattr(os, "sched_setaffinity"):
        return
    cpus = sorted(os.sched_getaffinity(0))
    if len(cpus) < threads:
        raise Failure(f"--threads {threads} was asked for, but this process may use only {len(cpus)} CPU")
    os.sched_setaffinity(0, cpus[-threads:])


def main(arguments):
    chosen, items = options(arguments)
    if chosen.update_docs:
        between_markers(docs_text(), "")  # before the minutes are spent
    for file in filter(None, (chosen.json, chosen.markdown)):
        if not Path(file).absolute().parent.is_dir():
            raise Failure(f"the folder of {file} does not exist")
    cores = os.cpu_count()
    hold_to_cpus(chosen.threads)
    java = Java(chosen.evenkeel, chosen.threads)
    peers, patience = {}, Patience(chosen.patience)
    try:
        for kind in PEERS:
            peers[kind] = Peer(kind, chosen.threads)
        records = measure(items, chosen, java, peers, patience)
    finally:
        for peer in peers.values():
            peer.close()
    versions = {key: v for peer in peers.values() for key, v in peer.versions.items()}
    about = {"cpu": cpu_model(), "cores": cores, "kernel": platform.system(), "java": java.version,
             "python": platform.python_version(), "torch": versions.get("torch"), "jax": versions.get("jax"),
             "threads": chosen.threads, "rounds": chosen.rounds, "date": datetime.date.today().isoformat(), "command": command_line(chosen)}
    about["coresOthersBusy"] = max(patience.others, default=0.0)
    if about["coresOthersBusy"] > NOISY:
        say(f"Other programs used more than {NOISY} of a core in {sum(x > NOISY for x in patience.others)} of {len(patience.others)} turns, "
            f"up to {about['coresOthersBusy']} cores: do not publish these numbers, run again on a quiet machine or with more --patience.")
    text = table(records, about)
    if chosen.markdown:
        Path(chosen.markdown).write_text(text)
    else:
        print(text, end="", flush=True)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps({**about, "ceilingsGflops": java.ceilings, "updates": records}, indent=1) + "\n")
    if chosen.update_docs:
        DOCS.write_text(between_markers(docs_text(), text))
    return 0 if all(r[who] for r in records for who in ("evenkeel", *PEERS)) else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as e:
        say(f"bench/peers/run: {e}")
        sys.exit(1)
    except KeyboardInterrupt:
        say("bench/peers/run: stopped; nothing was written")
        sys.exit(130)
