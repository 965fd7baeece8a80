"""The cost of starting: commands of the console, the first page, and the memory of an idle `up`.

Processor time (user and system, with that of child processes) is the median of several runs of a
command on the demonstration event. The first page is timed from the start of the program behind
`start.py up` to an answer of the home page, in an empty folder and in one that was there before;
`DEMO=0`, so that no demonstration event is made in the empty one.
Memory is the proportional set size of each process, which the kernel tells: this needs Linux.
Another checkout is measured by `CHECKOUT=/its/folder python -m bench starting`, on the packages
that run this.
"""

from __future__ import annotations

import os
import resource
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from bench.ground import MACHINE, free_port

ROOT = Path(os.environ.get("CHECKOUT") or Path(__file__).parent.parent)
RUNS, STARTS = 7, 3
IDLE_S = 20.0
"""The idle time before an installation is weighed: the clock has rung once."""
COMMAND_AIM_S, PAGE_AIM_S, MEMORY_AIM_MB = 0.8, 5.0, 350

COMMANDS = {
    "help": ("help",),
    "standings": ("standings", "demonstration"),
    "replay": ("replay", "demonstration"),
    "gcg_check": ("gcg_check", "{game}"),
    "migrate": ("migrate", "--check"),
}
HELD_TO_AN_AIM = ("help", "standings")
ROLES = {
    "config.up": "supervisor",
    "config.web_server": "web",
    "config.clock": "clock",
    "config.worker": "worker",
    "valkey-server": "broker",
    "redis-server": "broker",
}


def main() -> None:
    """Prints three tables: processor time, the first page, and memory."""
    with tempfile.TemporaryDirectory(prefix="wallchart-bench-") as name:
        folder = Path(name)
        print(f"{ROOT.resolve().name}, {MACHINE}, load {os.getloadavg()[0]:.1f}\n")
        first = [_first_page(folder / f"first-{number}") for number in range(STARTS)]
        var = folder / "var"
        _prepare(var, folder / "game.gcg")
        _show_commands(var, folder / "game.gcg")
        second = [_first_page(var) for _ in range(STARTS)]
        print(f"\n{'first page':<24}{'seconds':>9}{'aim':>8}")
        print(f"{'empty folder, DEMO=0':<24}{statistics.median(first):>9.1f}{PAGE_AIM_S:>8.1f}")
        print(f"{'one that was there':<24}{statistics.median(second):>9.1f}{PAGE_AIM_S:>8.1f}")
        _show_memory(var)


def _prepare(var: Path, game: Path) -> None:
    from tests.builders.games import complete_game

    game.write_text(complete_game(), encoding="utf-8")
    for words in (("migrate", "-v0"), ("collectstatic", "-v0", "--no-input"), ("demo_event",)):
        _manage(var, words)


def _show_commands(var: Path, game: Path) -> None:
    print(f"{'processor time of':<24}{'seconds':>9}{'least':>9}{'aim':>8}")
    for name, words in COMMANDS.items():
        given = [word.format(game=game) for word in words]
        spent = [_spent(partial(_manage, var, given)) for _ in range(RUNS)]
        aim = f"{COMMAND_AIM_S:>8.1f}" if name in HELD_TO_AN_AIM else ""
        print(f"{name:<24}{statistics.median(spent):>9.2f}{min(spent):>9.2f}{aim}")


def _show_memory(var: Path) -> None:
    port = free_port()
    with _up(var, port) as process:
        _await_page(process, port)
        time.sleep(IDLE_S)
        held = [(_role(pid), _pss(pid)) for pid in (process.pid, *_descendants(process.pid))]
    print(f"\n{'memory of an idle up':<24}{'MB (PSS)':>9}{'aim':>8}")
    for role, size in sorted(held):
        print(f"{role:<24}{size:>9.1f}")
    print(f"{'all together':<24}{sum(size for _, size in held):>9.1f}{MEMORY_AIM_MB:>8}")


def _environment(var: Path) -> dict[str, str]:
    return os.environ | {
        "WALLCHART_VAR": str(var),
        "DATABASE_URL": "",
        "DJANGO_SETTINGS_MODULE": "config.settings",
        "LOG_LEVEL": "ERROR",
        "PYTHONPATH": "",
        "DEMO": "0",
    }


def _manage(var: Path, words: tuple[str, ...] | list[str]) -> None:
    command = [sys.executable, "manage.py", *words]
    subprocess.run(command, cwd=ROOT, env=_environment(var), check=True, capture_output=True)


def _spent(work: Callable[[], None]) -> float:
    """Returns the processor time in seconds of the child processes that some work starts."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    work()
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime


@contextmanager
def _up(var: Path, port: int) -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "config.up", "--follow-parent"]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=_environment(var) | {"PORT": str(port)},
        stdout=subprocess.DEVNULL,
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait()


def _first_page(var: Path) -> float:
    """Returns after how many seconds a start answers its home page."""
    port, started = free_port(), time.perf_counter()
    with _up(var, port) as process:
        _await_page(process, port)
        return time.perf_counter() - started


def _await_page(process: subprocess.Popen[bytes], port: int) -> None:
    while process.poll() is None:
        with suppress(URLError, OSError), urlopen(f"http://localhost:{port}/", timeout=60) as page:
            page.read()
            return
        time.sleep(0.02)
    raise RuntimeError("start.py up ended before it answered")


def _descendants(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [one for child in map(int, children) for one in (child, *_descendants(child))]


def _role(pid: int) -> str:
    command = Path(f"/proc/{pid}/cmdline").read_bytes().decode()
    return next((role for word, role in ROLES.items() if word in command), command[:20])


def _pss(pid: int) -> float:
    """Returns the proportional set size of a process in MB."""
    held = Path(f"/proc/{pid}/smaps_rollup").read_text()
    return int(held.partition("\nPss:")[2].split()[0]) / 1024
