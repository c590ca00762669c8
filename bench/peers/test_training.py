"""What training.py reads and writes, without torch: python3 -m unittest discover bench/peers."""

import contextlib
import io
import unittest
from types import SimpleNamespace

import training
import turns
from settings import SETTINGS
from test_updates import heard, launcher

FAKE = """
import json, sys
words = sys.argv[1:]
value = lambda flag: words[words.index(flag) + 1]
assert words[:2] == ["bench", "training"], words
assert value("--warmup-seconds") == "2" and value("--seconds") == "3", words
print("WARNING: of the JVM", file=sys.stderr)
print(json.dumps({"setting": value("--setting"), "stepsPerSecond": 8000.5, "bytesPerStep": 0, "updatesPerStep": 1, "passesPerSample": 1,
                  "hidden": [120, 84], "batch": 64, "targetPeriod": 500, "capacity": 10000, "java": "25.0.1"}))
"""


def turn(speed, updates=1.0, **others):
    return {"stepsPerSecond": speed, "updatesPerStep": updates, "bytesPerStep": 0.04, "coresOthersBusy": 0.0, **others}


class FakePeer:
    """Gives the speeds one after the other, {} when there are no more."""

    def __init__(self, *speeds, updates=1.0):
        self.speeds, self.updates, self.asked = list(speeds), updates, []

    def ask(self, do, **request):
        self.asked.append((do, request))
        if do != "measure":
            return {"coresOthersBusy": 0.0}
        return turn(self.speeds.pop(0), self.updates) if self.speeds else {}


class FakeJava:
    def __init__(self, *speeds, updates=1.0):
        self.speeds, self.updates, self.asked = list(speeds), updates, []

    def measure(self, name):
        self.asked.append(name)
        return {"rows": turn(self.speeds.pop(0), self.updates), "coresOthersBusy": 0.0} if self.speeds else {}


class Evenkeel(unittest.TestCase):
    def measure(self, program, name="every-step"):
        java = training.Trainings(launcher(program), 2, 3)
        answer, said = heard(lambda: java.measure(name))
        return answer.get("rows", {}), said, java

    def test_the_numbers_of_the_line_are_taken(self):
        rows, said, java = self.measure(FAKE)
        self.assertEqual(({"stepsPerSecond": 8000.5, "bytesPerStep": 0.0, "updatesPerStep": 1.0, "passesPerSample": 1.0}, "", "25.0.1"),
                         (rows, said, java.version))

    def test_what_cannot_be_read_is_told(self):
        for program, sentence in (("print('no')", "wrote no readable JSON"), ("print('{}')", "lacks the expected numbers"), ("print('[]')", "lacks the expected numbers"),
                                  ("print('{\"setting\": \"other\"}')", "has setting 'other' where the peer has 'every-step'"),
                                  (FAKE.replace("[120, 84]", "[120, 80]"), "has hidden [120, 80] where the peer has [120, 84]"),
                                  ("import sys; print('no CartPole', file=sys.stderr); sys.exit(2)", "ended with status 2 (no CartPole)")):
            with self.subTest(sentence):
                self.assertIn(sentence, self.measure(program)[1])


class Turns(unittest.TestCase):
    def setUp(self):
        self.addCleanup(setattr, turns, "PAUSE_SECONDS", turns.PAUSE_SECONDS)
        turns.PAUSE_SECONDS = 0.001

    def measure(self, java, peers, name="every-step"):
        chosen = SimpleNamespace(rounds=2, warmup_seconds=2, seconds_per_measure=3)
        return heard(lambda: training.measure([SETTINGS[name]], chosen, java, peers, turns.Patience(0)))[0]

    def test_each_round_has_a_turn_of_everyone(self):
        java, peers = FakeJava(10, 20, 11, 21), {1: FakePeer(1, 2), 2: FakePeer(3, 4)}
        plain, remembered = self.measure(java, peers)
        self.assertEqual(["every-step", "every-step-remembered"] * 2, java.asked)
        self.assertEqual(([10, 11], [20, 21]), (training.speeds(plain["evenkeel"]), training.speeds(remembered["evenkeel"])))
        self.assertEqual(([1, 2], [3, 4]), tuple(training.speeds(plain["sb3"][t]) for t in (1, 2)))
        self.assertEqual(["prepare", "measure", "measure", "drop"], [do for do, _ in peers[1].asked])
        self.assertEqual({"setting": "every-step", "seconds": 3}, peers[1].asked[1][1])

    def test_remembered_values_are_measured_only_where_they_save_passes(self):
        java = FakeJava(10, 11, updates=0.25)
        self.measure(java, {1: FakePeer(1, 2, updates=0.25)}, "sb3-defaults")
        self.assertEqual(["sb3-defaults"] * 2, java.asked)

    def test_who_misses_a_round_is_not_shown(self):
        plain, remembered = self.measure(FakeJava(10, 20, 11), {1: FakePeer(1), 2: FakePeer(3, 4)})
        self.assertEqual((2, 0, 0, 2), (len(plain["evenkeel"]), len(remembered["evenkeel"]), len(plain["sb3"][1]), len(plain["sb3"][2])))

    def test_who_makes_fewer_updates_stops_the_run(self):
        for java, peer, who in ((FakeJava(10, updates=0.5), FakePeer(1), "Evenkeel"), (FakeJava(10, 20), FakePeer(1, updates=0.25), "Stable-Baselines3")):
            with self.subTest(who), self.assertRaisesRegex(training.Failure, who + " does not train as requested: every-step makes 0.\\d+ updates"):
                self.measure(java, {1: peer})


