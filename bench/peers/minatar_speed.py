"""MinAtar's five games beside the original, and trainings on Breakout beside PyTorch, measured in turns in one run. See README.md."""

import argparse
import datetime
import json
import os
import platform
import statistics
import tempfile
from pathlib import Path

from choices import Defaults, parse, repeat
from evenkeel import Failure, Java, say
from page import check_places, cpu_model, finish, publish
from settings import MINATAR
from training import AGREE, Trainings, cell, speeds
from turns import Patience, Peer, hold_to_cpus, warn_if_noisy

PROGRAM = "bench/peers/minatar"
MARKERS = "minatar"
GAMES = ("asterix", "breakout", "freeway", "seaquest", "space_invaders")
KS = (1, 10)
THREADS = (1, 2)            # of an update, Evenkeel's and PyTorch's; the better one counts
WAYS = ("eager", "tuned")   # of PyTorch
GAME_SECONDS = 0.7          # of a turn of MinAtar's own environment
JMH_SECONDS = "0.15"        # of each of the eight iterations of a game in Evenkeel
STEPS = 1000                # in a row of 'evenkeel bench'


def options(arguments):
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Plays MinAtar's games with Evenkeel and with MinAtar's own environments, trains DQN and Averaged-DQN (K = 10) on "
        "Breakout with Evenkeel and with PyTorch, in turns, and prints tables of their steps a second. About six minutes. Status 1 when an "
        "implementation could not be measured (its cells are '-').")
    return parse(parser, arguments, MARKERS, Defaults(rounds=3, seconds=2.0, warmup=4.0))


def command_line(chosen):
    """The command to repeat this run, without the file names of this machine."""
    return " ".join(repeat(PROGRAM, chosen) + ["--evenkeel COMMAND"] * bool(chosen.evenkeel))


# ---- Evenkeel's side

class Games(Java):
    """The games of `evenkeel bench`, all five in one process a turn."""

    def __init__(self, command):
        super().__init__(command, 1)

    def bench(self, name):
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "bench.json"
            self.run("bench", "--json", str(file), "--only", f"^{STEPS} steps of ", "--threads", "1", "--seconds", JMH_SECONDS)
            try:
                return json.loads(file.read_text())
            except (OSError, ValueError):
                raise Failure("'evenkeel bench' ended well but wrote no readable JSON") from None

    def rows(self, name, result):
        try:
            self.version = result.get("java") or self.version
            rows = {r["name"]: r for r in result["rows"]}
            return {game: {"stepsPerSecond": STEPS * 1e3 / rows[f"{STEPS} steps of {game}"]["millis"],
                           "bytesPerStep": rows[f"{STEPS} steps of {game}"]["bytesAllocated"] / STEPS} for game in GAMES}
        except (AttributeError, KeyError, TypeError, ZeroDivisionError):
            raise Failure("the JSON of 'evenkeel bench' has not the games that are read here") from None


def way(name, threads=1, trials=1):
    """One of Evenkeel's ways to train, as the words that ask for it."""
    return f"minatar-{name} --threads {threads} --trials {trials}"


def ways(k):
    """All of them, for that many target networks: one training, two at once, and for K = 10 also with all passes made."""
    return [way(k, t) for t in THREADS] + [way(k, 1, 2)] + [way("10-together", 2)] * (k == 10)


