# Sourced by scripts/demo and scripts/test: finds a Python, makes a virtual environment, and
# installs into it once. Needs nothing but bash and Python 3.11 or newer.

readonly root="$(cd -- "$(dirname -- "${BASH_SOURCE[0]}")/.." && pwd)"

say() { printf '%s\n' "$*" >&2; }

fail() {
  say "error: $*"
  exit 1
}

# Prints the first Python that is new enough; PYTHON=... names one to use.
find_python() {
  local candidate
  for candidate in ${PYTHON:+"$PYTHON"} python3 python3.14 python3.13 python3.12 python3.11; do
    if "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
      command -v -- "$candidate"
      return
    fi
  done
  fail "Remanent needs Python 3.11 or newer; here is $(python3 --version 2>/dev/null || echo none)." \
    "Install one, or name it: PYTHON=/path/to/python3.12 ${0##*/}"
}

# ready FOLDER ARGUMENTS...: makes the environment FOLDER and runs `pip install ARGUMENTS` in it,
# unless that was done before for the same project file, place and arguments. Then nothing is
# downloaded, so that a second run works without a network.
ready() {
  local folder="$1" python wanted
  shift
  wanted="$root $* $(cksum <"$root/pyproject.toml")"
  if [[ -x "$folder/bin/python" && "$(cat "$folder/installed" 2>/dev/null)" == "$wanted" ]] &&
    "$folder/bin/python" -c 'import remanent' 2>/dev/null; then
    return
  fi
  python="$(find_python)"
  "$python" -c 'import ensurepip, venv' 2>/dev/null ||
    fail "This Python has no venv. On Debian and Ubuntu: apt install python3-venv"
  say "Installing into ${folder#"$root"/} (once; a minute or two) ..."
  "$folder/bin/python" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null ||
    "$python" -m venv --clear "$folder"
  rm -f "$folder/installed"
  local pip=("$folder/bin/python" -m pip --disable-pip-version-check)
  "${pip[@]}" install --quiet --upgrade 'pip>=25.1' # the first that knows --group
  "${pip[@]}" install --quiet "$@"
  printf '%s' "$wanted" >"$folder/installed"
}
