"""What terms of a member can stand beside each other, asked when some of them are put back."""

from __future__ import annotations

from datetime import date

from clubs.membership.terms.kinds import Term
from clubs.models import Membership
from core.journal.errors import Refused
from core.models import JournalEntry
from core.phrases import phrase


def overlap(one: Term, other: Term) -> bool:
    """Returns whether two terms have a day in common."""
    ends, others_end = one.last or date.max, other.last or date.max
    return one.first <= others_end and other.first <= ends


def must_fit_when_put_back(entry: JournalEntry, club: str, side: str) -> None:
    """Raises Refused where a member would have two terms on one day once an entry is put back.

    `side` of its changes is what is put back: "before", or "after" where it is done again. Who is
    one person is read from the entry: the register is replayed by itself.
    """
    there = {row.number: row for row in Membership.objects.filter(club__slug=club)}
    changed = set()
    for change in entry.changes:
        kind, key = change["row"]
        if kind != "membership":
            continue
        number, values = key[-1], change[side]
        if values is None:
            there.pop(number, None)
            continue
        row = there.setdefault(number, Membership(number=number))
        for name, value in values.items():
            if name in ("player", "kind"):
                setattr(row, name, value)
            elif name in ("first", "last"):
                setattr(row, name, value and date.fromisoformat(value))
        changed.add(number)
    one_person = set(entry.facts.get("keys", ()))
    terms = {number: _term(row, one_person) for number, row in there.items()}
    for number in changed:
        for other, term in terms.items():
            same = term.member == terms[number].member
            if other != number and same and overlap(term, terms[number]):
                raise Refused(
                    phrase("They have become a member on these days again by now."),
                    code="membership.twice",
                    field="player",
                )


def _term(row: Membership, one_person: set[str]) -> Term:
    member = "" if row.player in one_person else row.player
    return Term(member, row.kind, row.first, row.last)
