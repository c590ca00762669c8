#!/usr/bin/env python3
"""What a cluster costs: the same study on this machine and on executors on the same cores, in turns.

    python3 bench/cluster/overhead.py                      two executors on two cores, twice 8 trials of about 30 s
    python3 bench/cluster/overhead.py --steps 200000       longer trials
    python3 bench/cluster/overhead.py --many 10000         very short trials: rate, memory of the driver, bytes per trial

Starts a cluster of Apache Spark on loopback (SPARK_HOME, or the Python package pyspark). Prints what it measured, and
ends with 1 if the bytes differ.
"""

import argparse
import json
import os
import platform
import re
import statistics
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path

from cluster import Cluster, java_home
from kills import contents, evenkeel

STUDY = '''study: Overhead
environments: [{environment}]
algorithms: [{algorithm}]
settings:
  schedule.steps: {steps}
{more}seeds: {seeds}
'''


def timed(*words, log):
    begin = time.monotonic()
    if evenkeel(*words, log=log).wait() != 0:
        sys.exit('failed:\n' + Path(log).read_text()[-3000:])
    return time.monotonic() - begin


def machine():
    name = re.search(r'model name\s*: (.*)', Path('/proc/cpuinfo').read_text())
    return f'{name.group(1) if name else platform.machine()}, {os.cpu_count()} cores, {date.today()}'


def tasks(events):
    """What Spark's own log says of each trial; the question to the workers is the stage before."""
    found = []
    for file in events.rglob('*'):
        if file.is_file():
            for line in file.open():
                if '"SparkListenerTaskEnd"' in line:
                    event = json.loads(line)
                    if event['Stage ID'] > 0:
                        found.append(event)
    return found


def beside(given, scratch):
    """The same trials here and there, in turns: the speed of a machine that others use too changes within minutes."""
    study = scratch / 'study.yaml'
    more = f'  evaluation.periodSteps: {given.steps}\n  evaluation.episodes: 1\n'
    study.write_text(STUDY.format(environment='minatar/breakout', algorithm='{name: averaged, k: 5}', steps=given.steps,
                                  seeds=given.trials, more=more))
    log = scratch / 'said.log'
    cores = os.cpu_count()
    here, there, without_start = [], [], []
    with Cluster(scratch / 'cluster', workers=cores, cores=1, memory='3g') as cluster:
        for turn in range(given.turns):
            here.append(timed('study', study, '--out', scratch / f'here{turn}', '--jobs', cores, log=log))
            print(f'here: {given.trials} trials of {here[-1] * cores / given.trials:.1f} s, {cores} at once,'
                  f' {here[-1]:.1f} s', flush=True)
            events = scratch / f'events{turn}'
            events.mkdir()
            there.append(timed('study', study, '--out', scratch / f'there{turn}', '--on', cluster.master,
                               '--spark', 'spark.eventLog.enabled=true', '--spark', f'spark.eventLog.dir=file:{events}',
                               log=log))
            infos = [event['Task Info'] for event in tasks(events)]
            computing = (max(i['Finish Time'] for i in infos) - min(i['Launch Time'] for i in infos)) / 1000
            without_start.append(computing)
            print(f'there: {cores} executors of one core, {there[-1]:.1f} s, {computing:.1f} s of it from the first trial to'
                  f' the last; here / there {here[-1] / there[-1]:.3f}, without the start {here[-1] / computing:.3f}',
                  flush=True)
            if contents(scratch / f'here{turn}') != contents(scratch / f'there{turn}'):
                sys.exit('the bytes differ')
    start = statistics.mean(t - c for t, c in zip(there, without_start))
    rate = sum(here) / sum(without_start)
    print(f'throughput there / here: {sum(here) / sum(there):.3f} for {given.trials} trials; without the start'
          f' {rate:.3f}; the start takes {start:.1f} s')
    whole = 100 * statistics.mean(here) / given.trials
    print(f'so a study of 100 such trials has {whole / (whole / rate + start):.3f} of the throughput')


def memory(pid):
    """What the driver's heap holds after a collection, in MB."""
    said = subprocess.run([str(java_home() / 'bin' / 'jcmd'), str(pid), 'GC.run'], capture_output=True, text=True,
                          check=False)
    info = subprocess.run([str(java_home() / 'bin' / 'jcmd'), str(pid), 'GC.heap_info'], capture_output=True, text=True,
                          check=False)
    used = re.findall(r'used (\d+)K', info.stdout)
    return int(used[0]) / 1024 if said.returncode == 0 and used else None


def many(given, scratch):
    """Very short trials: what one costs the driver."""
    study = scratch / 'study.yaml'
    more = '  schedule.learningStartSteps: 10\n  network.hidden: [8]\n  evaluation.periodSteps: 50\n  evaluation.episodes: 1\n'
    study.write_text(STUDY.format(environment='chain', algorithm='dqn', steps=50, seeds=given.many, more=more))
    log, out, events = scratch / 'said.log', scratch / 'there', scratch / 'events'
    events.mkdir()
    cores = os.cpu_count()
    with Cluster(scratch / 'cluster', workers=cores, cores=1, memory='3g') as cluster:
        time.sleep(5)
        driver = evenkeel('study', study, '--out', out, '--on', cluster.master, '--spark', 'spark.eventLog.enabled=true',
                          '--spark', f'spark.eventLog.dir=file:{events}', log=log)
        begin = first = None
        rows = []
        while driver.poll() is None:
            time.sleep(5)
            done = sum(1 for _ in (out / 'trials').rglob('seed*.csv')) if (out / 'trials').is_dir() else 0
            if done and begin is None:
                begin, first = time.monotonic(), done
            if done and done < given.many:
                used = memory(driver.pid)
                rows.append((time.monotonic(), done, used))
                if used is not None:
                    print(f'{done} trials, heap of the driver {used:.0f} MB', flush=True)
        if driver.returncode != 0:
            sys.exit('failed:\n' + log.read_text()[-3000:])
    if len(rows) > 1:
        print(f'{(rows[-1][1] - first) / (rows[-1][0] - begin):.1f} trials a second, {cores} executors')
    metrics = [event.get('Task Metrics', {}) for event in tasks(events)]
    sizes = [one.get('Result Size', 0) for one in metrics]
    times = [one.get('Executor Run Time', 0) for one in metrics]
    print(f'{len(sizes)} tasks; a result has {statistics.median(sizes):.0f} bytes, a task takes'
          f' {statistics.median(times):.0f} ms in its executor (medians)')
    print(f'the description of a trial has {next(out.rglob("config.yaml")).stat().st_size} bytes')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--trials', type=int, default=8, help='how many (8)')
    parser.add_argument('--steps', type=int, default=22_000, help='steps of each (22000)')
    parser.add_argument('--turns', type=int, default=2, help='how often each (2)')
    parser.add_argument('--many', type=int, help='so many very short ones instead')
    given = parser.parse_args()
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory(prefix='evenkeel-overhead-') as scratch:
        (many if given.many else beside)(given, Path(scratch))


if __name__ == '__main__':
    main()
