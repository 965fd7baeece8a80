"""The rules of the house that a tree of files can break, each as a list of offences.

The tests apply them to this project, and to copies with a fault planted in them.
"""

import ast
import re
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from tests.processes import ROOT
from tests.statements import statements

LINES_PER_MODULE = 400
LINES_PER_FUNCTION = 40
CHARACTERS_PER_TEMPLATE_LINE = 160
LINES_PER_VIEW = 25
NAMES_THAT_SAY_NOTHING = {"common", "helper", "helpers", "misc", "util", "utils"}
PURE = (
    "clubs.club.meetings",
    "clubs.leagues.honours",
    "clubs.leagues.play",
    "clubs.membership.merging",
    "clubs.membership.terms",
    "clubs.money.fees",
    "clubs.money.ledger",
    "clubs.nights.arranging",
    "clubs.nights.telling",
    "clubs.records.book",
    "clubs.seasons.milestones",
    "clubs.seasons.tables",
    "core.charts",
    "games.engine",
    "lexicon.words",
    "ratings.formats",
    "ratings.systems",
    "tournaments.entry_line",
    "tournaments.formats",
    "tournaments.pairing",
    "tournaments.prizing",
    "tournaments.reporting",
    "tournaments.simulation",
    "tournaments.standings",
)
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
READS_NOTHING = "reads nothing of the page"
PAGE_SHARED = "the greater part of two pages, which reads what both of their views give"
INCLUDED_BARE = {
    "_boxes.html": READS_NOTHING,
    "_game_form_assets.html": READS_NOTHING,
    "_htmx.html": READS_NOTHING,
    "_key_switch.html": READS_NOTHING,
    "_operators.html": READS_NOTHING,
    "_contention.html": PAGE_SHARED,
    "_embedded.html": PAGE_SHARED,
    "_password_once.html": PAGE_SHARED,
    "_position.html": PAGE_SHARED,
    "_site_links.html": PAGE_SHARED,
    "_told.html": PAGE_SHARED,
}
"""Templates that several others include without naming what they read, each with the reason."""
NOT_OURS = {".venv", "migrations", "node_modules", "var"}

_INCLUDE = re.compile(r'{% include "([^"]+)" ?(.*?) ?%}')

# Import every module of the packages named on the command line, with these made unimportable.
_IMPORT_WITHOUT_DJANGO = """
import importlib, pkgutil, sys, traceback

class Blocker:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {"asgiref", "celery", "django", "kombu", "redis", "valkey"}:
            raise ImportError(f"{name} is not for pure packages")

sys.meta_path.insert(0, Blocker())

def fail(name):
    raise

count = failed = 0
for name in sys.argv[1:]:
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, name + ".", onerror=fail):
        count += 1
        try:
            importlib.import_module(module.name)
        except Exception:
            failed += 1
            traceback.print_exc()
print(count)
sys.exit(failed > 0)
"""


def modules(root: Path = ROOT) -> Iterator[Path]:
    """Yield every Python file of the tree that a person wrote."""
    for path in sorted(root.rglob("*.py")):
        if not NOT_OURS.intersection(path.relative_to(root).parts):
            yield path


def long_modules(root: Path = ROOT) -> list[str]:
    """Return the modules, of Python and of scripts, with more than `LINES_PER_MODULE` lines."""
    scripts = sorted((root / "static" / "js").glob("*.js"))
    return [
        f"{path.relative_to(root)}: {count} lines"
        for path in (*modules(root), *scripts)
        if (count := len(path.read_text(encoding="utf-8").splitlines())) > LINES_PER_MODULE
    ]


def long_functions(root: Path = ROOT) -> list[str]:
    """Return the functions that are too long; views have a tighter limit than the rest."""
    return [
        f"{path.relative_to(root)}:{function.lineno} {function.name}: {count} lines"
        for path in modules(root)
        for function in _functions(path)
        if (count := _lines(function)) > _limit(path.relative_to(root))
    ]


def empty_names(root: Path = ROOT) -> list[str]:
    """Return the modules and packages whose name says nothing about what they hold."""
    return [
        str(path.relative_to(root))
        for path in modules(root)
        if any(
            NAMES_THAT_SAY_NOTHING.intersection(part.removesuffix(".py").split("_"))
            for part in path.relative_to(root).parts
        )
    ]


def templates(root: Path = ROOT) -> dict[str, str]:
    """Return the text of every template, under the name that includes it."""
    folder = root / "templates"
    return {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.html"))
    }


def long_template_lines(root: Path = ROOT) -> list[str]:
    """Return where a line of a template is longer than `CHARACTERS_PER_TEMPLATE_LINE`."""
    return [
        f"{name}:{number}: {len(line)} characters"
        for name, text in templates(root).items()
        for number, line in enumerate(text.splitlines(), 1)
        if len(line) > CHARACTERS_PER_TEMPLATE_LINE
    ]


def unnamed_includes(root: Path = ROOT) -> list[str]:
    """Return the includes of components that do not name all that the component may read.

    A component stands in `components/` or in several places. What one page alone includes is a
    part of that page, which may read all that its view gives. Templates of Django's admin are
    included as Django does it.
    """
    found = [
        (name, included, words)
        for name, text in templates(root).items()
        if "admin" not in Path(name).parts
        for included, words in _INCLUDE.findall(text)
    ]
    places = Counter(included for _, included, _ in found)
    return [
        f"{name}: {included}"
        for name, included, words in found
        if not (words.startswith("with ") and words.endswith(" only"))
        and (words or places[included] > 1 or included.startswith("components/"))
        and Path(included).name not in INCLUDED_BARE
    ]


def import_without_django(root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Import every pure package of the tree where Django and its like cannot be imported."""
    return subprocess.run(
        [sys.executable, "-c", _IMPORT_WITHOUT_DJANGO, *PURE],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )


def lint_imports(root: Path = ROOT) -> subprocess.CompletedProcess[str]:
    """Hold the tree against the contracts in its pyproject.toml."""
    return subprocess.run(
        [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
    )


def _functions(path: Path) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    for node in statements(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node


def _lines(function: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """Return the lines from `def` to the end; a docstring, which may explain at length, is free."""
    count = (function.end_lineno or function.lineno) - function.lineno + 1
    first = function.body[0]
    if ast.get_docstring(function) is not None:
        count -= (first.end_lineno or first.lineno) - first.lineno + 1
    return count


def _limit(path: Path) -> int:
    return LINES_PER_VIEW if "views" in path.with_suffix("").parts else LINES_PER_FUNCTION


SHARED_NAMES: dict[str, str] = {
    "CannotStart": "start.py runs before anything is installed, and imports nothing of ours",
}
"""Class names that two modules of the product may share, each with the reason."""


def shared_names(root: Path = ROOT) -> list[str]:
    """Return the public classes that share a name with another one, without a listed reason.

    A management command and a migration is called as Django wants it.
    """
    found: dict[str, list[str]] = {}
    ours = [path for room in ROOMS for path in modules(root / room)]
    for path in (*ours, *root.glob("start.py")):
        if path.parent.name == "migrations" or "management" in path.parts:
            continue
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                found.setdefault(node.name, []).append(path.relative_to(root).as_posix())
    return [
        f"{name}: {', '.join(places)}"
        for name, places in sorted(found.items())
        if len(places) > 1 and name not in SHARED_NAMES
    ]
