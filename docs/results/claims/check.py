"""Judges the claims again from the numbers of the trials, and compares the answers with those of Evenkeel.

Needs Python 3 and nothing else: python3 docs/results/claims/check.py [FOLDER]
FOLDER is the result of "reproduce claims", by default the folder of this file.
"""

import csv
import json
import math
import pathlib
import statistics as st
import sys

HERE = pathlib.Path(sys.argv[1]) if len(sys.argv) > 1 else pathlib.Path(__file__).parent


def trials(column):
    """The numbers of one column, by algorithm and K."""
    numbers = {}
    with open(HERE / "tables" / "claims-trials.csv", newline="") as file:
        for row in csv.DictReader(file):
            numbers.setdefault((row["algorithm"], int(row["K"])), []).append(float(row[column]))
    return numbers


def t_tail(t, df):
    """P(|T| > t), by Simpson's rule over the angle a, where t = sqrt(df) tan(a)."""
    c = math.exp(math.lgamma((df + 1) / 2) - math.lgamma(df / 2)) / math.sqrt(math.pi)
    a, n = math.atan(abs(t) / math.sqrt(df)), 2000
    h = (math.pi / 2 - a) / n
    y = [math.cos(a + i * h) ** (df - 1) for i in range(n)] + [0]
    return 2 * c * h / 3 * (y[0] + 4 * sum(y[1:n:2]) + 2 * sum(y[2:n:2]))


def t_quantile(level, df):
    """The t for which P(|T| <= t) is this level."""
    low, high = 0.0, 1000.0
    for _ in range(100):
        middle = (low + high) / 2
        low, high = (middle, high) if 1 - t_tail(middle, df) < level else (low, middle)
    return low


def welch(a, b):
    """Difference of the means, its standard error and degrees of freedom."""
    va, vb = st.variance(a) / len(a), st.variance(b) / len(b)
    df = (va + vb) ** 2 / (va**2 / (len(a) - 1) + vb**2 / (len(b) - 1))
    return st.mean(a) - st.mean(b), math.sqrt(va + vb), df


def holm(ps):
    """p-values corrected for their number."""
    corrected, largest = {}, 0.0
    for rank, i in enumerate(sorted(range(len(ps)), key=ps.__getitem__)):
        largest = max(largest, min(1, (len(ps) - rank) * ps[i]))
        corrected[i] = largest
    return [corrected[i] for i in range(len(ps))]


def differences(pairs):
    """Answers to "the first is larger"."""
    tests = [welch(a, b) for a, b in pairs]
    ps = holm([t_tail(d / se, df) for d, se, df in tests])
    return ["open" if p >= 0.05 else "agrees" if d > 0 else "contradicts" for (d, _, _), p in zip(tests, ps)]


def log_variances(parts):
    """Jackknife pseudo-values of the logarithm of the mean."""
    n, whole = len(parts), st.mean(parts)
    return [n * math.log(whole) - (n - 1) * math.log(((n - 1) * whole - part) / (n - 2)) for part in parts]


def ratios(pairs):
    """Answers to "times x first variance / second variance is below 1"."""
    answers = []
    for a, b, times in pairs:
        _, se, df = welch(log_variances(a), log_variances(b))
        reach = t_quantile(1 - 0.05 / len(pairs), df) * se
        log = math.log(times * st.mean(a) / st.mean(b))
        answers.append("agrees" if log + reach < 0 else "contradicts" if log - reach > 0 else "open")
    return answers


def settled(names):
    """Answers to "the change at the end is within a tenth of the overestimation, or within 0.002"."""
    answers = []
    for name in names:
        c = CHANGE[name]
        reach = t_quantile(0.95, len(c) - 1) * st.stdev(c) / math.sqrt(len(c))
        margin = max(0.002, 0.1 * st.mean(BIAS[name]))
        low, high = st.mean(c) - reach, st.mean(c) + reach
        inside, outside = low > -margin and high < margin, low > margin or high < -margin
        answers.append("agrees" if inside else "contradicts" if outside else "open")
    return answers


def verdict(premises, answers):
    """The verdict that follows from the answers."""
    agree, contradict = answers.count("agrees"), answers.count("contradicts")
    if premises.count("agrees") < len(premises):
        return "not decidable with these data"
    if agree == len(answers):
        return "supported"
    if contradict and contradict >= agree:
        return "contradicted"
    return "supported in part" if agree else "not decidable with these data"


BIAS, CHANGE, PART = trials("settled"), trials("change"), trials("part of the variance")
KS = sorted(k for name, k in BIAS if name == "averaged")
DQN = ("dqn", 1)
LINE = [DQN] + [("averaged", k) for k in KS]
BOTH = LINE[1:] + [("ensemble", k) for k in KS]
CONTROLS = [name for name in BIAS if name[0] in ("moving-average", "weight-mean", "slow")]
AGES = sorted({k for _, k in CONTROLS})

judged = {
    "claim-1-overestimation": (settled(LINE), differences([(BIAS[a], BIAS[b]) for a, b in zip(LINE, LINE[1:])])),
    "claim-2-variance": (settled(LINE), ratios([(PART[a], PART[DQN], a[1]) for a in LINE[1:]])),
    "claim-3a-ensemble-overestimates": (
        settled(BOTH),
        differences([(BIAS["ensemble", k], BIAS["averaged", k]) for k in KS]),
    ),
    "claim-3b-ensemble-variance": (
        settled(BOTH),
        ratios([(PART["averaged", k], PART["ensemble", k], 1) for k in KS]),
    ),
    "claim-7-more-than-slow": (
        settled([("averaged", k) for k in AGES] + CONTROLS),
        differences([(BIAS[c], BIAS["averaged", c[1]]) for c in CONTROLS]),
    ),
}
published = {c["id"]: c for c in json.load(open(HERE / "verdicts.json"))["claims"]}
same = True
for claim, (premises, answers) in judged.items():
    there = published[claim]
    given = [e["answer"] for e in there["effects"] if e.get("answer")]
    equal = given == premises + answers and there["verdict"] == verdict(premises, answers)
    same &= equal
    print(claim, verdict(premises, answers), "the same" if equal else "NOT the same", sep=": ")
    print("   settled:", *premises)
    print("   found:  ", *answers)
if not same:
    raise SystemExit("some answers or verdicts differ from those in verdicts.json")
