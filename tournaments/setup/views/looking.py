"""A set-up as the page shows it: its answers fitted to the roster, and what is wrong with them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import msgspec
from django.http import QueryDict

from core.errors import UserError
from core.phrases import phrase
from tournaments.cut_offs import faults, parted
from tournaments.entries.commands.late_entry import RosterLine
from tournaments.kernel.wording.rule_presets import preset_name
from tournaments.models import Tournament
from tournaments.rounds.wording.plans import plan_sentence
from tournaments.setup.forms.roster import CHOICES, DraftRosterForm
from tournaments.setup.forms.start import with_roster
from tournaments.setup.forms.summary import DivisionFields, SummaryForm
from tournaments.setup.forms.wanted import short_name
from tournaments.setup.queries.drafts import Answers
from tournaments.setup.queries.layout import DivisionLayout, with_cut_offs
from tournaments.setup.queries.starting import division_names, with_all_classes, with_divisions
from tournaments.setup.setting_up import Heading, SetUp


@dataclass(frozen=True, slots=True)
class DivisionCard:
    """A division on the page: how it is now in words, who is in it, and its fields."""

    layout: DivisionLayout
    lines: Sequence[RosterLine]
    fields: DivisionFields

    @property
    def ratings(self) -> tuple[int, int]:
        """The highest and the lowest rating in it, 0 where nobody has one."""
        rated = [line.rating for line in self.lines if line.rating]
        return max(rated, default=0), min(rated, default=0)

    @property
    def rounds(self) -> int:
        """How many rounds are played."""
        return self.layout.rounds_for(len(self.lines))

    @property
    def ruleset(self) -> str:
        """The rule set by its name."""
        return preset_name(self.layout.ruleset)

    @property
    def plan(self) -> str:
        """How the rounds are paired, in words."""
        return plan_sentence(self.layout.plan_for(len(self.lines)))

    @property
    def classes(self) -> list[tuple[str, int]]:
        """The classes with how many are in each."""
        cuts = self.layout.class_cut_offs
        if len(self.layout.classes) != len(cuts) + 1:
            return []
        parts = parted([line.rating for line in self.lines], cuts)
        return [(name, parts.count(at)) for at, name in enumerate(self.layout.classes)]


class SetUpLook:
    """A set-up looked over: the preview of its roster, its divisions, and what is wrong."""

    def __init__(self, account: str, answers: Answers, sent: QueryDict | None = None) -> None:
        self.account, self.answers = account, answers
        self.form = SummaryForm(answers, sent)
        self.is_another_roster = False
        self.errors: list[str] = []
        if sent is not None:
            self._take(sent)

    def _take(self, sent: QueryDict) -> None:
        """Takes what was sent into the answers: everything that is right in it."""
        self.form.is_valid()
        self.answers = self.form.changed()
        self._count = self.form.cleaned_data.get("parts") or len(self.answers.layout.divisions)
        self.errors = [str(one) for said in self.form.errors.values() for one in said]
        roster, chosen = _roster_of(self.account, self.answers, sent)
        self.is_another_roster = roster != self.answers.roster
        if self.is_another_roster:
            self.answers = with_roster(self.answers, roster, self.account)
        self.answers = msgspec.structs.replace(
            self.answers, chosen=chosen, add_to_register="add_to_register" in sent
        )
        self.answers = _with_classes(self.account, self.answers)
        if not self.errors or self.is_another_roster:
            # With another roster there may be other divisions, and other prizes.
            self.form = SummaryForm(self.answers)

    def propose(self) -> str:
        """Cuts the divisions anew for the number that was sent; returns what is against it."""
        layout, start = self.answers.layout, self.answers.start
        if self.roster and self.roster.says_divisions:
            return phrase("The roster says who plays in which division: change that there.")
        names = division_names(layout, self._count)
        if names != layout.names:
            layout = with_divisions(layout, names, start)
        ratings = self.roster.ratings if self.roster else []
        try:
            if ratings and self._count > 1:
                layout = with_cut_offs(layout, ratings)
        except UserError as refused:
            return refused.message
        layout = with_all_classes(layout, ratings) if ratings else layout
        self.answers = msgspec.structs.replace(self.answers, layout=layout)
        return ""

    @cached_property
    def roster(self) -> DraftRosterForm | None:
        """The preview of the roster with its lines in divisions; None without players."""
        if not self.answers.roster.strip():
            return None
        chosen = dict(self.answers.chosen)
        if self.answers.add_to_register:
            chosen["add_to_register"] = "on"
        form = DraftRosterForm.of(self.account, self.answers.roster, chosen)
        form.part_into(self.answers.layout)
        return form

    @cached_property
    def entries(self) -> list[list[RosterLine]]:
        """The entries of each division."""
        divisions = self.answers.layout.divisions
        return (
            self.roster.entries_in(self.answers.layout) if self.roster else [[] for _ in divisions]
        )

    @property
    def divisions(self) -> list[DivisionCard]:
        """The divisions as the page shows them."""
        rows = zip(self.answers.layout.divisions, self.entries, self.form.divisions(), strict=True)
        return [DivisionCard(*row) for row in rows]

    @property
    def players(self) -> int:
        """How many are entered."""
        return sum(map(len, self.entries))

    @cached_property
    def wrong(self) -> list[str]:
        """A sentence for everything that has to be put right before the event can be made."""
        said = (
            [str(e) for messages in self.roster.errors.values() for e in messages]
            if self.roster
            else []
        )
        if self.roster and self.roster.wrong_count:
            said.append(phrase("Lines of the roster need you first."))
        layout, sizes = self.answers.layout, [len(lines) for lines in self.entries]
        if self.players and self.roster and len(sizes) > 1 and not self.roster.says_divisions:
            said += faults(layout.names, sizes, layout.cut_offs)
        for one in self.divisions if self.players else []:
            counts = one.classes
            if counts:
                names = [f"{name}, {one.layout.name}" for name, _ in counts]
                cuts = one.layout.class_cut_offs
                said += faults(names, [n for _, n in counts], cuts, are_classes=True)
        return said

    def set_up(self) -> SetUp:
        """Returns the event to be made."""
        answers = self.answers
        newcomers = self.roster.put_into_register() if self.roster else []
        self.__dict__.pop("entries", None)
        return SetUp(
            heading=Heading(
                event=answers.event or free_short_name(answers),
                name=answers.name.strip(),
                dates=answers.dates,
                starts_on=answers.starts_on,
                place=answers.place,
            ),
            layout=answers.layout,
            entries=self.entries,
            director=self.account,
            newcomers=newcomers,
        )


def free_short_name(answers: Answers) -> str:
    """Returns a short name made of the name; with the day, or a number, where it is taken."""
    base = short_name(answers.name)[:45].strip("-")
    dated = f"{base}-{answers.day.isoformat()}"
    names = [base, dated, *(f"{dated}-{n}" for n in range(2, 20))]
    taken = set(Tournament.objects.filter(slug__in=names).values_list("slug", flat=True))
    return next((name for name in names if name not in taken), base)


def _roster_of(account: str, answers: Answers, given: QueryDict) -> tuple[str, dict[str, str]]:
    """Returns the roster that was sent, and the answers to its lines while they are the same."""
    sent = _without_nul(given)
    text = str(sent.get("roster", answers.roster)).replace("\r\n", "\n")
    if text.strip("\n") != answers.roster.strip("\n"):
        return text, {}
    chosen = {n: v for n, v in sent.items() if n.startswith(CHOICES) or n == "meant_all"}
    lines: dict[str, Any] = {n: v for n, v in sent.items() if n.startswith("line_")}
    if not text.strip():
        return answers.roster, {}
    mended = DraftRosterForm.of(account, answers.roster, {**chosen, **lines}).text
    return (mended if lines else answers.roster), chosen


def _without_nul(sent: QueryDict) -> dict[str, str]:
    """Returns what was sent without what no database stores."""
    return {name: str(value).replace("\0", "") for name, value in sent.items()}


def _with_classes(account: str, answers: Answers) -> Answers:
    """Returns the answers with cut-offs proposed for classes that have none."""
    bare = [
        one
        for one in answers.layout.divisions
        if one.classes and len(one.class_cut_offs) != len(one.classes) - 1
    ]
    if not bare or not answers.roster.strip():
        return answers
    form = DraftRosterForm.of(account, answers.roster, answers.chosen)
    form.part_into(answers.layout)
    layout = with_all_classes(answers.layout, form.ratings, form.parts_in(answers.layout))
    kept = tuple(
        new if old in bare else old
        for old, new in zip(answers.layout.divisions, layout.divisions, strict=True)
    )
    return msgspec.structs.replace(
        answers, layout=msgspec.structs.replace(answers.layout, divisions=kept)
    )
