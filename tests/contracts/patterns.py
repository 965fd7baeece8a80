"""Every regular expression of the project, and texts that would make a bad one slow.

A pattern is bad when the time that it takes grows faster than the text: whoever chooses the length
of a path or a file would then choose how long everybody else waits. Time is that of the processor,
measured against the pattern's own time on a shorter text, and only where it is long at all.
"""

from __future__ import annotations

import ast
import importlib
import re
import signal
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from re import _constants as codes  # type: ignore[attr-defined]
from re import _parser as parser  # type: ignore[attr-defined]
from types import FrameType
from typing import Any, NamedTuple

from django.urls import URLPattern, URLResolver, get_resolver

from tests.contracts.house import ROOMS, modules
from tests.processes import ROOT

GLANCE, SHORT, LONG = 2_000, 4_000, 16_000
SUSPECT_S = 0.002
"""The time of a glance that grows with the square of the length; else some 0.05 ms."""
SLOW_S = 0.05
"""The least time of the longest text with a bad pattern; with a good one less than 1 ms."""
GIVEN_UP_S = 0.12
REPEATS = (codes.MAX_REPEAT, codes.MIN_REPEAT, codes.POSSESSIVE_REPEAT)
SEARCHING = {"search", "findall", "finditer", "sub", "subn", "split"}
_NAMES_A_METHOD = re.compile(rf"\b({'|'.join([*sorted(SEARCHING), 'match', 'fullmatch'])})\b")
RUNS: dict[str, Callable[[re.Pattern[Any], Any], object]] = {
    "match": lambda pattern, text: pattern.match(text),
    "fullmatch": lambda pattern, text: pattern.fullmatch(text),
    "search": lambda pattern, text: pattern.findall(text),
}

NO_MODULES = {"__main__", "web_server"}
"""Files that do their work when they are imported, and have no pattern."""

NO_ROOMS = {ROOT / "config" / "dev"}
"""Loads only under settings of its own, with apps that nobody else has, and has no pattern."""

Text = str | bytes


@dataclass(slots=True)
class Found:
    """A pattern, where it stands, and how it is put to a text."""

    pattern: re.Pattern[Any]
    places: set[str] = field(default_factory=set)
    ways: set[str] = field(default_factory=set)


def every_pattern() -> list[Found]:
    """Return the patterns of all modules and addresses, each once, with how they are used."""
    found: dict[re.Pattern[Any], Found] = {}

    def add(pattern: re.Pattern[Any], place: str, ways: Iterable[str]) -> None:
        one = found.setdefault(pattern, Found(pattern))
        one.places.add(place)
        one.ways.update("search" if way in SEARCHING else way for way in ways)

    texts = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): (
            path.read_text(encoding="utf-8")
        )
        for room in ROOMS
        for path in modules(ROOT / room)
        if path.stem not in NO_MODULES and path.parent not in NO_ROOMS
    }
    # A text in which no method of a pattern is named has no use of one, nor one in its place.
    trees = {name: ast.parse(text) for name, text in texts.items() if _NAMES_A_METHOD.search(text)}
    nodes = {name: list(ast.walk(tree)) for name, tree in trees.items()}
    uses = {module: list(_uses(nodes[module])) for module in nodes}
    for module in texts:
        named = vars(importlib.import_module(module))
        for name, value in named.items():
            if isinstance(value, re.Pattern):
                # What begins with an underscore is nobody else's.
                by = [uses.get(module, [])] if name.startswith("_") else uses.values()
                ways = {way for some in by for used, way in some if used == name}
                add(value, f"{module}.{name}", ways or RUNS)
        for line, pattern, way in _literals(nodes.get(module, []), named):
            add(pattern, f"{module}:{line}", [way])
    for pattern, route in _addresses(get_resolver()):
        add(pattern, f"the address {route}", ["search"])
    return list(found.values())


def _uses(nodes: Iterable[ast.AST]) -> Iterator[tuple[str, str]]:
    """Yield each name that a method of a pattern is called of, and the method."""
    for node in nodes:
        if isinstance(node, ast.Attribute) and node.attr in {*SEARCHING, "match", "fullmatch"}:
            owner = node.value
            if isinstance(owner, ast.Name):
                yield owner.id, node.attr
            elif isinstance(owner, ast.Attribute):
                yield owner.attr, node.attr


