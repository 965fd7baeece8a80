"""The form of a roster: read, matched to the register, chosen line by line, then added."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django import forms
from django.core.files.uploadedfile import UploadedFile

from core.journal.command import Command
from core.names import name_mark, number_mark, shown_name
from core.phrases import phrase
from desk.forms import acceptance_of
from people.commands import AddPlayer
from people.models import Club
from people.selectors import new_key
from tournaments.entries.commands.late_entry import Member, RosterLine
from tournaments.entries.commands.roster import AddRoster
from tournaments.entries.forms.roster_divisions import RosterDivision, RosterDivisions
from tournaments.entries.queries.door import Candidate, Match, matches
from tournaments.entry_details import details_of
from tournaments.formats.roster.columns import column_words
from tournaments.formats.roster.reading import Roster, RosterPerson, read_roster
from tournaments.formats.roster.text import MAX_BYTES, MAX_LINES, RosterError, decoded, lines_of
from tournaments.kernel.desk.context import EventForm
from tournaments.kernel.queries.play import last_published

NEW, SKIP, PLAYER = "new", "skip", "player:"


@dataclass(frozen=True, slots=True)
class PreviewLine:
    """A line of the roster as the preview shows it, with who was chosen for it.

    `faults` need a changed line, `unchosen` a choice, and what is `odd` either:
    it may be meant, and is taken once somebody says so. `options` is empty where there is nothing
    to choose.
    """

    match: Match
    chosen: str
    division: str = ""
    options: tuple[tuple[str, str], ...] = ()
    faults: tuple[str, ...] = ()
    unchosen: str = ""
    odd: str = ""
    has_focus: bool = False

    @property
    def person(self) -> RosterPerson:
        """The person in the line."""
        return self.match.person

    @property
    def name(self) -> str:
        """The name in the line as it will be shown."""
        return shown_name(self.match.person.name)

    @property
    def candidate(self) -> Candidate | None:
        """The player of the register who was chosen."""
        chosen = self.chosen.removeprefix(PLAYER)
        return next((one for one in self.match.candidates if one.handle == chosen), None)

    @property
    def is_new(self) -> bool:
        """Whether the line becomes a person whom the register does not have."""
        return self.chosen == NEW

    @property
    def is_fine(self) -> bool:
        """Whether the line can be added, or left out, as it is."""
        return not (self.faults or self.unchosen or self.odd)

    @property
    def number(self) -> str:
        """The association number of the chosen player: the line's, else the register's."""
        known = self.candidate.association_number if self.candidate else ""
        return self.person.association_number or known

    def entry(self, made: Mapping[int, str]) -> RosterLine:
        """Returns the entry that the line becomes; `made` are the keys of new players by line.

        A rating that the line leaves out is the chosen player's last. The register's number stays
        there: an entry shows its number to the director.
        """
        person, known = self.person, self.candidate
        rating = person.rating or (known.rating if known else 0)
        key = known.key if known else made.get(person.line, "")
        return RosterLine(
            members=(Member(name=person.name, player=key),),
            **(details_of(person) | {"rating": rating}),
        )


class RosterForm(EventForm):
    """Adds a roster. What was previewed is added, and nothing else: `checked` is its mark.

    A page that says how a late arrival is counted sends as `told` the last round published then.
    """

    command_class = AddRoster
    unmarked = ("roster", "file")
    roster = forms.CharField(
        required=False,
        strip=False,
        label=phrase("Roster"),
        widget=forms.Textarea(attrs={"rows": 12, "class": "lines", "spellcheck": "false"}),
        help_text=phrase(
            "One line for each player, such as Ann Smith 1500. At most {most} lines.",
            most=MAX_LINES,
        ),
    )
    file = forms.FileField(
        required=False,
        label=phrase("Or a file"),
        help_text=phrase("A workbook (XLSX), CSV, or a tsh file (.t); 1 MB at most."),
    )
    add_to_register = forms.BooleanField(
        required=False, label=phrase("Put new people into the register too")
    )
    text = ""
    read: Roster | None = None
    lines: tuple[PreviewLine, ...] = ()

    def prepare(self) -> None:
        # The keys made for new players, by line; filled while they are put into the register.
        self.made: dict[int, str] = {}
        self.divisions = RosterDivisions(self.where.the_event, self.where.division)

    def clean_file(self) -> UploadedFile[bytes] | None:
        """Refuses a large file before it is read."""
        sent: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if sent is not None and (sent.size or 0) > MAX_BYTES:
            raise forms.ValidationError(
                phrase("A roster can have at most {most} MB.", most=MAX_BYTES // 2**20)
            )
        return sent

    def clean(self) -> dict[str, Any]:
        given = super().clean() or {}
        self.text = str(self.data.get("roster", "")) if self.data else ""
        if self.errors:
            return given
        field = "file" if given["file"] else "roster"
        try:
            text = decoded(given["file"].read()) if given["file"] else given["roster"]
            self.text = self._mended(lines_of(text))
            self.read = read_roster(self.text)
        except RosterError as wrong:
            self.add_error(field, wrong.message)
            return given
        found = matches(self.where.event, self.read.people)
        self.lines = tuple(self._focused([self._line(match) for match in found]))
        return given

    def _mended(self, lines: list[str]) -> str:
        """Returns the text, with the lines that were changed beside their faults.

        They are lines of the text that was shown: once that itself was changed, it alone counts.
        """
        text = "\n".join(lines)
        if self.data.get("checked") != marked(text):
            return text
        return "\n".join(
            str(self.data.get(f"line_{number}", line)) for number, line in enumerate(lines, 1)
        )

    def _line(self, match: Match) -> PreviewLine:
        person = match.person
        faults = [fault.sentence for fault in person.faults]
        known = (match.sure.key, match.sure.handle) if match.sure else ()
        if person.player and person.player not in known:
            faults.append(phrase("The register has no player {player}.", player=person.player[:60]))
        if not faults and match.doubled:
            faults.append(
                phrase("{doubled} Empty the line to leave it out.", doubled=match.doubled)
            )
        division = self.divisions.name_of(person.division)
        astray = self.divisions.fault_of(person.division)
        if faults or astray:
            return PreviewLine(match, "", division, faults=(*faults, *([astray] if astray else [])))
        if person.has_digits and not match.candidates and not self._is_meant(person):
            odd = phrase(
                "Line {line}: the name {name!r} contains digits.",
                line=person.line,
                name=shown_name(person.name),
            )
            return PreviewLine(match, "", division, odd=odd)
        options, usual = _options(match)
        typed = str(self.data.get(f"who_{person.line}", usual))
        chosen = typed if typed in dict(options) else usual
        missing = (
            "" if chosen else phrase("{name}: choose who this is.", name=shown_name(person.name))
        )
        return PreviewLine(match, chosen, division, options, unchosen=missing)

    def _is_meant(self, person: RosterPerson) -> bool:
        """Returns whether somebody said of this very name that it is right with digits in it."""
        line = person.line
        meant = {self.data.get(f"meant_{line}")}
        # One tick says it of all the names that the page asked about.
        meant |= {self.data.get(f"odd_{line}")} if self.data.get("meant_all") else set()
        return person.name in meant

    def _focused(self, lines: list[PreviewLine]) -> Iterator[PreviewLine]:
        """Yields the lines, with what two of them may not share; the first wrong one is marked."""
        seen: dict[str, int] = {}
        is_first = True
        for line in lines:
            checked = line
            if line.is_fine and line.chosen != SKIP:
                checked = self._shared(line, seen)
            wrong = not checked.is_fine
            yield replace(checked, has_focus=wrong and is_first)
            is_first = is_first and not wrong

    def _shared(self, line: PreviewLine, seen: dict[str, int]) -> PreviewLine:
        person, number = line.person, line.number
        player = line.candidate.handle if line.candidate else ""
        if player and (first := seen.setdefault(f"player {player}", person.line)) != person.line:
            said = phrase("Line {line} already has player {player}.", line=first, player=player)
            return replace(line, unchosen=said)
        if number and (first := seen.setdefault(f"number {number}", person.line)) != person.line:
            said = (
                phrase("Line {line} already has number {number}.", line=first, number=number)
                if person.association_number
                else phrase("Line {line} already has this player's number.", line=first)
            )
            return replace(line, unchosen=said)
        known, sure = line.candidate, line.match.sure
        if known is not None and known.numbered:
            said = phrase(
                "{name} is already entered, as {entry}.",
                name=known.name,
                entry=known.numbered,
            )
            return replace(line, unchosen=said)
        if line.is_new and sure is not None and self.cleaned_data.get("add_to_register"):
            said = phrase(
                "The register has number {number} for {name}; choose that player.",
                number=number,
                name=sure.name,
            )
            return replace(line, unchosen=said)
        return line

    @property
    def mark(self) -> str:
        """The mark of what the preview shows."""
        return marked(self.text)

    @property
    def read_as(self) -> str:
        """What each column of the lines was read as."""
        columns = self.read.columns if self.read else ()
        return ", ".join(str(column_words(column)) for column in columns)

    @property
    def wanted(self) -> list[PreviewLine]:
        """The lines to add."""
        return [line for line in self.lines if line.chosen != SKIP]

    @property
    def wrong_count(self) -> int:
        """The number of lines that need a decision."""
        return sum(not line.is_fine for line in self.lines)

    @property
    def odd_count(self) -> int:
        """The number of names in question that one tick can answer for."""
        return sum(bool(line.odd) for line in self.lines)

    @property
    def is_ready(self) -> bool:
        """Whether the preview was accepted, and every line of it can be added."""
        checked = self.data.get("checked") == self.mark
        return checked and bool(self.wanted) and not self.wrong_count

    @property
    def is_clear(self) -> bool:
        """Whether no line leaves anything to choose: a single typed line is then added at once."""
        return bool(self.lines) and all(_is_clear(line) for line in self.lines)

    def newcomers(self) -> list[RosterPerson]:
        """Returns the people to put into the register."""
        wanted = self.cleaned_data.get("add_to_register")
        return [line.person for line in self.wanted if line.is_new] if wanted else []

    @property
    def has_divisions(self) -> bool:
        """Whether the preview has to say which division each line goes to."""
        here = self.where.division
        return here is None or any(line.division != here.name for line in self.lines)

    @property
    def parts(self) -> tuple[RosterDivision, ...]:
        """The divisions that the roster fills, with how many enter each."""
        return self.divisions.parts([line.division for line in self.wanted])

    def commands(self) -> list[Command]:
        """Returns the commands: one for each new division, then one for each one's entries."""
        lines, event = self.wanted, self.where.the_event.slug
        here = self.where.division
        # A roster of which every line is left out is refused by the command itself.
        names = dict.fromkeys([line.division for line in lines] or [here.name if here else ""])
        return [
            *self.divisions.making(names),
            *(
                AddRoster(
                    event=event,
                    division=name,
                    entries=tuple(ln.entry(self.made) for ln in lines if ln.division == name),
                )
                for name in names
            ),
        ]

    def steps(self) -> list[Command]:
        """Returns the commands to be given, those accepted that ask back; `build` is the last."""
        commands = self.commands()
        if self.accepted != _accepting(commands) and not self._was_told():
            return commands
        return [
            replace(one, confirmed=True) if isinstance(one, AddRoster) else one for one in commands
        ]

    def _was_told(self) -> bool:
        """Returns whether the page said what the rounds missed count, and that still holds."""
        told, here = self.data.get("told"), self.where.division
        if told is None or here is None or self.has_divisions:
            return False
        return bool(told == str(last_published(here)))

    def build(self) -> Command:
        return self.steps()[-1]

    def ask(self, consequence: str, command: Command) -> None:
        super().ask(consequence, command)
        # What is accepted is the whole roster: each of its divisions might ask by itself.
        self.acceptance = _accepting(self.commands())


