"""What everybody who is there owes for a night, why, and whether it was taken already."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from django.db.models import Case, CharField, Count, F, Q, Value, When

from clubs.models import ClubHome, Membership
from clubs.money.fees.tonight import Due, Payer, due_tonight
from clubs.money.ledger.amounts import amount_words
from clubs.money.ledger.reports import tabs
from clubs.money.queries.ledgers import MoneyBook, guest_key, money_book, rules_of
from people.merging import with_all_keys
from people.models import Player
from tournaments.models import EntryMember

LIFE = "life"
"""The kind of a membership for life, which pays every night."""


@dataclass(frozen=True, slots=True)
class DueTonight:
    """What somebody owes for a night, by their `name`.

    `taken` is the number of the transaction by which it was taken, None while it was not; `owed`
    is what their tab says in minor units, that night included once it is taken.
    """

    name: str
    due: Due
    taken: int | None = None
    owed: int = 0


@dataclass(frozen=True, slots=True)
class NightDues:
    """The dues of a night: of players by key, of guests whom the register lacks by name."""

    currency: str
    players: Mapping[str, DueTonight]
    guests: Mapping[str, DueTonight]

    def words(self, amount: int) -> str:
        """Returns an amount of them with its currency."""
        return amount_words(amount, self.currency)


def dues_of(
    club: ClubHome, night: date, players: Collection[str], guests: Collection[str] = ()
) -> NightDues | None:
    """Returns the dues of a night for players by key and guests by name; seven queries or fewer.

    None where the club keeps no money here. Keys that the register lacks are left out.
    """
    book = money_book(club)
    return None if book is None else dues_in(book, night, players, guests)


def dues_in(
    book: MoneyBook, night: date, players: Collection[str], guests: Collection[str] = ()
) -> NightDues:
    """Returns the same for a ledger that was read already."""
    club, rules, amounts = book.fees.club, rules_of(book.fees), tabs(book.ledger)
    told = {}
    for key, payer in _payers(book, night, players).items():
        due = due_tonight(payer, rules, night)
        owed = max(0, sum(amounts.get(one, 0) for one in book.keys_of(key)))
        told[key] = DueTonight(payer.name, due, book.dues_taken(key, night), owed)
    names = {"name__in": list(guests), "player": ""}
    seen = _nights_before(club, night, {}, **names) if guests else {}
    strangers = {}
    for name in guests:
        payer = Payer(name, is_member=False, nights_before=seen.get(name, 0))
        taken = book.nights.get((guest_key(name), night))
        strangers[name] = DueTonight(name, due_tonight(payer, rules, night), taken)
    return NightDues(book.fees.currency, told, strangers)


def _payers(book: MoneyBook, night: date, players: Collection[str]) -> dict[str, Payer]:
    if not players:
        return {}
    slug, standing = book.fees.club.slug, book.standing
    keys = with_all_keys(players, standing)
    came = _nights_before(book.fees.club, night, standing, player__in=keys)
    in_force = Membership.objects.filter(
        Q(last__isnull=True) | Q(last__gte=night),
        club=book.fees.club,
        first__lte=night,
        player__in=keys,
    )
    terms = [(standing.get(key, key), kind) for key, kind in in_force.values_list("player", "kind")]
    members, for_life = {key for key, _ in terms}, {key for key, kind in terms if kind == LIFE}
    rows = {one.key: one for one in Player.objects.filter(key__in=keys).select_related("club")}
    people = {key: rows.get(standing.get(key, key)) for key in players}
    members |= {standing.get(key, key) for key, one in rows.items() if _is_of(one, slug)}
    return {
        key: Payer(
            player.full_name,
            is_member=player.key in members,
            is_life_member=player.key in for_life,
            season_through=book.paid_until(key),
            nights_before=came.get(player.key, 0),
            nights_left=book.nights_left(key),
            born=player.birth_date,
        )
        for key, player in people.items()
        if player is not None
    }


def _is_of(player: Player, club: str) -> bool:
    return player.club is not None and player.club.slug == club


def _nights_before(
    club: ClubHome, night: date, standing: Mapping[str, str], **who: Any
) -> dict[str, int]:
    """Returns how many nights before this one they came to, by the key that stands for them.

    Of guests it is by their name.
    """
    event = "entry__division__tournament"
    rows = EntryMember.objects.filter(
        **who, **{f"{event}__night_of": club.slug, f"{event}__starts_on__lt": night}
    )
    keys = who.get("player__in", ())
    merged = [When(player=key, then=Value(standing[key])) for key in keys if key in standing]
    by = Case(*merged, default=F("player" if keys else "name"), output_field=CharField())
    counted = rows.order_by().annotate(who=by).values("who")
    found = counted.annotate(nights=Count(event, distinct=True))
    return {row["who"]: row["nights"] for row in found}
