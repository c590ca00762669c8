#!/usr/bin/env python3
"""Tests what users of a cluster encounter besides kills: each case, with the required outcome.

    python3 bench/cluster/cases.py            all of them, about six minutes on two cores
    python3 bench/cluster/cases.py --list     their names
    python3 bench/cluster/cases.py seeds speculation

Starts Apache Spark clusters on loopback (SPARK_HOME, or the Python package pyspark). Exits with 1 if a case fails.
"""

import argparse
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from pathlib import Path

from cluster import Cluster, java_home, wait_until
from kills import ROOT, contents, evenkeel

STUDY = '''study: Case
environments: [cartpole]
algorithms: [dqn]
settings:
  schedule.steps: {steps}
  network.hidden: [32]
  evaluation.periodSteps: 2000
{more}seeds: {seeds}
'''

SEARCH = '''search:
  method: halving
  configurations: 4
  ranges:
    optimizer.learningRate: {from: 0.0001, to: 0.01, scale: log}
'''


class Case:
    """A case with its own folder and the output of its commands."""

    def __init__(self, folder):
        self.folder = folder
        self.log = folder / 'said.log'
        self.log.touch()

    def study(self, steps=4000, seeds=2, more='', name='study.yaml'):
        file = self.folder / name
        file.write_text(STUDY.format(steps=steps, seeds=seeds, more=more))
        return file

    def start(self, *words):
        return evenkeel(*words, log=self.log)

    def run(self, *words):
        """Runs a command and returns its exit code."""
        return self.start(*words).wait(timeout=300)

    def said(self):
        return re.sub(r'\x1b\[[0-9;]*[A-Za-z]', '', self.log.read_text())

    def must_say(self, *sentences):
        for sentence in sentences:
            if sentence not in self.said():
                raise AssertionError(f'must print: {sentence}\nprinted: {self.said()}')

    def must_end(self, code, *words):
        found = self.run(*words)
        if found != code:
            raise AssertionError(f'must exit with {code}, was {found}: {self.said()}')

    def cluster(self, workers=2, **more):
        return Cluster(self.folder / 'cluster', workers=workers, **more)


def same(a, b):
    first, second = contents(a), contents(b)
    different = sorted(name for name in first.keys() | second.keys() if first.get(name) != second.get(name))
    if different or not first:
        raise AssertionError(f'{len(different)} of {len(first)} files differ: {different[:5]}')


def wrong_master(case):
    case.must_end(2, 'study', case.study(), '--out', case.folder / 's', '--on', 'sparc://localhost:7077')
    case.must_say("--on must be a master that Spark knows: spark://HOST:PORT, local[*], yarn, k8s://... or spark-submit,"
                  " was 'sparc://localhost:7077'")


def nobody_there(case):
    case.must_end(1, 'study', case.study(), '--out', case.folder / 's', '--on', 'spark://127.0.0.1:9')
    case.must_say("no master answers at 'spark://127.0.0.1:9'")


def other_machines_need_an_address(case):
    case.must_end(2, 'study', case.study(), '--out', case.folder / 's', '--on', 'spark://192.0.2.77:7077')
    case.must_say('accepts no connections from others by default', '--driver-host')


def no_spark(case):
    environment = {key: value for key, value in os.environ.items() if key != 'SPARK_HOME'}
    environment['PATH'] = '/usr/bin:/bin'
    ended = subprocess.run([str(ROOT / 'evenkeel'), 'study', str(case.study()), '--on', 'local[2]'],
                           capture_output=True, text=True, env=environment, check=False)
    assert ended.returncode == 1 and "pip install pyspark==4.2.0" in ended.stderr, ended.stderr


def local_threads(case):
    study = case.study(seeds=2)
    case.must_end(0, 'study', study, '--out', case.folder / 'here')
    case.must_end(0, 'study', study, '--out', case.folder / 'there', '--on', 'local[2]', '--threads', 2)
    same(case.folder / 'here', case.folder / 'there')


def no_memory(case):
    study = case.study()
    study.write_text(study.read_text().replace('cartpole', 'minatar/breakout')
                     .replace('network.hidden: [32]', 'replay.capacity: 500000000'))
    with case.cluster(1, memory='8g') as cluster:
        case.must_end(1, 'study', study, '--out', case.folder / 's', '--on', cluster.master)
    case.must_say('for its replay buffer, but an executor has', 'or reduce replay.capacity')


