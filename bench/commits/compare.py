"""Builds another commit and measures it and this working tree in turns. See `bench/compare --help`.

Each side runs its own launcher; only their JSON is compared, so their Java APIs may differ.
"""

import argparse
import datetime
import json
import os
import re
import shlex
import signal
import statistics
import subprocess
import sys
from pathlib import Path

from builds import Failure, Refused, build_commit, build_this, commit_of, git, lock, say
from turns import MEASUREMENTS, TRAININGS, WARMUPS, OtherPrograms, Side, measure, measure_again
from verdicts import as_json, compare, rule, table

ENOUGH_ROUNDS = 5
NOISY = 0.1  # cores that other programs may use before the reader is warned


def options(arguments):
    parser = argparse.ArgumentParser(
        prog="bench/compare", formatter_class=argparse.RawDescriptionHelpFormatter,
        description="Builds COMMIT, builds this working tree, and measures the same rows of both in turns:\n"
                    "this tree and COMMIT, COMMIT and this tree, ... Each turn is a new JVM.\n"
                    "The rows are those of './evenkeel bench', and training steps measured by './evenkeel bench training':\n"
                    + "\n".join(f"  {name}, K = {k} (--setting {setting})" for name, k, setting in TRAININGS),
        epilog=f"With {ENOUGH_ROUNDS} rounds:\n" + rule(ENOUGH_ROUNDS) + "\n\n"
               "Exit code: 0 if no row is slower or newly allocates, 1 if one does or something failed,\n"
               "2 for a command that cannot be run, 130 after Ctrl-C.")
    parser.add_argument("commit", metavar="COMMIT", help="commit, tag or branch of this repository to compare with")
    parser.add_argument("--rounds", type=int, default=ENOUGH_ROUNDS, metavar="N", help="turns per side, at least 2 (default: %(default)s)")
    parser.add_argument("--only", default="", metavar="REGEX", help="only rows whose name contains a match (default: all)")
    parser.add_argument("--threads", default="1,2", metavar="N,...", help="threads per update (default: 1,2)")
    parser.add_argument("--seconds", type=float, default=0.6, metavar="S",
                        help="seconds per iteration, of which a row has eight; a training step is measured for "
                             f"{MEASUREMENTS} S after a warm-up of {WARMUPS} S (default: 0.6)")
    parser.add_argument("--json", type=Path, metavar="FILE", help="also write all numbers to FILE")
    chosen = parser.parse_args(arguments)
    if not 2 <= chosen.rounds <= 1000:
        parser.error(f"--rounds must be 2 to 1000, was {chosen.rounds}")
    if not 0.05 <= chosen.seconds <= 60:
        parser.error(f"--seconds must be 0.05 to 60, was {chosen.seconds}")
    if not re.fullmatch(r"\d{1,3}(,\d{1,3})*", chosen.threads) or not all(1 <= int(t) <= 256 for t in chosen.threads.split(",")):
        parser.error(f"--threads must be comma-separated numbers from 1 to 256, was '{chosen.threads}'")
    try:
        re.compile(chosen.only)
    except re.error as e:
        parser.error(f"--only must be a regular expression, was '{chosen.only}': {e}")
    if chosen.json and (chosen.json.is_dir() or not os.access(chosen.json.absolute().parent, os.W_OK)):
        parser.error(f"--json must be a file in a folder that can be written to, was '{chosen.json}'")
    return chosen


def command_line(chosen, commit):
    """The command that repeats this run."""
    return " ".join(["bench/compare", commit[:12], "--rounds", str(chosen.rounds)] + ["--only", shlex.quote(chosen.only)] * bool(chosen.only)
                    + ["--threads", chosen.threads, "--seconds", f"{chosen.seconds:g}"])


def describe(machine):
    return f"{machine['cpu']}, {machine['cores']} cores, {machine['os']}, Java {machine['java']}, kernels {machine['kernels']}"


def heading(sides, command, others):
    this, other = sides
    lines = [command, f"{this.title} and {other.title}, {datetime.date.today()}, other programs used at most {others.most:.2f} cores"]
    lines += dict.fromkeys(describe(side.machine) for side in sides if side.machine)
    if this.ceilings and other.ceilings:
        lines.append(f"ceiling: {statistics.median(this.ceilings):.1f} and {statistics.median(other.ceilings):.1f} GFLOP/s per core")
    return "\n".join(lines)


def compare_sides(sides, chosen, commit):
    """Measures, prints the tables, writes the JSON and returns the exit code."""
    this, other = sides
    others = OtherPrograms()
    compared, only_this, only_other = compare(measure(sides, chosen.only, chosen, others))
    failed = [c for c in compared if c.fails]
    again = measure_again(failed, sides, chosen, others) if failed else []
    command = command_line(chosen, commit)
    print(heading(sides, command, others))
    if compared:
        print(f"\n{table(compared, other.title)}")
    if again:
        print(f"\nmeasured again; these verdicts count:\n\n{table(again, other.title)}")
    print(f"\n{rule(chosen.rounds)}")
    for title, keys in ((this.title, only_this), (other.title, only_other)):
        if keys:
            print(f"only in {title}, not compared:", "; ".join(map(str, keys)))
    if chosen.json:
        write(chosen.json, {"command": command, "this": this.title, "other": commit, "date": str(datetime.date.today()),
                            "machine": {"this": this.machine, "other": other.machine},
                            "ceilingGflops": {"this": this.ceilings, "other": other.ceilings},
                            "coresOthersBusy": round(others.most, 2), "rows": as_json(compared), "again": as_json(again),
                            "onlyThis": [vars(key) for key in only_this], "onlyOther": [vars(key) for key in only_other]})
    if not compared:
        raise Refused(f"{this.title} and {other.title} have no row in common, so nothing was compared.")
    if others.most > NOISY:
        say(f"Other programs used up to {others.most:.1f} cores: do not publish these numbers; run again on an idle machine.")
    if chosen.rounds < ENOUGH_ROUNDS:
        say(f"{chosen.rounds} rounds are too few to distinguish a difference from noise; use {ENOUGH_ROUNDS} or more.")
    worse = sum(c.fails for c in again)
    say(f"{worse} of {len(compared)} rows are slower or newly allocate.")
    return 1 if worse else 0


def write(file, result):
    """Replaces the file atomically."""
    following = file.with_name(file.name + ".next")
    following.write_text(json.dumps(result, indent=2) + "\n")
    following.replace(file)


def main(arguments):
    chosen = options(arguments)
    try:
        commit = commit_of(chosen.commit)
        title = git("rev-parse", "--short", commit)
        held = lock()  # until this process ends
        changes = " with changes" if git("status", "--porcelain") else ""
        this = Side(f"this tree ({git('rev-parse', '--short', 'HEAD')}{changes})", build_this())
        other = Side(title, build_commit(commit, title))
        if git("diff", "--quiet", commit) is not None:
            say(f"this tree has the same files as {title}: every difference is noise")
        return compare_sides((this, other), chosen, commit)
    except Refused as e:
        say(f"bench/compare: {e}")
        return 2
    except (Failure, OSError, subprocess.CalledProcessError) as e:
        say(f"bench/compare: {e}")
        return 1
    except KeyboardInterrupt:
        say("\nbench/compare: stopped; finished builds are kept")
        return 130


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background shell disables it
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda caught, _: sys.exit(128 + caught))
    sys.exit(main(sys.argv[1:]))