def new_player(person: RosterPerson) -> AddPlayer:
    """Returns the command that puts a person of a roster into the register, under a new key."""
    clubs = Club.objects.filter(name__iexact=person.club) | Club.objects.filter(slug=person.club)
    club = clubs.first() if person.club else None
    given, family, number = person.given_name, person.family_name, person.association_number
    return AddPlayer(
        key=new_key(given, family),
        given_name=given,
        family_name=family,
        association_number=number,
        club=club.slug if club else "",
    )


def _options(match: Match) -> tuple[tuple[tuple[str, str], ...], str]:
    """Returns the choices for a line, and the default one.

    That is whom the number or the key names, else the only person of the name whom the register
    has, where nothing speaks against it.
    """
    players = [(PLAYER + one.handle, str(one)) for one in match.candidates if not one.entered]
    if match.sure is not None:
        return (*players, (NEW, phrase("Somebody else, who is new"))), PLAYER + match.sure.handle
    if not players and not match.namesakes:
        return ((NEW, phrase("New person")),), NEW
    other = (NEW, phrase("Another player with this name")), (SKIP, phrase("Leave this line out"))
    if len(players) == 1 and _may_be(match):
        return (*players, *other), players[0][0]
    return (("", phrase("Choose who this is")), *players, *other), ""


def _may_be(match: Match) -> bool:
    """Returns whether the only person of a name can be taken for the one in the line."""
    (*_, known), number = match.candidates, match.person.association_number
    numbers = {number_mark(one) for one in (number, known.association_number) if one}
    return len(match.candidates) == 1 and not match.namesakes and len(numbers) < 2


def _accepting(commands: Sequence[Command]) -> str:
    return marked(" ".join(map(acceptance_of, commands)))


def marked(text: str) -> str:
    """Returns the mark of a roster: what was previewed is added, and nothing else."""
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()[:16]


def _is_clear(line: PreviewLine) -> bool:
    known = line.candidate
    sure = line.match.sure
    same = known is None or (known == sure and name_mark(known.name) == name_mark(line.person.name))
    return line.is_fine and same
