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
from gettext import GNUTranslations
from pathlib import Path
from string import Formatter

from babel import Locale, UnknownLocaleError
from babel.messages.catalog import Catalog, Message
from babel.messages.extract import extract
from babel.messages.mofile import write_mo
from babel.messages.pofile import PoFileError, read_po, write_po
from django.utils.translation.template import templatize

ROOT = Path(__file__).resolve().parent.parent
LOCALE = ROOT / "locale"
ROOMS = (
    "api",
    "clubs",
    "config/support",
    "core",
    "desk",
    "games",
    "lexicon",
    "people",
    "ratings",
    "tournaments",
)
"""The folders whose code speaks to people."""

FRENCH = "fr"

SINGULAR, PLURAL = ("gettext", "phrase", "_"), ("ngettext", "phrase_count")
"""The functions that take a message, and those that take its plural too."""
_MAY_SAY = re.compile(rf"\b(?:{'|'.join((*SINGULAR, *PLURAL))})\b")
SCRIPT_KEYWORDS = {"gettext": (1,), "say": (1,), "sayCount": (1, 2)}
"""The functions of scripts that take a message, and which of their arguments it is."""
_CALL = re.compile(
    r"""\b(?:n?gettext|_)\((?:[^()'"]|'(?:\\.|[^'\\])*'|"(?:\\.|[^"\\])*")*\)""",
)

Found = Iterator[str | tuple[str, str]]


class CatalogueError(ValueError):
    """A catalogue that cannot be read or compiled; the sentence names the file."""


def python_messages(source: str) -> Found:
    """Yields the messages of a module, one with its plural as two, in the order of the text."""
    for call, name in _calls(source):
        said = _texts(call)
        if name in SINGULAR and len(said) == 1:
            yield said[0]
        elif name in PLURAL and len(said) > 1:
            yield said[0], said[1]


def unreadable_calls(source: str) -> Iterator[int]:
    """Yields the lines of a module on which a phrase is not written out, so nobody can read it."""
    for call, name in _calls(source):
        if name in ("phrase", "phrase_count") and len(_texts(call)) < 1 + (name in PLURAL):
            yield call.lineno


def _calls(source: str) -> Iterator[tuple[ast.Call, str]]:
    if not _MAY_SAY.search(source):  # many modules say nothing, and are not parsed
        return
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name | ast.Attribute):
            yield node, node.func.id if isinstance(node.func, ast.Name) else node.func.attr


def _texts(call: ast.Call) -> list[str]:
    given = [one.value for one in call.args if isinstance(one, ast.Constant)]
    return [text for text in given if isinstance(text, str)]


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
        ("templates", "*.txt", template_messages),
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
        _update(known, extracted(domain))
        _write(path, known)
        written.append(path)
    return written


def _update(known: Catalog, today: Catalog) -> None:
    """Brings a catalogue up to date; a message that is said again has its translation again."""
    for key, message in list(known.obsolete.items()):
        if message.id not in known:
            known[message.id] = known.obsolete.pop(key)
    known.update(today, no_fuzzy_matching=True)
    empty = [key for key, message in known.obsolete.items() if not _translations(message)]
    for key in empty:
        del known.obsolete[key]


def compile_all(folder: Path = LOCALE) -> list[Path]:
    """Compiles every catalogue that is newer than what was made of it; returns what was made.

    A translation that cannot be filled in as its message can is told and left out: that message
    stays English. Raises CatalogueError for what cannot be read, once all others are made; what was
    made of such a one before stays.
    """
    written, wrong = [], []
    for path in sorted(folder.glob("*/LC_MESSAGES/*.po")):
        made = path.with_suffix(".mo")
        if made.exists() and made.stat().st_mtime >= path.stat().st_mtime:
            continue
        try:
            made.write_bytes(_compiled(path))
        except CatalogueError as fault:
            wrong.append(str(fault))
        else:
            written.append(made)
    if wrong:
        raise CatalogueError("\n".join(wrong))
    return written


def _compiled(path: Path) -> bytes:
    """Returns what is made of a catalogue, having looked whether it can be loaded again."""
    catalog = _read(path)
    for message in catalog:
        for fault in _faults(message, catalog):
            print(f"{path}:{message.lineno}: {fault}. It stays English.", file=sys.stderr)
            message.string = ""
        if not any(_translations(message)):
            message.string = ""  # empty forms would be written in English, and sent to readers
        if path.parent.parent.name == FRENCH and message.id:
            message.string = _each(message, _with_french_spaces)
    compiled = io.BytesIO()
    write_mo(compiled, catalog)
    try:
        GNUTranslations(io.BytesIO(compiled.getvalue()))
    except (ValueError, SyntaxError) as fault:  # such as plural forms that are no sum
        raise CatalogueError(f"{path} cannot be used: {fault}.") from fault
    return compiled.getvalue()


