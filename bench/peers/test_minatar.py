"""What minatar_speed.py reads and writes, without torch: python3 -m unittest discover bench/peers."""

import contextlib
import io
import unittest
from types import SimpleNamespace

import averaged
import minatar_speed as speed
import turns
from minatar_speed import TASK
from test_training import FakeJava, turn
from test_updates import heard, launcher
from training import speeds

GAMES = """
import json, sys
words = sys.argv[1:]
value = lambda flag: words[words.index(flag) + 1]
assert words[0] == "bench" and value("--only") == "^1000 steps of ", words
rows = [{"name": "1000 steps of " + game, "threads": 1, "k": 1, "millis": 0.25, "bytesAllocated": 500.0} for game in
        ("asterix", "breakout", "freeway", "seaquest", "space_invaders")]
open(value("--json"), "w").write(json.dumps({"java": "25.0.1", "rows": rows}))
"""

TRAINING = """
import json, sys
words = sys.argv[1:]
value = lambda flag: words[words.index(flag) + 1]
assert words[:2] == ["bench", "training"] and value("--seconds") == "3", words
assert value("--warmup-seconds") == ("4" if value("--setting") == "minatar-10" else "2"), words
print(json.dumps({"setting": value("--setting"), "threads": int(value("--threads")), "trials": int(value("--trials")), "stepsPerSecond": 2000.5,
                  "bytesPerStep": 0, "updatesPerStep": 1, "passesPerSample": 3, "parameters": 132566, "batch": 32, "targetPeriod": 1000,
                  "capacity": 100000, "java": "25.0.1"}))
"""


class FakePeer:
    """Steps of every training and game at this speed; nothing once it has made so many measurements."""

    def __init__(self, value, last=1000, updates=1.0, parameters=132566):
        self.value, self.left, self.updates, self.parameters, self.asked = value, last, updates, parameters, []

    def ask(self, do, **request):
        self.asked.append(do)
        if do == "prepare":
            return {"variant": "some way", "parameters": self.parameters, "coresOthersBusy": 0.0}
        self.left -= 1
        return turn(self.value, self.updates) if self.left >= 0 else {}


class Endless(FakeJava):
    """Every way at the same speed."""

    def measure(self, name):
        self.asked.append(name)
        if name == "games":
            return {"rows": {game: turn(5e6) for game in speed.GAMES}, "coresOthersBusy": 0.0}
        return {"rows": turn(2000, self.updates, passesPerSample=3.0), "coresOthersBusy": 0.0}


class Evenkeel(unittest.TestCase):
    def measure(self, java, name):
        answer, said = heard(lambda: java.measure(name))
        return answer.get("rows", {}), said

    def test_the_games_are_taken_as_steps_a_second(self):
        rows, said = self.measure(speed.Games(launcher(GAMES)), "games")
        self.assertEqual(("", {"stepsPerSecond": 4e6, "bytesPerStep": 0.5}), (said, rows["freeway"]))
        self.assertEqual(set(speed.GAMES), set(rows))

    def test_a_way_to_train_is_words_of_the_command_line(self):
        java = speed.Breakout(TASK, launcher(TRAINING), 2, 3)
        for name in (TASK.way(10, 2), TASK.way(1), TASK.way(10, 1, 2), TASK.way("10-together", 2)):
            with self.subTest(name):
                rows, said = self.measure(java, name)
                self.assertEqual(("", 2000.5, 3.0), (said, rows["stepsPerSecond"], rows["passesPerSample"]))

    def test_what_cannot_be_read_is_told(self):
        for java, sentence in ((speed.Games(launcher(GAMES.replace("asterix", "pong"))), "lacks the expected games"),
                               (speed.Games(launcher("print('no')")), "wrote no readable JSON"),
                               (speed.Breakout(TASK, launcher(TRAINING.replace("132566", "132567")), 2, 3), "has parameters 132567 where the peer has 132566"),
                               (speed.Breakout(TASK, launcher("print('{}')"), 2, 3), "lacks the expected numbers")):
            with self.subTest(sentence):
                self.assertIn(sentence, self.measure(java, TASK.way(1))[1])


class Turns(unittest.TestCase):
    CHOSEN = SimpleNamespace(rounds=2, warmup_seconds=2, seconds_per_measure=3)

    def setUp(self):
        self.addCleanup(setattr, turns, "PAUSE_SECONDS", turns.PAUSE_SECONDS)
        turns.PAUSE_SECONDS = 0.001

    def trainings(self, java, peers):
        return heard(lambda: speed.measure_trainings(TASK, self.CHOSEN, java, peers, turns.Patience(0)))[0]

    def test_each_round_has_a_turn_of_everyone(self):
        java, peers = Endless(), {1: FakePeer(300), 2: FakePeer(400)}
        one, ten = self.trainings(java, peers)
        self.assertEqual((3 + 4) * 2, len(java.asked))
        self.assertEqual(([2000, 2000], [300, 300], [400, 400]), tuple(map(speeds, (
            one["evenkeel"][TASK.way(1, 1, 2)], ten["pytorch"]["eager 1"], ten["pytorch"]["tuned 2"]))))
        self.assertEqual((4, 8), (peers[1].asked.count("prepare"), peers[1].asked.count("measure")))

    def test_the_games_have_turns_too(self):
        done = heard(lambda: speed.measure_plays(speed.GAMES, "minatar", self.CHOSEN, Endless(), FakePeer(1e5), turns.Patience(0)))[0]
        self.assertEqual(([5e6, 5e6], [1e5, 1e5]), (speeds(done["evenkeel"]["seaquest"]), speeds(done["minatar"]["seaquest"])))

    def test_who_misses_a_round_is_not_shown(self):
        one, ten = self.trainings(Endless(), {1: FakePeer(300, last=2), 2: FakePeer(400)})
        self.assertEqual((0, 2), (len(one["pytorch"]["eager 1"]), len(one["pytorch"]["eager 2"])))
        self.assertFalse(speed.everything_measured({}, [one, ten]))

    def test_who_trains_something_else_stops_the_run(self):
        for java, peer, sentence in ((Endless(updates=0.5), FakePeer(1), "Evenkeel does not train as requested: it makes 0.500"),
                                     (Endless(), FakePeer(1, updates=0.25), "PyTorch does not train as requested: it makes 0.250"),
                                     (Endless(), FakePeer(1, parameters=5), "PyTorch's network has 5 parameters instead of 132566")):
            with self.subTest(sentence), self.assertRaisesRegex(speed.Failure, sentence):
                self.trainings(java, {1: peer})


