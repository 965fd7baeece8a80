#!/usr/bin/env python3
"""Starts Wallchart, or its tests, on any machine with Python 3.11 or newer. Needs nothing else.

    python3 start.py up [PORT=8000] [LAN=1] [NAME=value ...]
    python3 start.py dev      Wallchart while you work on it: reloads what you edit, in var/dev
    python3 start.py test     every check, and all tests but the longest
    python3 start.py quick    under a minute: style, types, and the tests close to what you changed
    python3 start.py deep     every test ten times as deep, and those that are too long for `test`
    python3 start.py setup    build .venv with what the tests and checks need, and do nothing more
    python3 start.py check    every check; one alone by its name: lint, types, imports, migrations

The first `up` fetches the packages of a hashed lock into .venv; the first start with any other word
fetches those of the tests too. Later starts need no network until a lock changes.
"""

# Only the standard library, and nothing that an older Python cannot read: it has to be told.
from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import IO, NamedTuple

OLDEST = (3, 11)
INTERRUPTED = 130
ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCALE = ROOT / "locale"
BIN = VENV / ("Scripts" if os.name == "nt" else "bin")
PYTHON = BIN / ("python.exe" if os.name == "nt" else "python")
_END = ".exe" if os.name == "nt" else ""
OF_THE_SYSTEM = "/usr/bin/python3"
MUCH_QUICKER = 1.2

TESTS = ("{python}", "-m", "pytest", "-q", "-n", "{processes}", "--dist", "worksteal")
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
ON_POSTGRES = {"WALLCHART_TEST_DB": "postgres"}
ONCE_MORE = {**ON_POSTGRES, "DEPTH": "quick"}  # the same was tried as deep as usual on SQLite
SUITES: dict[str, dict[str, tuple[tuple[str, ...], dict[str, str]]]] = {
    "test": {
        "tests on SQLite": (TESTS, {}),
        "tests on PostgreSQL": ((*TESTS, "{both}", "-m", "both_databases"), ONCE_MORE),
    },
    "quick": {"tests": ((*TESTS, "tests/domain", "{changed}"), {})},
    "deep": {
        "tests on SQLite": (TESTS, {}),
        "tests on PostgreSQL": ((*TESTS, "{database}"), ON_POSTGRES),
    },
}
"""The parts that the words `test`, `quick` and `deep` run after the checks, which run beside."""
QUICK_CHECKS = ("lint", "types")
PROGRAMS = {"up": "config.up", "dev": "config.dev"}
"""The programs that the words `up` and `dev` run until they are stopped."""


class CannotStart(Exception):
    """The reason why nothing can be started, as one sentence."""


