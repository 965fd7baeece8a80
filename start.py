#!/usr/bin/env python3
"""Starts Wallchart, or its tests, on any machine with Python 3.11 or newer. Needs nothing else.

    python3 start.py up [PORT=8000] [LAN=1] [NAME=value ...]
    python3 start.py test

The first start fetches the packages of the hashed lock into .venv; no later one needs a network.
"""

# Only the standard library, and nothing that an older Python cannot read: it has to be told.
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

OLDEST = (3, 11)
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
_END = ".exe" if os.name == "nt" else ""

TESTS = ("{python}", "-m", "pytest", "-n", "logical", "--dist", "loadgroup")
CHECKS: dict[str, tuple[tuple[str, ...], ...]] = {
    "lint": (
        ("{bin}/ruff", "check", "."),
        ("{bin}/ruff", "format", "--check", "."),
        ("{bin}/djade", "--check", "--target-version", "5.2", "{templates}"),
    ),
    "types": (("{bin}/mypy", "."),),
    "imports": (("{bin}/lint-imports",),),
    "migrations": (
        (
            *("{python}", "manage.py", "makemigrations", "--check", "--dry-run"),
            *("--settings", "tests.settings"),
        ),
    ),
}


class CannotStart(Exception):
    """Why nothing can be started, as one sentence."""


def main(arguments: list[str]) -> int:
    """Do what the first word says and return the exit code; `NAME=value` goes to the environment.

    `setup` builds .venv for `test`, `check` runs every check; a check runs alone by its name.
    """
    words = [word for word in arguments if "=" not in word]
    for word in arguments:
        name, given, value = word.partition("=")
        if given:
            os.environ[name] = value
    if len(words) != 1 or words[0] not in {"up", "test", "setup", "check", *CHECKS}:
        print(__doc__.strip() if __doc__ else "", file=sys.stderr)
        return 2
    wish = words[0]
    try:
        set_up("base" if wish == "up" else "dev")
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1
    os.chdir(str(ROOT))
    if wish == "up":
        return up()
    if wish == "setup":
        return 0
    checks = CHECKS if wish in {"test", "check"} else {wish: CHECKS[wish]}
    return run_checks(checks) or (run_tests() if wish == "test" else 0)


def set_up(lock: str) -> None:
    """Bring .venv up to the lock `base` or `dev`. Raises CannotStart.

    One .venv serves both: whoever has the packages of the tests also has those of `up`, so `up`
    never takes packages away. A copy of the lock says what the folder was made from.
    """
    if sys.version_info < OLDEST:
        raise CannotStart(
            f"Wallchart needs Python 3.11 or newer; this is {sys.version.split()[0]}. "
            "Start it with a newer one: python3.12 start.py up"
        )
    uv = BIN / ("uv" + _END)
    if not uv.exists():
        _make_venv()
    if (VENV / "dev.lock").exists():
        lock = "dev"
    wanted, made_from = ROOT / "requirements" / (lock + ".lock"), VENV / (lock + ".lock")
    if made_from.exists() and made_from.read_bytes() == wanted.read_bytes():
        return
    print("Installing the packages of requirements/" + wanted.name + " ...", flush=True)
    sync = [str(uv), "pip", "sync", "--quiet", "--require-hashes", "--python", str(PYTHON)]
    if subprocess.run([*sync, str(wanted)], check=False).returncode:
        raise CannotStart(
            "The packages could not be fetched: a first start, and one after an update of "
            "Wallchart, needs a network; the lines above say what was missing."
        )
    shutil.copyfile(str(wanted), str(made_from))


def _make_venv() -> None:
    """Make .venv with uv in it. Raises CannotStart."""
    made = subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False)
    if made.returncode:
        raise CannotStart(
            "Python cannot make .venv; on Debian and Ubuntu: apt install python3-venv"
        )
    print("Fetching the installer uv ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]
    if subprocess.run(pip, check=False, stderr=subprocess.DEVNULL).returncode:
        raise CannotStart(
            "The first start needs a network, and the package index could not be reached; "
            "connect this machine once, later starts need none."
        )


def up() -> int:
    """Run Wallchart until it is told to stop; return its exit code.

    Started by make, which does not tell what it started when it is killed, it ends with make.
    """
    command = [str(PYTHON), "-m", "config.up"]
    if os.name != "nt":
        command += ["--follow-parent"] if "MAKELEVEL" in os.environ else []
        os.execv(command[0], command)  # never returns: this process is Wallchart now
    running = subprocess.Popen([*command, "--follow-parent"], stdin=subprocess.PIPE)
    while True:
        try:
            return running.wait()
        except KeyboardInterrupt:  # the console told Wallchart too, which stops in good order
            continue


def run_checks(checks: dict[str, tuple[tuple[str, ...], ...]]) -> int:
    """Run the commands of these checks in order; return the exit code of the first that fails."""
    for commands in checks.values():
        for command in commands:
            code = _run(command)
            if code:
                return code
    return 0


def run_tests() -> int:
    """Run the suite on SQLite, then what holds on both databases on PostgreSQL."""
    code = _run(TESTS)
    if code:
        return code
    os.environ["WALLCHART_TEST_DB"] = "postgres"
    return _run((*TESTS, "-m", "both_databases or postgres"))


def _run(command: tuple[str, ...]) -> int:
    program = command[0].format(python=PYTHON, bin=BIN)
    words = [program if program == str(PYTHON) else program + _END]
    for word in command[1:]:
        words += _templates() if word == "{templates}" else [word]
    print(
        "$ " + " ".join(command).format(python=PYTHON, bin=BIN, templates="templates"), flush=True
    )
    try:
        return subprocess.run(words, check=False).returncode
    except KeyboardInterrupt:
        return 130


def _templates() -> list[str]:
    return sorted(str(path) for path in (ROOT / "templates").rglob("*.html"))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