def _literals(
    nodes: Iterable[ast.AST], named: dict[str, Any]
) -> Iterator[tuple[int, re.Pattern[Any], str]]:
    """Yield the patterns written where they are used: `re.sub("...", ...)`, flags and all."""
    for node in nodes:
        if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
            continue
        function = node.func
        if not (isinstance(function.value, ast.Name) and function.value.id == "re" and node.args):
            continue
        if function.attr == "compile" or function.attr not in {*SEARCHING, "match", "fullmatch"}:
            continue
        source = _value(node.args[0], named)
        flags = 0
        place = {"sub": 4, "subn": 4, "split": 3}.get(function.attr, 2)
        given = [one.value for one in node.keywords if one.arg == "flags"] + node.args[place:]
        if given:
            flags = int(_value(given[0], named))
        pattern = source if isinstance(source, re.Pattern) else re.compile(source, flags)
        yield node.lineno, pattern, function.attr


def _value(node: ast.expr, named: dict[str, Any]) -> Any:
    """Return the value of an expression of a module; a name not known there is a word."""
    known = defaultdict(lambda: "a", named)
    for one in ast.walk(node):
        if isinstance(one, ast.Name) and one.id not in known:
            known[one.id] = _Anything("a")
    return eval(compile(ast.Expression(node), "pattern", "eval"), {"re": re}, known)


class _Anything(str):
    """A word that has whatever attribute it is asked for."""

    __slots__ = ()

    def __getattr__(self, _: str) -> str:
        return "a"


def _addresses(resolver: URLResolver, before: str = "") -> Iterator[tuple[re.Pattern[str], str]]:
    for entry in resolver.url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLResolver):
            yield from _addresses(entry, route)
        else:
            assert isinstance(entry, URLPattern)
            yield entry.pattern.regex, route


