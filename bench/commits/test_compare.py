"""Whole runs of bench/compare with a launcher that only pretends."""

import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

from verdicts import rule

BENCH = Path(__file__).resolve().parent.parent

# Builds as the launcher does: a folder for the program, its name in .evenkeel/current. Notes on a tape what it was asked;
# after four turns a row takes LATER.
LAUNCHER = """#!{python}
import json, os, pathlib, re, sys, time
root = pathlib.Path(__file__).resolve().parent
state = root / ".evenkeel"
if not (state / "current").exists():
    if (root / "leftover").exists():
        sys.exit("built on top of what was interrupted")
    (root / "leftover").write_text("")
    if os.environ.get("SLOW_BUILD"):
        print("the fake build sleeps", file=sys.stderr, flush=True)
        time.sleep(60)
    (state / "build-1").mkdir(parents=True)
    (state / "build-1" / "evenkeel.jar").write_text("")
    (state / "current").write_text("build-1\\n")
    (root / "leftover").unlink()
words = sys.argv[1:]
if words[0] == "--version":
    sys.exit(0)
with open(os.environ["TAPE"], "a+") as tape:
    tape.seek(0)
    if LATER and len(tape.readlines()) >= 4:
        MILLIS = LATER
    print(MILLIS, *words[:1 + (words[1] == "training")], file=tape)
given = dict(zip(words, words[1:]))
if words[1] == "training":
    print(json.dumps({{"stepsPerSecond": 1000 / MILLIS, "bytesPerStep": BYTES}}))
    sys.exit(0)
names = [name for name in NAMES if re.search(given["--only"], name)]
if not names:
    print("no row's name contains a match", file=sys.stderr)
    sys.exit(2)
print("2 measurements, about 3 seconds; do not use the machine in the meantime")
if os.environ.get("SLOW_BENCH"):
    print("measuring", file=sys.stderr, flush=True)
    time.sleep(60)
pathlib.Path(given["--json"]).write_text(json.dumps({{"ceilingGflops": 100, "cpu": "CPU", "cores": 2, "os": "Linux", "java": "25", "kernels": "scalar",
    "rows": [{{"name": n, "threads": 1, "k": 1, "millis": MILLIS, "bytesAllocated": BYTES}} for n in names]}}))
"""