def no_executor_so_large(case):
    with case.cluster(1) as cluster:
        case.must_end(1, 'study', case.study(), '--out', case.folder / 's', '--on', cluster.master,
                      '--spark', 'spark.executor.memory=64g', '--spark', 'spark.evenkeel.patienceSeconds=12')
    case.must_say('waiting for a worker', 'provided an executor with 64g of heap and 1 core', 'Request less')


def older_java(case):
    old = next((path for path in sorted(Path('/usr/lib/jvm').glob('*'))
                if (path / 'release').is_file() and 'JAVA_VERSION="17' in (path / 'release').read_text()), None)
    if old is None:
        print('  skipped: no Java 17 found')
        return
    with case.cluster(0) as cluster:
        cluster.start_worker(0, JAVA_HOME=str(old))
        # Without options that Java 17 does not have, so that it starts.
        case.must_end(1, 'study', case.study(), '--out', case.folder / 's', '--on', cluster.master)
    case.must_say("has Java 17 with the module jdk.incubator.vector, but trials need Java 25")


def java_without_vectors(case):
    small = case.folder / 'java'
    subprocess.run([str(java_home() / 'bin' / 'jlink'), '--output', str(small), '--add-modules',
                    'java.se,jdk.unsupported,jdk.management,jdk.crypto.ec,jdk.security.auth'], check=True)
    with case.cluster(0) as cluster:
        cluster.start_worker(0, JAVA_HOME=str(small))
        case.must_end(1, 'study', case.study(), '--out', case.folder / 's', '--on', cluster.master,
                      '--spark', 'spark.evenkeel.patienceSeconds=20')
    case.must_say('jdk.incubator.vector')


def checkpoints_that_a_worker_cannot_reach(case):
    shared = case.folder / 'shared'
    shared.mkdir()
    if os.geteuid() != 0 or shutil.which('unshare') is None:
        print('  skipped: only root can give a worker a different view of the disk')
        return
    with case.cluster(0) as cluster:
        cluster.start_worker(0, before=('unshare', '-m', 'sh', '-c', f'mount -t tmpfs none {shared} && exec "$@"', 'sh'))
        case.must_end(1, 'study', case.study(), '--out', case.folder / 's', '--on', cluster.master,
                      '--checkpoints', f'file:{shared}')
    case.must_say("cannot be used by the worker at '127.0.0.1'", 'it is not the same folder there')


def checkpoints_that_cannot_be_written(case):
    with case.cluster(1) as cluster:
        case.must_end(1, 'study', case.study(), '--out', case.folder / 's', '--on', cluster.master,
                      '--checkpoints', 'file:/proc/nothing')
    case.must_say("the --checkpoints folder 'file:/proc/nothing' cannot be written to from this machine")


def a_cluster_that_goes_away(case):
    study = case.study(steps=300_000)
    with case.cluster(1) as cluster:
        driver = case.start('study', study, '--out', case.folder / 's', '--on', cluster.master,
                            '--spark', 'spark.evenkeel.patienceSeconds=30')
        wait_until('the first trial', lambda: 'running on 127.0.0.1' in case.said())
        cluster.kill('worker0')
        cluster.kill('master')
        assert driver.wait(timeout=120) == 1, case.said()
    case.must_say('was lost', 'Finished trials are kept')


def ctrl_c_and_again(case):
    study = case.study(steps=20_000, seeds=4)
    case.must_end(0, 'study', study, '--out', case.folder / 'here')
    with case.cluster(2) as cluster:
        words = ('study', study, '--out', case.folder / 'there', '--on', cluster.master)
        driver = case.start(*words)
        wait_until('the first result', lambda: list((case.folder / 'there').rglob('seed*.csv')), 120)
        os.killpg(driver.pid, signal.SIGINT)
        code = driver.wait(timeout=60)
        assert code == 130, f'{code}: {case.said()}'
        case.must_say('run the same command again to continue')
        done = len(list((case.folder / 'there').rglob('seed*.csv')))
        assert 0 < done < 4, done
        case.must_end(0, *words)
        case.must_say(f'{done} of 4 trials already done')
    same(case.folder / 'here', case.folder / 'there')


