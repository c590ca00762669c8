"""One learning update in Evenkeel, PyTorch eager and JAX, measured in turns in one run. See README.md."""

import argparse
import datetime
import os
import platform
import re
import shlex
import statistics

from evenkeel import Failure, Java, say
from page import check_places, cpu_model, finish, publish
from turns import Patience, Peer, hold_to_cpus, warn_if_noisy
from work import WORKS

PEERS = {"pytorch": "PyTorch", "tuned": "PyTorch tuned", "jax": "JAX"}
SEARCH_SECONDS = 1.0
AGREE = 2e-3              # PyTorch's and JAX's first loss and gradient norms, relative


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="bench/peers/run", description="Measures the same learning updates in Evenkeel, PyTorch eager and JAX, in turns, "
        "and prints a table. Exits with 1 if an implementation could not be measured (its cells are '-').")
    parser.add_argument("--threads", type=int, choices=(1, 2), default=2, help="threads per implementation (2)")
    parser.add_argument("--rounds", type=int, default=5, help="turns per implementation; the median is shown (5)")
    parser.add_argument("--seconds-per-measure", type=float, default=3.0, metavar="S",
                        help="seconds that PyTorch and JAX run in each turn (3); Evenkeel's bench has its own")
    parser.add_argument("--patience", type=float, default=300.0, metavar="S",
                        help="total seconds to wait for other programs and to repeat turns they disturbed (300)")
    parser.add_argument("--only", default="", metavar="REGEX", help="only updates whose 'NAME K=N' contains a match, such as 'nature|K=10'")
    parser.add_argument("--json", metavar="FILE", help="write all measurements to FILE")
    parser.add_argument("--markdown", metavar="FILE", help="write the table to FILE instead of printing it")
    parser.add_argument("--update-docs", action="store_true", help="write the table between the peers markers in docs/performance.md")
    parser.add_argument("--evenkeel", metavar="COMMAND", help="launcher to measure (the repository's ./evenkeel)")
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
    items = [(name, k) for name in WORKS for k in WORKS[name].ks if pattern.search(f"{name} K={k}")]
    if not items:
        parser.error(f"--only {chosen.only!r} matches none of " + ", ".join(f"'{n} K={k}'" for n in WORKS for k in WORKS[n].ks))
    if chosen.update_docs and chosen.only:
        parser.error("--update-docs writes the complete table: leave out --only")
    return chosen, items


def command_line(chosen):
    """The command that repeats this run, without local file names."""
    words = ["bench/peers/run", "--threads", str(chosen.threads), "--rounds", str(chosen.rounds),
             "--seconds-per-measure", f"{chosen.seconds_per_measure:g}"]
    if chosen.patience != 300:
        words += ["--patience", f"{chosen.patience:g}"]
    if chosen.only:
        words += ["--only", shlex.quote(chosen.only)]
    if chosen.evenkeel:
        words += ["--evenkeel", "COMMAND"]
    return " ".join(words)


def check_agreement(name, k, firsts):
    """All peers must compute the same loss and gradients; otherwise their times are not comparable."""
    if len(firsts) < 2:
        return
    a, *others = firsts.values()
    off = max(abs(x - y) / max(abs(x), abs(y), 1e-6) for b in others for x, y in zip(a, b, strict=True))
    if off > AGREE:
        raise Failure(f"the peers do not compute the same update: {name} K={k}, loss and gradient norms differ by {off:.2g}; "
                      f"{AGREE} is allowed")


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
        for record in mine:  # a median of fewer rounds is not shown as one of all rounds
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


def main(arguments):
    chosen, items = options(arguments)
    check_places("peers", chosen)
    cores = os.cpu_count()
    hold_to_cpus(chosen.threads)
    java = Java(chosen.evenkeel, chosen.threads)
    peers, patience = {}, Patience(chosen.patience)
    try:
        for kind in PEERS:
            peers[kind] = Peer(kind, chosen.threads, PEERS[kind])
        records = measure(items, chosen, java, peers, patience)
    finally:
        for peer in peers.values():
            peer.close()
    versions = {key: v for peer in peers.values() for key, v in peer.versions.items()}
    about = {"cpu": cpu_model(), "cores": cores, "kernel": platform.system(), "java": java.version,
             "python": platform.python_version(), "torch": versions.get("torch"), "jax": versions.get("jax"),
             "threads": chosen.threads, "rounds": chosen.rounds, "date": datetime.date.today().isoformat(), "command": command_line(chosen)}
    about["coresOthersBusy"] = warn_if_noisy(patience)
    publish("peers", table(records, about), {**about, "ceilingsGflops": java.ceilings, "updates": records}, chosen)
    return 0 if all(r[who] for r in records for who in ("evenkeel", *PEERS)) else 1


if __name__ == "__main__":
    finish("bench/peers/run", main)
