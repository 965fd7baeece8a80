"""The catalogues of messages: extracted from the code, brought up to date, compiled.

    python -m config.catalogues extract      locale/*.pot, from the code of today
    python -m config.catalogues add fr       a new language, every message still to be translated
    python -m config.catalogues update       every language, with the messages of today
    python -m config.catalogues compile      what pages are worded from: a .mo beside every .po

`start.py setup` extracts and compiles. Babel does both, so no package of the system is needed.
"""

from __future__ import annotations

import ast
import io
import json
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
ROOMS = ("config/support", "core", "desk", "games", "lexicon", "people", "ratings", "tournaments")
"""The folders whose code speaks to people."""

SINGULAR, PLURAL = ("gettext", "phrase", "_"), ("ngettext", "phrase_count")
"""The functions that take a message, and those that take its plural too."""
SCRIPT_KEYWORDS = {"gettext": (1,), "say": (1,), "sayCount": (1, 2)}
"""The functions of scripts that take a message, and which of their arguments it is."""
_CALL = re.compile(
    r"""\b(?:n?gettext|_)\((?:[^()'"]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")*\)""",
)

Message = str | tuple[str, str]
Found = Iterator[Message]


def python_messages(source: str) -> Found:
    """Yields the messages of a module, one with its plural as two, in the order of the text."""
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
        texts = [one.value for one in node.args if isinstance(one, ast.Constant)]
        said = [text for text in texts if isinstance(text, str)]
        if name in SINGULAR and len(said) == 1:
            yield said[0]
        elif name in PLURAL and len(said) > 1:
            yield said[0], said[1]


def template_messages(source: str) -> Found:
    """Yields the messages of a template: Django turns it into calls among fillers."""
    for call in _CALL.findall(templatize(source)):
        yield from python_messages(call)


def script_messages(source: str) -> Found:
    """Yields the messages of a script, which are what its calls of words.js begin with."""
    for _, said, _, _ in extract("javascript", io.BytesIO(source.encode()), SCRIPT_KEYWORDS):
        if isinstance(said, str):
            yield said
        elif len(said) == 2:
            yield said[0], said[1]


def names_in_table(source: str) -> Found:
    """Yields the names of the entries of a table in JSON."""
    for entry in json.loads(source).values():
        yield entry["name"]


DOMAINS: Mapping[str, tuple[tuple[str, str, Callable[[str], Found]], ...]] = {
    "django": (
        *((room, "*.py", python_messages) for room in ROOMS),
        ("lexicon/words", "tile_sets.json", names_in_table),
        ("templates", "*.html", template_messages),
    ),
    "djangojs": (("static/js", "*.js", script_messages),),
}
"""The folders and files that each catalogue is read from, and how."""


def extracted(domain: str) -> Catalog:
    """Returns every message of the code as a catalogue, with the files that say it."""
    catalog = Catalog(project="Wallchart", charset="utf-8", fuzzy=False)
    for folder, pattern, messages in DOMAINS[domain]:
        for path in sorted((ROOT / folder).rglob(pattern)):
            for message in messages(path.read_text(encoding="utf-8")):
                catalog.add(message, locations=[(path.relative_to(ROOT).as_posix(), 0)])
    return catalog


def write_templates(folder: Path = LOCALE) -> list[Path]:
    """Writes the catalogues that a translation begins with; returns their paths."""
    folder.mkdir(exist_ok=True)
    written = []
    for domain in DOMAINS:
        path = folder / f"{domain}.pot"
        _write(path, extracted(domain))
        written.append(path)
    return written


def add_language(language: str, folder: Path = LOCALE) -> list[Path]:
    """Writes the catalogues of a language anew where it has none, else brings them up to date.

    Raises UnknownLocaleError or ValueError for what is no language.
    """
    locale = Locale.parse(language)
    written = []
    for domain in DOMAINS:
        path = folder / language / "LC_MESSAGES" / f"{domain}.po"
        path.parent.mkdir(parents=True, exist_ok=True)
        known = _read(path) if path.exists() else Catalog(locale, domain, project="Wallchart")
        known.update(extracted(domain), no_fuzzy_matching=True)
        _write(path, known)
        written.append(path)
    return written


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Compiles every catalogue that is newer than what was made of it; returns what was made.

    What was made of one that cannot be read stays. Raises ValueError for such a one.
    """
    written = []
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        made = path.with_suffix(".mo")
        if made.exists() and made.stat().st_mtime >= path.stat().st_mtime:
            continue
        compiled = io.BytesIO()
        write_mo(compiled, _read(path))
        made.write_bytes(compiled.getvalue())
        written.append(made)
    return written


def _read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=path.parent.parent.name)


def _write(path: Path, catalog: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False, sort_by_file=True)


def main(words: list[str]) -> int:
    """Do what the words say; return the exit code."""
    match words:
        case ["extract"]:
            written = write_templates()
        case ["add", language]:
            try:
                written = add_language(language)
            except (UnknownLocaleError, ValueError):
                print(f"There is no language {language!r}.", file=sys.stderr)
                return 2
        case ["update"]:
            languages = sorted(path.name for path in LOCALE.iterdir() if path.is_dir())
            written = [path for language in languages for path in add_language(language)]
        case ["compile"]:
            written = compile_all()
        case _:
            print(__doc__, file=sys.stderr)
            return 2
    for path in written:
        print(path.relative_to(ROOT))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
