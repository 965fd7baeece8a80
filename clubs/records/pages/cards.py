"""The lists of the book as cards: one for each category, its first five places in lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clubs.records.book.categories import RULES, RecordBasis, RecordCategory, Slot
from clubs.records.book.places import RecordHolding
from clubs.records.pages.addresses import player_records_path
from clubs.records.queries.evidence import BookEvidence, evidence_for
from clubs.records.queries.holders import NamedHolder, holders_named
from clubs.records.queries.lists import ListedPlace
from clubs.records.wording.categories import category_name, flag_words, value_words
from core.phrases import phrase
from core.web.site import Site
from core.wording import DASH, day

MOST_SHARING = 10
"""How many of those who share a place are shown by name; the others are counted."""
GROUPS: tuple[tuple[str, frozenset[RecordBasis]], ...] = (
    (phrase("Games"), frozenset({RecordBasis.GAME})),
    (phrase("Plays in recorded games"), frozenset({RecordBasis.PLAY})),
    (phrase("Nights, tournaments and careers"), frozenset({RecordBasis.EVENT, RecordBasis.CAREER})),
    (phrase("Club nights"), frozenset({RecordBasis.NIGHTS})),
)

Link = tuple[str, str | None]
"""Words, and where they lead; None for nowhere."""


class CardLine(NamedTuple):
    """A holding in words. `evidence` leads to the game's record, or to the results of its round."""

    place: int
    value: str
    holders: list[Link]
    against: list[Link]
    scores: str
    detail: str
    event: Link
    on: str
    flags: list[str]
    evidence: Link


class Card(NamedTuple):
    """A category with its lines; `more` is how many share its last place beyond those shown."""

    name: str
    lines: list[CardLine]
    more: int


class CardGroup(NamedTuple):
    """Categories that belong together."""

    name: str
    cards: list[Card]


class Telling:
    """Tells holdings in words and links: all names and evidence are read at once."""

    def __init__(self, holdings: Iterable[RecordHolding], site: Site) -> None:
        known = list(holdings)
        keys = {key for one in known for key in (*one.holders, *one.opponents)}
        self._people: Mapping[str, NamedHolder] = holders_named(keys)
        self._evidence: BookEvidence = evidence_for(known)
        self._site = site

    def line(self, category: RecordCategory, place: int, holding: RecordHolding) -> CardLine:
        """Returns a holding in words."""
        return CardLine(
            place=place,
            value=value_words(category, holding.value_in(category)),
            holders=[self.person(key) for key in holding.holders],
            against=[self.person(key) for key in holding.opponents],
            scores=DASH.join(map(str, holding.scores)),
            detail=holding.detail,
            event=self.event(holding),
            on=day(holding.day),
            flags=flag_words(holding.flags),
            evidence=self._shown(holding),
        )

    def person(self, key: str) -> Link:
        """Returns the public name behind a key, and where the person's records are."""
        known = self._people.get(key)
        if known is None:
            return phrase("somebody who is gone"), None
        number = known.player.number if known.player else None
        return known.name, self._site.href(player_records_path(number)) if number else None

    def event(self, holding: RecordHolding) -> Link:
        """Returns the event of a holding, empty where it is of none."""
        name, path = self._evidence.event_of(holding)
        return name, self._site.href(path) if path else None

    def _shown(self, holding: RecordHolding) -> Link:
        if path := self._evidence.game_of(holding):
            return phrase("Replay"), self._site.href(path)
        path = self._evidence.board_of(holding)
        return (phrase("Result"), self._site.href(path)) if path else ("", None)


def groups_of(places: Sequence[ListedPlace], site: Site) -> list[CardGroup]:
    """Returns the lists of the book as groups of cards, in the order of the book."""
    telling = Telling((one.holding for one in places), site)
    lists: dict[Slot, list[ListedPlace]] = {}
    for one in places:
        lists.setdefault(one.slot, []).append(one)
    groups = []
    for name, bases in GROUPS:
        cards = [
            _card(slot, listed, telling)
            for slot, listed in lists.items()
            if RULES[slot.category].basis in bases
        ]
        if cards:
            groups.append(CardGroup(name, cards))
    return groups


def _card(slot: Slot, places: Sequence[ListedPlace], telling: Telling) -> Card:
    shown = places[:MOST_SHARING]
    return Card(
        category_name(slot.category),
        [telling.line(slot.category, one.place, one.holding) for one in shown],
        len(places) - len(shown),
    )
