"""Measures a complete training run, DQN on CartPole, in Evenkeel and Stable-Baselines3, in turns in one run. See README.md."""

import argparse
import datetime
import json
import os
import platform
import re
import shlex
import statistics

from choices import Defaults, parse, repeat
from evenkeel import Failure, Java, say
from page import check_places, cpu_model, finish, publish
from settings import SETTINGS
from turns import Patience, Peer, hold_to_cpus, warn_if_noisy

PROGRAM = "bench/peers/training"
MARKERS = "training"
THREADS = (1, 2)   # of Stable-Baselines3; the faster one is used for comparison
AGREE = 0.02       # relative difference of updates per step


def options(arguments):
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Trains DQN on CartPole-v1 with Evenkeel and with Stable-Baselines3, in turns, and prints a table of "
        "their steps per second. Exits with 1 if an implementation could not be measured (its cells are '-').")
    parser.add_argument("--only", default="", metavar="REGEX", help="only settings whose name contains a match: " + ", ".join(SETTINGS))
    chosen = parse(parser, arguments, MARKERS, Defaults(rounds=3, seconds=5.0, warmup=5.0))
    try:
        pattern = re.compile(chosen.only)
    except re.error as e:
        parser.error(f"--only must be a regular expression, was {chosen.only!r}: {e}")
    settings = [s for s in SETTINGS.values() if pattern.search(s.name)]
    if not settings:
        parser.error(f"--only {chosen.only!r} matches none of " + ", ".join(SETTINGS))
    if chosen.update_docs and chosen.only:
        parser.error("--update-docs writes the complete table: leave out --only")
    return chosen, settings


def command_line(chosen):
    """The command that repeats this run, without local file names."""
    words = repeat(PROGRAM, chosen)
    if chosen.only:
        words += ["--only", shlex.quote(chosen.only)]
    if chosen.evenkeel:
        words += ["--evenkeel", "COMMAND"]
    return " ".join(words)


class Trainings(Java):
    """Runs `evenkeel bench training`, one process per turn."""

    def __init__(self, command, warmup_seconds, seconds):
        super().__init__(command, 1)
        self.words = ["--warmup-seconds", str(warmup_seconds), "--seconds", str(seconds)]

    def bench(self, name):
        """Measures a setting; its name may be followed by command-line options."""
        wrote = self.run("bench", "training", "--setting", *name.split(), *self.words)
        try:
            return json.loads(wrote)
        except ValueError:
            raise Failure("'evenkeel bench training' succeeded but wrote no readable JSON") from None

    def rows(self, name, result):
        wanted = SETTINGS[name.removesuffix("-remembered")]
        try:
            self.version = result.get("java") or self.version
            for key, value in (("setting", name), ("hidden", list(wanted.hidden)), ("batch", wanted.batch), ("targetPeriod", wanted.target_period),
                               ("capacity", wanted.capacity)):
                if result[key] != value:
                    raise Failure(f"'evenkeel bench training' has {key} {result[key]!r} where the peer has {value!r}")
            return {key: float(result[key]) for key in ("stepsPerSecond", "bytesPerStep", "updatesPerStep", "passesPerSample")}
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Failure("the JSON of 'evenkeel bench training' lacks the expected numbers") from None


def check_updates(setting, who, turn):
    """Both must make the same number of updates; otherwise their times are not comparable."""
    if abs(turn["updatesPerStep"] / setting.updates_per_step - 1) > AGREE:
        raise Failure(f"{who} does not train as requested: {setting.name} makes {turn['updatesPerStep']:.3f} updates per step "
                      f"instead of {setting.updates_per_step:g}")


def rows_of(setting):
    """Evenkeel's variants of a setting: as the peer trains, and with cached target values if that saves passes."""
    return [setting.name] + [setting.name + "-remembered"] * setting.remembered


