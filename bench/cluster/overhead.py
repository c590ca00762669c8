#!/usr/bin/env python3
"""What a cluster costs: the same study on this machine and on executors on the same cores, one after the other.

    python3 bench/cluster/overhead.py                      two executors on two cores, 16 trials of about 30 s
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


def beside(given, scratch):
    """The same trials here and there."""
    study = scratch / 'study.yaml'
    more = f'  evaluation.periodSteps: {given.steps}\n  evaluation.episodes: 1\n'
    study.write_text(STUDY.format(environment='minatar/breakout', algorithm='{name: averaged, k: 5}', steps=given.steps,
                                  seeds=given.trials, more=more))
    log = scratch / 'said.log'
    cores = os.cpu_count()
    here = timed('study', study, '--out', scratch / 'here', '--jobs', cores, log=log)
    each = here * cores / given.trials
    print(f'here: {given.trials} trials of {each:.1f} s, {cores} at once, {here:.1f} s', flush=True)
    with Cluster(scratch / 'cluster', workers=cores, cores=1, memory='3g') as cluster:
        time.sleep(5)
        there = timed('study', study, '--out', scratch / 'there', '--on', cluster.master, log=log)
    print(f'there: {cores} executors of one core, {there:.1f} s')
    print(f'throughput there / here: {here / there:.3f}  (the start of Spark and of its executors included)')
    if contents(scratch / 'here') != contents(scratch / 'there'):
        sys.exit('the bytes differ')


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
    sizes, times = [], []
    for file in events.rglob('*'):
        if file.is_file():
            for line in file.open():
                if '"SparkListenerTaskEnd"' in line:
                    metrics = json.loads(line).get('Task Metrics', {})
                    sizes.append(metrics.get('Result Size', 0))
                    times.append(metrics.get('Executor Run Time', 0))
    print(f'{len(sizes)} tasks; a result has {statistics.median(sizes):.0f} bytes, a task takes'
          f' {statistics.median(times):.0f} ms in its executor (medians)')
    print(f'the description of a trial has {next(out.rglob("config.yaml")).stat().st_size} bytes')


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('--trials', type=int, default=16, help='how many (16)')
    parser.add_argument('--steps', type=int, default=22_000, help='steps of each (22000)')
    parser.add_argument('--many', type=int, help='so many very short ones instead')
    given = parser.parse_args()
    print(machine(), flush=True)
    with tempfile.TemporaryDirectory(prefix='evenkeel-overhead-') as scratch:
        (many if given.many else beside)(given, Path(scratch))


if __name__ == '__main__':
    main()
