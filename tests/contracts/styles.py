"""The rules of the house that a style sheet can break, each as a list of offences.

The tests apply them to the sheets of this project, and to sheets with a fault planted in them.
"""

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import NamedTuple

from tests.processes import ROOT

FILES = 10
LAYERS = ("tokens", "base", "components", "pages", "print")
SHARED, PAPER = "components", "print"
WIDTHS = {"40rem", "48rem", "60rem", "70rem"}
OUTSIDE_A_LAYER = ("@page", "@font-face")
ASKED_OF_THE_DEVICE = {
    "print",
    "screen",
    "(hover: hover)",
    "(hover: none)",
    "(prefers-color-scheme: dark)",
    "(prefers-reduced-motion: no-preference)",
    "(scripting: enabled)",
}
LITERAL_SIZES = {
    r"inherit": "as the text around it",
    r"0\.45em|0\.5em": "the points on a tile",
    r"(max\(var\(--text-tiny\), )?calc\(.*(100cqi|--square).*\)+": "a board grows with its squares",
    r"(0\.8|1|1\.2|1\.25|1\.5)em|clamp\(1\.2em, 4vh, 1\.6em\)": "a judge grows with the window",
    r"min\(var\(--print-figures\), 0\.8em\)": "the heads of a list that is fitted to its sheet",
}
TYPE_OF_A_FITTED_LIST = re.compile(r"\.type-(\d+)")
LITERAL_SPACES = {
    r"-?1px": "as thick as a line",
    r"0\.[1-8]\d?em|1(\.4)?em": "inside a word on a ground, and around words that a judge reads",
    r"auto|inherit|0|\d+%|[\d.]+v[hw]": "no measure of ours",
}
MILLIMETRES = r"[\d.]+mm"

_COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)
_SPACE = re.compile(
    r"(scroll-)?(margin|padding)(-(block|inline)(-(start|end))?)?|((row|column)-)?gap"
)
_TOKEN = re.compile(r"var\(--[\w-]+\)")
# The first class of each thing; a second one only says which kind of the first it is.
_CLASS = re.compile(r"(?<![\w.\])-])[a-z]*\.([\w-]+)")
_ALONE = re.compile(r"[a-z]*(?:\[[^\]]*\])?\.([\w-]+)(?:\.[\w-]+|\[[^\]]*\]|::?(?!has)[\w-]+)*")
_ASIDE = re.compile(r":(?:not|has)\((?:[^()]|\([^()]*\))*\)")


class Rule(NamedTuple):
    """A rule of a sheet: what stands around it, outermost first, and what it declares."""

    sheet: str
    around: tuple[str, ...]
    selector: str
    declared: tuple[tuple[str, str], ...]

    @property
    def layer(self) -> str:
        """The layer that it is in, empty for none."""
        layers = [at.split()[1] for at in self.around if at.startswith("@layer ")]
        return layers[0] if layers else ""

    @property
    def selectors(self) -> list[str]:
        """Its selectors, one by one."""
        return [" ".join(one.split()) for one in re.split(r",(?![^()]*\))", self.selector)]


def sheets(root: Path = ROOT) -> dict[str, str]:
    """Return the text of every style sheet by its name."""
    folder = root / "static" / "css"
    return {path.stem: path.read_text(encoding="utf-8") for path in sorted(folder.glob("*.css"))}


def rules(name: str, text: str, around: tuple[str, ...] = ()) -> Iterator[Rule]:
    """Yield the rules of a sheet, and what is declared in an at-rule as one without a selector."""
    text = _COMMENT.sub("", text) if not around else text
    declared, at = [], 0
    for found in re.finditer(r"[^;{}]*[;{]|[^;{}]+$", text):
        if found.start() < at:
            continue
        said = found.group().strip(" \n;{")
        if not found.group().endswith("{"):
            what, _, value = said.partition(":")
            declared += [(what.strip(), " ".join(value.split()))] if value else []
            at = found.end()
            continue
        at = _closed(text, found.end())
        yield from rules(name, text[found.end() : at - 1], (*around, " ".join(said.split())))
    if not around:
        return
    *outer, last = around
    if declared:
        yield Rule(name, tuple(outer), last, tuple(declared))


