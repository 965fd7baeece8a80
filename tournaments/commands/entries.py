"""Add and change entries, withdraw and reinstate them, and set penalties."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.journal.ledger import Ledger
from core.models import JournalEntry
from people.selectors import public_names
from tournaments.commands.awards import fill_missed
from tournaments.commands.base import DivisionCommand, RoundCommand, find_entry
from tournaments.models import Division, Entry, EntryMember, Penalty, Round
from tournaments.seeding import next_key, next_number
from tournaments.selectors.play import last_published
from tournaments.standings.attendance import back_at, takes_part, withdrawn_at

NAME_LIMIT = 60


@dataclass(frozen=True, kw_only=True)
class Member:
    """A person of an entry: the name as entered, and the key in the register when known."""

    name: str
    player: str = ""


@register
@dataclass(frozen=True, kw_only=True)
class AddEntry(DivisionCommand):
    """Enters one person, or a team of two or three, in a division."""

    code = "entry.added"
    members: tuple[Member, ...]
    rating: int = 0
    life_games: int | None = None
    association_number: str = ""
    prize_class: str = ""
    team: str = ""

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        _check_members(division, self.members)
        work.facts.decide("players", lambda: _known({m.player for m in self.members}))
        event = division.tournament
        event.last_entry_key = next_key(event)
        event.save(update_fields=("last_entry_key",))
        entry = Entry(
            tournament=event,
            division=division,
            key=event.last_entry_key,
            number=next_number(division),
            name=" & ".join(member.name.strip() for member in self.members),
            rating=_rating(self.rating),
            life_games=self.life_games,
            association_number=self.association_number.strip(),
            prize_class=self.prize_class.strip(),
            team=self.team.strip(),
            random_number=random_number(self.event, event.last_entry_key),
        )
        work.ledger.create(checked(entry))
        work.ledger.create_many(
            [
                EntryMember(
                    entry=entry, position=place, name=member.name.strip(), player=member.player
                )
                for place, member in enumerate(self.members, 1)
            ]
        )
        missed = fill_missed(work.ledger, entry, range(1, last_published(division) + 1))
        return {"key": entry.key, "missed": missed, "published": last_published(division)}

    def check_redo(self, entry: JournalEntry) -> None:
        super().check_redo(entry)
        division = self.find_division()
        if last_published(division) != entry.answer["published"]:
            raise Refused(
                "Rounds were published or taken back since; enter the player again.",
                code="redo.published",
            )
        _check_members(division, self.members)

    def sentence(self, answer: Row) -> str:
        names = " & ".join(member.name for member in self.members)
        missed = f", rounds {_spans(answer['missed'])} missed" if answer["missed"] else ""
        return (
            f"{names} entered in division {self.division}, rating {self.rating or 'none'}{missed}"
        )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeEntry(DivisionCommand):
    """Changes what is held of an entry; a field left out stays."""

    code = "entry.changed"
    entry: int
    name: str | None = None
    player: str | None = None
    rating: int | None = None
    life_games: int | None = None
    association_number: str | None = None
    prize_class: str | None = None
    team: str | None = None

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        entry = find_entry(division, self.entry)
        wanted = {
            name: value.strip() if isinstance(value, str) else value
            for name in ("rating", "life_games", "association_number", "prize_class", "team")
            if (value := getattr(self, name)) is not None
        }
        if self.rating is not None:
            _rating(self.rating)
        before = {name: getattr(entry, name) for name in wanted}
        change_checked(entry, wanted)
        work.facts.decide("players", lambda: _known({self.player or ""}))
        changed = work.ledger.update(entry, **wanted)
        changed |= self._change_name(work.ledger, division, entry)
        if not changed:
            raise Refused("Nothing would change.", code="nothing_changed")
        return {"name": entry.name, "before": before, "after": wanted}

    def _change_name(self, ledger: Ledger, division: Division, entry: Entry) -> bool:
        if self.name is None and self.player is None:
            return False
        members = list(entry.members.all())
        if len(members) != 1:
            raise Refused("A team's names are changed one by one.", code="entry.team", field="name")
        member = members[0]
        member.entry = entry
        name = member.name if self.name is None else self.name.strip()
        player = member.player if self.player is None else self.player
        _check_members(division, (Member(name=name, player=player),), but=entry)
        changed = ledger.update(member, name=name, player=player)
        return ledger.update(entry, name=name) or changed

    def sentence(self, answer: Row) -> str:
        parts = [
            f"{name.replace('_', ' ')} {answer['before'][name]} to {value}"
            for name, value in answer["after"].items()
        ]
        parts += [f"name {self.name}"] if self.name is not None else []
        parts += [f"player {self.player or 'none'}"] if self.player is not None else []
        return f"No. {self.entry} {answer['name']} changed: {', '.join(parts)}"


@register
@dataclass(frozen=True, kw_only=True)
class WithdrawEntry(DivisionCommand):
    """Takes an entry out from a round on: no more pairings, out of the ranking from there."""

    code = "entry.withdrawn"
    entry: int
    from_round: int

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        entry = find_entry(division, self.entry)
        _check_round(division, self.from_round)
        if not takes_part(entry.away, self.from_round):
            raise Refused(
                f"{entry} is not taking part in round {self.from_round} anyway.",
                code="entry.away",
                field="from_round",
            )
        seat = entry.seats.filter(
            round__number__gte=self.from_round, round__stage=Round.Stage.PUBLISHED
        ).select_related("round")
        held = seat.order_by("round__number").first()
        if held is not None:
            raise Refused(
                f"{entry} is in the published round {held.round.number}; enter a result or a"
                " forfeit there, and withdraw from a later round.",
                code="entry.seated",
                field="from_round",
            )
        work.ledger.update(entry, away=withdrawn_at(entry.away, self.from_round))
        return {"name": entry.name}

    def sentence(self, answer: Row) -> str:
        return f"No. {self.entry} {answer['name']} withdrawn from round {self.from_round} on"

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        _refuse_if_published(self, self.from_round)

    check_redo = check_undo


@register
@dataclass(frozen=True, kw_only=True)
class ReinstateEntry(DivisionCommand):
    """Takes an entry back in from a round on; rounds missed count as the rule set says."""

    code = "entry.reinstated"
    entry: int
    from_round: int

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.allow(division)
        entry = find_entry(division, self.entry)
        _check_round(division, self.from_round)
        published = last_published(division)
        if self.from_round <= published:
            raise Refused(
                f"Round {self.from_round} is published; the entry can play from round"
                f" {published + 1} on.",
                code="round.published",
                field="from_round",
            )
        if takes_part(entry.away, self.from_round):
            raise Refused(f"{entry} is not withdrawn.", code="entry.active", field="entry")
        work.ledger.update(entry, away=back_at(entry.away, self.from_round))
        away = [r for r in range(1, self.from_round) if not takes_part(entry.away, r)]
        missed = fill_missed(work.ledger, entry, away)
        return {"name": entry.name, "missed": missed}

    def sentence(self, answer: Row) -> str:
        missed = f"; rounds {_spans(answer['missed'])} missed" if answer["missed"] else ""
        return f"No. {self.entry} {answer['name']} plays again from round {self.from_round}{missed}"

    def check_undo(self, entry: JournalEntry) -> None:
        super().check_undo(entry)
        _refuse_if_published(self, self.from_round)

    check_redo = check_undo


@register
@dataclass(frozen=True, kw_only=True)
class SetPenalty(RoundCommand):
    """Sets the points added to (negative: taken from) an entry's spread in a round; 0 lifts it."""

    code = "penalty.set"
    needs_reason = True
    entry: int
    points: int

    def apply(self, work: Work) -> Row:
        division = self.find_division()
        self.find_published(division)
        entry = find_entry(division, self.entry)
        if not -10_000 <= self.points <= 10_000:
            raise Refused(
                "A penalty is between -10000 and 10000 points.",
                code="penalty.range",
                field="points",
            )
        held = entry.penalties.filter(round_number=self.round).first()
        before = held.points if held else 0
        if before == self.points:
            raise Refused("Nothing would change.", code="nothing_changed")
        if held is not None:
            held.entry = entry
        if held is None:
            work.ledger.create(Penalty(entry=entry, round_number=self.round, points=self.points))
        elif self.points == 0:
            work.ledger.delete(held)
        else:
            work.ledger.update(held, points=self.points)
        return {"name": entry.name, "before": before}

    def sentence(self, answer: Row) -> str:
        return (
            f"Penalty of no. {self.entry} {answer['name']} in round {self.round}:"
            f" {answer['before']:+d} to {self.points:+d}"
        )