class Breakout(Trainings):
    """`evenkeel bench training` on Breakout."""

    def __init__(self, command, warmup_seconds, seconds):
        super().__init__(command, warmup_seconds, seconds)
        self.long_words = Trainings(command, 2 * warmup_seconds, seconds).words

    def bench(self, name):
        """Twice the warm-up where values of ten snapshots are remembered: the first of them must be gone before it counts."""
        short, self.words = self.words, self.long_words if name.startswith("minatar-10 ") else self.words
        try:
            return super().bench(name)
        finally:
            self.words = short

    def rows(self, name, result):
        setting, _, threads, _, trials = name.split()
        try:
            self.version = result.get("java") or self.version
            for key, value in (("setting", setting), ("threads", int(threads)), ("trials", int(trials)), ("parameters", MINATAR.parameters),
                               ("batch", MINATAR.batch), ("targetPeriod", MINATAR.target_period), ("capacity", MINATAR.capacity)):
                if result[key] != value:
                    raise Failure(f"'evenkeel bench training' has {key} {result[key]!r} where the peer has {value!r}")
            return {key: float(result[key]) for key in ("stepsPerSecond", "bytesPerStep", "updatesPerStep", "passesPerSample")}
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Failure("the JSON of 'evenkeel bench training' has not the numbers that are read here") from None


# ---- the turns

def check_updates(who, turn):
    """One update a step, or their times say nothing."""
    if abs(turn["updatesPerStep"] - 1) > AGREE:
        raise Failure(f"{who} does not train as asked: it makes {turn['updatesPerStep']:.3f} updates a step where 1 is wanted")


def complete(turns, rounds):
    """A median of fewer rounds is not shown as one of all."""
    for key, done in turns.items():
        if len(done) < rounds:
            turns[key] = []


def measure_games(chosen, java, peer, patience):
    """{"evenkeel": {game: [turn]}, "minatar": {game: [turn]}}"""
    done = {who: {game: [] for game in GAMES} for who in ("evenkeel", "minatar")}
    for turn in range(chosen.rounds):
        ours = patience.turn(lambda: java.measure("games")).get("rows", {})
        for game in GAMES:
            if game in ours:
                done["evenkeel"][game].append(ours[game])
            theirs = patience.turn(lambda: peer.ask("play", name=game, seconds=GAME_SECONDS))
            if theirs:
                done["minatar"][game].append(theirs)
        say(f"games, round {turn + 1} of {chosen.rounds}")
    for turns in done.values():
        complete(turns, chosen.rounds)
    return done


def measure_trainings(chosen, java, peers, patience):
    """[{"k", "evenkeel": {way: [turn]}, "pytorch": {"eager 1": [turn]}, "variants"}]"""
    records = []
    for k in KS:
        ours, theirs, variants = {w: [] for w in ways(k)}, {f"{w} {t}": [] for w in WAYS for t in peers}, {}
        records.append({"k": k, "evenkeel": ours, "pytorch": theirs, "variants": variants})
        for threads, peer in peers.items():
            for w in WAYS:
                made = patience.turn(lambda: peer.ask("prepare", k=k, way=w, seconds=min(1.5, chosen.warmup_seconds)))
                if made and made["parameters"] != MINATAR.parameters:
                    raise Failure(f"PyTorch's network has {made['parameters']} parameters where {MINATAR.parameters} are wanted")
                variants[f"{w} {threads}"] = made.get("variant")
        for turn in range(chosen.rounds):
            for name, turns in ours.items():
                done = patience.turn(lambda: java.measure(name))
                if done:
                    check_updates("Evenkeel", done["rows"])
                    turns.append({**done["rows"], "coresOthersBusy": done["coresOthersBusy"]})
            for name, turns in theirs.items():
                w, threads = name.split()
                done = patience.turn(lambda: peers[int(threads)].ask("measure", k=k, way=w, seconds=chosen.seconds_per_measure))
                if done:
                    check_updates("PyTorch", done)
                    turns.append(done)
            say(f"Breakout, K = {k}, round {turn + 1} of {chosen.rounds}")
        complete(ours, chosen.rounds)
        complete(theirs, chosen.rounds)
    return records


# ---- the tables

def median(turns):
    return statistics.median(speeds(turns)) if turns else None


def better(choices):
    """The turns with the greatest median, [] when nothing was measured."""
    return max(choices, key=lambda turns: median(turns) or 0, default=[])


def ratio(ours, theirs, digits=1):
    """Of the medians; the least and the most that two rounds give."""
    if not ours or not theirs:
        return "-"
    a, b = speeds(ours), speeds(theirs)
    return f"{median(ours) / median(theirs):.{digits}f} ({min(a) / max(b):.{digits}f}..{max(a) / min(b):.{digits}f})"


