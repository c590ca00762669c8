"""The rule of the verdicts of bench/compare, and how it matches rows."""

import unittest

from verdicts import Compared, Key, Row, as_json, compare, median_interval, rows_of, rule, table

KEY = Key("cartpole", 1, 10)


def compared(ratios, this_bytes=(0,), other_bytes=(0,)):
    """A row whose times have these ratios; bytes are repeated for the rounds."""
    n = len(ratios)
    return Compared(KEY, [Row(2 * r, this_bytes[i % len(this_bytes)]) for i, r in enumerate(ratios)],
                    [Row(2.0, other_bytes[i % len(other_bytes)]) for i in range(n)])


def bench(*rows):
    """What `evenkeel bench --json` writes."""
    return {"ceilingGflops": 100.0, "rows": [{"name": n, "threads": t, "k": k, "millis": ms, "spreadMillis": 0.1, "bytesAllocated": b}
                                             for n, t, k, ms, b in rows]}


class Verdicts(unittest.TestCase):
    def check(self, verdict, *ratios):
        self.assertEqual(verdict, compared(ratios).verdict)
        self.assertEqual(verdict == "slower", compared(ratios).fails)

    def test_a_row_is_slower_above_three_per_cent_in_rounds_that_are_all_above_one(self):
        self.check("slower", 1.05, 1.04, 1.06, 1.05, 1.01)

    def test_a_row_is_faster_by_the_same_rule_the_other_way_round(self):
        self.check("faster", 0.95, 0.96, 0.94, 0.95, 0.99)

    def test_three_per_cent_is_still_the_same(self):
        self.check("same", 1.03, 1.03, 1.03, 1.03, 1.03)
        self.check("same", 0.98, 0.98, 0.98, 0.98, 0.98)

    def test_a_difference_within_the_spread_is_the_same(self):
        self.check("same", 1.04, 1.05, 1.04, 1.05, 0.99)
        self.check("same", 0.96, 0.95, 0.96, 0.95, 1.01)

    def test_a_wide_interval_is_said_to_be_noisy(self):
        self.check("same, noisy", 1.10, 1.20, 1.05, 1.15, 0.99)
        self.check("slower", 1.10, 1.90, 1.05, 1.15, 1.01)

    def test_of_nine_rounds_one_may_be_disturbed(self):
        self.check("slower", 1.1, 1.1, 1.1, 1.1, 0.5, 1.1, 1.1, 1.1, 1.1)
        self.check("same, noisy", 1.1, 1.1, 1.1, 1.1, 0.5, 0.9, 1.1, 1.1, 1.1)

    def test_one_disturbed_round_does_not_move_the_ratio(self):
        self.assertEqual(1.0, compared([1.0, 1.0, 7.0, 1.0, 1.0]).ratio)


class Intervals(unittest.TestCase):
    def test_confidence_is_that_of_the_sign_test(self):
        # By hand: 1 - 2/2^n; with one left out at each end 1 - 2 (1 + n)/2^n.
        for n, low, high, confidence in ((2, 0, 1, 0.5), (5, 0, 4, 0.9375), (8, 0, 7, 0.9921875), (9, 1, 7, 0.9609375), (12, 2, 9, 0.961426)):
            with self.subTest(n=n):
                found = median_interval(range(n))
                self.assertEqual((low, high), found[:2])
                self.assertAlmostEqual(confidence, found[2], 6)

    def test_order_does_not_matter(self):
        self.assertEqual((1, 5, 0.9375), median_interval([3, 1, 5, 2, 4]))

    def test_the_rule_says_how_sure_it_is(self):
        self.assertIn("lowest to the highest ratio of a round; it contains the true median with 50.0 % confidence", rule(2))
        self.assertIn("without the 1 lowest and the 1 highest; it contains the true median with 96.1 % confidence", rule(9))