def random_number(slug: str, key: int) -> int:
    """Returns an entry's stored random number: fixed by the event and the entry's key alone."""
    digest = hashlib.sha256(f"{slug}:{key}".encode()).digest()
    return int.from_bytes(digest[:4], "big") >> 1


def _known(keys: set[str]) -> list[str]:
    """Returns the players named, once the register has them all.

    A fact: a replay has no register, and a player may leave it after the event.
    """
    wanted = sorted(keys - {""})
    missing = sorted(set(wanted) - set(public_names(wanted)))
    if missing:
        raise Refused(
            f"The register has no player {missing[0]}.", code="player.unknown", field="player"
        )
    return wanted


def _rating(rating: int) -> int:
    if not 0 <= rating <= 9999:
        raise Refused("A rating is between 0 and 9999.", code="rating.range", field="rating")
    return rating


def _check_members(
    division: Division, members: tuple[Member, ...], but: Entry | None = None
) -> None:
    if not 1 <= len(members) <= 3:
        raise Refused("An entry has one to three members.", code="members.count", field="members")
    for member in members:
        name = member.name.strip()
        if not name or len(name) > NAME_LIMIT or not name.isprintable():
            raise Refused(
                f"A name has 1 to {NAME_LIMIT} printable characters.",
                code="name.malformed",
                field="name",
            )
    keys = [member.player for member in members if member.player]
    if len(set(keys)) != len(keys):
        raise Refused("The same player stands twice in this entry.", code="player.twice")
    taken = EntryMember.objects.filter(
        player__in=keys, entry__tournament=division.tournament
    ).select_related("entry")
    other = taken.exclude(entry=but).first() if keys else None
    if other is not None:
        raise Refused(f"{other.name} is entered already, as {other.entry}.", code="player.entered")


def _check_round(division: Division, number: int) -> None:
    if not 1 <= number <= division.planned_rounds + 1:
        raise Refused(
            f"Division {division.name} has rounds 1 to {division.planned_rounds}.",
            code="round.unknown",
            field="from_round",
        )


def _refuse_if_published(command: DivisionCommand, from_round: int) -> None:
    published = last_published(command.find_division())
    if published >= from_round:
        raise Refused(
            f"Round {published} was published since; who plays in it cannot be changed by undo.",
            code="undo.published",
        )


def _spans(numbers: list[int]) -> str:
    return ", ".join(str(number) for number in numbers)