def a_class_of_ones_own(case):
    classes = ROOT / 'examples' / 'target' / 'classes'
    assert classes.is_dir(), 'build the examples first'
    study = case.study(steps=3000)
    text = study.read_text().replace('[cartpole]', '[org.evenkeel.examples.Thermostat]')
    study.write_text(text + f'classpath: [{classes}]\n')
    case.must_end(0, 'study', study, '--out', case.folder / 'here')
    with case.cluster(2) as cluster:
        case.must_end(0, 'study', study, '--out', case.folder / 'there', '--on', cluster.master)
        same(case.folder / 'here', case.folder / 'there')
        # For train, a jar.
        jar = case.folder / 'own.jar'
        shutil.make_archive(str(jar.with_suffix('')), 'zip', classes)
        jar.with_suffix('.zip').rename(jar)
        case.must_end(0, 'train', 'org.evenkeel.examples.Thermostat', '--classpath', jar, '--steps', 3000, '--seeds', 2,
                      '--out', case.folder / 'trained', '--on', cluster.master)
    assert (case.folder / 'trained' / 'seed2' / 'policy.safetensors').is_file()


def compiled(case, statement):
    """Compiles the example of a user's class with an additional statement in its constructor."""
    source = (ROOT / 'examples/src/main/java/org/evenkeel/examples/Thermostat.java').read_text()
    own = source.replace('package org.evenkeel.examples;', 'package own;').replace(
        '  private double inside;', '  public Thermostat() {\n' + statement + '\n  }\n  private double inside;', 1)
    file = case.folder / 'own' / 'Thermostat.java'
    file.parent.mkdir()
    file.write_text(own)
    jars = sorted((ROOT / '.evenkeel').glob('build-*/lib/evenkeel-core-*.jar'))
    subprocess.run([str(java_home() / 'bin' / 'javac'), '-cp', str(jars[-1]), '-d', str(case.folder / 'classes'), str(file)],
                   check=True)
    study = case.study(steps=3000)
    study.write_text(study.read_text().replace('[cartpole]', '[own.Thermostat]')
                     + f'classpath: [{case.folder / "classes"}]\n')
    return study


IN_EXECUTOR = 'if (System.getProperty("sun.java.command", "").contains("ExecutorBackend"))'


def a_class_that_is_missing_there(case):
    study = compiled(case, IN_EXECUTOR + ' throw new NoClassDefFoundError("com/example/Missing");')
    with case.cluster(1) as cluster:
        case.must_end(1, 'study', study, '--out', case.folder / 's', '--on', cluster.master)
    case.must_say('com/example/Missing', "(on the worker at '127.0.0.1')")


def an_environment_that_ends_its_process(case):
    """It kills every executor: Spark gives up after a number of tries, with a one-sentence error."""
    study = compiled(case, IN_EXECUTOR + ' Runtime.getRuntime().halt(3);')
    with case.cluster(1) as cluster:
        case.must_end(1, 'study', study, '--out', case.folder / 's', '--on', cluster.master,
                      '--spark', 'spark.task.maxFailures=2')
    case.must_say('was lost with its executor too often', 'Finished trials are kept')


def seeds(case):
    words = ['train', 'cartpole', '--steps', 6000, '--set', 'network.hidden=[32]', '--seeds', 3]
    case.must_end(0, *words, '--out', case.folder / 'here')
    with case.cluster(2) as cluster:
        case.must_end(0, *words, '--out', case.folder / 'there', '--on', cluster.master)
        case.must_end(0, *words, '--out', case.folder / 'there', '--on', cluster.master)
        case.must_say('3 of 3 trials already done')
    for file in ('config.yaml', 'metrics.csv', 'policy.safetensors', 'checksums.txt'):
        for seed in (1, 2, 3):
            a, b = (case.folder / which / f'seed{seed}' / file for which in ('here', 'there'))
            assert a.read_bytes() == b.read_bytes(), f'{a} and {b} differ'
    # It can be trained further on this machine.
    case.must_end(0, 'resume', case.folder / 'there' / 'seed1', '--steps', 7000)