class Recipe(NamedTuple):
    """A beginning that a pattern takes, one piece again and again, and an end it does not take."""

    head: str
    piece: str
    tail: str

    def text(self, length: int, pattern: re.Pattern[Any]) -> Text:
        """Return a text of about this length for the pattern, which may be one of bytes."""
        text = self.head + self.piece * (length // len(self.piece)) + self.tail
        return text.encode("latin-1", "replace") if isinstance(pattern.pattern, bytes) else text


def recipes(pattern: re.Pattern[Any]) -> Iterator[Recipe]:
    """Yield the recipes that a pattern is tried with, taken from its own parts."""
    tree = parser.parse(pattern.pattern, pattern.flags)
    letters = list(dict.fromkeys([*_letters(tree), *"a0 -.\n"]))[:16]
    bodies = list(dict.fromkeys(_pieces(tree)))
    pairs = [first + second for first in letters for second in letters if first != second]
    heads = sorted({"", *_heads(tree, "")}, key=lambda head: (len(head), head))
    step = len(heads) // 14 + 1
    for tail in ("", "\x00!"):
        for head in heads[::step]:
            for piece in filter(None, [*letters, *bodies[:10]]):
                yield Recipe(head, piece, tail)
        for piece in pairs[:40]:
            yield Recipe("", piece, tail)


def _heads(tree: Any, before: str) -> Iterator[str]:
    """Yield a text that a pattern takes up to each of its parts, those inside of groups too."""
    for op, given in tree:
        for below in _below(op, given):
            yield from _heads(below, before)
        before += _sample([(op, given)], {})
        yield before


def _letters(tree: Any) -> Iterator[str]:
    """Yield one letter of everything that the pattern names."""
    for op, given in tree:
        if op in (codes.LITERAL, codes.NOT_LITERAL, codes.ANY, codes.IN):
            yield _sample([(op, given)], {})
            if op is codes.IN:
                yield from (
                    _sample([(codes.IN, [one])], {})
                    for one in given[:6]
                    if one[0] is not codes.NEGATE
                )
        else:
            for below in _below(op, given):
                yield from _letters(below)


def _pieces(tree: Any) -> Iterator[str]:
    """Yield a text for every part of the pattern that is repeated, and for neighbours of parts."""
    for start in range(len(tree)):
        yield _sample(tree[start : start + 2], {})
    for op, given in tree:
        for below in _below(op, given):
            yield _sample(below, {})
            yield from _pieces(below)


def _below(op: Any, given: Any) -> list[Any]:
    if op in REPEATS:
        return [given[2]]
    if op is codes.SUBPATTERN:
        return [given[3]]
    if op is codes.BRANCH:
        return list(given[1])
    if op in (codes.ASSERT, codes.ASSERT_NOT):
        return [given[1]]
    if op is codes.ATOMIC_GROUP:
        return [given]
    return []


_CATEGORIES = {
    codes.CATEGORY_DIGIT: "7",
    codes.CATEGORY_NOT_DIGIT: "x",
    codes.CATEGORY_SPACE: " ",
    codes.CATEGORY_NOT_SPACE: "x",
    codes.CATEGORY_WORD: "w",
    codes.CATEGORY_NOT_WORD: "-",
}


def _sample(tree: Any, groups: dict[int, str]) -> str:
    """Return a text that a parsed pattern takes, as short as it may be but never empty parts."""
    return "".join(_one(op, given, groups) for op, given in tree)


def _one(op: Any, given: Any, groups: dict[int, str]) -> str:
    if op in (codes.LITERAL, codes.RANGE):
        return chr(given if op is codes.LITERAL else given[0])
    if op is codes.IN and given[0][0] is codes.NEGATE:
        takes = re.compile(f"[{''.join(map(_class_part, given))}]")
        return next((one for one in "x7 -.'\"" if takes.match(one)), "~")
    if op is codes.GROUPREF:
        return groups.get(given, "")
    if op in REPEATS:
        least, most, below = given
        times: int = max(least, min(1, most))
        return _sample(below, groups) * times
    if op is codes.SUBPATTERN:
        groups[given[0]] = _sample(given[3], groups)
        return str(groups[given[0]])
    return _leaf(op, given, groups)


def _leaf(op: Any, given: Any, groups: dict[int, str]) -> str:
    if op is codes.NOT_LITERAL:
        return "x" if given != ord("x") else "y"
    if op is codes.CATEGORY:
        return str(_CATEGORIES[given])
    if op is codes.IN:
        return _one(given[0][0], given[0][1], groups)
    if op in (codes.BRANCH, codes.ATOMIC_GROUP):
        return _sample(given[1][0] if op is codes.BRANCH else given, groups)
    return "x" if op is codes.ANY else ""


_CLASSES = {
    codes.CATEGORY_DIGIT: r"\d",
    codes.CATEGORY_NOT_DIGIT: r"\D",
    codes.CATEGORY_SPACE: r"\s",
    codes.CATEGORY_NOT_SPACE: r"\S",
    codes.CATEGORY_WORD: r"\w",
    codes.CATEGORY_NOT_WORD: r"\W",
}


def _class_part(part: tuple[Any, Any]) -> str:
    op, given = part
    if op is codes.NEGATE:
        return "^"
    if op is codes.LITERAL:
        return re.escape(chr(given))
    if op is codes.RANGE:
        return f"{re.escape(chr(given[0]))}-{re.escape(chr(given[1]))}"
    return _CLASSES[given]


class _GivenUp(Exception):
    """A pattern took longer than any that is good."""


def _give_up(_signal: int, _frame: FrameType | None) -> None:
    raise _GivenUp


@contextmanager
def _given_up_in_time() -> Iterator[None]:
    """Let `_time` end what takes too long within this block."""
    held = signal.signal(signal.SIGVTALRM, _give_up)
    try:
        yield
    finally:
        signal.signal(signal.SIGVTALRM, held)


def _time(run: Callable[[re.Pattern[Any], Any], object], pattern: Any, text: Text) -> float:
    """Return the processor time of one run in seconds; `GIVEN_UP_S` where it was ended at that."""
    # The processor's time, so that a busy machine makes nobody look slow.
    begun = time.thread_time()
    try:
        signal.setitimer(signal.ITIMER_VIRTUAL, GIVEN_UP_S)
        run(pattern, text)
    except _GivenUp:
        return GIVEN_UP_S
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return time.thread_time() - begun


def worst(found: Found) -> str | None:
    """Return the way and the text for which a pattern takes more than its share, or None.

    Four times the length may take eight times as long, and a text of 16,000 letters 50 ms.
    """
    ways = sorted(found.ways)
    with _given_up_in_time():
        for recipe in recipes(found.pattern):
            glance = recipe.text(GLANCE, found.pattern)
            for way in ways:
                took = _time(RUNS[way], found.pattern, glance)
                if took > SUSPECT_S and _is_bad(found, way, recipe):
                    return f"{way} of {recipe.head!r} + {recipe.piece!r} * n + {recipe.tail!r}"
    return None


def _is_bad(found: Found, way: str, recipe: Recipe) -> bool:
    def least(length: int) -> float:
        text = recipe.text(length, found.pattern)
        return min(_time(RUNS[way], found.pattern, text) for _ in range(2))

    short = least(SHORT)
    return short >= GIVEN_UP_S or least(LONG) > min(max(8 * short, SLOW_S), 0.9 * GIVEN_UP_S)