def main(arguments: list[str]) -> int:
    """Do what the first word says and return the exit code; `NAME=value` goes to the environment.

    `setup` builds .venv for the tests, `check` runs every check; a check runs alone by its name.
    """
    words = [word for word in arguments if "=" not in word]
    for word in arguments:
        name, given, value = word.partition("=")
        if given:
            os.environ[name] = value
    if len(words) != 1 or words[0] not in {*PROGRAMS, "setup", "check", *SUITES, *CHECKS}:
        print(__doc__.strip() if __doc__ else "", file=sys.stderr)
        return 2
    wish = words[0]
    try:
        set_up("base" if wish == "up" else "dev")
    except CannotStart as reason:
        print(reason, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped before everything was installed; the next start continues.", file=sys.stderr)
        return INTERRUPTED
    os.chdir(str(ROOT))
    failed = bring_catalogues_up(wish)
    if wish in PROGRAMS:
        return run_program(PROGRAMS[wish])
    if wish == "setup":
        return failed
    if wish in SUITES:
        return run_suite(wish)
    return told([run_check(name) for name in (CHECKS if wish == "check" else (wish,))])


def set_up(lock: str) -> None:
    """Bring .venv up to the lock `base` or `dev`. Raises CannotStart.

    One .venv serves both: whoever has the packages of the tests also has those of `up`, so `up`
    never takes packages away. A copy of the lock says what the folder was made from. A mark says
    that packages are being written: the installer takes one that is half there for whole.
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
    unfinished = VENV / "unfinished"
    if (
        made_from.exists()
        and made_from.read_bytes() == wanted.read_bytes()
        and not unfinished.exists()
    ):
        return
    print("Installing the packages of requirements/" + wanted.name + " ...", flush=True)
    sync = [str(uv), "pip", "sync", "--quiet", "--require-hashes", "--python", str(PYTHON)]
    if unfinished.exists():
        sync.append("--reinstall")
    unfinished.touch()
    failed = subprocess.run([*sync, str(wanted)], check=False).returncode
    if failed >= 0:  # who was killed has left what it was writing
        unfinished.unlink()
    if failed:
        raise CannotStart(
            "The packages could not be fetched: the first start, and the first one after an "
            "update, need a network. The lines above say what was missing."
        )
    shutil.copyfile(str(wanted), str(made_from))


def bring_catalogues_up(wish: str) -> int:
    """Compile every language that was edited since; `setup` also extracts what there is to say.

    Return the exit code. A language that cannot be compiled stays as it was, or in English.
    """
    steps = ["extract"] if wish == "setup" and LOCALE.is_dir() else []
    made_of = {po: po.with_suffix(".mo") for po in LOCALE.glob("*/LC_MESSAGES/*.po")}
    if any(
        not mo.exists() or mo.stat().st_mtime < po.stat().st_mtime for po, mo in made_of.items()
    ):
        steps.append("compile")
    module = [str(PYTHON), "-m", "config.catalogues"]
    return max(
        (subprocess.run([*module, step], check=False).returncode for step in steps), default=0
    )


def _make_venv() -> None:
    """Make .venv with uv in it, of the quicker Python. Raises CannotStart."""
    if (
        not _made_of_the_quicker()
        and subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=False).returncode
    ):
        raise CannotStart(
            "Python cannot make .venv; on Debian and Ubuntu: apt install python3-venv"
        )
    print("Fetching the installer uv ...", flush=True)
    pip = [str(PYTHON), "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "uv"]
    if subprocess.run(pip, check=False, stderr=subprocess.DEVNULL).returncode:
        raise CannotStart(
            "The first start needs a network, and the package index cannot be reached. Connect "
            "this machine once; later starts need no network."
        )


def _made_of_the_quicker() -> bool:
    """Make .venv of the system's Python where it is of this version and much quicker.

    A Python that was built by hand often lacks the optimisations of one that comes with a system,
    and takes half as long again. Return whether it was made.
    """
    if os.name == "nt" or not Path(OF_THE_SYSTEM).exists():
        return False
    here, there = _seconds_of(sys.executable), _seconds_of(OF_THE_SYSTEM)
    if there is None or here is None or there * MUCH_QUICKER > here:
        return False
    made = subprocess.run(
        [OF_THE_SYSTEM, "-m", "venv", str(VENV)], check=False, capture_output=True
    )
    if made.returncode:
        shutil.rmtree(str(VENV), ignore_errors=True)
        return False
    print(f".venv is made of {OF_THE_SYSTEM}: it takes {there / here:.0%} of this one's time.")
    return True


def _seconds_of(python: str) -> float | None:
    """Return the least seconds of processor that a Python takes for a loop; None for another."""
    code = (
        "import sys, time\n"
        "def loop(kept):\n"
        "    for n in range(200_000):\n"
        "        kept[str(n % 1000)] = len([x for x in (1, 2, 3) if x > n % 3])\n"
        "def seconds():\n"
        "    start = time.process_time(); loop({}); return time.process_time() - start\n"
        "print(*sys.version_info[:2], min(seconds() for _ in range(3)))\n"
    )
    ran = subprocess.run([python, "-c", code], check=False, capture_output=True, text=True)
    if ran.returncode:
        return None
    major, minor, took = ran.stdout.split()
    same = (int(major), int(minor)) == sys.version_info[:2]
    return float(took) if same else None


def run_program(name: str) -> int:
    """Run Wallchart until it is told to stop; return its exit code.

    Started by make, which does not tell what it started when it is killed, it ends with make.
    """
    command = [str(PYTHON), "-m", name]
    if os.name != "nt":
        command += ["--follow-parent"] if "MAKELEVEL" in os.environ else []
        os.execv(command[0], command)  # never returns: this process is Wallchart now
    running = subprocess.Popen([*command, "--follow-parent"], stdin=subprocess.PIPE)
    while True:
        try:
            return running.wait()
        except KeyboardInterrupt:  # the console told Wallchart too, which stops in good order
            continue


def run_suite(wish: str) -> int:
    """Run the tests of `test`, `quick` or `deep` with the checks beside them; return the exit code.

    Everything is run whatever failed before, and what became of each part is told at the end.
    """
    os.environ.setdefault("DEPTH", wish)
    outcomes = []
    with tempfile.TemporaryFile() as said, ThreadPoolExecutor(1) as beside:
        names = QUICK_CHECKS if wish == "quick" else CHECKS
        checks = [beside.submit(run_check, name, said) for name in names]
        for name, (command, environment) in SUITES[wish].items():
            outcomes.append(_timed(name, (command,), environment))
            if outcomes[-1].code == INTERRUPTED:
                beside.shutdown(cancel_futures=True)
                return INTERRUPTED
        outcomes[:0] = [check.result() for check in checks]
        said.seek(0)
        print(said.read().decode(errors="replace"), end="")
    return told(outcomes)


class PartOutcome(NamedTuple):
    """The result of a part: the exit code, and how many seconds it took."""

    name: str
    code: int
    seconds: float


def run_check(name: str, said: IO[bytes] | None = None) -> PartOutcome:
    """Run every command of a check, which speak to the terminal or into `said`."""
    return _timed(name, CHECKS[name], {}, said)


def told(outcomes: list[PartOutcome]) -> int:
    """Print what became of each part and return the exit code of the first that failed."""
    print()
    for one in outcomes:
        print(f"{'FAILED' if one.code else 'passed'}  {one.name:20} {one.seconds:5.0f} s")
    return next((one.code for one in outcomes if one.code), 0)


def _timed(
    name: str,
    commands: tuple[tuple[str, ...], ...],
    environment: dict[str, str],
    said: IO[bytes] | None = None,
) -> PartOutcome:
    began = time.monotonic()
    try:
        codes = [_run(command, environment, said) for command in commands]
    except subprocess.CalledProcessError as fault:  # of what was asked for words of the command
        codes = [fault.returncode]
    code = next((code for code in codes if code), 0)  # that of a program killed is below zero
    return PartOutcome(name, code, time.monotonic() - began)


def _run(command: tuple[str, ...], environment: dict[str, str], said: IO[bytes] | None) -> int:
    """Run a command, which speaks to the terminal or into `said`; return its exit code."""
    words = [part for word in command for part in _MANY.get(word, lambda word=word: [word])()]
    words = [word.format(python=PYTHON, bin=BIN) for word in words]
    if words[0] != str(PYTHON):
        words[0] += _END
    shown = [f"{name}={value}" for name, value in environment.items()]
    line = "$ " + " ".join([*shown, *words[:12], *(["..."] if len(words) > 12 else [])])
    if said is None:
        print(line, flush=True)
    else:
        said.write(line.encode() + b"\n")
        said.flush()
    more = {**os.environ, **environment}
    running = subprocess.Popen(words, env=more, stdout=said, stderr=said)
    interrupted = False
    while True:
        try:
            code = running.wait()
        except KeyboardInterrupt:  # it was told, too, and ends what it started in good order
            interrupted = True
        else:
            return INTERRUPTED if interrupted else code


def _processes() -> list[str]:
    """Return how many processes run tests: a third of a test is waiting, so more than cores."""
    return [os.environ.get("PROCESSES", str((os.cpu_count() or 2) * 3 // 2))]


def _templates() -> list[str]:
    return sorted(str(path) for path in (ROOT / "templates").rglob("*.html"))


def _both() -> list[str]:
    """Return the test modules in which something is marked: no other has to be imported."""
    modules = sorted((ROOT / "tests").rglob("test_*.py"))
    marked = (path for path in modules if "both_databases(" in path.read_text(encoding="utf-8"))
    return [str(path.relative_to(ROOT)) for path in marked]


def _database() -> list[str]:
    """Return the folders of tests that a database may answer."""
    folders = ("apps", "browser", "contracts", "real", "scenarios", "worker")
    return [f"tests/{name}" for name in folders]


def _changed() -> list[str]:
    """Return the test modules close to what was changed, as tests/changed.py prints them.

    Raises CalledProcessError, where it has told why it cannot.
    """
    near = [str(PYTHON), "-m", "tests.changed"]
    return subprocess.run(near, check=True, stdout=subprocess.PIPE, text=True).stdout.split()


_MANY = {
    "{processes}": _processes,
    "{templates}": _templates,
    "{both}": _both,
    "{database}": _database,
    "{changed}": _changed,
}
"""Replaces words that are known only when a command is run."""


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