class Tables(unittest.TestCase):
    ABOUT = {"cpu": "A CPU", "cores": 2, "kernel": "Linux", "java": "25", "python": "3.11.7", "minatar": "1.0.15", "torch": "2.15.0",
             "rounds": 2, "date": "2026-01-02", "coresOthersBusy": 0.04, "command": "bench/peers/minatar --rounds 2"}

    def turns(self, *values):
        return [turn(v, passesPerSample=3.0) for v in values]

    def lines(self):
        games = {"evenkeel": {g: self.turns(4e6, 5e6) for g in speed.GAMES}, "minatar": {g: self.turns(1e5, 2e5) for g in speed.GAMES}}
        games["minatar"]["freeway"] = []
        values = {TASK.way(1): (2000, 2200), TASK.way(1, 2): (3000, 3000), TASK.way(1, 1, 2): (4000, 4180), TASK.way(10): (1600, 1600),
                  TASK.way(10, 2): (2000, 2000), TASK.way(10, 1, 2): (3000, 3200), TASK.way("10-together", 2): (800, 800)}
        records = [{"k": k, "evenkeel": {w: self.turns(*values[w]) for w in TASK.ways(k)},
                    "pytorch": {"eager 1": self.turns(300, 300), "eager 2": self.turns(400, 500), "tuned 1": self.turns(600, 600), "tuned 2": []}}
                   for k in averaged.KS]
        return speed.tables(games, records, self.ABOUT).splitlines()

    def test_the_line_above_tells_the_machine_the_versions_and_the_command(self):
        self.assertEqual("A CPU, 2 cores, Linux; Java 25, Python 3.11.7, MinAtar 1.0.15, PyTorch 2.15.0; 2026-01-02; other programs used at most 0.04 "
                         "cores meanwhile; steps a second, the median (each of 2 rounds): `bench/peers/minatar --rounds 2`", self.lines()[0])

    def test_a_game_has_every_round_and_the_ratio(self):
        lines = self.lines()
        self.assertIn("| asterix | 4,500,000 (4,000,000; 5,000,000) | 0.0 | 150,000 (100,000; 200,000) | 30.0 (20.0..50.0) |", lines)
        self.assertIn("| freeway | 4,500,000 (4,000,000; 5,000,000) | 0.0 | - | - |", lines)

    def test_a_training_is_compared_with_the_better_number_of_threads(self):
        lines = self.lines()
        self.assertIn("| K = 1 | 2,100 (2,000; 2,200) | 3,000 (3,000; 3,000) | 0.0 | 3.0 | 450 (400; 500) | 600 (600; 600) | 6.7 (6.0..7.5) | "
                      "5.0 (5.0..5.0) |", lines)
        self.assertIn("| K = 10, all passes made | - | 800 (800; 800) | 0.0 | 3.0 | 450 (400; 500) | 600 (600; 600) | 1.8 (1.6..2.0) | "
                      "1.3 (1.3..1.3) |", lines)
        self.assertEqual(1, sum(line.startswith("| K = 10 |") for line in lines))

    def test_what_k_costs_and_what_two_trials_give_are_sentences(self):
        self.assertEqual(["- Time of a step with K = 10, divided by that with K = 1: 1.31 (1.25..1.38) with 1 thread, 1.50 (1.50..1.50) "
                          "with 2 threads.",
                          "- Steps of two parallel trials, one thread each, divided by those of one: 1.95 (1.82..2.09) for K = 1, "
                          "1.94 (1.88..2.00) for K = 10."], self.lines()[-2:])

    def test_all_rows_of_a_table_have_the_same_columns(self):
        counts = [line.count("|") for line in self.lines() if line.startswith("|")]
        self.assertEqual([6] * 7 + [10] * 5, counts)

    def test_the_command_names_no_file_of_this_machine(self):
        chosen = speed.options(["--json", "/secret/a", "--markdown", "/secret/b", "--evenkeel", "/secret/c", "--patience", "9"])
        self.assertEqual("bench/peers/minatar --rounds 3 --seconds-per-measure 2 --warmup-seconds 4 --patience 9 --evenkeel COMMAND",
                         speed.command_line(chosen))

    def test_bad_values_are_refused_in_a_sentence(self):
        with contextlib.redirect_stderr(io.StringIO()) as said, self.assertRaises(SystemExit):
            speed.options(["--rounds", "0"])
        self.assertIn("--rounds must be >= 1, was 0", said.getvalue())


if __name__ == "__main__":
    unittest.main()
