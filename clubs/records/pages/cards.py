"""The lists of the book as cards: one for each category, its first five places in lines."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from clubs.records.book.categories import RULES, SLOTS, RecordBasis, RecordCategory, Slot
from clubs.records.book.claims import BookRow, HistoricClaim, with_claims
from clubs.records.book.places import RecordHolding
from clubs.records.book.scopes import Section
from clubs.records.pages.addresses import player_records_path
from clubs.records.queries.evidence import BookEvidence, evidence_for
from clubs.records.queries.game_facts import round_of
from clubs.records.queries.holders import NamedHolder, holders_named
from clubs.records.queries.lists import ListedPlace
from clubs.records.queries.personal import those_in_book
from clubs.records.wording.categories import STATUS, category_name, flag_words, value_words
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
    """A holding in words. `evidence` leads to the game's record, or to the results of its round.

    Of a claim it is the source, and `status` says how sure that is; one that is not verified has
    no `place`. `medals` are the wider lists in which it is the record.
    """

    place: int | None
    value: str
    holders: list[Link]
    against: list[Link]
    scores: str
    detail: str
    event: Link
    on: str
    flags: list[str]
    evidence: Link
    status: str = ""
    medals: Sequence[Link] = ()


class Card(NamedTuple):
    """A category with its lines; `more` is how many share its last place beyond those shown."""

    name: str
    lines: list[CardLine]
    more: int


class CardGroup(NamedTuple):
    """Categories that belong together."""

    name: str
    cards: list[Card]


Feat = tuple[RecordCategory, str, tuple[str, ...]]
"""What tells one feat from others in all scopes: category, source, holders."""


class Telling:
    """Tells holdings in words and links: all names and evidence are read at once.

    `medals` are the wider lists in which a feat is the record. On the page of `event` its holdings
    do not name it, but the round in which they were reached.
    """

    def __init__(
        self,
        holdings: Iterable[RecordHolding],
        site: Site,
        medals: Mapping[Feat, Sequence[Link]] | None = None,
        *,
        event: str = "",
    ) -> None:
        known = list(holdings)
        keys = {key for one in known for key in (*one.holders, *one.opponents)}
        self._people: Mapping[str, NamedHolder] = holders_named(keys)
        self._with_page = those_in_book(keys)
        self._evidence: BookEvidence = evidence_for(known)
        self._medals: Mapping[Feat, Sequence[Link]] = medals or {}
        self._site = site
        self._event = event

    def line(self, category: RecordCategory, place: int | None, holding: RecordHolding) -> CardLine:
        """Returns a holding in words."""
        return CardLine(
            place=place,
            value=value_words(category, holding.value_in(category)),
            holders=[self.person(key) for key in holding.holders],
            against=[self.person(key) for key in holding.opponents],
            scores=DASH.join(map(str, holding.scores)),
            detail=holding.detail,
            event=self.event(holding),
            on=self._when(holding),
            flags=flag_words(holding.flags),
            evidence=self._shown(holding),
            medals=self._medals.get((category, holding.source, holding.holders), ()),
        )

    def person(self, key: str) -> Link:
        """Returns the public name behind a key, and where the person's records are."""
        known = self._people.get(key)
        if known is None:
            return phrase("somebody who is gone"), None
        number = known.player.number if known.player and key in self._with_page else None
        return known.name, self._site.href(player_records_path(number)) if number else None

    def event(self, holding: RecordHolding) -> Link:
        """Returns the event of a holding, empty where it is of none, and on its own page."""
        if self._event:
            return "", None
        name, path = self._evidence.event_of(holding)
        return name, self._site.href(path) if path else None

    def _when(self, holding: RecordHolding) -> str:
        if self._event:
            return phrase("round {round}", round=round_of(holding.order))
        return day(holding.day)

    def _shown(self, holding: RecordHolding) -> Link:
        """Returns where the game can be seen; nothing where the site does not have that page."""
        if path := self._evidence.game_of(holding):
            words = phrase("Replay")
        else:
            words, path = phrase("Result"), self._evidence.board_of(holding)
        href = self._site.href(path) if path else None
        return (words, href) if href else ("", None)


def groups_of(
    places: Sequence[ListedPlace],
    claims: Sequence[HistoricClaim],
    section: Section,
    site: Site,
    *,
    is_clean: bool = False,
    medals: Mapping[Feat, Sequence[Link]] | None = None,
) -> list[CardGroup]:
    """Returns the lists of the book as groups of cards, in the order of the book.

    The claims that belong to the lists of the section stand among what was computed.
    """
    holdings = (one.holding for one in places)
    telling = Telling(holdings, site, medals, event=section.scope.key * (not section.is_wide))
    lists: dict[Slot, list[RecordHolding]] = {}
    for one in places:
        lists.setdefault(one.slot, []).append(one.holding)
    rows = {
        slot: with_claims(lists.get(slot, ()), claims, section, slot)
        for slot in SLOTS.values()
        if slot in lists or (slot.is_clean == is_clean and not slot.is_private)
    }
    groups = []
    for name, bases in GROUPS:
        cards = [
            _card(slot, listed, telling)
            for slot, listed in rows.items()
            if listed and RULES[slot.category].basis in bases
        ]
        if cards:
            groups.append(CardGroup(name, cards))
    return groups


def _card(slot: Slot, rows: Sequence[BookRow], telling: Telling) -> Card:
    lines: list[CardLine] = []
    for row in rows[:MOST_SHARING]:
        if row.claim is not None:
            lines.append(claim_line(slot.category, row.place, row.claim))
        elif row.holding is not None:
            lines.append(telling.line(slot.category, row.place, row.holding))
    return Card(category_name(slot.category), lines, max(0, len(rows) - MOST_SHARING))


def claim_line(category: RecordCategory, place: int | None, claim: HistoricClaim) -> CardLine:
    """Returns a claim in words: its people are names, and lead nowhere."""
    value = value_words(category, claim.value)
    if claim.other_value is not None:
        other = value_words(category, claim.other_value)
        value = phrase("{value} or {other}", value=value, other=other)
    return CardLine(
        place=place,
        value=value,
        holders=[(name, None) for name in claim.players] or [(phrase("not known"), None)],
        against=[],
        scores="",
        detail=claim.detail,
        event=(claim.where, None),
        on=claim.day,
        flags=[],
        evidence=(claim.source, None),
        status=STATUS[claim.status],
    )
