"""Compares DQN and Averaged-DQN with PyTorch: the turns and the table shared by minatar_speed.py and atari_speed.py."""

import statistics
from dataclasses import dataclass

from evenkeel import Failure, say
from settings import Played
from training import AGREE, Trainings, cell, speeds

KS = (1, 10)
THREADS = (1, 2)            # per update, for Evenkeel and PyTorch; the faster one counts
WAYS = ("eager", "tuned")   # of PyTorch
PLAY_SECONDS = 0.7          # per turn of a peer that plays without learning


@dataclass(frozen=True)
class Task:
    """A game to train on."""

    word: str             # the part before K in the names of Evenkeel's settings
    setting: Played
    about: str            # heading of the first column of its table
    long_warmup: bool     # twice the warm-up if values of ten snapshots are cached: the first of them must be gone before measuring

    def way(self, name, threads=1, trials=1):
        """One of Evenkeel's variants, as the options that select it."""
        return f"{self.word}-{name} --threads {threads} --trials {trials}"

    def ways(self, k):
        """All variants for that many target networks: one training run, two in parallel, and for K = 10 also with all passes made."""
        return [self.way(k, t) for t in THREADS] + [self.way(k, 1, 2)] + [self.way("10-together", 2)] * (k == 10)


class Breakout(Trainings):
    """Runs `evenkeel bench training` on a task."""

    def __init__(self, task, command, warmup_seconds, seconds):
        super().__init__(command, warmup_seconds, seconds)
        self.task = task
        self.long_words = Trainings(command, 2 * warmup_seconds, seconds).words

    def bench(self, name):
        short, long = self.words, self.task.long_warmup and name.startswith(f"{self.task.word}-10 ")
        self.words = self.long_words if long else short
        try:
            return super().bench(name)
        finally:
            self.words = short

    def rows(self, name, result):
        (setting, _, threads, _, trials), wanted = name.split(), self.task.setting
        try:
            self.version = result.get("java") or self.version
            for key, value in (("setting", setting), ("threads", int(threads)), ("trials", int(trials)), ("parameters", wanted.parameters),
                               ("batch", wanted.batch), ("targetPeriod", wanted.target_period), ("capacity", wanted.capacity)):
                if result[key] != value:
                    raise Failure(f"'evenkeel bench training' has {key} {result[key]!r} where the peer has {value!r}")
            return {key: float(result[key]) for key in ("stepsPerSecond", "bytesPerStep", "updatesPerStep", "passesPerSample")}
        except (AttributeError, KeyError, TypeError, ValueError):
            raise Failure("the JSON of 'evenkeel bench training' lacks the expected numbers") from None


# ---- the turns

def check_updates(task, who, turn):
    """Requires the expected number of updates per step; otherwise the times are not comparable."""
    wanted = 1 / task.setting.update_period
    if abs(turn["updatesPerStep"] / wanted - 1) > AGREE:
        raise Failure(f"{who} does not train as requested: it makes {turn['updatesPerStep']:.3f} updates per step instead of {wanted:g}")


def complete(turns, rounds):
    """A median of fewer rounds is not shown as one of all rounds."""
    for key, done in turns.items():
        if len(done) < rounds:
            turns[key] = []


def measure_plays(names, theirs, chosen, java, peer, patience):
    """Measures steps without learning: {"evenkeel": {name: [turn]}, theirs: {name: [turn]}}."""
    done = {who: {name: [] for name in names} for who in ("evenkeel", theirs)}
    for turn in range(chosen.rounds):
        ours = patience.turn(lambda: java.measure("games")).get("rows", {})
        for name in names:
            if name in ours:
                done["evenkeel"][name].append(ours[name])
            played = patience.turn(lambda: peer.ask("play", name=name, seconds=PLAY_SECONDS))
            if played:
                done[theirs][name].append(played)
        say(f"games, round {turn + 1} of {chosen.rounds}")
    for turns in done.values():
        complete(turns, chosen.rounds)
    return done


