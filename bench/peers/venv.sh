# Sourced by the scripts in this folder: creates bench/peers/.venv from requirements.txt if it is missing or out of date.
# Sets $here and $venv.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
name=bench/peers/$(basename "$0")
venv=$here/.venv
stamp=$venv/.made-from

fail() { printf '%s: %s\n' "$name" "$*" >&2; exit 1; }

python=${PYTHON:-python3}
command -v "$python" >/dev/null 2>&1 ||
  fail "no $python found. Install Python 3.11 or newer, or specify one: PYTHON=python3.12 $name"
"$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' ||
  fail "needs Python 3.11 or newer, but $python is $("$python" --version 2>&1). Specify another: PYTHON=python3.12 $name"

wanted=$("$python" --version 2>&1; cat "$here/requirements.txt")
if [[ ! -f $stamp || $(cat "$stamp") != "$wanted" ]]; then
  "$python" -c 'import venv, ensurepip' 2>/dev/null ||
    fail "$python cannot create virtual environments. On Debian or Ubuntu: apt-get install python3-venv"
  echo "$name: creating bench/peers/.venv from requirements.txt (downloads about 3 GB, once)" >&2
  rm -rf "$venv"
  "$python" -m venv "$venv" || fail "the virtual environment could not be created; see the message above"
  "$venv/bin/python" -m pip install --quiet --disable-pip-version-check -r "$here/requirements.txt" ||
    fail "pip could not install requirements.txt; see its message above. It needs access to a Python package index (or PIP_FIND_LINKS with the wheels) and 7 GB of disk space. Nothing was measured; run the same command again"
  printf '%s\n' "$wanted" > "$stamp"   # last: an incomplete environment has no stamp and is created again
fi
