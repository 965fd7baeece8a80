"""Games checked: records read, replayed and re-scored a second on one core, and by `gcg_check`.

The games are complete and drawn by lot (`bench.drawn_games`); all ways get the same ones and find
the same: nothing wrong. The obvious checker knows English on the standard board only, believes
totals of bonuses, and looks at no tile of the bag. Run with `python -m bench games`, or
`python -m bench.bench_games FOLDER` for the complete games of a folder of your own.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

from bench.drawn_games import drawn_games
from bench.game_plain import deviations
from bench.ground import MACHINE, best, fresh_database
from games.engine.checking import GameTerms, check_gcg
from games.engine.gcg.reading import read_gcg

GAMES = 400
MANY = 2500


def main() -> None:
    """Prints a line for each way to check games, then what the command takes for many files."""
    fresh_database()
    report_on(drawn_games(GAMES), "drawn by lot")
    _command(drawn_games(MANY, seed=11))


def report_on(games: list[bytes], what: str) -> None:
    """Prints games a second on one core: read only, checked, and by the obvious checker."""
    plays = sum(check_gcg(data).plays for data in games)
    print(f"{len(games)} games {what}, {plays / len(games):.1f} plays each, {MACHINE}, one core")
    with_words = GameTerms(holds=_holds())
    ways: dict[str, Callable[[], object]] = {
        "read only": lambda: [read_gcg(data) for data in games],
        "checked": lambda: [check_gcg(data) for data in games],
        "checked with a lexicon": lambda: [check_gcg(data, with_words) for data in games],
        "the obvious checker": lambda: [deviations(data.decode("latin-1")) for data in games],
    }
    print(f"{'':<24}{'games/s':>10}{'plays/s':>12}{'us a game':>12}")
    for name, way in ways.items():
        took = best(way, 5)
        print(
            f"{name:<24}{len(games) / took:>10,.0f}{plays / took:>12,.0f}"
            f"{took / len(games) * 1e6:>12,.0f}",
            flush=True,
        )


def _holds() -> Callable[[str], bool]:
    from lexicon.casual import casual_text

    return frozenset(casual_text().decode("ascii").split()).__contains__


def _command(games: list[bytes]) -> None:
    """Prints what `gcg_check` takes for many files, its start included."""
    with tempfile.TemporaryDirectory(prefix="wcg-") as name:
        folder = Path(name)
        for number, data in enumerate(games):
            (folder / f"{number:05}.gcg").write_bytes(data)
        command = [sys.executable, "manage.py", "gcg_check", str(folder), "--json"]
        took, verdicts = [], set()
        for _ in range(3):
            started = perf_counter()
            done = subprocess.run(command, capture_output=True, check=True)
            took.append(perf_counter() - started)
            verdicts = {file["verdict"] for file in json.loads(done.stdout)["files"]}
    assert verdicts == {"clean"}, verdicts
    print(f"\ngcg_check, {len(games):,} files, {MACHINE}, start included: {min(took):.2f} s")


def _own(folder: Path) -> None:
    games = [path.read_bytes() for path in sorted(folder.rglob("*.gcg"))]
    complete = [data for data in games if check_gcg(data).complete]
    report_on([data for data in complete if not _puzzles(data)], f"of {folder.name}")


def _puzzles(data: bytes) -> bool:
    """Whether the obvious checker cannot read a file."""
    try:
        deviations(data.decode("latin-1"))
    except (ArithmeticError, LookupError, ValueError):
        return True
    return False


if __name__ == "__main__":
    _own(Path(sys.argv[1])) if len(sys.argv) > 1 else main()