def middle(turns, key):
    return f"{statistics.median(turn[key] for turn in turns):.1f}" if turns else "-"


def games_table(done):
    lines = ["| game, random actions, 1 core | Evenkeel | bytes a step | MinAtar | Evenkeel / MinAtar (least..most) |", "|---|---|---|---|---|"]
    for game in GAMES:
        ours, theirs = done["evenkeel"][game], done["minatar"][game]
        lines.append(" | ".join([f"| {game}", cell(ours), middle(ours, "bytesPerStep"), cell(theirs), ratio(ours, theirs)]) + " |")
    return lines


def trainings_table(records):
    lines = ["| Breakout, an update every step | Evenkeel, 1 thread | Evenkeel, 2 threads | bytes a step | passes a sample | "
             + " | ".join(f"PyTorch {w}" for w in WAYS) + " | " + " | ".join(f"Evenkeel / {w}" for w in WAYS) + " |",
             "|---|---|---|---|---|" + "---|" * (2 * len(WAYS))]
    for r in records:
        theirs = [better([r["pytorch"][f"{w} {t}"] for t in THREADS]) for w in WAYS]
        for name, about in ((r["k"], f"K = {r['k']}"), ("10-together", "K = 10, all passes made")):
            ours = [r["evenkeel"].get(way(name, t), []) for t in THREADS]
            if way(name, THREADS[-1]) not in r["evenkeel"]:
                continue
            best = better(ours)
            lines.append(" | ".join([f"| {about}", *map(cell, ours), middle(best, "bytesPerStep"), middle(best, "passesPerSample"),
                                     *map(cell, theirs), *(ratio(best, turns) for turns in theirs)]) + " |")
    return lines


def sentences(records):
    """What K costs, and what two trials at once give."""
    by_k = {r["k"]: r["evenkeel"] for r in records}
    costs = [f"{ratio(by_k[1][way(1, t)], by_k[10][way(10, t)], 2)} with {t} thread{'s' * (t > 1)}" for t in THREADS]
    trials = [f"{ratio(by_k[k][way(k, 1, 2)], by_k[k][way(k)], 2)} for K = {k}" for k in KS]
    return [f"- A step with K = 10 takes so many times the time of one with K = 1: {', '.join(costs)}.",
            f"- Two trials at once, one thread each, take so many times the steps of one: {', '.join(trials)}."]


def tables(games, records, about):
    return "\n".join([
        f"{about['cpu']}, {about['cores']} cores, {about['kernel']}; Java {about['java'] or '-'}, Python {about['python']}, "
        f"MinAtar {about['minatar'] or '-'}, PyTorch {about['torch'] or '-'}; {about['date']}; "
        f"other programs used at most {about['coresOthersBusy']:.2f} cores meanwhile; "
        f"steps a second, the median (each of {about['rounds']} rounds): `{about['command']}`", "",
        *games_table(games), "", *trainings_table(records), "", *sentences(records)]) + "\n"


def everything_measured(games, records):
    return all(all(turns.values()) for turns in [*games.values(), *(r[who] for r in records for who in ("evenkeel", "pytorch"))])


def main(arguments):
    chosen = options(arguments)
    check_places(MARKERS, chosen)
    cores = os.cpu_count()
    hold_to_cpus(max(THREADS))
    java, breakout = Games(chosen.evenkeel), Breakout(chosen.evenkeel, chosen.warmup_seconds, chosen.seconds_per_measure)
    peers, patience = {}, Patience(chosen.patience)
    try:
        for threads in THREADS:
            peers[threads] = Peer("minatar", threads, f"PyTorch on MinAtar with {threads} thread{'s' * (threads > 1)}")
        games = measure_games(chosen, java, peers[1], patience)
        records = measure_trainings(chosen, breakout, peers, patience)
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
