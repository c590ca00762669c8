"""Compares MinAtar's five games with the original, and training runs on Breakout with PyTorch, in turns in one run. See README.md."""

import argparse
import datetime
import json
import os
import platform
import tempfile
from pathlib import Path

from averaged import THREADS, Breakout, Task, everything_measured, measure_plays, measure_trainings, middle, ratio, sentences, trainings_table
from choices import Defaults, parse, repeat
from evenkeel import Failure, Java
from page import check_places, cpu_model, finish, publish
from settings import MINATAR
from training import cell
from turns import Patience, Peer, hold_to_cpus, warn_if_noisy

PROGRAM = "bench/peers/minatar"
MARKERS = "minatar"
GAMES = ("asterix", "breakout", "freeway", "seaquest", "space_invaders")
TASK = Task("minatar", MINATAR, "Breakout, an update every step", long_warmup=True)
JMH_SECONDS = "0.15"   # per iteration, eight for each game in Evenkeel
STEPS = 1000           # per row of 'evenkeel bench'


def options(arguments):
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Plays MinAtar's games with Evenkeel and with MinAtar's own environments, trains DQN and Averaged-DQN (K = 10) on "
        "Breakout with Evenkeel and with PyTorch, in turns, and prints tables of their steps per second. Takes about six minutes. Exits with 1 if an "
        "implementation could not be measured (its cells are '-').")
    return parse(parser, arguments, MARKERS, Defaults(rounds=3, seconds=2.0, warmup=4.0))


def command_line(chosen):
    """The command that repeats this run, without local file names."""
    return " ".join(repeat(PROGRAM, chosen) + ["--evenkeel COMMAND"] * bool(chosen.evenkeel))


# ---- Evenkeel's side

class Games(Java):
    """Runs the games of `evenkeel bench`, all five in one process per turn."""

    def __init__(self, command):
        super().__init__(command, 1)

    def bench(self, name):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.json"
            self.run("bench", "--json", str(file), "--only", f"^{STEPS} steps of ", "--threads", "1", "--seconds", JMH_SECONDS)
            try:
                return json.loads(file.read_text())
            except (OSError, ValueError):
                raise Failure("'evenkeel bench' succeeded but wrote no readable JSON") from None

    def rows(self, name, result):
        try:
            self.version = result.get("java") or self.version
            rows = {r["name"]: r for r in result["rows"]}
            return {game: {"stepsPerSecond": STEPS * 1e3 / rows[f"{STEPS} steps of {game}"]["millis"],
                           "bytesPerStep": rows[f"{STEPS} steps of {game}"]["bytesAllocated"] / STEPS} for game in GAMES}
        except (AttributeError, KeyError, TypeError, ZeroDivisionError):
            raise Failure("the JSON of 'evenkeel bench' lacks the expected games") from None


# ---- the tables

def games_table(done):
    lines = ["| game, random actions, 1 core | Evenkeel | bytes a step | MinAtar | Evenkeel / MinAtar (least..most) |", "|---|---|---|---|---|"]
    for game in GAMES:
        ours, theirs = done["evenkeel"][game], done["minatar"][game]
        lines.append(" | ".join([f"| {game}", cell(ours), middle(ours, "bytesPerStep"), cell(theirs), ratio(ours, theirs)]) + " |")
    return lines


def tables(games, records, about):
    return "\n".join([
        f"{about['cpu']}, {about['cores']} cores, {about['kernel']}; Java {about['java'] or '-'}, Python {about['python']}, "
        f"MinAtar {about['minatar'] or '-'}, PyTorch {about['torch'] or '-'}; {about['date']}; "
        f"other programs used at most {about['coresOthersBusy']:.2f} cores meanwhile; "
        f"steps a second, the median (each of {about['rounds']} rounds): `{about['command']}`", "",
        *games_table(games), "", *trainings_table(TASK, records), "", *sentences(TASK, records)]) + "\n"


def main(arguments):
    chosen = options(arguments)
    check_places(MARKERS, chosen)
    cores = os.cpu_count()
    hold_to_cpus(max(THREADS))
    java, breakout = Games(chosen.evenkeel), Breakout(TASK, chosen.evenkeel, chosen.warmup_seconds, chosen.seconds_per_measure)
    peers, patience = {}, Patience(chosen.patience)
    try:
        for threads in THREADS:
            peers[threads] = Peer("minatar", threads, f"PyTorch on MinAtar with {threads} thread{'s' * (threads > 1)}")
        games = measure_plays(GAMES, "minatar", chosen, java, peers[1], patience)
        records = measure_trainings(TASK, chosen, breakout, peers, patience)
    finally:
        for peer in peers.values():
            peer.close()
    versions = peers[1].versions
    about = {"cpu": cpu_model(), "cores": cores, "kernel": platform.system(), "java": breakout.version or java.version,
             "python": platform.python_version(), **{key: versions.get(key) for key in ("minatar", "torch")}, "rounds": chosen.rounds,
             "date": datetime.date.today().isoformat(), "command": command_line(chosen), "coresOthersBusy": warn_if_noisy(patience)}
    publish(MARKERS, tables(games, records, about), {**about, "games": games, "trainings": records}, chosen)
    return 0 if everything_measured(games, records) else 1


if __name__ == "__main__":
    finish(PROGRAM, main)
