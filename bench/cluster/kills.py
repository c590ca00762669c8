#!/usr/bin/env python3
"""Runs a study on a cluster whose workers are killed every few seconds, and its driver once: same bytes as locally.

    python3 bench/cluster/kills.py                 24 trials, 50 kills, on three workers
    python3 bench/cluster/kills.py --kills 3 --steps 6000 --every 4

Starts an Apache Spark master and three workers on loopback (SPARK_HOME, or the Python package pyspark). Kills hit a worker
and its executor, a worker alone, or an executor alone; workers return after a second or two. Exits with 0 if every file of
every trial equals that of the study computed on this machine, otherwise with 1.
"""

import argparse
import hashlib
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from cluster import Cluster

ROOT = Path(__file__).resolve().parents[2]

# The last of these learning rates diverges: such a trial is a result, and the others continue.
STUDY = '''study: Kills
environments: [cartpole]
algorithms:
  - dqn
  - {{name: averaged, k: 5}}
settings:
  schedule.steps: {steps}
  network.hidden: [32]
  evaluation.periodSteps: 2000
compare:
  optimizer.learningRate: [0.0003, 0.001, 1.0e+30]
seeds: {seeds}
'''

# Files that always differ: the owner of the folder, and times.
LEFT_OUT = {'lock', 'timing.csv'}


def evenkeel(*words, log):
    """Starts the program in its own session, so that a kill includes all its processes."""
    with open(log, 'a') as out:
        return subprocess.Popen([str(ROOT / 'evenkeel'), *map(str, words)], stdout=out, stderr=subprocess.STDOUT,
                                start_new_session=True)


def contents(folder):
    """The hash of each file of a study's trials."""
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(Path(folder, 'trials').rglob('*'))
        if file.is_file() and file.name not in LEFT_OUT
    }


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--kills', type=int, default=50, help='kills of workers and executors (50)')
    parser.add_argument('--every', type=float, default=5, help='seconds between kills (5)')
    parser.add_argument('--steps', type=int, default=250_000, help='steps per trial (250000)')
    parser.add_argument('--seeds', type=int, default=4, help='number of seeds, with six trials each (4)')
    parser.add_argument('--seed', type=int, default=1, help='seed that decides which processes are killed when (1)')
    parser.add_argument('--without-checkpoints', action='store_true', help='trials start again from the beginning')
    given = parser.parse_args()
    dice = random.Random(given.seed)

    with tempfile.TemporaryDirectory(prefix='evenkeel-kills-') as scratch:
        scratch = Path(scratch)
        study = scratch / 'kills.yaml'
        study.write_text(STUDY.format(steps=given.steps, seeds=given.seeds))
        log = scratch / 'driver.log'
        begin = time.monotonic()
        if evenkeel('study', study, '--out', scratch / 'here', log=log).wait() != 0:
            sys.exit('the study on this machine failed:\n' + log.read_text())
        expected = contents(scratch / 'here')
        print(f'here: {6 * given.seeds} trials in {time.monotonic() - begin:.0f} s, {len(expected)} files', flush=True)

        counts = {'worker and executor': 0, 'worker': 0, 'executor': 0}
        drivers = 0
        begin = time.monotonic()
        with Cluster(scratch / 'cluster') as cluster:
            words = ['study', study, '--out', scratch / 'there', '--on', cluster.master]
            if not given.without_checkpoints:
                words += ['--checkpoints', f'file:{scratch}/checkpoints']
            driver = evenkeel(*words, log=log)
            returning = []
            next_kill = time.monotonic() + 2 * given.every
            while True:
                code = driver.poll()
                if code == 0:
                    break
                if code is not None:
                    sys.exit(f'the driver ended with {code}:\n' + log.read_text()[-3000:])
                now = time.monotonic()
                for at, number in [one for one in returning if one[0] <= now]:
                    cluster.start_worker(number)
                    returning.remove((at, number))
                kills = sum(counts.values())
                if now >= next_kill and kills < given.kills:
                    next_kill = now + given.every * dice.uniform(0.6, 1.4)
                    number = dice.randrange(cluster.size)
                    how = dice.choice(list(counts))
                    if how == 'executor':
                        counts[how] += cluster.kill_executor(number)
                    elif f'worker{number}' in cluster.processes:
                        if how == 'worker':
                            cluster.kill_worker_alone(number)
                        else:
                            cluster.kill(f'worker{number}')
                        counts[how] += 1
                        returning.append((now + dice.uniform(0.5, 2), number))
                    if drivers == 0 and kills >= given.kills // 2:
                        os.killpg(driver.pid, signal.SIGKILL)
                        driver.wait()
                        drivers = 1
                        done = len(list(Path(scratch, 'there', 'trials').rglob('seed*.csv')))
                        print(f'driver killed after {kills} other kills, with {done} trials done', flush=True)
                        driver = evenkeel(*words, log=log)
                time.sleep(0.1)
        seconds = time.monotonic() - begin
        found = contents(scratch / 'there')
        kills = sum(counts.values())
        print(f'there: {seconds:.0f} s, {kills} kills ('
              + ', '.join(f'{number} of {how}' for how, number in counts.items()) + f'), driver killed {drivers} times')
        different = sorted(name for name in expected.keys() | found.keys() if expected.get(name) != found.get(name))
        if different:
            print(f'{len(different)} files differ: ' + ', '.join(different[:10]))
            print(log.read_text()[-3000:])
            sys.exit(1)
        left = list(Path(scratch, 'checkpoints').glob('*')) if Path(scratch, 'checkpoints').exists() else []
        print(f'all {len(found)} files are identical; {len(left)} checkpoint folders are left')
        if kills < given.kills or drivers == 0:
            sys.exit(f'finished before {given.kills} kills and the kill of the driver: use more --steps')


if __name__ == '__main__':
    main()