@unittest.skipUnless(shutil.which("git"), "needs git")
class WholeRuns(unittest.TestCase):
    """In a repository of its own, in which a commit is a launcher with other numbers."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name) / "clone"
        for folder_name in ("peers", "commits"):
            (self.root / "bench" / folder_name).mkdir(parents=True)
        for file in ("compare", "commits/compare.py", "commits/builds.py", "commits/turns.py", "commits/verdicts.py", "peers/work.py"):
            shutil.copy(BENCH / file, self.root / "bench" / file)
        (self.root / "pom.xml").write_text("")
        (self.root / ".gitignore").write_text(".evenkeel/\n__pycache__/\n")
        self.tape = Path(folder.name) / "tape"
        self.environment = {**os.environ, "TAPE": str(self.tape), "PYTHONDONTWRITEBYTECODE": "1", "GIT_CONFIG_GLOBAL": os.devnull}
        for name in ("GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE"):
            self.environment.pop(name, None)
        self.git("init", "-q")
        self.commit(1.0)

    def git(self, *words):
        return subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b.c", *words], cwd=self.root, env=self.environment, check=True,
                              capture_output=True, text=True).stdout.strip()

    def launcher(self, millis, allocated=0, names=("alpha", "beta"), later=None):
        program = LAUNCHER.format(python=sys.executable).split("\n", 1)
        file = self.root / "evenkeel"
        file.write_text(f"{program[0]}\nMILLIS, BYTES, NAMES, LATER = {millis}, {allocated}, {names}, {later}\n{program[1]}")
        file.chmod(0o755)

    def commit(self, *launcher, **others):
        self.launcher(*launcher, **others)
        self.git("add", "-A")
        self.git("commit", "-q", "--allow-empty", "-m", "x")

    def start(self, *words, **environment):
        return subprocess.Popen([str(self.root / "bench" / "compare"), *words], env={**self.environment, **environment}, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def compare(self, *words):
        process = self.start(*words)
        out, err = process.communicate(timeout=60)
        return process.returncode, out, err

    def last_line(self, err):
        return err.splitlines()[-1]

    def test_both_sides_are_measured_in_turns_and_the_same_is_success(self):
        self.launcher(1.01)
        code, out, err = self.compare("HEAD", "--only", "alpha|sb3", "--rounds", "3", "--threads", "1")
        self.assertEqual(0, code, err)
        self.assertEqual([f"{ms} {job}" for turn in (("1.01", "1.0"), ("1.0", "1.01"), ("1.01", "1.0"))
                          for job in ("bench", "bench training") for ms in turn], self.tape.read_text().splitlines())
        self.assertRegex(out, r"alpha +1 +1 +1.01 +1 +1.010 +1.010..1.010 +0 +0 +same\n")
        self.assertRegex(out, r"training cartpole sb3-defaults +1 +1 +1.01 +1 +1.010 ")
        self.assertIn(rule(3), out)
        self.assertIn("round 1 of 3, this tree", err)
        self.assertIn("3 rounds are too few to distinguish a difference from noise; use 5 or more.\n", err)
        self.assertRegex(err, r"\d+ s left")
        self.assertNotIn("every difference is noise", err)

    def test_a_slower_row_is_measured_again_and_then_exit_code_1(self):
        self.launcher(1.5)
        code, out, err = self.compare("HEAD", "--only", "a$", "--rounds", "2")
        self.assertEqual((1, 8), (code, len(self.tape.read_text().splitlines())))
        first, again = out.split("measured again; these verdicts count:")
        self.assertEqual((2, 2), (first.count(" slower\n"), again.count(" slower\n")))
        self.assertEqual("2 of 2 rows are slower or newly allocate.", self.last_line(err))

    def test_a_row_that_is_slower_only_at_first_is_success(self):
        self.launcher(1.5, later=1.0)
        code, out, err = self.compare("HEAD", "--only", "alpha", "--rounds", "2")
        first, again = out.split("measured again; these verdicts count:")
        self.assertEqual((0, 1, 1), (code, first.count(" slower\n"), again.count(" same\n")))
        self.assertEqual("0 of 1 rows are slower or newly allocate.", self.last_line(err))

    def test_a_faster_row_that_allocates_is_exit_code_1_too(self):
        self.launcher(0.5, 16)
        code, out, _ = self.compare("HEAD", "--only", "alpha", "--rounds", "2")
        self.assertEqual((1, True), (code, "faster, allocates" in out))

    def test_rows_of_one_side_are_listed_and_every_number_is_written(self):
        self.launcher(1.0, names=("alpha", "new"))
        file = self.root / "numbers.json"
        code, out, err = self.compare("HEAD", "--only", "^(alpha|beta|new)$", "--rounds", "2", "--json", str(file))
        self.assertEqual(0, code, err)
        self.assertRegex(out, r"only in this tree \(.*\), not compared: new, threads 1, K 1\n")
        self.assertRegex(out, r"only in [0-9a-f]{7,}, not compared: beta, threads 1, K 1\n")
        written = json.loads(file.read_text())
        self.assertEqual((self.git("rev-parse", "HEAD"), ["alpha"], [1.0, 1.0], [{"name": "new", "threads": 1, "k": 1}]),
                         (written["other"], [row["name"] for row in written["rows"]], written["rows"][0]["thisMillis"], written["onlyThis"]))

    def test_nothing_in_common_is_refused(self):
        self.launcher(1.0, names=("new",))
        code, _, err = self.compare("HEAD", "--only", "^(alpha|new)$", "--rounds", "2")
        self.assertEqual(2, code)
        self.assertRegex(self.last_line(err), r"^bench/compare: this tree \(.* with changes\) and [0-9a-f]+ have no row in common, so nothing was compared.$")
        code, _, err = self.compare("HEAD", "--only", "^new$", "--rounds", "2")
        self.assertEqual(2, code)
        self.assertRegex(self.last_line(err), "^bench/compare: [0-9a-f]+ has nothing to measure: no row's name contains a match$")

    def test_what_cannot_be_run_is_refused_in_a_sentence(self):
        for sentence, *words in (
                ("bench/compare: there is no commit 'nowhere' in this repository.", "nowhere"),
                ("bench/compare: there is no commit 'HEAD:pom.xml' in this repository.", "HEAD:pom.xml"),
                ("bench/compare: error: --rounds must be 2 to 1000, was 1", "HEAD", "--rounds", "1"),
                ("bench/compare: error: --seconds must be 0.05 to 60, was nan", "HEAD", "--seconds", "nan"),
                ("bench/compare: error: --threads must be comma-separated numbers from 1 to 256, was '1,0'", "HEAD", "--threads", "1,0"),
                ("bench/compare: error: --only must be a regular expression, was '(': missing ), unterminated subpattern at position 0",
                 "HEAD", "--only", "("),
                (f"bench/compare: error: --json must be a file in a folder that can be written to, was '{self.root}'", "HEAD", "--json", str(self.root))):
            code, out, err = self.compare(*words)
            self.assertEqual((2, "", sentence), (code, out, self.last_line(err)))
        self.git("rm", "-q", "--cached", "evenkeel")
        self.git("commit", "-q", "-m", "x")
        self.assertEqual("bench/compare: commit 'HEAD' has no launcher 'evenkeel', so it cannot be measured.", self.last_line(self.compare("HEAD")[2]))
        self.assertFalse((self.root / ".evenkeel").exists(), "a refused command must not write")

    def test_a_commit_is_built_once_and_its_own_files_are_noise(self):
        words = ("HEAD", "--only", "alpha", "--rounds", "2")
        self.assertIn("building it for the first time", self.compare(*words)[2])
        code, _, err = self.compare(*words)
        self.assertEqual((0, False, True), (code, "building it for the first time" in err, "every difference is noise" in err))

    def test_old_builds_are_removed(self):
        for millis in range(1, 7):
            self.commit(float(millis))
            self.compare("HEAD", "--only", "alpha", "--rounds", "2")
        builds = [f.name for f in (self.root / ".evenkeel" / "compare").iterdir() if len(f.name) == 40]
        self.assertEqual(sorted(self.git("rev-list", "-n", "4", "HEAD").split()), sorted(builds))

    def stop(self, process, when, number=signal.SIGINT):
        """Sends a signal when it has printed that; returns exit code and the rest of the errors."""
        for line in process.stderr:
            if when in line:
                break
        process.send_signal(number)
        started = time.monotonic()
        _, err = process.communicate(timeout=30)
        self.assertLess(time.monotonic() - started, 20)
        return process.returncode, err

    def test_a_build_that_ctrl_c_stopped_starts_again(self):
        words = ("HEAD", "--only", "alpha", "--rounds", "2")
        self.assertEqual(0, self.compare(*words)[0])  # builds this tree
        self.commit(2.0)
        code, err = self.stop(self.start("HEAD", *words[1:], SLOW_BUILD="1"), "the fake build sleeps")
        self.assertEqual((130, "bench/compare: stopped; finished builds are kept"), (code, self.last_line(err)))
        code, out, err = self.compare(*words)
        self.assertEqual(0, code, err)

    def test_a_measurement_that_ctrl_c_stopped_leaves_both_builds(self):
        words = ("HEAD", "--only", "alpha", "--rounds", "2")
        for number, expected in ((signal.SIGINT, 130), (signal.SIGTERM, 143)):
            code, _ = self.stop(self.start(*words, SLOW_BENCH="1"), "every difference is noise", number)
            self.assertEqual(expected, code)
        code, _, err = self.compare(*words)
        self.assertEqual((0, False), (code, "building it for the first time" in err))

    def test_a_second_run_waits_for_nobody_and_says_so(self):
        process = self.start("HEAD", "--only", "alpha", "--rounds", "2", SLOW_BENCH="1")
        for line in process.stderr:
            if "noise" in line:
                break
        code, _, err = self.compare("HEAD")
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=30)
        self.assertEqual((1, "bench/compare: another bench/compare is running here; wait until it has finished."), (code, self.last_line(err)))


if __name__ == "__main__":
    unittest.main()
