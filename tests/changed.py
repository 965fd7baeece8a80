"""Prints the test modules close to what was changed: `python -m tests.changed`.

Changed is what differs from where this branch left `main`, committed or not; where nothing does,
the last commit. Nearest are the tests that were changed and those named after a changed module,
then those that import it, then those that import what imports it. No more tests are printed than
a minute has time for, and of the folders of long tests only what was changed itself.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import grimp
from grimp.exceptions import SourceSyntaxError

from tests.statements import statements

ROOT = Path(__file__).resolve().parent.parent
ROOMS = (
    "api",
    "clubs",
    "config",
    "core",
    "desk",
    "games",
    "lexicon",
    "people",
    "ratings",
    "tournaments",
)
ALWAYS_RUN = "tests/domain"
LONG = ("tests/browser", "tests/real", "tests/scenarios", "tests/worker")
MOST_TESTS = 120
_TEST = re.compile(r"^def test_", re.MULTILINE)


def changed_paths(root: Path) -> list[Path]:
    """Return the changed files, below `root`; none, and say so, where git cannot tell."""
    try:
        base = _git(root, "merge-base", "main", "HEAD").strip()
        named = _git(root, "diff", "--name-only", "-z", base)
        named += _git(root, "ls-files", "--others", "--exclude-standard", "-z")
        named = named or _git(root, "diff", "--name-only", "-z", "HEAD~")
    except (OSError, subprocess.CalledProcessError):
        sys.stderr.write("git cannot tell what was changed since the branch main was left.\n")
        return []
    return sorted({Path(name) for name in named.split("\0") if (root / name).is_file() and name})


def _git(root: Path, *words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=root, check=True, capture_output=True, text=True)
    return ran.stdout


def graph_of(root: Path) -> grimp.ImportGraph:
    """Return which module imports which, those of the tests with the rest.

    A module that is not Python imports nothing, and the person is told. Outside the tests it keeps
    the others from being read, of which only is known then which tests import them.
    """
    try:
        graph = grimp.build_graph(*ROOMS, cache_dir=None)
    except SourceSyntaxError as fault:
        _tell_of(Path(fault.filename), fault.lineno)
        graph = grimp.ImportGraph()
    for path in sorted((root / "tests").rglob("*.py")):
        importer = module_of(path.relative_to(root))
        graph.add_module(importer)
        for imported in _imported(path):
            if imported in graph.modules or (root / (imported.replace(".", "/") + ".py")).is_file():
                graph.add_import(importer=importer, imported=imported)
    return graph


def module_of(path: Path) -> str:
    """Return the name of the module that a file is."""
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def _imported(path: Path) -> Iterator[str]:
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError) as fault:
        _tell_of(path, getattr(fault, "lineno", None))
        return
    for node in statements(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _tell_of(path: Path, line: int | None) -> None:
    name = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
    where = f", line {line}," if line else ""
    sys.stderr.write(f"{name}{where} is not Python: what imports it is not known.\n")


def near(changed: Iterable[Path], graph: grimp.ImportGraph, tests: Iterable[Path]) -> list[Path]:
    """Return the test modules that may fail for what was changed, the nearest first."""
    changed, tests = set(changed), set(tests)
    found = sorted(changed & tests) + sorted(
        test for test in tests - changed if any(_named_after(test, path) for path in changed)
    )
    by_name = {module_of(test): test for test in tests}
    seen, ring = set[str](), {module_of(path) for path in changed} & graph.modules
    while ring:
        found += [by_name[module] for module in sorted(ring) if module in by_name]
        seen |= ring
        ring = {i for m in ring for i in graph.find_modules_that_directly_import(m)} - seen
    return list(dict.fromkeys(found))


def _named_after(test: Path, changed: Path) -> bool:
    """Return whether a test is called after a file of its app: test_jobs_shown after jobs.py."""
    about, room = test.stem.removeprefix("test_"), changed.parts[0]
    if changed.parts[0] in ("static", "templates"):
        room = changed.parts[1] if changed.parts[1] in ROOMS else room
    return room in test.parts and f"{about}_".startswith(f"{changed.stem}_")


def chosen(changed: Iterable[Path], near_them: Iterable[Path], root: Path) -> list[Path]:
    """Return as many of the tests, the nearest first, as there is time for."""
    kept: list[Path] = []
    changed, most = set(changed), MOST_TESTS
    for test in near_them:
        folder = test.as_posix()
        if folder.startswith(ALWAYS_RUN) or (test not in changed and folder.startswith(LONG)):
            continue
        most -= len(_TEST.findall((root / test).read_text(encoding="utf-8")))
        if most < 0 and kept:
            break
        kept.append(test)
    return kept


def main() -> None:
    """Print the modules for pytest, one a line, and to the person what was left out."""
    changed = changed_paths(ROOT)
    if not changed:
        return
    tests = [path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py")]
    candidates = near(changed, graph_of(ROOT), tests)
    kept = chosen(changed, candidates, ROOT)
    for test in kept:
        sys.stdout.write(f"{test}\n")
    left = [test for test in candidates if test not in kept and ALWAYS_RUN not in test.as_posix()]
    if left:
        sys.stderr.write(f"Left to start.py test: {len(left)} other modules that may be touched.\n")


if __name__ == "__main__":
    main()
