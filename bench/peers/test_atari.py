"""What atari_speed.py reads and writes, without torch: python3 -m unittest discover bench/peers."""

import unittest
from types import SimpleNamespace

import atari_speed as speed
import averaged
import turns
from atari_speed import TASK
from test_minatar import FakePeer
from test_training import turn
from test_updates import heard, launcher
from training import speeds

GAMES = """
import json, re, sys
words = sys.argv[1:]
value = lambda flag: words[words.index(flag) + 1]
names = ["100 steps of atari/breakout", "100 steps of atari, maximum", "100 steps of atari, longer"]
assert words[0] == "bench" and all(re.search(value("--only"), name) for name in names), words
assert not re.search(value("--only"), "1000 steps of breakout"), words
rows = [{"name": name, "threads": 1, "k": 1, "millis": 25.0, "bytesAllocated": 50.0} for name in names]
open(value("--json"), "w").write(json.dumps({"java": "25.0.1", "rows": rows}))
"""

TRAINING = """
import json, sys
words = sys.argv[1:]
value = lambda flag: words[words.index(flag) + 1]
assert words[:2] == ["bench", "training"] and value("--seconds") == "3" and value("--warmup-seconds") == "2", words
print(json.dumps({"setting": value("--setting"), "threads": int(value("--threads")), "trials": int(value("--trials")), "stepsPerSecond": 120.5,
                  "bytesPerStep": 0, "updatesPerStep": 0.25, "passesPerSample": 7, "parameters": 1686180, "batch": 32, "targetPeriod": 100,
                  "capacity": 10000, "java": "25.0.1"}))
"""

NO_ROM = """
import sys
print("WARNING: of the JVM", file=sys.stderr)
print("atari/breakout needs its ROM, but 'breakout.bin' does not exist: 'evenkeel roms install' downloads and checks the ROMs", file=sys.stderr)
sys.exit(1)
"""


class Endless:
    """Every way at the same speed."""

    def __init__(self, updates=0.25):
        self.updates, self.asked = updates, []

    def measure(self, name):
        self.asked.append(name)
        rows = {view: turn(4000) for view in speed.VIEWS} if name == "games" else turn(200, self.updates, passesPerSample=7.0)
        return {"rows": rows, "coresOthersBusy": 0.0}


class Evenkeel(unittest.TestCase):
    def measure(self, java, name):
        answer, said = heard(lambda: java.measure(name))
        return answer.get("rows", {}), said

    def test_the_game_is_taken_as_steps_a_second(self):
        rows, said = self.measure(speed.Games(launcher(GAMES)), "games")
        self.assertEqual(("", {view: {"stepsPerSecond": 4000.0, "bytesPerStep": 0.5} for view in speed.VIEWS}), (said, rows))

    def test_a_way_to_train_is_words_of_the_command_line(self):
        java = speed.Breakout(TASK, launcher(TRAINING), 2, 3)
        for name in (TASK.way(10, 2), TASK.way(1), TASK.way(10, 1, 2), TASK.way("10-together", 2)):
            with self.subTest(name):
                rows, said = self.measure(java, name)
                self.assertEqual(("", 120.5, 7.0), (said, rows["stepsPerSecond"], rows["passesPerSample"]))

    def test_what_cannot_be_read_is_told(self):
        for java, sentence in ((speed.Games(launcher(GAMES.replace('"name": name', '"name": "pong"'))), "lacks the expected Atari rows"),
                               (speed.Breakout(TASK, launcher(TRAINING.replace('"capacity": 10000', '"capacity": 9')), 2, 3),
                                "has capacity 9 where the peer has 10000"),
                               (speed.Games(launcher(NO_ROM)), "(atari/breakout needs its ROM, but 'breakout.bin' does not exist"),
                               (speed.Breakout(TASK, launcher(NO_ROM), 2, 3), "(atari/breakout needs its ROM, but 'breakout.bin' does not exist")):
            with self.subTest(sentence):
                said = self.measure(java, TASK.way(1))[1]
                self.assertIn(sentence, said)
                self.assertEqual(1, said.count("\n"))


class Turns(unittest.TestCase):
    CHOSEN = SimpleNamespace(rounds=2, warmup_seconds=2, seconds_per_measure=3)

    def setUp(self):
        self.addCleanup(setattr, turns, "PAUSE_SECONDS", turns.PAUSE_SECONDS)
        turns.PAUSE_SECONDS = 0.001

    def trainings(self, java, peers):
        return heard(lambda: speed.measure_trainings(TASK, self.CHOSEN, java, peers, turns.Patience(0)))[0]

    def peer(self, value, updates=0.25, parameters=1686180):
        return FakePeer(value, updates=updates, parameters=parameters)

    def test_each_round_has_a_turn_of_everyone(self):
        java, peers = Endless(), {1: self.peer(30), 2: self.peer(40)}
        one, ten = self.trainings(java, peers)
        self.assertEqual([*TASK.ways(1) * 2, *TASK.ways(10) * 2], java.asked)
        self.assertEqual(([200, 200], [30, 30], [40, 40]), tuple(map(speeds, (
            one["evenkeel"][TASK.way(1, 1, 2)], ten["pytorch"]["eager 1"], ten["pytorch"]["tuned 2"]))))

    def test_the_game_has_turns_too(self):
        done = heard(lambda: speed.measure_plays(speed.VIEWS, "ale", self.CHOSEN, Endless(), self.peer(1500), turns.Patience(0)))[0]
        self.assertEqual(([4000, 4000], [1500, 1500]), (speeds(done["evenkeel"]["longer"]), speeds(done["ale"]["longer"])))

    def test_who_trains_something_else_stops_the_run(self):
        for java, peer, sentence in ((Endless(updates=1), self.peer(1), "Evenkeel does not train as requested: it makes 1.000 updates per step instead of 0.25"),
                                     (Endless(), self.peer(1, updates=0.2), "PyTorch does not train as requested: it makes 0.200"),
                                     (Endless(), self.peer(1, parameters=5), "PyTorch's network has 5 parameters instead of 1686180")):
            with self.subTest(sentence), self.assertRaisesRegex(speed.Failure, sentence):
                self.trainings(java, {1: peer})