class Allocation(unittest.TestCase):
    def check(self, verdict, this, other):
        row = compared([1.0] * 5, this, other)
        self.assertEqual((verdict, verdict != "same"), (row.verdict, row.fails))

    def test_a_row_that_allocates_where_the_other_did_not_fails(self):
        self.check("same, allocates", (24,), (0,))

    def test_what_the_compiler_allocates_in_some_rounds_does_not_count(self):
        self.check("same", (0, 54, 30, 41, 12), (0,))
        self.check("same, allocates", (24,), (0, 40, 0, 0, 0))

    def test_where_both_allocate_more_is_no_failure(self):
        self.check("same", (240,), (24,))

    def test_allocating_less_is_no_failure(self):
        self.check("same", (0,), (24,))

    def test_a_row_can_be_faster_and_fail(self):
        row = compared([0.5] * 5, (24,))
        self.assertEqual(("faster, allocates", True), (row.verdict, row.fails))


class Matching(unittest.TestCase):
    def test_rows_match_by_name_threads_and_k(self):
        this = rows_of(bench(("a", 1, 1, 2.0, 0), ("a", 2, 1, 3.0, 0), ("a", 1, 10, 8.0, 0), ("new", 1, 1, 1.0, 0)))
        other = rows_of(bench(("old", 1, 1, 1.0, 0), ("a", 1, 10, 4.0, 0), ("a", 1, 1, 4.0, 0)))
        rows, only_this, only_other = compare([(this, other), (this, other)])
        self.assertEqual([(Key("a", 1, 1), [0.5, 0.5]), (Key("a", 1, 10), [2.0, 2.0])], [(c.key, c.ratios) for c in rows])
        self.assertEqual([Key("a", 2, 1), Key("new", 1, 1)], only_this)
        self.assertEqual([Key("old", 1, 1)], only_other)

    def test_a_row_that_a_round_lacks_is_not_compared(self):
        row = rows_of(bench(("a", 1, 1, 2.0, 0)))
        self.assertEqual(([], [], [Key("a", 1, 1)]), compare([(row, row), ({}, row)]))

    def test_json_of_another_form_is_refused_in_a_sentence(self):
        for result in ({}, [], {"rows": [{"name": "a"}]}, {"rows": 3}, {"rows": [{"name": "a", "threads": 1, "k": 1, "millis": "x", "bytesAllocated": 0}]}):
            with self.subTest(result=result), self.assertRaisesRegex(ValueError, "^its JSON has no rows with name, threads"):
                rows_of(result)
        with self.assertRaisesRegex(ValueError, "^its row 'a, threads 1, K 2' took 0.0 ms$"):
            rows_of(bench(("a", 1, 2, 0.0, 0)))

    def test_the_table_has_medians_ratio_spread_bytes_and_verdict(self):
        lines = table([compared([1.1, 1.2, 1.3, 1.2, 1.25], (24,))], "abc1234").splitlines()
        self.assertEqual(["name", "threads", "K", "this", "ms", "abc1234", "ms", "ratio", "least..most", "this", "bytes", "abc1234", "bytes", "verdict"],
                         lines[0].split())
        self.assertEqual(["cartpole", "1", "10", "2.4", "2", "1.200", "1.100..1.300", "24", "0", "slower,", "allocates"], lines[1].split())

    def test_the_interval_is_shown_where_it_is_not_the_whole_spread(self):
        lines = table([compared([1 + i / 100 for i in range(9)])], "abc1234").splitlines()
        self.assertIn("interval", lines[0])
        self.assertIn("1.000..1.080  1.010..1.070", lines[1])

    def test_the_json_has_every_number(self):
        row = as_json([compared([1.0, 3.0], (8,), (16,))])[0]
        self.assertEqual({"name": "cartpole", "threads": 1, "k": 10, "thisMillis": [2.0, 6.0], "otherMillis": [2.0, 2.0], "thisBytes": [8, 8],
                          "otherBytes": [16, 16], "ratios": [1.0, 3.0], "ratio": 2.0, "interval": (1.0, 3.0), "verdict": "same, noisy"}, row)


if __name__ == "__main__":
    unittest.main()
