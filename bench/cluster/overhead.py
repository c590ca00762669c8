#!/usr/bin/env python3
"""Measures the overhead of a cluster: the same study locally and on executors on the same cores, in turns.

    python3 bench/cluster/overhead.py                      two executors on two cores, 8 trials of about 30 s, twice
    python3 bench/cluster/overhead.py --steps 200000       longer trials
    python3 bench/cluster/overhead.py --many 10000         very short trials: rate, driver memory, bytes per trial

Starts an Apache Spark cluster on loopback (SPARK_HOME, or the Python package pyspark). Prints its measurements, and exits
with 1 if the bytes differ.
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
from kills import ROOT, contents, evenkeel

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


def event_log(folder):
    """Options that make Spark write an event log as text."""
    settings = {'enabled': 'true', 'compress': 'false', 'dir': f'file:{folder}'}
    return [word for key, value in settings.items() for word in ('--spark', f'spark.eventLog.{key}={value}')]


def tasks(events):
    """The end of each trial in Spark's event log; stage 0 is the check of the workers."""
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
    """Runs the same trials locally and on the cluster, in turns: the speed of a shared machine changes within minutes."""
    log = scratch / 'said.log'
    cores = os.cpu_count()

    def both(cluster, name, steps, trials):
        """Returns the seconds locally and on the cluster."""
        study = scratch / f'{name}.yaml'
        more = f'  evaluation.periodSteps: {steps}\n  evaluation.episodes: 1\n'
        study.write_text(STUDY.format(environment='minatar/breakout', algorithm='{name: averaged, k: 5}', steps=steps,
                                      seeds=trials, more=more))
        here = timed('study', study, '--out', scratch / f'{name}-here', '--jobs', cores, log=log)
        there = timed('study', study, '--out', scratch / f'{name}-there', '--on', cluster.master, log=log)
        if contents(scratch / f'{name}-here') != contents(scratch / f'{name}-there'):
            sys.exit('the bytes differ')
        print(f'{trials} trials of {steps} steps: here {here:.1f} s ({here * cores / trials:.1f} s each), there'
              f' {there:.1f} s, ratio {here / there:.3f}', flush=True)
        return here, there

    with Cluster(scratch / 'cluster', workers=cores, cores=1, memory='3g') as cluster:
        time.sleep(5)
        start_here, start_there = both(cluster, 'start', 600, cores)
        turns = [both(cluster, f'turn{turn}', given.steps, given.trials) for turn in range(given.turns)]
    here, there = (sum(times) for times in zip(*turns))
    beyond = (here - given.turns * start_here) / (there - given.turns * start_there)
    print(f'throughput there / here: {here / there:.3f} with {cores} executors on {cores} cores;'
          f' a cluster starts {start_there - start_here:.1f} s later, and without the start the ratio is {beyond:.3f}')


def memory(pid):
    """The used heap of the driver after a garbage collection, in MB."""
    said = subprocess.run([str(java_home() / 'bin' / 'jcmd'), str(pid), 'GC.run'], capture_output=True, text=True,
                          check=False)
    info = subprocess.run([str(java_home() / 'bin' / 'jcmd'), str(pid), 'GC.heap_info'], capture_output=True, text=True,
                          check=False)
    used = re.findall(r'used (\d+)K', info.stdout)
    return int(used[0]) / 1024 if said.returncode == 0 and used else None


def many(given, scratch):
    """Measures the cost of a trial for the driver, with very short trials that keep no folder."""
    classes = ROOT / 'examples' / 'target' / 'classes'
    if not classes.is_dir():
        sys.exit("build the examples first: 'mvn -B -ntp package -DskipTests'")
    words = ('experiment', 'maximum-bias', '--classpath', classes, '--trials', given.many)
    log, out, events = scratch / 'said.log', scratch / 'there', scratch / 'events'
    events.mkdir()
    cores = os.cpu_count()
    with Cluster(scratch / 'cluster', workers=cores, cores=1, memory='3g') as cluster:
        time.sleep(5)
        driver = evenkeel(*words, '--out', out, '--on', cluster.master, *event_log(events), log=log)
        begin = first = None
        rows = []
        while driver.poll() is None:
            time.sleep(5)
            done = sum(1 for _ in (out / 'trials').rglob('*.csv')) if (out / 'trials').is_dir() else 0
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
        print(f'{(rows[-1][1] - first) / (rows[-1][0] - begin):.1f} trials per second, {cores} executors')
    metrics = [event.get('Task Metrics', {}) for event in tasks(events)]
    sizes = [one.get('Result Size', 0) for one in metrics]
    times = [one.get('Executor Run Time', 0) for one in metrics]
    print(f'{len(sizes)} tasks; a result has {statistics.median(sizes):.0f} bytes, a task takes'
          f' {statistics.median(times):.0f} ms in its executor (medians)')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--trials', type=int, default=8, help='number of trials (8)')
    parser.add_argument('--steps', type=int, default=22_000, help='steps per trial (22000)')
    parser.add_argument('--turns', type=int, default=2, help='turns of each (2)')
    parser.add_argument('--many', type=int, help='run this number of very short trials instead')
    given = parser.parse_args()
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory(prefix='evenkeel-overhead-') as scratch:
        (many if given.many else beside)(given, Path(scratch))


if __name__ == '__main__':
    main()
