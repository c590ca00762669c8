"""The command-line options shared by all programs that measure training runs."""

from dataclasses import dataclass

PATIENCE = 300.0


@dataclass(frozen=True)
class Defaults:
    rounds: int
    seconds: float
    warmup: float


def parse(parser, arguments, markers, defaults):
    """Adds the options, then parses and checks the arguments."""
    parser.add_argument("--rounds", type=int, default=defaults.rounds, help=f"turns per implementation ({defaults.rounds})")
    parser.add_argument("--seconds-per-measure", type=float, default=defaults.seconds, metavar="S",
                        help=f"seconds to measure in each turn ({defaults.seconds:g})")
    parser.add_argument("--warmup-seconds", type=float, default=defaults.warmup, metavar="S",
                        help=f"seconds to train before measuring: Evenkeel in each turn, as each is a new JVM, the peer before its first turn ({defaults.warmup:g})")
    parser.add_argument("--patience", type=float, default=PATIENCE, metavar="S",
                        help=f"total seconds to wait for other programs and to repeat turns they disturbed ({PATIENCE:g})")
    parser.add_argument("--json", metavar="FILE", help="write all measurements to FILE")
    parser.add_argument("--markdown", metavar="FILE", help="write the table to FILE instead of printing it")
    parser.add_argument("--update-docs", action="store_true", help=f"write the table between the {markers} markers in docs/performance.md")
    parser.add_argument("--evenkeel", metavar="COMMAND", help="launcher to measure (the repository's ./evenkeel)")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1:
        parser.error(f"--rounds must be >= 1, was {chosen.rounds}")
    if not 0 < chosen.seconds_per_measure <= 3600:
        parser.error(f"--seconds-per-measure must be > 0 and <= 3600, was {chosen.seconds_per_measure}")
    if not 0 <= chosen.warmup_seconds <= 3600:
        parser.error(f"--warmup-seconds must be 0 to 3600, was {chosen.warmup_seconds}")
    if not chosen.patience >= 0:
        parser.error(f"--patience must be >= 0, was {chosen.patience}")
    return chosen


def repeat(program, chosen):
    """The command that repeats a run, as a list of words."""
    words = [program, "--rounds", str(chosen.rounds), "--seconds-per-measure", f"{chosen.seconds_per_measure:g}",
             "--warmup-seconds", f"{chosen.warmup_seconds:g}"]
    return words + ["--patience", f"{chosen.patience:g}"] * (chosen.patience != PATIENCE)
