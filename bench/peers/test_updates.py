"""What updates.py reads and writes, without the peers: python3 -m unittest discover bench/peers (a second, no .venv)."""

import contextlib
import io
import shlex
import sys
import unittest

import evenkeel
import page
import turns
import updates

FAKE = """
import json, sys
words = sys.argv[1:]
value = lambda flag: words[words.index(flag) + 1]
assert words[0] == "bench", words
row = lambda name, k, threads, millis: {"name": name, "k": k, "threads": threads, "millis": millis}
name, threads = value("--only").removeprefix("^").removesuffix("( remembered)?$"), int(value("--threads"))
with open(value("--json"), "w") as file:
    json.dump({"ceilingGflops": 230.0, "java": "25.0.1", "rows": [row(name, 1, threads, 2.0), row(name, 10, threads, 4.0),
               row(name + " remembered", 10, threads, 3.0),
               row(name, 1, 9, 7.0), row(name + "-forward", 1, threads, 0.1)]}, file)
"""


def launcher(program):
    return f"{shlex.quote(sys.executable)} -c {shlex.quote(program)}"


def heard(action):
    with contextlib.redirect_stderr(io.StringIO()) as said:
        result = action()
    return result, said.getvalue()


class Evenkeel(unittest.TestCase):
    def measure(self, program, threads=2):
        java = evenkeel.Java(launcher(program), threads)
        answer, said = heard(lambda: java.measure("nature"))
        return {k: row["millis"] for k, row in answer.get("rows", {}).items()}, said, java

    def test_the_rows_of_the_network_and_thread_count_are_taken(self):
        rows, said, java = self.measure(FAKE)
        self.assertEqual(({(1, False): 2.0, (10, False): 4.0, (10, True): 3.0}, "", "25.0.1"), (rows, said, java.version))

    def test_a_trial_has_one_thread_whatever_the_others_have(self):
        java = evenkeel.Java(launcher(FAKE), 2)
        result = {"rows": [{"name": "gridworld trial", "k": 20, "threads": threads, "millis": millis} for threads, millis in ((1, 0.02), (2, 9.0))]}
        self.assertEqual({(20, False): 0.02}, {k: row["millis"] for k, row in java.rows("gridworld trial", result).items()})

    def test_a_failing_bench_is_told_in_a_sentence_and_not_tried_again(self):
        rows, said, java = self.measure("import sys; print('no kernels'); sys.exit(3)")
        self.assertEqual({}, rows)
        self.assertIn("Evenkeel was not measured on nature: 'evenkeel bench' ended with status 3 (no kernels).", said)
        self.assertEqual(({}, ""), heard(lambda: java.measure("nature")))

    def test_a_bench_without_json_without_rows_or_with_other_rows_is_told(self):
        write = "import json, sys; json.dump({}, open(sys.argv[sys.argv.index('--json') + 1], 'w'))"
        for program, sentence in (("pass", "wrote no readable JSON"),
                                  (write.format("{'rows': [{}]}"), "lacks the expected rows"),
                                  (write.format("[]"), "lacks the expected rows"),
                                  (write.format("{'rows': []}"), "has no row 'nature' with 2 threads")):
            with self.subTest(sentence):
                self.assertIn(sentence, self.measure(program)[1])

    def test_a_missing_launcher_is_told_once(self):
        java = evenkeel.Java("no-such-launcher", 2)
        _, said = heard(lambda: java.measure("nature"))
        self.assertIn("the --evenkeel command was not found", said)
        self.assertEqual(({}, ""), heard(lambda: java.measure("minatar")))


class Quiet(unittest.TestCase):
    def take(self, patience, *others):
        loads = iter(others)
        return patience.turn(lambda: {"coresOthersBusy": next(loads)})

    def setUp(self):
        self.addCleanup(setattr, turns, "PAUSE_SECONDS", turns.PAUSE_SECONDS)
        turns.PAUSE_SECONDS = 0.001

    def test_a_disturbed_turn_is_repeated(self):
        patience = turns.Patience(60)
        self.assertEqual({"coresOthersBusy": 0.02}, self.take(patience, 1.0, 0.5, 0.02))
        self.assertEqual([0.02], patience.others)

    def test_without_patience_it_counts_and_is_remembered(self):
        patience = turns.Patience(0)
        self.take(patience, 1.0)
        self.assertEqual([1.0], patience.others)

    def test_a_failed_turn_is_not_repeated(self):
        self.assertEqual({}, turns.Patience(60).turn(dict))