def experiments(case):
    words = ['reproduce', 'gridworld', '--trials', 4]
    case.must_end(0, *words, '--out', case.folder / 'here')
    with case.cluster(2) as cluster:
        case.must_end(0, *words, '--out', case.folder / 'there', '--on', cluster.master)
    same(case.folder / 'here', case.folder / 'there')
    assert (case.folder / 'here' / 'trials.csv').read_text() == (case.folder / 'there' / 'trials.csv').read_text()


def search(case):
    study = case.study(steps=6000, more=SEARCH)
    case.must_end(0, 'study', study, '--out', case.folder / 'here')
    with case.cluster(2) as cluster:
        case.must_end(0, 'study', study, '--out', case.folder / 'there', '--on', cluster.master)
    same(case.folder / 'here', case.folder / 'there')


def speculation(case):
    """Spark starts a second copy of each slow trial: the same files, each once."""
    study = case.study(steps=12_000, seeds=6, more='compare:\n  schedule.updatePeriodSteps: [1, 16]\n')
    case.must_end(0, 'study', study, '--out', case.folder / 'here')
    shared = case.folder / 'shared'
    with case.cluster(3) as cluster:
        case.must_end(0, 'study', study, '--out', case.folder / 'there', '--on', cluster.master,
                      '--checkpoints', f'file:{shared}', '--spark', 'spark.speculation=true',
                      '--spark', 'spark.speculation.interval=100ms', '--spark', 'spark.speculation.multiplier=1.01',
                      '--spark', 'spark.speculation.quantile=0.1', '--spark', 'spark.speculation.minTaskRuntime=0ms',
                      '--spark', 'spark.log.level=INFO')
    same(case.folder / 'here', case.folder / 'there')
    copies = (case.folder / 'there' / 'spark.log').read_text().count('speculatable')
    print(f'  {copies} second copies')
    assert copies > 0, 'no trial was computed twice, so nothing was tested'


def to_and_fro(case):
    """Begun on this machine, continued on a cluster, finished on this machine."""
    study = case.study(steps=20_000, seeds=6)
    case.must_end(0, 'study', study, '--out', case.folder / 'here')
    words = ('study', study, '--out', case.folder / 'there')
    driver = case.start(*words, '--jobs', 1)
    wait_until('the first result', lambda: list((case.folder / 'there').rglob('seed*.csv')), 120)
    os.killpg(driver.pid, signal.SIGINT)
    driver.wait(timeout=60)
    first = len(list((case.folder / 'there').rglob('seed*.csv')))
    with case.cluster(1) as cluster:
        driver = case.start(*words, '--on', cluster.master)
        wait_until('another result', lambda: len(list((case.folder / 'there').rglob('seed*.csv'))) > first, 120)
        os.killpg(driver.pid, signal.SIGKILL)
        driver.wait(timeout=60)
    case.must_end(0, *words)
    same(case.folder / 'here', case.folder / 'there')


CASES = [wrong_master, nobody_there, other_machines_need_an_address, no_spark, local_threads, no_memory,
         no_executor_so_large, older_java, java_without_vectors, checkpoints_that_a_worker_cannot_reach,
         checkpoints_that_cannot_be_written, a_cluster_that_goes_away, ctrl_c_and_again, a_class_of_ones_own, a_class_that_is_missing_there,
         an_environment_that_ends_its_process, seeds,
         experiments, search, speculation, to_and_fro]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument('names', nargs='*', help='cases to run (default: all)')
    parser.add_argument('--list', action='store_true', help='list the cases')
    given = parser.parse_args()
    if given.list:
        print('\n'.join(case.__name__ for case in CASES))
        return
    known = {case.__name__: case for case in CASES}
    for name in given.names:
        if name not in known:
            sys.exit(f"unknown case '{name}': choose from {', '.join(known)}")
    failed = []
    for name in given.names or known:
        begin = time.monotonic()
        with tempfile.TemporaryDirectory(prefix='evenkeel-case-') as folder:
            try:
                known[name](Case(Path(folder)))
                print(f'{name}: passed, {time.monotonic() - begin:.0f} s', flush=True)
            except Exception:
                failed.append(name)
                traceback.print_exc()
                print(f'{name}: FAILED', flush=True)
    if failed:
        sys.exit('failed: ' + ', '.join(failed))


if __name__ == '__main__':
    main()