def measure_trainings(task, chosen, java, peers, patience):
    """[{"k", "evenkeel": {way: [turn]}, "pytorch": {"eager 1": [turn]}, "variants"}]"""
    records = []
    for k in KS:
        ours, theirs, variants = {w: [] for w in task.ways(k)}, {f"{w} {t}": [] for w in WAYS for t in peers}, {}
        records.append({"k": k, "evenkeel": ours, "pytorch": theirs, "variants": variants})
        for threads, peer in peers.items():
            for w in WAYS:
                made = patience.turn(lambda: peer.ask("prepare", k=k, way=w, seconds=min(1.5, chosen.warmup_seconds)))
                if made and made["parameters"] != task.setting.parameters:
                    raise Failure(f"PyTorch's network has {made['parameters']} parameters instead of {task.setting.parameters}")
                variants[f"{w} {threads}"] = made.get("variant")
        for turn in range(chosen.rounds):
            for name, turns in ours.items():
                done = patience.turn(lambda: java.measure(name))
                if done:
                    check_updates(task, "Evenkeel", done["rows"])
                    turns.append({**done["rows"], "coresOthersBusy": done["coresOthersBusy"]})
            for name, turns in theirs.items():
                w, threads = name.split()
                done = patience.turn(lambda: peers[int(threads)].ask("measure", k=k, way=w, seconds=chosen.seconds_per_measure))
                if done:
                    check_updates(task, "PyTorch", done)
                    turns.append(done)
            say(f"Breakout, K = {k}, round {turn + 1} of {chosen.rounds}")
        complete(ours, chosen.rounds)
        complete(theirs, chosen.rounds)
    return records


# ---- the tables

def median(turns):
    return statistics.median(speeds(turns)) if turns else None


def better(choices):
    """The turns with the highest median, [] if nothing was measured."""
    return max(choices, key=lambda turns: median(turns) or 0, default=[])


def ratio(ours, theirs, digits=1):
    """The ratio of the medians, with the lowest and highest ratio of two rounds."""
    if not ours or not theirs:
        return "-"
    a, b = speeds(ours), speeds(theirs)
    return f"{median(ours) / median(theirs):.{digits}f} ({min(a) / max(b):.{digits}f}..{max(a) / min(b):.{digits}f})"


def middle(turns, key):
    return f"{statistics.median(turn[key] for turn in turns):.1f}" if turns else "-"


def trainings_table(task, records):
    lines = [f"| {task.about} | Evenkeel, 1 thread | Evenkeel, 2 threads | bytes a step | passes a sample | "
             + " | ".join(f"PyTorch {w}" for w in WAYS) + " | " + " | ".join(f"Evenkeel / {w}" for w in WAYS) + " |",
             "|---|---|---|---|---|" + "---|" * (2 * len(WAYS))]
    for r in records:
        theirs = [better([r["pytorch"][f"{w} {t}"] for t in THREADS]) for w in WAYS]
        for name, about in ((r["k"], f"K = {r['k']}"), ("10-together", "K = 10, all passes made")):
            ours = [r["evenkeel"].get(task.way(name, t), []) for t in THREADS]
            if task.way(name, THREADS[-1]) not in r["evenkeel"]:
                continue
            best = better(ours)
            lines.append(" | ".join([f"| {about}", *map(cell, ours), middle(best, "bytesPerStep"), middle(best, "passesPerSample"),
                                     *map(cell, theirs), *(ratio(best, turns) for turns in theirs)]) + " |")
    return lines


def sentences(task, records):
    """Sentences on the cost of K and the gain of two parallel trials."""
    by_k = {r["k"]: r["evenkeel"] for r in records}
    costs = [f"{ratio(by_k[1][task.way(1, t)], by_k[10][task.way(10, t)], 2)} with {t} thread{'s' * (t > 1)}" for t in THREADS]
    trials = [f"{ratio(by_k[k][task.way(k, 1, 2)], by_k[k][task.way(k)], 2)} for K = {k}" for k in KS]
    return [f"- Time of a step with K = 10, divided by that with K = 1: {', '.join(costs)}.",
            f"- Steps of two parallel trials, one thread each, divided by those of one: {', '.join(trials)}."]


def everything_measured(games, records):
    return all(all(turns.values()) for turns in [*games.values(), *(r[who] for r in records for who in ("evenkeel", "pytorch"))])
