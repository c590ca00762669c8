"""What all programs that measure trainings can be asked for on their command lines."""

from dataclasses import dataclass

PATIENCE = 300.0


@dataclass(frozen=True)
class Defaults:
    rounds: int
    seconds: float
    warmup: float


def parse(parser, arguments, markers, defaults):
    """Adds the options, reads the arguments and checks what was given."""
    parser.add_argument("--rounds", type=int, default=defaults.rounds, help=f"turns of each implementation ({defaults.rounds})")
    parser.add_argument("--seconds-per-measure", type=float, default=defaults.seconds, metavar="S",
                        help=f"how long a turn is measured ({defaults.seconds:g})")
    parser.add_argument("--warmup-seconds", type=float, default=defaults.warmup, metavar="S",
                        help=f"training before it counts: Evenkeel's in each turn, as each is a new JVM, the peer's before the first ({defaults.warmup:g})")
    parser.add_argument("--patience", type=float, default=PATIENCE, metavar="S",
                        help=f"seconds in all to wait for other programs and to repeat turns they disturbed ({PATIENCE:g})")
    parser.add_argument("--json", metavar="FILE", help="write every measurement there")
    parser.add_argument("--markdown", metavar="FILE", help="write the table there instead of printing it")
    parser.add_argument("--update-docs", action="store_true", help=f"put the table between the {markers} markers of docs/performance.md")
    parser.add_argument("--evenkeel", metavar="COMMAND", help="the launcher to measure (the repository's ./evenkeel)")
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
    """The words of the command that repeats a run."""
    words = [program, "--rounds", str(chosen.rounds), "--seconds-per-measure", f"{chosen.seconds_per_measure:g}",
             "--warmup-seconds", f"{chosen.warmup_seconds:g}"]
    return words + ["--patience", f"{chosen.patience:g}"] * (chosen.patience != PATIENCE)
