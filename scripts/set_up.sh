#!/bin/sh
# Makes .venv/ from requirements.lock, and as root adds the Debian packages that help. Quick when nothing changed.
#   PYTHON=/path/to/python   the Python to use (3.11 or newer)
#   NO_APT=1                 leaves the system's packages alone
set -eu
cd "$(dirname "$0")/.."

VENV=.venv
STAMP=$VENV/.ready

say() { printf 'setup: %s\n' "$*"; }
fail() { printf 'setup: %s\n' "$*" >&2; exit 2; }

is_new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' >/dev/null 2>&1
}

find_python() {
    for candidate in ${PYTHON:-} python3.11 python3 python3.12 python3.13 /usr/bin/python3.11 /usr/bin/python3; do
        if command -v "$candidate" >/dev/null 2>&1 && is_new_enough "$candidate"; then
            command -v "$candidate"
            return
        fi
    done
}

# One line each: package, a test that it is there, what it brings.
missing_packages() {
    command -v bwrap >/dev/null 2>&1 || echo "bubblewrap: the stronger sandbox for the programs of tasks"
    [ -x /usr/bin/python3 ] || echo "python3: the Python that those programs find inside the sandbox"
    if [ -z "$python" ]; then
        echo "python3-venv: the virtual environment"
    elif ! "$python" -c 'import ensurepip, venv' >/dev/null 2>&1; then
        echo "python$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')-venv: the virtual environment"
    fi
}

install_packages() {
    say "Debian packages to be installed (NO_APT=1 skips them):"
    printf '%s\n' "$missing" | sed 's/^/    /'
    names=$(printf '%s\n' "$missing" | cut -d: -f1)
    # shellcheck disable=SC2086  # one word per package
    if ! { apt-get -qq -o Acquire::Retries=1 -o Acquire::http::Timeout=20 update </dev/null &&
        DEBIAN_FRONTEND=noninteractive apt-get -qq install -y --no-install-recommends $names </dev/null >/dev/null; }; then
        say "apt-get could not install them (no network?); going on without."
    fi
}

add_packages() {
    missing=$(missing_packages)
    if [ -z "$missing" ]; then return; fi
    if [ "$(id -u)" -eq 0 ] && [ -z "${NO_APT:-}" ] && command -v apt-get >/dev/null 2>&1; then
        install_packages
    else
        say "not installed, and what each would bring (as root: apt-get install NAME): $(printf '%s' "$missing" | tr '\n' ';' | sed 's/;/; /g')."
    fi
}

# What the environment depends on; the path is in it because the editable install names it.
fingerprint() {
    { pwd; cat requirements.lock pyproject.toml; } | cksum
}

# A set-up that was cut off can leave an environment without pip.
make_environment() {
    if is_new_enough $VENV/bin/python && $VENV/bin/python -c 'import pip' >/dev/null 2>&1; then return; fi
    say "making $VENV with $python"
    if ! "$python" -m venv --clear $VENV >/dev/null; then
        rm -rf $VENV
        fail "$python cannot make a virtual environment; on Debian, as root: apt-get install python3-venv."
    fi
}

# pip installs uv alone, at the version and hashes of the lock; uv installs the rest.
install_uv() {
    awk '/^[a-z]/ { wanted = /^uv==/ } wanted' requirements.lock >$VENV/uv.txt
    $VENV/bin/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r $VENV/uv.txt ||
        fail "pip could not fetch uv; is there a network?"
}

install_locked() {
    # compiled once here, not in each of the many processes that a build starts
    sync="$VENV/bin/uv pip sync --quiet --require-hashes --python $VENV/bin/python requirements.lock"
    # the second try trusts the system's certificates too, as networks with a proxy of their own need
    UV_COMPILE_BYTECODE=1 $sync || UV_COMPILE_BYTECODE=1 $sync --system-certs ||
        fail "the locked packages could not be installed; the lines above say why."
    $VENV/bin/uv pip install --quiet --no-deps --no-build-isolation --python $VENV/bin/python --editable .
}

python=$(find_python)
add_packages
[ -n "$python" ] || python=$(find_python)
[ -n "$python" ] || fail "no Python 3.11 or newer was found; on Debian: apt-get install python3 python3-venv, or set PYTHON=/path/to/python."

if [ -x $VENV/bin/assay ] && [ "$(cat $STAMP 2>/dev/null)" = "$(fingerprint)" ] && is_new_enough $VENV/bin/python; then
    exit 0
fi
make_environment
install_uv
say "installing the packages of requirements.lock into $VENV"
install_locked
fingerprint >$STAMP
say "ready: $($VENV/bin/python --version) in $VENV"
