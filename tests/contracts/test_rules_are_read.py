"""Every rule that a division can set changes something, and one that does not is found."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

from games.engine.rulesets import parameters
from games.engine.tie_breaks.registry import TIE_BREAKS
from tests.contracts import house
from tests.processes import ROOT

TOLD_OR_TYPED = frozenset(
    (
        "games/engine/rulesets.py",
        "tournaments/event/forms/rule_fields.py",
        "tournaments/kernel/wording/rule_groups.py",
        "tournaments/kernel/wording/rule_values.py",
    )
)
"""The modules that define, type and describe rules: that is no use of them."""
PLAY = "games/engine/play"
"""A game in progress, which nothing but its tests has yet: a rule counts only where what reads it
is imported from elsewhere."""


HOLDERS = frozenset(("rules", "_rules", "ruleset", "terms", "division"))
"""The names of things that have the rules; the same name of anything else is no use of a rule."""
_NAMES_WHAT_COUNTS = re.compile(rf"\b({'|'.join(sorted(HOLDERS))})\s*\.|games\.engine\.play")


def attributes(tree: ast.AST) -> set[str]:
    """Returns the attributes that are read of what has the rules."""
    return {
        node.attr
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
        and isinstance(node.ctx, ast.Load)
        and _last_name(node.value) in HOLDERS
    }


def _last_name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def names(tree: ast.AST) -> set[str]:
    return {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}


def sources() -> Iterator[tuple[str, ast.Module]]:
    for path in house.modules(ROOT):
        where = path.relative_to(ROOT)
        if where.parts[0] in house.ROOMS and str(where) not in TOLD_OR_TYPED:
            text = path.read_text(encoding="utf-8")
            # What names nothing that has the rules reads none of them.
            if where.is_relative_to(PLAY) or _NAMES_WHAT_COUNTS.search(text):
                yield str(where), ast.parse(text)


def wanted_of_play(trees: Iterable[ast.Module]) -> set[str]:
    """Returns the names that other packages import of the game in progress."""
    return {
        alias.name
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("games.engine.play")
        for alias in node.names
    }


def read_in_play(trees: Iterable[ast.Module], wanted: set[str]) -> set[str]:
    """Returns the attributes that are read by these functions and by those that they call."""
    functions = {
        node.name: node
        for tree in trees
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
    }
    found, open_still = set[str](), {name for name in wanted if name in functions}
    seen = set[str]()
    while open_still:
        name = open_still.pop()
        seen.add(name)
        found |= attributes(functions[name])
        open_still |= (names(functions[name]) & functions.keys()) - seen
    return found


@cache
def read() -> frozenset[str]:
    """Returns the attributes that the program reads where a rule changes something."""
    play: list[ast.Module] = []
    elsewhere: list[ast.Module] = []
    for where, tree in sources():
        (play if Path(where).is_relative_to(PLAY) else elsewhere).append(tree)
    found = set[str]().union(*map(attributes, elsewhere))
    return frozenset(found | read_in_play(play, wanted_of_play(elsewhere)))


def unread(rules: Iterable[str]) -> list[str]:
    """Returns those of the rules that nothing reads."""
    return [name for name in rules if name not in read()]


def test_every_rule_is_read_where_it_changes_something() -> None:
    rules = [parameter.name for parameter in parameters()]
    # The rules of tie-breaks are read together; what ranks by each is tested where it is planted.
    assert unread("tie_breaks" if rule in TIE_BREAKS else rule for rule in rules) == []


def test_a_rule_that_nothing_reads_is_found() -> None:
    planted = ["bye_spread", "tea_break_minutes", "exchange_min_bag"]
    assert unread(planted) == ["tea_break_minutes"]


def test_what_is_set_and_what_only_has_the_name_of_a_rule_is_no_use_of_it() -> None:
    said = "rules.tea = pot.tea + rules.milk"
    assert attributes(ast.parse(said)) == {"milk"}


def test_a_rule_that_only_a_game_in_progress_would_read_is_found() -> None:
    said = "def held(rules): return limit(rules)\ndef limit(rules): return rules.tea"
    play = [ast.parse(said)]
    assert read_in_play(play, {"other"}) == set()
    assert read_in_play(play, {"held"}) == {"tea"}
