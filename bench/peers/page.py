"""Writes tables to a file, to the terminal, or between two markers in docs/performance.md."""

import json
import platform
import sys
from pathlib import Path

from evenkeel import ROOT, Failure, say

DOCS = ROOT / "docs" / "performance.md"


def between_markers(name, text, new):
    """Returns text with the part between the markers of that name replaced."""
    first, last = f"<!-- {name}:begin -->", f"<!-- {name}:end -->"
    begin, end = text.find(first), text.find(last)
    if text.count(first) != 1 or text.count(last) != 1 or end < begin:
        raise Failure(f"docs/performance.md must contain '{first}', followed by '{last}', once each")
    return text[:begin + len(first)] + "\n" + new + text[end:]


def docs_text():
    try:
        return DOCS.read_text()
    except OSError:
        raise Failure("cannot read docs/performance.md; --update-docs needs an existing page with markers") from None


def check_places(name, chosen):
    """Checks, before minutes are spent, that all results can be written."""
    if chosen.update_docs:
        between_markers(name, docs_text(), "")
    for file in filter(None, (chosen.json, chosen.markdown)):
        if not Path(file).absolute().parent.is_dir():
            raise Failure(f"the folder of {file} does not exist")


def publish(name, text, result, chosen):
    """Writes the table and all measurements to the chosen places."""
    if chosen.markdown:
        Path(chosen.markdown).write_text(text)
    else:
        print(text, end="", flush=True)
    if chosen.json:
        Path(chosen.json).write_text(json.dumps(result, indent=1) + "\n")
    if chosen.update_docs:
        DOCS.write_text(between_markers(name, docs_text(), text))


def finish(program, main):
    """Runs main and reports a failure as one sentence."""
    try:
        sys.exit(main(sys.argv[1:]))
    except Failure as e:
        say(f"{program}: {e}")
        sys.exit(1)
    except KeyboardInterrupt:
        say(f"{program}: stopped; nothing was written")
        sys.exit(130)


def cpu_model():
    try:
        for line in Path("/proc/cpuinfo").read_text().splitlines():
            if line.startswith("model name"):
                return line.split(":", 1)[1].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
