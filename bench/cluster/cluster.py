"""An Apache Spark cluster on this machine: processes on loopback that can be killed one by one."""

import os
import re
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

HOST = '127.0.0.1'


def spark_home():
    """The folder of the user's Spark: SPARK_HOME, or the folder of the Python package."""
    home = os.environ.get('SPARK_HOME')
    if home:
        return Path(home)
    try:
        import pyspark
    except ImportError:
        sys.exit("needs Apache Spark: set SPARK_HOME, or 'pip install pyspark==4.2.0'")
    return Path(pyspark.__file__).parent


def java_home():
    """The folder of a JDK 25: EVENKEEL_JAVA_HOME, JAVA_HOME or one in the usual place."""
    candidates = [os.environ.get('EVENKEEL_JAVA_HOME'), os.environ.get('JAVA_HOME')]
    candidates += sorted(str(path) for path in Path('/usr/lib/jvm').glob('*'))
    for home in filter(None, candidates):
        release = Path(home, 'release')
        if release.is_file() and re.search(r'^JAVA_VERSION="25', release.read_text(), re.M):
            return Path(home)
    sys.exit('needs a JDK 25: set EVENKEEL_JAVA_HOME to its folder')


def free_port():
    with socket.socket() as one:
        one.bind((HOST, 0))
        return one.getsockname()[1]


def wait_until(what, condition, seconds=60):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise TimeoutError(f'{what} took longer than {seconds} s')
        time.sleep(0.1)


class Cluster:
    """A master and workers; leaving the with block ends them all."""

    def __init__(self, folder, workers=3, cores=1, memory='2g'):
        self.folder = Path(folder).resolve()
        self.folder.mkdir(parents=True, exist_ok=True)
        self.cores, self.memory = cores, memory
        self.port = free_port()
        self.master = f'spark://{HOST}:{self.port}'
        self.size = workers
        self.processes = {}
        self.environment = dict(
            os.environ,
            JAVA_HOME=str(java_home()),
            SPARK_HOME=str(spark_home()),
            SPARK_LOCAL_IP=HOST,
            # An executor that is told to end ends; the master gives this many chances to an application.
            SPARK_MASTER_OPTS='-Dspark.deploy.maxExecutorRetries=-1 -Dspark.worker.timeout=20',
        )

    def __enter__(self):
        log = self._start('master', 'org.apache.spark.deploy.master.Master', '--host', HOST, '--port', str(self.port),
                          '--webui-port', str(free_port()))
        wait_until('the start of the master', lambda: 'Successfully started service \'sparkMaster\'' in log.read_text())
        for number in range(self.size):
            self.start_worker(number)
        return self

    def __exit__(self, *_):
        for name in list(self.processes):
            self.kill(name)

    def _start(self, name, *command, before=(), environment=()):
        log = self.folder / f'{name}.log'
        with open(log, 'w') as out:
            # Its own session, so that a kill includes its child processes.
            self.processes[name] = subprocess.Popen(
                [*before, 'bash', str(spark_home() / 'bin' / 'spark-class'), *command], stdout=out, stderr=subprocess.STDOUT,
                env={**self.environment, **dict(environment)}, start_new_session=True, cwd=self.folder)
        return log

    def start_worker(self, number, before=(), **environment):
        """Starts a worker; `before` is put before its command, for example to give it its own namespace."""
        self._start(f'worker{number}', 'org.apache.spark.deploy.worker.Worker', '--host', HOST,
                    '-c', str(self.cores), '-m', self.memory, '--webui-port', str(free_port()),
                    '-d', str(self.folder / f'work{number}'), self.master, before=before, environment=environment)

    def kill(self, name, sign=signal.SIGKILL):
        """Kills a process and all its child processes."""
        process = self.processes.pop(name, None)
        if process is not None:
            try:
                os.killpg(process.pid, sign)
            except ProcessLookupError:
                pass
            process.wait()

    def kill_worker_alone(self, number):
        """Kills a worker only; its executor must notice by itself."""
        process = self.processes.pop(f'worker{number}', None)
        if process is not None:
            process.kill()
            process.wait()

    def executors(self, number):
        """The executor processes of a worker."""
        process = self.processes.get(f'worker{number}')
        if process is None:
            return []
        found = subprocess.run(['pgrep', '-s', str(process.pid), '-f', 'CoarseGrainedExecutorBackend'],
                               capture_output=True, text=True, check=False)
        return [int(pid) for pid in found.stdout.split()]

    def kill_executor(self, number):
        """Kills the executors of a worker, which starts new ones. Returns whether there was one."""
        pids = self.executors(number)
        for pid in pids:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        return bool(pids)
