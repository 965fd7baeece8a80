"""The form that links the people of a division to the register, with what each becomes."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from core.phrases import phrase, phrase_count
from tournaments.entries.commands.linking import LinkPlayers, PlayerLink
from tournaments.entries.forms.roster import NEW, PLAYER, SKIP
from tournaments.entries.queries.door import Candidate, Match
from tournaments.entries.queries.linking import Stranger, strangers
from tournaments.formats.roster.reading import RosterPerson
from tournaments.kernel.desk.context import CHANGED_MEANWHILE, EventForm
from tournaments.models import EntryMember

Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class LinkLine:
    """A member who is not in the register, as the preview shows them.

    `why` gives the reason for the choice; `wrong` is one sentence where it cannot be taken.
    """

    match: Match
    member: EntryMember
    options: Options
    chosen: str
    why: str
    wrong: str = ""

    @property
    def key(self) -> str:
        """The key of the player chosen, empty for a new one and for nobody."""
        found = self.match.candidates
        return next((one.key for one in found if PLAYER + one.handle == self.chosen), "")

    @property
    def person(self) -> RosterPerson:
        """The person in the line."""
        return self.match.person


class LinkPlayersForm(EventForm):
    """Links every member for whom a player is chosen, and makes the players who are new.

    What was previewed is done, and nothing else: `checked` is its mark.
    """

    command_class = LinkPlayers

    def __init__(self, *args: Any, may_register: bool, **more: Any) -> None:
        self.may_register = may_register
        # The keys made for new players, by line; filled while they are put into the register.
        self.made: dict[int, str] = {}
        super().__init__(*args, **more)

    @cached_property
    def lines(self) -> list[LinkLine]:
        """The people who are not in the register, each with the current choice."""
        lines = [self._line(one) for one in strangers(self.where.the_division)]
        chosen = Counter(line.key for line in lines if line.key)
        return [
            replace(line, wrong=phrase("Another line has the same player; choose only one."))
            if chosen[line.key] > 1
            else line
            for line in lines
        ]

    def _line(self, one: Stranger) -> LinkLine:
        options, usual, why = _options(one, self.may_register)
        typed = str(self.data.get(f"who_{one.match.person.line}", usual))
        chosen = typed if typed in dict(options) else usual
        wrong = "" if chosen else phrase("{name}: choose who this is.", name=one.member.name)
        return LinkLine(one.match, one.member, options, chosen, why, wrong)

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        if self.data.get("checked") != self.mark:
            self.add_error(None, CHANGED_MEANWHILE)
        elif any(line.wrong for line in self.lines):
            self.add_error(None, phrase("Some lines need a decision first."))
        elif not any(line.chosen != SKIP for line in self.lines):
            self.add_error(None, phrase("No player is chosen to be linked."))
        return given

    @property
    def mark(self) -> str:
        """The mark of what the preview shows: the people, and who each may be."""
        shown = [(line.member.pk, line.member.name, line.options) for line in self.lines]
        return hashlib.sha256(repr(shown).encode(errors="replace")).hexdigest()[:16]

    @property
    def told(self) -> str:
        """The effect of the button, in a sentence."""
        many = Counter("known" if line.key else line.chosen for line in self.lines)
        new, known, unsure = many[NEW], many["known"], many[""]
        parts = [phrase("{number} found in the register", number=known)] if known else []
        parts += [phrase("{number} new to the register", number=new)] if new else []
        parts += [phrase("{number} to choose", number=unsure)] if unsure else []
        parts += [
            phrase_count("{count} left as it is", "{count} left as they are", count=many[SKIP])
        ] * (many[SKIP] > 0)
        return ", ".join(parts)

    def newcomers(self) -> Iterable[RosterPerson]:
        """Returns the people to put into the register."""
        return [line.person for line in self.lines if line.chosen == NEW]

    def payload(self) -> dict[str, Any]:
        links = [
            PlayerLink(entry=line.member.entry.key, member=line.member.position, player=key)
            for line in self.lines
            if (key := line.key or self.made.get(line.person.line, ""))
        ]
        return {"links": tuple(links)}


def _options(one: Stranger, may_register: bool) -> tuple[Options, str, str]:
    """Returns the choices of a line, the default one, and why."""
    match = one.match
    free = [f for f in match.candidates if not f.entered or f.key in one.elsewhere]
    new: Options = ((NEW, phrase("New player")),) if may_register and not match.sure else ()
    options: Options = (
        *((PLAYER + f.handle, str(f)) for f in free),
        *new,
        (SKIP, phrase("Leave as it is")),
    )
    usual, why = _recognised(one, free) or _by_name(one, free, may_register)
    if not usual:
        options = (("", phrase("Choose who this is")), *options)
    return options, usual, why


def _recognised(one: Stranger, free: Sequence[Candidate]) -> tuple[str, str] | None:
    """Returns the default choice and why, where more than a name says who somebody is or is not."""
    match = one.match
    if one.first:
        return SKIP, phrase(
            "The same player as {first} above; link that entry first.", first=one.first
        )
    if match.sure is not None and match.sure in free:
        choice = PLAYER + match.sure.handle
        if one.same:
            entry = one.elsewhere[one.same]
            return choice, phrase("The same player as {entry}, who moved.", entry=entry)
        if match.sure.key not in one.nearby:
            return choice, phrase("The register has this number.")
    taken = next((found for found in match.candidates if found not in free), None)
    if taken is not None:
        return SKIP, phrase(
            "{name} is already entered, as {entry}.", name=taken.name, entry=taken.entered
        )
    return None


def _by_name(one: Stranger, free: Sequence[Candidate], may_register: bool) -> tuple[str, str]:
    """Returns the default choice and why, by those of the name whom the register has."""
    number = one.match.person.association_number
    if not free:
        usual = NEW if may_register else SKIP
        return usual, phrase("The register has neither this name nor this number.")
    if len(free) > 1 or _differs(free[0], number):
        return "", phrase("The register has this name.")
    if entry := one.elsewhere.get(free[0].key):
        # People share names: only a move or a number says that two entries are one person's.
        return SKIP, phrase(
            "Choose {name} if this is {entry} again.", name=free[0].name, entry=entry
        )
    return PLAYER + free[0].handle, phrase("One player in the register has this name.")


def _differs(candidate: Candidate, number: str) -> bool:
    """Returns whether another number says that somebody of the same name is meant."""
    return bool(number and candidate.association_number and number != candidate.association_number)