_FRENCH_SPACE = re.compile(r"[ \u00a0](?=[:;!?»])|(?<=«)[ \u00a0]")


def _with_french_spaces(text: str) -> str:
    """Returns a text with the narrow no-break space where French has one, however it was typed."""
    return _FRENCH_SPACE.sub("\N{NARROW NO-BREAK SPACE}", text)


def _each(message: Message, change: Callable[[str], str]) -> str | tuple[str, ...]:
    """Returns a translation with each of its texts changed."""
    said = message.string
    return tuple(map(change, said)) if isinstance(said, tuple | list) else change(said or "")


def _faults(message: Message, catalog: Catalog) -> Iterator[str]:
    """Yields why a translation cannot be filled in as its message is."""
    translations = _translations(message)
    if not message.id or not translations:
        return
    yield from map(str, message.check(catalog))
    texts = message.id if isinstance(message.id, tuple | list) else (message.id,)
    known = {name for text in texts for name in _fields(text)}
    strange = sorted({name for text in translations for name in _fields(text)} - known)
    if strange:
        yield f"{', '.join(strange)} is no parameter of this message"


def translated(path: Path) -> set[tuple[str, ...]]:
    """Returns the messages of a catalogue that are translated in whole, each with its plural."""
    return {texts_of(message) for message in _read(path) if message.id and _is_whole(message)}


def texts_of(message: Message) -> tuple[str, ...]:
    """Returns what a message says in English, and with a count its plural."""
    return tuple(message.id) if isinstance(message.id, tuple | list) else (message.id,)


def _is_whole(message: Message) -> bool:
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return all(said)


_TAG_OF = re.compile(r"</?[a-zA-Z][^<>]*>")
_SAID_IN_TAG = re.compile(r'\b(title|aria-label|alt)="[^"]*"')
"""Attributes whose text is translated with the message."""


def _tags(text: str) -> list[str]:
    return sorted(_SAID_IN_TAG.sub(r"\1", tag) for tag in _TAG_OF.findall(text))


def catalogue_faults(path: Path) -> list[str]:
    """Returns what is wrong with the translations of a catalogue, each with its place.

    Parameters as when it is compiled; and tags, which have to be those of the message.
    """
    catalog = _read(path)
    found = []
    for message in catalog:
        faults = [*_faults(message, catalog), *_lost(message)]
        found += [f"{path.parent.parent.name}:{message.lineno}: {fault}" for fault in faults]
    return found


def _lost(message: Message) -> Iterator[str]:
    """Yields what a translation has lost or added: tags, and parameters but for a lone count."""
    one, *many = message.id if isinstance(message.id, tuple | list) else (message.id,)
    for text in _translations(message) if message.id else ():
        sources = [one, *many]
        if _tags(text) not in [_tags(source) for source in sources]:
            yield f"{text!r} has other tags than its message"
        if set(_fields(text)) not in [set(_fields(source)) for source in sources]:
            yield f"{text!r} has other parameters than its message"


def _translations(message: Message) -> list[str]:
    said = message.string if isinstance(message.string, tuple | list) else (message.string,)
    return [text for text in said if text]


def _fields(text: str) -> list[str]:
    """Returns what the braces of a text name; a text whose braces cannot be read names itself."""
    if "{" not in text:
        return []
    try:
        return [f"{{{name}}}" for _, name, _, _ in Formatter().parse(text) if name is not None]
    except ValueError:
        return [text]


def _read(path: Path) -> Catalog:
    """Returns a catalogue as it is written. Raises CatalogueError."""
    try:
        with path.open("rb") as file:
            return read_po(file, locale=path.parent.parent.name, abort_invalid=True)
    except (PoFileError, UnicodeDecodeError, UnknownLocaleError, ValueError) as fault:
        raise CatalogueError(f"{path} cannot be read: {fault}.") from fault


def _write(path: Path, catalog: Catalog) -> None:
    with path.open("wb") as file:
        write_po(file, catalog, width=100, include_lineno=False, sort_by_file=True)


def main(words: list[str]) -> int:
    """Do what the words say; return the exit code."""
    try:
        written = _done(words)
    except CatalogueError as fault:
        print(fault, file=sys.stderr)
        return 1
    except (UnknownLocaleError, ValueError):
        print(f"There is no language {words[-1]!r}.", file=sys.stderr)
        return 2
    if written is None:
        print(__doc__, file=sys.stderr)
        return 2
    for path in written:
        print(path.relative_to(ROOT))
    return 0


def _done(words: list[str]) -> list[Path] | None:
    """Do what the words say; return what was written, None where they say nothing."""
    match words:
        case ["extract"]:
            return write_templates()
        case ["add", language]:
            return add_language(language)
        case ["update"]:
            languages = sorted({path.parent.parent.name for path in LOCALE.glob("*/*/*.po")})
            return [path for language in languages for path in add_language(language)]
        case ["compile"]:
            return compile_all()
    return None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
