"""`make bench`: run every benchmark, or those named on the command line, one after another.

A benchmark is a module `bench/bench_<name>.py` with a function `main()` that prints its table.
"""

import importlib
import sys
import time
from pathlib import Path

_PREFIX = "bench_"


def benchmarks() -> list[str]:
    """Return the names of the benchmarks, without their prefix, in alphabetical order."""
    folder = Path(__file__).parent
    return sorted(path.stem.removeprefix(_PREFIX) for path in folder.glob(f"{_PREFIX}*.py"))


def main(wanted: list[str]) -> int:
    """Run the benchmarks that were asked for and return the exit code."""
    known = benchmarks()
    if unknown := [name for name in wanted if name not in known]:
        print(f"No benchmark is called {', '.join(unknown)}; there are: {', '.join(known)}.")
        return 2
    for name in wanted or known:
        print(f"\n== {name}\n", flush=True)
        started = time.perf_counter()
        importlib.import_module(f"bench.{_PREFIX}{name}").main()
        print(f"\n({time.perf_counter() - started:.1f} s)", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