def measure(settings, chosen, java, peers, patience):
    """One record per variant of Evenkeel, {"name", "setting", "evenkeel": [turn], "sb3": {threads: [turn]}}."""
    records = []
    for setting in settings:
        turns = {threads: [] for threads in peers}
        mine = [{"name": name, "setting": setting.name, "evenkeel": [], "sb3": turns} for name in rows_of(setting)]
        records += mine
        for peer in peers.values():
            patience.turn(lambda: peer.ask("prepare", setting=setting.name, seconds=chosen.warmup_seconds))
        for turn in range(chosen.rounds):
            for record in mine:
                done = patience.turn(lambda: java.measure(record["name"]))
                if done:
                    check_updates(setting, "Evenkeel", done["rows"])
                    record["evenkeel"].append({**done["rows"], "coresOthersBusy": done["coresOthersBusy"]})
            for threads, peer in peers.items():
                done = patience.turn(lambda: peer.ask("measure", setting=setting.name, seconds=chosen.seconds_per_measure))
                if done:
                    check_updates(setting, "Stable-Baselines3", done)
                    turns[threads].append(done)
            say(f"{setting.name}, round {turn + 1} of {chosen.rounds}: " + ", ".join(
                [f"{r['name']} {last(r['evenkeel'], turn)}" for r in mine] +
                [f"Stable-Baselines3 with {t} thread{'s' * (t > 1)} {last(turns[t], turn)}" for t in peers]) + " steps/s")
        for peer in peers.values():
            peer.ask("drop")
        for record in mine:  # a median of fewer rounds is not shown as one of all rounds
            if len(record["evenkeel"]) < chosen.rounds:
                record["evenkeel"] = []
        for done in turns.values():
            if len(done) < chosen.rounds:
                done.clear()
    return records


# ---- the table

def speeds(turns):
    return [turn["stepsPerSecond"] for turn in turns]


def last(turns, turn):
    return f"{turns[-1]['stepsPerSecond']:,.0f}" if len(turns) == turn + 1 else "-"


def cell(turns):
    """The median, and the result of every round."""
    return f"{statistics.median(speeds(turns)):,.0f} ({'; '.join(f'{x:,.0f}' for x in speeds(turns))})" if turns else "-"


def ratio(record):
    """Evenkeel's median divided by the better median of Stable-Baselines3, with the lowest and highest ratio of two rounds."""
    best = max(filter(None, record["sb3"].values()), key=lambda turns: statistics.median(speeds(turns)), default=None)
    if not best or not record["evenkeel"]:
        return "-"
    ours, theirs = speeds(record["evenkeel"]), speeds(best)
    return f"{statistics.median(ours) / statistics.median(theirs):.1f} ({min(ours) / max(theirs):.1f}..{max(ours) / min(theirs):.1f})"


def title(record):
    about = SETTINGS[record["setting"]].about
    return about if record["name"] == record["setting"] else f"{about}, remembered"


def table(records, about):
    lines = [f"{about['cpu']}, {about['cores']} cores, {about['kernel']}; Java {about['java'] or '-'}, Python {about['python']}, "
             f"Stable-Baselines3 {about['sb3'] or '-'}, PyTorch {about['torch'] or '-'}, Gymnasium {about['gymnasium'] or '-'}; "
             f"{about['date']}; other programs used at most {about['coresOthersBusy']:.2f} cores meanwhile; "
             f"steps a second, the median (each of {about['rounds']} rounds): `{about['command']}`", "",
             "| training | Evenkeel, 1 thread | bytes a step | " +
             " | ".join(f"Stable-Baselines3, {t} thread{'s' * (t > 1)}" for t in THREADS) + " | Evenkeel / the better (least..most) |",
             "|---|---|---|" + "---|" * len(THREADS) + "---|"]
    for r in records:
        allocated = [turn["bytesPerStep"] for turn in r["evenkeel"]]
        lines.append(" | ".join([f"| {title(r)}", cell(r["evenkeel"]), f"{statistics.median(allocated):.1f}" if allocated else "-",
                                 *(cell(r["sb3"].get(t)) for t in THREADS), ratio(r)]) + " |")
    return "\n".join(lines) + "\n"


def main(arguments):
    chosen, settings = options(arguments)
    check_places(MARKERS, chosen)
    cores = os.cpu_count()
    hold_to_cpus(max(THREADS))
    java = Trainings(chosen.evenkeel, chosen.warmup_seconds, chosen.seconds_per_measure)
    peers, patience = {}, Patience(chosen.patience)
    try:
        for threads in THREADS:
            peers[threads] = Peer("sb3", threads, f"Stable-Baselines3 with {threads} thread{'s' * (threads > 1)}")
        records = measure(settings, chosen, java, peers, patience)
    finally:
        for peer in peers.values():
            peer.close()
    versions = {key: v for peer in peers.values() for key, v in peer.versions.items()}
    about = {"cpu": cpu_model(), "cores": cores, "kernel": platform.system(), "java": java.version, "python": platform.python_version(),
             **{key: versions.get(key) for key in ("sb3", "torch", "gymnasium")}, "rounds": chosen.rounds,
             "date": datetime.date.today().isoformat(), "command": command_line(chosen), "coresOthersBusy": warn_if_noisy(patience)}
    publish(MARKERS, table(records, about), {**about, "trainings": records}, chosen)
    return 0 if all(r["evenkeel"] and all(r["sb3"].values()) for r in records) else 1


if __name__ == "__main__":
    finish(PROGRAM, main)