class Table(unittest.TestCase):
    ABOUT = {"cpu": "A CPU", "cores": 2, "kernel": "Linux", "java": "25", "python": "3.11.7", "torch": "2.15.0", "jax": "0.10.2",
             "threads": 2, "rounds": 3, "date": "2026-01-02", "coresOthersBusy": 0.04, "command": "bench/peers/run --threads 2"}

    def test_a_row_shows_median_spread_and_ratios(self):
        record = {"name": "nature", "k": 10, "evenkeel": [10.0, 12.0, 11.0], "remembered": [5.5], "pytorch": [22.0, 21.0, 30.0],
                  "tuned": [11.0], "jax": [0.5, 5.5, 6.0]}
        self.assertEqual(["| nature | 10 | 11.0 (10.0..12.0) | 22.0 (21.0..30.0) | 11.0 (11.0..11.0) | 5.50 (0.500..6.00) | 2.00 | 1.00 | 0.50 |",
                          "| nature, remembered | 10 | 5.50 (5.50..5.50) | 22.0 (21.0..30.0) | 11.0 (11.0..11.0) | 5.50 (0.500..6.00) | 4.00 | 2.00 | 1.00 |"],
                         updates.table([record], self.ABOUT).splitlines()[-2:])

    def test_the_line_above_tells_the_machine_the_versions_and_the_command(self):
        self.assertEqual("A CPU, 2 cores, Linux; Java 25, Python 3.11.7, PyTorch 2.15.0, JAX 0.10.2; 2 threads; 2026-01-02; other programs used "
                         "at most 0.04 cores meanwhile; median (min..max) of 3 rounds: `bench/peers/run --threads 2`",
                         updates.table([], self.ABOUT).splitlines()[0])

    def test_what_was_not_measured_is_a_dash(self):
        record = {"name": "nature", "k": 1, "evenkeel": [], "remembered": [], "pytorch": [2.0], "tuned": [], "jax": []}
        self.assertEqual("| nature | 1 | - | 2.00 (2.00..2.00) | - | - | - | - | - |", updates.table([record], self.ABOUT).splitlines()[-1])

    def test_the_command_names_no_file_of_this_machine(self):
        chosen, _ = updates.options(["--only", "nature", "--json", "/secret/a", "--markdown", "/secret/b", "--evenkeel", "/secret/c"])
        self.assertEqual("bench/peers/run --threads 2 --rounds 5 --seconds-per-measure 3 --only nature --evenkeel COMMAND",
                         updates.command_line(chosen))

    def test_only_what_stands_between_the_markers_changes(self):
        text = "before\n<!-- peers:begin -->\n{}<!-- peers:end -->\nafter\n"
        self.assertEqual(text.format("new\n"), page.between_markers("peers", text.format("old\n"), "new\n"))

    def test_a_page_without_the_markers_in_order_is_refused(self):
        begin, end = "<!-- peers:begin -->", "<!-- peers:end -->"
        for text in ("", begin, end + begin, begin * 2 + end, begin.replace("peers", "sb3") + end.replace("peers", "sb3")):
            with self.subTest(text), self.assertRaisesRegex(page.Failure, "once each"):
                page.between_markers("peers", text, "new\n")


class Options(unittest.TestCase):
    def test_bad_values_are_refused_in_a_sentence(self):
        for words, sentence in ((["--rounds", "0"], "--rounds must be >= 1, was 0"),
                                (["--seconds-per-measure", "0"], "--seconds-per-measure must be > 0, was 0.0"),
                                (["--patience", "-1"], "--patience must be >= 0, was -1.0"),
                                (["--only", "("], "--only must be a regular expression, was '('"),
                                (["--only", "go"], "--only 'go' matches none of 'nature K=1'"),
                                (["--only", "nature", "--update-docs"], "leave out --only")):
            with self.subTest(words), contextlib.redirect_stderr(io.StringIO()) as said:
                with self.assertRaises(SystemExit) as ended:
                    updates.options(words)
                self.assertEqual(2, ended.exception.code)
                self.assertIn(sentence, said.getvalue())

    def test_a_trial_is_measured_at_its_own_k(self):
        self.assertEqual([("gridworld trial", 1), ("gridworld trial", 20)], updates.options(["--only", "trial"])[1])

    def test_only_is_searched_in_name_and_k(self):
        self.assertEqual([("nature", 10), ("cartpole", 10)], updates.options(["--only", "(nature|cartpole) K=10"])[1])


if __name__ == "__main__":
    unittest.main()