class Table(unittest.TestCase):
    ABOUT = {"cpu": "A CPU", "cores": 2, "kernel": "Linux", "java": "25", "python": "3.11.7", "sb3": "2.9.2", "torch": "2.15.0", "gymnasium": "1.4.0",
             "rounds": 3, "date": "2026-01-02", "coresOthersBusy": 0.04, "command": "bench/peers/training --rounds 3"}

    def record(self, name, ours, one, two):
        return {"name": name, "setting": "every-step", "evenkeel": [turn(x) for x in ours], "sb3": {1: [turn(x) for x in one], 2: [turn(x) for x in two]}}

    def test_a_row_shows_every_round_and_the_ratio_to_the_better(self):
        self.assertEqual("| 4-120-84-2, batch 64, an update every step, remembered | 8,000 (9,000; 7,000; 8,000) | 0.0 | 400 (390; 400; 410) "
                         "| 500 (500; 700; 450) | 16.0 (10.0..20.0) |",
                         training.table([self.record("every-step-remembered", (9000, 7000, 8000), (390, 400, 410), (500, 700, 450))],
                                        self.ABOUT).splitlines()[-1])

    def test_what_was_not_measured_is_a_dash(self):
        for ours, one, row in (((), (400,), "- | - | 400 (400) | - | -"), ((4000,), (400,), "4,000 (4,000) | 0.0 | 400 (400) | - | 10.0 (10.0..10.0)"),
                               ((4000,), (), "4,000 (4,000) | 0.0 | - | - | -")):
            with self.subTest(row):
                self.assertEqual(f"| 4-120-84-2, batch 64, an update every step | {row} |",
                                 training.table([self.record("every-step", ours, one, ())], self.ABOUT).splitlines()[-1])

    def test_the_line_above_tells_the_machine_the_versions_and_the_command(self):
        lines = training.table([], self.ABOUT).splitlines()
        self.assertEqual("A CPU, 2 cores, Linux; Java 25, Python 3.11.7, Stable-Baselines3 2.9.2, PyTorch 2.15.0, Gymnasium 1.4.0; 2026-01-02; other "
                         "programs used at most 0.04 cores meanwhile; steps a second, the median (each of 3 rounds): `bench/peers/training --rounds 3`",
                         lines[0])
        self.assertEqual(lines[2].count("|"), lines[3].count("|"))

    def test_the_command_names_no_file_of_this_machine(self):
        chosen, _ = training.options(["--only", "every", "--json", "/secret/a", "--markdown", "/secret/b", "--evenkeel", "/secret/c"])
        self.assertEqual("bench/peers/training --rounds 3 --seconds-per-measure 5 --warmup-seconds 5 --only every --evenkeel COMMAND",
                         training.command_line(chosen))


class Options(unittest.TestCase):
    def test_bad_values_are_refused_in_a_sentence(self):
        for words, sentence in ((["--rounds", "0"], "--rounds must be >= 1, was 0"),
                                (["--seconds-per-measure", "0"], "--seconds-per-measure must be > 0 and <= 3600, was 0.0"),
                                (["--warmup-seconds", "nan"], "--warmup-seconds must be 0 to 3600, was nan"),
                                (["--patience", "-1"], "--patience must be >= 0, was -1.0"),
                                (["--only", "("], "--only must be a regular expression, was '('"),
                                (["--only", "pong"], "--only 'pong' matches none of sb3-defaults, every-step"),
                                (["--only", "every", "--update-docs"], "leave out --only")):
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as said:
                with self.assertRaises(SystemExit) as ended:
                    training.options(words)
                self.assertEqual(2, ended.exception.code)
                self.assertIn(sentence, said.getvalue())


if __name__ == "__main__":
    unittest.main()
