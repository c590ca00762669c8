"""Compares the rows of two commits, measured in turns: which are slower, which allocate. See `compare --help`."""

import statistics
from dataclasses import dataclass
from math import comb

LIMIT = 1.03       # a row may take this many times as long
CONFIDENCE = 0.93  # of the interval; with five rounds, minimum to maximum gives 0.9375
NOISY = 1.1        # times the low end of an interval; a wider interval can hide a slower row
ALLOCATES = 1.0    # bytes per call


@dataclass(frozen=True, order=True)
class Key:
    """Identifies a row."""

    name: str
    threads: int
    k: int

    def __str__(self):
        return f"{self.name}, threads {self.threads}, K {self.k}"


@dataclass(frozen=True)
class Row:
    """A measured row: milliseconds per call and bytes allocated per call."""

    millis: float
    bytes: float


def rows_of(result):
    """{Key: Row} from the JSON of `evenkeel bench --json`. Raises ValueError if it has another form."""
    try:
        rows = {Key(str(r["name"]), int(r["threads"]), int(r["k"])): Row(float(r["millis"]), float(r["bytesAllocated"]))
                for r in result["rows"]}
    except (KeyError, TypeError, ValueError):
        raise ValueError("its JSON has no rows with name, threads, k, millis and bytesAllocated") from None
    for key, row in rows.items():
        if not row.millis > 0:
            raise ValueError(f"its row '{key}' took {row.millis} ms")
    return rows


def median_interval(values):
    """(low, high, confidence) for the median of the distribution from which the values are drawn.

    Each value is equally likely to be above or below that median, whatever the distribution of the noise: all n are on
    one side with probability 1 / 2^(n-1). With nine or more values, the outermost are left out as long as the
    confidence remains high enough.
    """
    ordered = sorted(values)
    n = len(ordered)

    def confidence(left_out):
        return 1 - 2 * sum(comb(n, i) for i in range(left_out + 1)) / 2**n

    left_out = 0
    while confidence(left_out + 1) >= CONFIDENCE:
        left_out += 1
    return ordered[left_out], ordered[n - 1 - left_out], confidence(left_out)


@dataclass(frozen=True)
class Compared:
    """A row that both sides have, with one Row per side and round."""

    key: Key
    this: list
    other: list

    @property
    def ratios(self):
        return [a.millis / b.millis for a, b in zip(self.this, self.other)]

    @property
    def ratio(self):
        return statistics.median(self.ratios)

    @property
    def speed(self):
        """same, faster or slower, by the rule given by rule()."""
        low, high, _ = median_interval(self.ratios)
        if self.ratio > LIMIT and low > 1:
            return "slower"
        if self.ratio < 1 / LIMIT and high < 1:
            return "faster"
        return "same"

    @property
    def newly_allocates(self):
        """True if this tree allocates in every round: the compiler allocates a few bytes in some rounds only."""
        return (min(row.bytes for row in self.this) >= ALLOCATES
                and statistics.median(row.bytes for row in self.other) < ALLOCATES)

    @property
    def verdict(self):
        low, high, _ = median_interval(self.ratios)
        noisy = self.speed == "same" and high > NOISY * low
        return self.speed + ", noisy" * noisy + ", allocates" * self.newly_allocates

    @property
    def fails(self):
        return self.speed == "slower" or self.newly_allocates


def rule(rounds):
    """Explains the verdicts to the reader of the table."""
    _, _, confidence = median_interval([1.0] * rounds)
    return (f"ratio: time of this tree / time of the other commit in the same round, median of {rounds} rounds; below 1 is faster.\n"
            f"slower: the ratio is above {LIMIT} and the whole interval is above 1.\n"
            f"faster: the ratio is below 1/{LIMIT} and the whole interval is below 1.\n"
            f"same: anything else; noisy if the interval's high end is above {NOISY} times its low end, so that a difference may be hidden.\n"
            f"allocates: at least {ALLOCATES:g} byte per call in every round of this tree, and less in most rounds of the other commit.\n"
            f"interval: {interval_in_words(rounds)}; it contains the true median with {100 * confidence:.1f} % confidence.\n"
            f"again: rows that are slower or allocate are measured again in {rounds} new rounds; only the new verdicts count.")


def interval_in_words(rounds):
    left_out = median_interval(range(rounds))[0]
    if left_out == 0:
        return "from the lowest to the highest ratio of a round"
    return f"the ratios of all rounds without the {left_out} lowest and the {left_out} highest"


def compare(rounds):
    """(compared, only_this, only_other) from [({Key: Row} of this, {Key: Row} of the other)], in the order measured.

    A side has a row if all its rounds have it.
    """
    this, other = zip(*rounds)
    mine = [key for key in this[0] if all(key in rows for rows in this)]
    theirs = [key for key in other[0] if all(key in rows for rows in other)]
    compared = [Compared(key, [rows[key] for rows in this], [rows[key] for rows in other]) for key in mine if key in theirs]
    return compared, [key for key in mine if key not in theirs], [key for key in theirs if key not in mine]


def table(compared, other_title):
    """The rows as a text table with a header."""
    rounds = len(compared[0].ratios)
    with_interval = median_interval(range(rounds))[0] > 0  # otherwise it equals least..most
    header = ["name", "threads", "K", "this ms", f"{other_title} ms", "ratio", "least..most"]
    header += ["interval"] * with_interval + ["this bytes", f"{other_title} bytes", "verdict"]
    lines = [header]
    for c in compared:
        low, high, _ = median_interval(c.ratios)
        line = [c.key.name, str(c.key.threads), str(c.key.k), *(f"{median(side, 'millis'):.4g}" for side in (c.this, c.other)),
                f"{c.ratio:.3f}", f"{min(c.ratios):.3f}..{max(c.ratios):.3f}"]
        line += [f"{low:.3f}..{high:.3f}"] * with_interval
        lines.append(line + [f"{median(side, 'bytes'):.0f}" for side in (c.this, c.other)] + [c.verdict])
    widths = [max(map(len, column)) for column in zip(*lines)]
    left = (0, len(header) - 1)
    return "\n".join("  ".join(cell.ljust(width) if i in left else cell.rjust(width)
                               for i, (cell, width) in enumerate(zip(line, widths))).rstrip() for line in lines)


def median(rows, field):
    return statistics.median(getattr(row, field) for row in rows)


def as_json(compared):
    """Every number of the compared rows."""
    return [{"name": c.key.name, "threads": c.key.threads, "k": c.key.k,
             "thisMillis": [row.millis for row in c.this], "otherMillis": [row.millis for row in c.other],
             "thisBytes": [row.bytes for row in c.this], "otherBytes": [row.bytes for row in c.other],
             "ratios": c.ratios, "ratio": c.ratio, "interval": median_interval(c.ratios)[:2], "verdict": c.verdict}
            for c in compared]
