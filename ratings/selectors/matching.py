"""The players of the register meant by the lines of a published list.

A number decides, then what a person said of a name, then a name that only one player of the
register has. Between two nobody is chosen.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

from core.names import name_mark, number_mark
from core.phrases import phrase
from people.register import Register, RegisteredPlayer
from ratings.formats.lines import ListLine
from ratings.formats.reading import TSH
from ratings.models import NameMatch, RatingList

NUMBER, NAME, HAND = "number", "name", "hand"
_SO_MANY = {
    NUMBER: phrase("{count} by number"),
    NAME: phrase("{count} by name"),
    HAND: phrase("{count} by hand"),
}
SUGGESTED = 5
_COMPARED = 30
_LIKE = 0.5

Facts = dict[str, list[str]]
"""The players that lines mean by themselves, as in a journal: `{line: [key, NUMBER or NAME]}`."""


def ways_in_words(counts: Mapping[str, int]) -> str:
    """Returns how many lines were matched in which way: "12 by number, 3 by name"."""
    said = (_SO_MANY[how].format(count=counts[how]) for how in _SO_MANY if counts.get(how))
    return ", ".join(map(str, said))


class Matching(NamedTuple):
    """The players meant by the lines of a list. `players` and `by` are by line; those of nobody are
    in `nobody` where a person said so, and in `doubts` with a sentence where it is unclear who.
    """

    players: dict[int, str]
    by: dict[int, str]
    nobody: frozenset[int]
    doubts: dict[int, str]

    def open_lines(self, lines: Iterable[ListLine]) -> list[ListLine]:
        """Returns the lines about which somebody has to say who is meant."""
        return [ln for ln in lines if ln.line not in self.players and ln.line not in self.nobody]


def automatic(
    register: Register,
    lines: Sequence[ListLine],
    format: str,  # noqa: A002 - what it is called
) -> Facts:
    """Returns whom the lines mean by number, or by a name that one player alone has."""
    matches: Facts = {}
    for line in lines:
        person, by = register.by_number.get(number_mark(line.association_number)), NUMBER
        if person is None:
            alike = register.named(line.name, turned=format == TSH)
            person, by = _only(line, alike), NAME
        if person is not None:
            matches[str(line.line)] = [person.key, by]
    return matches


def matched(lines: Sequence[ListLine], facts: Facts, by_hand: Mapping[str, str]) -> Matching:
    """Returns whom the lines mean: `facts` as `automatic` gave them, `by_hand` by name.

    A line found by its number is sure. Two lines never mean one player: where both were found by
    a name, neither is.
    """
    players, by, doubts = dict[int, str](), dict[int, str](), dict[int, str]()
    nobody: set[int] = set()
    taken: dict[str, int] = {}
    wanted: list[tuple[ListLine, str, str]] = []
    unsure = [line for line in lines if facts.get(str(line.line), ["", ""])[1] != NUMBER]
    shared = Counter(line.name for line in unsure)
    for line in lines:
        key, how = facts.get(str(line.line), ["", ""])
        if how == NUMBER:
            players[line.line], by[line.line], taken[key] = key, how, line.line
            continue
        said = by_hand.get(line.name)
        if said == "":
            nobody.add(line.line)
        elif said and shared[line.name] > 1:
            doubts[line.line] = phrase(
                "Other lines have the same name; only a number in the register can tell them apart."
            )
        elif said or key:
            wanted.append((line, said or key, HAND if said else how))
    claims = Counter(key for _, key, _ in wanted)
    for line, key, how in wanted:
        if key in taken:
            doubts[line.line] = phrase(
                "{key} is already matched to line {taken}.", key=key, taken=taken[key]
            )
        elif claims[key] > 1:
            doubts[line.line] = phrase("Another line also seems to be {key}.", key=key)
        else:
            players[line.line], by[line.line] = key, how
    return Matching(players, by, frozenset(nobody), doubts)


def matches_by_hand(rating_list: RatingList) -> dict[str, str]:
    """Returns the matches that people made: player keys by name, empty for nobody."""
    matches = NameMatch.objects.filter(rating_list=rating_list)
    return dict(matches.values_list("name", "player"))


def nearest(register: Register, names: Sequence[str]) -> dict[str, tuple[RegisteredPlayer, ...]]:
    """Returns for each name the players of the register that come closest, the closest first.

    Names that share the beginning of a word are compared letter by letter.
    """
    begins: dict[str, list[RegisteredPlayer]] = defaultdict(list)
    marks: dict[str, str] = {}
    for person in register.everybody:
        marks[person.key] = name_mark(person.full_name)
        for start in {word[:3] for word in marks[person.key].split()}:
            begins[start].append(person)
    return {name: _nearest(name_mark(name), begins, marks) for name in names}


def _nearest(
    mark: str, begins: Mapping[str, list[RegisteredPlayer]], marks: Mapping[str, str]
) -> tuple[RegisteredPlayer, ...]:
    shared: Counter[RegisteredPlayer] = Counter()
    for start in {word[:3] for word in mark.split()}:
        shared.update(begins.get(start, ()))
    likely = sorted(shared, key=lambda one: (-shared[one], one.key))[:_COMPARED]

    alike = {
        one: SequenceMatcher(None, mark, marks[one.key], autojunk=False).ratio() for one in likely
    }
    near = [one for one in likely if alike[one] >= _LIKE]
    return tuple(sorted(near, key=lambda one: (-alike[one], one.key))[:SUGGESTED])


def _only(line: ListLine, alike: Sequence[RegisteredPlayer]) -> RegisteredPlayer | None:
    """Returns the one player who may be meant by a name; a different number is somebody else."""
    if len(alike) != 1:
        return None
    numbers = {number_mark(line.association_number), number_mark(alike[0].association_number)}
    return alike[0] if len(numbers - {""}) < 2 else None
