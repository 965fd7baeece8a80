"""Drafts of events: what somebody answered so far, kept where every device of theirs finds it."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date

import msgspec
from django.db.models import QuerySet
from django.utils import timezone

from tournaments.models import SetUpDraft
from tournaments.setup.queries.layout import DivisionLayout, Layout
from tournaments.setup.queries.templates import USUAL

MOST_DRAFTS = 20


class Answers(msgspec.Struct, frozen=True, kw_only=True):
    """The answers of a set-up. `chosen` are those to the lines of the roster, by field.

    `starts_on` None is a day that was not said.
    """

    start: str = USUAL
    name: str = ""
    event: str = ""
    dates: str = ""
    starts_on: date | None = None
    place: str = ""
    roster: str = ""
    chosen: Mapping[str, str] = {}
    add_to_register: bool = False
    layout: Layout = Layout(divisions=(DivisionLayout(name="A"),))

    @property
    def day(self) -> date:
        """The first day, today while it was not said."""
        return self.starts_on or timezone.localdate()


def drafts_of(owner: str) -> QuerySet[SetUpDraft]:
    """Returns the unfinished set-ups of an account, the last changed first."""
    return SetUpDraft.objects.filter(owner=owner, event="")


def draft_of(owner: str | None, key: str) -> SetUpDraft | None:
    """Returns a set-up of an account, of anybody's for None; None where there is none of this key.

    It may be finished.
    """
    drafts = SetUpDraft.objects.all() if owner is None else SetUpDraft.objects.filter(owner=owner)
    return drafts.filter(key=key).first()


def answers_in(draft: SetUpDraft) -> Answers:
    """Returns the answers of a draft; those to begin with where another version wrote others."""
    try:
        return msgspec.convert(draft.answers, Answers)
    except msgspec.ValidationError:
        return Answers()


def kept(owner: str, key: str, answers: Answers) -> SetUpDraft:
    """Keeps the answers of an account under a key, and returns the draft.

    Of more than `MOST_DRAFTS` those that nobody has changed for longest are forgotten.
    """
    said = {"answers": msgspec.to_builtins(answers, enc_hook=str), "changed_at": timezone.now()}
    draft, _ = SetUpDraft.objects.update_or_create(owner=owner, key=key, defaults=said)
    forgotten = SetUpDraft.objects.filter(owner=owner).values_list("pk", flat=True)[MOST_DRAFTS:]
    SetUpDraft.objects.filter(pk__in=list(forgotten)).delete()
    return draft


def forget(draft: SetUpDraft) -> None:
    """Throws a draft away; one that is gone already stays so."""
    SetUpDraft.objects.filter(pk=draft.pk).delete()


def finish(draft: SetUpDraft, event: str) -> None:
    """Says which event was made of a draft."""
    SetUpDraft.objects.filter(pk=draft.pk).update(event=event)
