"""Compares Atari's Breakout with ale-py, and training runs on it with PyTorch, in turns in one run. See README.md."""

import argparse
import datetime
import json
import os
import platform
import tempfile
from pathlib import Path

from averaged import (KS, THREADS, WAYS, Breakout, Task, better, everything_measured, measure_plays, measure_trainings, median, middle, ratio,
                      sentences, trainings_table)
from choices import Defaults, parse, repeat
from evenkeel import Failure, Java
from page import check_places, cpu_model, finish, publish
from settings import ATARI
from training import cell
from turns import Patience, Peer, hold_to_cpus, warn_if_noisy

PROGRAM = "bench/peers/atari"
MARKERS = "atari"
TASK = Task("atari", ATARI, "Breakout, an update every 4 steps", long_warmup=False)
VIEWS = {  # name -> row of 'evenkeel bench', row of the table
    "averaged": ("100 steps of atari/breakout", "4 frames a step, colours of two averaged"),
    "maximum": ("100 steps of atari, maximum", "4 frames a step, maximum of two"),
    "longer": ("100 steps of atari, longer", "8 frames a step, maximum of two"),
}
STEPS = 100           # per row of 'evenkeel bench'
JMH_SECONDS = "0.2"   # per iteration, eight for each row


def options(arguments):
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Plays Atari's Breakout with Evenkeel and with ale-py and OpenCV, trains DQN and Averaged-DQN (K = 10) on it with "
        "Evenkeel and with PyTorch, in turns, and prints tables of their steps per second. Takes about nine minutes. Evenkeel needs the ROM ('evenkeel roms "
        "install', or EVENKEEL_ROMS). Exits with 1 if an implementation could not be measured (its cells are '-').")
    return parse(parser, arguments, MARKERS, Defaults(rounds=3, seconds=2.0, warmup=3.0))


def command_line(chosen):
    """The command that repeats this run, without local file names."""
    return " ".join(repeat(PROGRAM, chosen) + ["--evenkeel COMMAND"] * bool(chosen.evenkeel))


class Games(Java):
    """Runs the rows of `evenkeel bench` that play Atari, all in one process per turn."""

    def __init__(self, command):
        super().__init__(command, 1)

    def bench(self, name):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.json"
            self.run("bench", "--json", str(file), "--only", f"^{STEPS} steps of atari", "--threads", "1", "--seconds", JMH_SECONDS)
            try:
                return json.loads(file.read_text())
            except (OSError, ValueError):
                raise Failure("'evenkeel bench' succeeded but wrote no readable JSON") from None

    def rows(self, name, result):
        try:
            self.version = result.get("java") or self.version
            rows = {r["name"]: r for r in result["rows"]}
            return {view: {"stepsPerSecond": STEPS * 1e3 / rows[row]["millis"], "bytesPerStep": rows[row]["bytesAllocated"] / STEPS}
                    for view, (row, _) in VIEWS.items()}
        except (AttributeError, KeyError, TypeError, ZeroDivisionError):
            raise Failure("the JSON of 'evenkeel bench' lacks the expected Atari rows") from None


# ---- the tables

def plays_table(done):
    lines = ["| Breakout, random actions, 1 core | Evenkeel | bytes a step | ale-py and OpenCV | Evenkeel / ale-py (least..most) |", "|---|---|---|---|---|"]
    for view, (_, about) in VIEWS.items():
        ours, theirs = done["evenkeel"][view], done["ale"][view]
        lines.append(" | ".join([f"| {about}", cell(ours), middle(ours, "bytesPerStep"), cell(theirs), ratio(ours, theirs)]) + " |")
    return lines


def percent(part):
    return "-" if part is None else f"{100 * part:.0f} %"


def emulation(turns):
    """The emulator's share of a step: the time of four more frames, divided by that of a step of four. Both show the maximum of two."""
    if not turns["longer"] or not turns["maximum"]:
        return None
    return median(turns["maximum"]) / median(turns["longer"]) - 1


def environment(plays, view, trained):
    """The environment's share of a step of the fastest of these training runs."""
    return median(better(trained)) / median(plays[view]) if plays[view] and better(trained) else None


def parts(done, records):
    """Sentences on where the time of a step is spent."""
    by_k = {r["k"]: r for r in records}
    ours = [percent(environment(done["evenkeel"], "averaged", [by_k[k]["evenkeel"][TASK.way(k, t)] for t in THREADS])) + f" with K = {k}" for k in KS]
    theirs = [percent(environment(done["ale"], "maximum", [by_k[k]["pytorch"][f"{w} {t}"] for w in WAYS for t in THREADS])) + f" with K = {k}" for k in KS]
    return [f"- Emulation (four frames and their share of new episodes) takes {percent(emulation(done['evenkeel']))} of a step without learning in "
            f"Evenkeel and {percent(emulation(done['ale']))} in ale-py, both with the maximum of two frames; the rest is image processing.",
            f"- The environment's share of a step of the fastest training run: Evenkeel {', '.join(ours)}; PyTorch {', '.join(theirs)}."]


def tables(plays, records, about):
    return "\n".join([
        f"{about['cpu']}, {about['cores']} cores, {about['kernel']}; Java {about['java'] or '-'}, Python {about['python']}, "
        f"ale-py {about['ale'] or '-'}, OpenCV {about['opencv'] or '-'}, PyTorch {about['torch'] or '-'}; {about['date']}; "
        f"other programs used at most {about['coresOthersBusy']:.2f} cores meanwhile; "
        f"steps a second, the median (each of {about['rounds']} rounds): `{about['command']}`", "",
        *plays_table(plays), "", *trainings_table(TASK, records), "", *parts(plays, records), *sentences(TASK, records)]) + "\n"


def main(arguments):
    chosen = options(arguments)
    check_places(MARKERS, chosen)
    cores = os.cpu_count()
    hold_to_cpus(max(THREADS))
    java, breakout = Games(chosen.evenkeel), Breakout(TASK, chosen.evenkeel, chosen.warmup_seconds, chosen.seconds_per_measure)
    peers, patience = {}, Patience(chosen.patience)
    try:
        for threads in THREADS:
            peers[threads] = Peer("atari", threads, f"PyTorch on ale-py with {threads} thread{'s' * (threads > 1)}")
        plays = measure_plays(VIEWS, "ale", chosen, java, peers[1], patience)
        records = measure_trainings(TASK, chosen, breakout, peers, patience)
    finally:
        for peer in peers.values():
            peer.close()
    versions = peers[1].versions
    about = {"cpu": cpu_model(), "cores": cores, "kernel": platform.system(), "java": breakout.version or java.version,
             "python": platform.python_version(), **{key: versions.get(key) for key in ("ale", "opencv", "torch")}, "rounds": chosen.rounds,
             "date": datetime.date.today().isoformat(), "command": command_line(chosen), "coresOthersBusy": warn_if_noisy(patience)}
    publish(MARKERS, tables(plays, records, about), {**about, "plays": plays, "trainings": records}, chosen)
    return 0 if everything_measured(plays, records) else 1


if __name__ == "__main__":
    finish(PROGRAM, main)
