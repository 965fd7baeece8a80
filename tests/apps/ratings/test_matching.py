"""Whom lines mean, whatever they say: never two lines one player, and never a guess."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from ratings.formats.lines import ListLine
from ratings.selectors.matching import HAND, NAME, NUMBER, Facts, matched

NAMES = ("Ann", "Bea", "Cem", "Dov")
KEYS = ("a", "b", "c")


@st.composite
def situations(draw: st.DrawFn) -> tuple[list[ListLine], Facts, dict[str, str]]:
    """Lines, what was found of them by themselves, and what was said of names.

    A number is found once at most: two lines never share one.
    """
    names = draw(st.lists(st.sampled_from(NAMES), max_size=6))
    lines = [ListLine(number, name, 1500) for number, name in enumerate(names, 1)]
    numbered = dict(zip(draw(st.permutations(range(1, 7))), KEYS, strict=False))
    facts: Facts = {}
    for line in lines:
        way = draw(st.sampled_from(["", NUMBER, NAME]))
        if way == NUMBER and line.line in numbered:
            facts[str(line.line)] = [numbered[line.line], NUMBER]
        elif way == NAME:
            facts[str(line.line)] = [draw(st.sampled_from(KEYS)), NAME]
    said = draw(st.dictionaries(st.sampled_from(NAMES), st.sampled_from(["", *KEYS])))
    return lines, facts, said


@given(situations())
def test_two_lines_never_mean_one_player(
    situation: tuple[list[ListLine], Facts, dict[str, str]],
) -> None:
    found = matched(*situation)
    assert len(set(found.players.values())) == len(found.players)
    assert set(found.players) == set(found.by)
    assert not set(found.players) & (set(found.nobody) | set(found.doubts))


@given(situations())
def test_the_order_of_the_lines_does_not_matter(
    situation: tuple[list[ListLine], Facts, dict[str, str]],
) -> None:
    lines, facts, said = situation
    one, other = matched(lines, facts, said), matched(lines[::-1], facts, said)
    assert (one.players, one.by, one.nobody) == (other.players, other.by, other.nobody)
    assert set(one.doubts) == set(other.doubts)


@given(situations())
def test_a_number_is_sure_and_what_a_person_said_comes_before_a_name(
    situation: tuple[list[ListLine], Facts, dict[str, str]],
) -> None:
    lines, facts, said = situation
    found = matched(lines, facts, said)
    for line in lines:
        key, way = facts.get(str(line.line), ["", ""])
        if way == NUMBER:
            assert (found.players[line.line], found.by[line.line]) == (key, NUMBER)
        elif line.name in said:
            assert found.by.get(line.line) in (None, HAND)
            assert found.players.get(line.line, said[line.name]) == said[line.name]
        elif line.line in found.players:
            assert (found.players[line.line], found.by[line.line]) == (key, NAME)