class Tables(unittest.TestCase):
    ABOUT = {"cpu": "A CPU", "cores": 2, "kernel": "Linux", "java": "25", "python": "3.11.7", "ale": "0.12.1", "opencv": "5.0.0.93", "torch": "2.15.0",
             "rounds": 2, "date": "2026-01-02", "coresOthersBusy": 0.04, "command": "bench/peers/atari --rounds 2"}

    def turns(self, *values):
        return [turn(v, 0.25, passesPerSample=7.0) for v in values]

    def lines(self, **missing):
        plays = {"evenkeel": {"averaged": self.turns(3000, 5000), "maximum": self.turns(4000, 4000), "longer": self.turns(2500, 2500)},
                 "ale": {"averaged": self.turns(1500, 1500), "maximum": self.turns(2700, 2700), "longer": missing.get("longer", self.turns(1500, 1500))}}
        values = {TASK.way(1): (150, 160), TASK.way(1, 2): (250, 270), TASK.way(1, 1, 2): (300, 320), TASK.way(10): (60, 60),
                  TASK.way(10, 2): (100, 120), TASK.way(10, 1, 2): (110, 120), TASK.way("10-together", 2): (90, 90)}
        records = [{"k": k, "evenkeel": {w: self.turns(*values[w]) for w in TASK.ways(k)},
                    "pytorch": {"eager 1": self.turns(70, 70), "eager 2": self.turns(80, 90), "tuned 1": self.turns(54, 54), "tuned 2": []}}
                   for k in averaged.KS]
        return speed.tables(plays, records, self.ABOUT).splitlines()

    def test_the_line_above_tells_the_machine_the_versions_and_the_command(self):
        self.assertEqual("A CPU, 2 cores, Linux; Java 25, Python 3.11.7, ale-py 0.12.1, OpenCV 5.0.0.93, PyTorch 2.15.0; 2026-01-02; other programs "
                         "used at most 0.04 cores meanwhile; steps a second, the median (each of 2 rounds): `bench/peers/atari --rounds 2`", self.lines()[0])

    def test_the_game_has_a_row_for_each_way_to_see_it(self):
        self.assertIn("| 4 frames a step, colours of two averaged | 4,000 (3,000; 5,000) | 0.0 | 1,500 (1,500; 1,500) | 2.7 (2.0..3.3) |", self.lines())
        self.assertIn("| 8 frames a step, maximum of two | 2,500 (2,500; 2,500) | 0.0 | - | - |", self.lines(longer=[]))

    def test_a_training_is_compared_with_the_better_number_of_threads(self):
        self.assertIn("| K = 1 | 155 (150; 160) | 260 (250; 270) | 0.0 | 7.0 | 85 (80; 90) | 54 (54; 54) | 3.1 (2.8..3.4) | 4.8 (4.6..5.0) |", self.lines())
        self.assertIn("| K = 10, all passes made | - | 90 (90; 90) | 0.0 | 7.0 | 85 (80; 90) | 54 (54; 54) | 1.1 (1.0..1.1) | 1.7 (1.7..1.7) |",
                      self.lines())

    def test_where_the_time_of_a_step_goes_are_sentences(self):
        sentences = [line for line in self.lines() if line.startswith("- ")]
        # 0.25 ms and 0.4 ms: four frames take 0.15; 0.37 ms and 0.67 ms: 0.3.
        self.assertEqual(["- Emulation (four frames and their share of new episodes) takes 60 % of a step without learning in Evenkeel and 80 % in ale-py, "
                          "both with the maximum of two frames; the rest is image processing.",
                          "- The environment's share of a step of the fastest training run: Evenkeel 6 % with K = 1, 3 % with K = 10; "
                          "PyTorch 3 % with K = 1, 3 % with K = 10."], sentences[:2])
        self.assertEqual(4, len(sentences))
        self.assertIn("and - in ale-py", "\n".join(self.lines(longer=[])))

    def test_all_rows_of_a_table_have_the_same_columns(self):
        self.assertEqual([6] * 5 + [10] * 5, [line.count("|") for line in self.lines() if line.startswith("|")])

    def test_the_command_names_no_file_of_this_machine(self):
        chosen = speed.options(["--json", "/secret/a", "--markdown", "/secret/b", "--evenkeel", "/secret/c"])
        self.assertEqual("bench/peers/atari --rounds 3 --seconds-per-measure 2 --warmup-seconds 3 --evenkeel COMMAND", speed.command_line(chosen))


if __name__ == "__main__":
    unittest.main()
