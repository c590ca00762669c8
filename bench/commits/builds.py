"""Builds the two programs to compare: a commit and this working tree.

Builds are in .evenkeel/compare/, one folder per commit. Deleting it is safe as long as nothing is running.
"""

import contextlib
import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
CACHE = ROOT / ".evenkeel" / "compare"
KEPT_BUILDS = 4


class Failure(Exception):
    """Ends the program with one sentence and exit code 1."""


class Refused(Exception):
    """The same with exit code 2, for a command that cannot be run as given."""


def say(sentence):
    print(sentence, file=sys.stderr, flush=True)


def run(words, on_line=None):
    """Runs a program and returns (exit code, standard error); on_line receives each line of its standard output.

    Without on_line the program writes its errors directly to standard error. However this ends, the program and all
    its child processes have ended too.
    """
    with tempfile.TemporaryFile("w+", errors="replace") as errors:
        process = None
        try:
            with stopping_delayed() as mask:
                process = subprocess.Popen(list(map(str, words)), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True, errors="replace",
                                           stderr=errors if on_line else None, start_new_session=True,
                                           preexec_fn=lambda: signal.pthread_sigmask(signal.SIG_SETMASK, mask))
            for line in process.stdout:
                if on_line:
                    on_line(line.rstrip())
            process.wait()
        finally:
            if process and process.poll() is None:
                end(process)
        errors.seek(0)
        return process.returncode, errors.read()


@contextlib.contextmanager
def stopping_delayed():
    """Delays Ctrl-C and the like to the end of the block: a process must not exist before its Popen object does.

    Gives the former signal mask, for the new process, which inherits the delay.
    """
    mask = signal.pthread_sigmask(signal.SIG_BLOCK, (signal.SIGINT, signal.SIGTERM, signal.SIGHUP))
    try:
        yield mask
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, mask)


def end(process):
    """Ends a program and its process group: a launcher, Maven or a JVM, and any JVM it started."""
    try:
        os.killpg(process.pid, signal.SIGTERM)
        process.wait(5)
        os.killpg(process.pid, signal.SIGKILL)
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass  # all of them have ended
    process.wait()


def git(*words):
    """The output of git, None if it fails."""
    try:
        done = subprocess.run(["git", "-C", str(ROOT), *words], stdin=subprocess.DEVNULL, capture_output=True, text=True)
    except FileNotFoundError:
        raise Failure("needs git and did not find it.") from None
    return done.stdout.strip() if done.returncode == 0 else None


def commit_of(name):
    """The full id of a commit."""
    if git("rev-parse", "--git-dir") is None:
        raise Refused("this folder is not a git repository, so there is no commit to compare with.")
    commit = git("rev-parse", "--verify", "--quiet", "--end-of-options", name + "^{commit}")
    if not commit:
        raise Refused(f"there is no commit '{name}' in this repository.")
    if git("cat-file", "-e", f"{commit}:evenkeel") is None:
        raise Refused(f"commit '{name}' has no launcher 'evenkeel', so it cannot be measured.")
    return commit


def lock():
    """Two comparisons at once would disturb each other. The system releases the lock when this process ends."""
    CACHE.mkdir(parents=True, exist_ok=True)
    file = open(CACHE / "lock", "w")
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        raise Failure("another bench/compare is running here; wait until it has finished.") from None
    return file


def build(folder, title):
    """Builds with the launcher, if necessary; the launcher finds a JDK 25."""
    code, _ = run([folder / "evenkeel", "--version"])
    if code != 0:
        raise Failure(f"{title} could not be built.")


def build_commit(commit, title):
    """Returns the folder of the built commit. It is renamed only after the build, so an interrupted build starts again."""
    folder = CACHE / commit
    if not folder.is_dir():
        half = CACHE / "half-built"
        shutil.rmtree(half, ignore_errors=True)
        half.mkdir()
        archive = half.with_suffix(".tar")
        if git("archive", "--format=tar", "-o", str(archive), commit) is None:
            raise Failure(f"git could not read the files of {title}.")
        subprocess.run(["tar", "-xf", archive, "-C", half], check=True)
        archive.unlink()
        say(f"{title}: building it for the first time; this takes a few minutes, and the build is kept")
        build(half, title)
        for target in half.glob("*/target"):
            shutil.rmtree(target)
        half.rename(folder)
    os.utime(folder)
    builds = sorted((f for f in CACHE.iterdir() if re.fullmatch("[0-9a-f]{40,64}", f.name)), key=lambda f: f.stat().st_mtime)
    for old in builds[:-KEPT_BUILDS]:
        shutil.rmtree(old)
    return folder


def build_this():
    """Returns the folder of a copy of this working tree's program, which edits made in the meantime do not change.

    The copy includes the files whose times the launcher compares with that of the build, so the copied launcher does
    not build again, unless a source was edited between the build and the copy.
    """
    build(ROOT, "this tree")
    folder = CACHE / "this"
    shutil.rmtree(folder, ignore_errors=True)
    state = folder / ".evenkeel"
    state.mkdir(parents=True)
    shutil.copy2(ROOT / ".evenkeel" / "current", state)
    program = (state / "current").read_text().strip()
    shutil.copytree(ROOT / ".evenkeel" / program, state / program, copy_function=os.link)
    for file in ("evenkeel", "pom.xml"):
        shutil.copy2(ROOT / file, folder)
    for pom in ROOT.glob("*/pom.xml"):
        module = folder / pom.parent.name
        if (pom.parent / "src" / "main").is_dir():
            shutil.copytree(pom.parent / "src" / "main", module / "src" / "main")
        module.mkdir(exist_ok=True)
        shutil.copy2(pom, module)
    build(folder, "this tree")
    return folder