def _closed(text: str, at: int) -> int:
    """Return where a block ends that begins here."""
    depth = 1
    while depth:
        depth += {"{": 1, "}": -1}.get(text[at], 0)
        at += 1
    return at


def all_rules(texts: Mapping[str, str]) -> list[Rule]:
    """Return the rules of all sheets."""
    return [rule for name, text in texts.items() for rule in rules(name, text)]


def outside_layers(texts: Mapping[str, str]) -> list[str]:
    """Return the rules that are in no layer of the house, though they could be."""
    return [
        f"{rule.sheet}: {rule.selector}"
        for rule in all_rules(texts)
        if rule.layer not in LAYERS
        and not (rule.around or (rule.selector,))[0].startswith(OUTSIDE_A_LAYER)
    ]


def literal_sizes(texts: Mapping[str, str]) -> list[str]:
    """Return sizes, weights and lines of text that are not tokens."""
    return [
        f"{rule.sheet}: {rule.selector}: {what}: {value}"
        for rule in _styled(texts)
        for what, value in rule.declared
        if what in ("font", "font-size", "font-weight", "line-height")
        and not _is_size(rule, what, value)
    ]


def _is_size(rule: Rule, what: str, value: str) -> bool:
    fitted = TYPE_OF_A_FITTED_LIST.fullmatch(rule.selector)
    if fitted and value == f"{fitted[1]}pt":
        return True
    if what == "line-height" and re.fullmatch(r"[\d.]+(rem|mm)", value):
        return True  # A line as high as the box that it stands in the middle of.
    rest = _TOKEN.sub("", value).replace("/", "").strip()
    return not rest or any(re.fullmatch(one, value) for one in LITERAL_SIZES)


def literal_spaces(texts: Mapping[str, str]) -> list[str]:
    """Return spaces that are not tokens; a sheet of paper is measured in millimetres."""
    return [
        f"{rule.sheet}: {rule.selector}: {what}: {value}"
        for rule in _styled(texts)
        for what, value in rule.declared
        if _SPACE.fullmatch(what)
        for part in re.findall(r"(?<![\w.-])-?[\d.]+[a-z%]*", _TOKEN.sub("", value))
        if part not in ("-1", "2")  # A token taken twice, or the other way.
        and not any(re.fullmatch(one, part) for one in LITERAL_SPACES)
        and not (rule.layer == PAPER and re.fullmatch(MILLIMETRES, part))
    ]


def _styled(texts: Mapping[str, str]) -> list[Rule]:
    """Return the rules that use the tokens rather than say what they are."""
    return [one for one in all_rules(texts) if one.layer not in ("tokens", "")]


def widths_asked(texts: Mapping[str, str]) -> list[str]:
    """Return conditions that ask for the window's width, or for a width of no one else."""
    asked = {(rule.sheet, at) for rule in all_rules(texts) for at in rule.around}
    wrong = []
    for sheet, at in sorted(asked):
        kind, _, condition = at.partition(" ")
        if kind == "@media" and condition not in ASKED_OF_THE_DEVICE:
            wrong.append(f"{sheet}: {at}")
        if kind == "@container":
            width = re.fullmatch(r"content \(width (?:<|>=) (\w+)\)", condition)
            if width is None or width[1] not in WIDTHS:
                wrong.append(f"{sheet}: {at}")
    return wrong


def names_of_two_sheets(texts: Mapping[str, str]) -> list[str]:
    """Return classes that two sheets define, and those that a page takes from another page.

    A class is defined by a selector that is nothing but that class. Paper may style all of them.
    """
    defined, mentioned = defaultdict(set), defaultdict(set)
    for rule in _styled(texts):
        if rule.layer == PAPER:
            continue
        for selector in rule.selectors:
            for one in _CLASS.findall(_ASIDE.sub("", selector)):
                mentioned[one].add(rule.sheet)
            alone = _ALONE.fullmatch(selector)
            if alone:
                defined[alone[1]].add(rule.sheet)
    twice = {one for one, of in defined.items() if len(of) > 1}
    shared = {one for one, of in mentioned.items() if SHARED in of}
    taken = {one for one, of in mentioned.items() if len(of) > 1 and one not in shared}
    return sorted(f"{one}: {', '.join(sorted(mentioned[one]))}" for one in twice | taken)
