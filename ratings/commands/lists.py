"""Make a rating list, change it, and choose single events for it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import date
from typing import Any

from core.journal.checked import change_checked, checked
from core.journal.command import Row, Work, register
from core.journal.errors import Refused
from core.journal.standing import builds_on
from core.models import JournalEntry
from core.phrases import phrase
from ratings.commands.base import ListCommand
from ratings.models import EventChoice, RatedEvent, RatingList
from ratings.systems.registry import SYSTEMS, counts_as

KEY = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*")
KEYS_LIMIT = 40
_WORDS = {
    "name": phrase("Name"),
    "system": phrase("Rating system"),
    "lexicon_family": phrase("Lexicon family"),
    "counts": phrase("Rating systems whose events count"),
    "rulesets": phrase("Rule sets whose events count"),
    "counts_from": phrase("First day that counts"),
    "provisional_games": phrase("Games until a rating is settled"),
    "expires_after_days": phrase("Days until a rating expires"),
}

_VALUES = {"any": phrase("any"), "none": phrase("none")}
"""The words that the log keeps for an empty value, as they are said."""


@register
@dataclass(frozen=True, kw_only=True)
class AddRatingList(ListCommand):
    """Makes a rating list; without a system its ratings are imported.

    `counts` names the systems whose divisions count, None the list's own and its local club events.
    """

    code = "list.added"
    founds = True
    name: str
    system: str = ""
    lexicon_family: str = ""
    counts: tuple[str, ...] | None = None
    rulesets: tuple[str, ...] = ()
    counts_from: date | None = None
    provisional_games: int = 0
    expires_after_days: int = 0
    is_public: bool = True

    def apply(self, work: Work) -> Row:
        if not KEY.fullmatch(self.rating_list) or len(self.rating_list) > KEYS_LIMIT:
            raise Refused(
                phrase(
                    "The key {rating_list!r} must have only lower-case letters, digits "
                    "and hyphens, at most {keys_limit}.",
                    rating_list=self.rating_list[:60],
                    keys_limit=KEYS_LIMIT,
                ),
                code="list.key",
                field="rating_list",
            )
        if RatingList.objects.filter(key=self.rating_list).exists():
            raise Refused(
                phrase("A rating list {rating_list} already exists.", rating_list=self.rating_list),
                code="list.taken",
                field="rating_list",
            )
        _must_rate_lists(self.system)
        counts = usual_counts(self.system) if self.counts is None else self.counts
        row = RatingList(
            key=self.rating_list,
            name=self.name.strip(),
            system=self.system,
            lexicon_family=self.lexicon_family.strip(),
            counts=_counted(self.system, counts),
            rulesets=_keys(self.rulesets, "rulesets"),
            counts_from=self.counts_from,
            provisional_games=self.provisional_games,
            expires_after_days=self.expires_after_days,
            is_public=self.is_public,
        )
        work.ledger.create(checked(row))
        return {"list": self.rating_list}

    def sentence(self, answer: Row) -> str:
        return phrase("Rating list {name} added: {kind}", name=self.name, kind=_kind(self.system))

    def check_undo(self, entry: JournalEntry) -> None:
        later = builds_on(entry)
        if later is not None:
            raise Refused(
                phrase(
                    "The list cannot be undone, because log {seq} came later. Undo that first.",
                    seq=later.seq,
                ),
                code="undo.list_followed",
                field=str(later.seq),
            )
        if _has_events(self.find_list()):
            raise Refused(
                phrase("The list already has events. You can hide it from the public instead."),
                code="undo.list_rated",
            )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeRatingList(ListCommand):
    """Changes what a list is; a field left out stays. `counts_from` empty is from the beginning.

    The system stays once the list has events: its ratings would mean something else.
    """

    code = "list.changed"
    name: str | None = None
    system: str | None = None
    lexicon_family: str | None = None
    counts: tuple[str, ...] | None = None
    rulesets: tuple[str, ...] | None = None
    counts_from: str | None = None
    provisional_games: int | None = None
    expires_after_days: int | None = None
    is_public: bool | None = None

    def apply(self, work: Work) -> Row:
        row = self.find_list()
        wanted = self._wanted(row)
        changed = {name: value for name, value in wanted.items() if getattr(row, name) != value}
        if "system" in changed and _has_events(row):
            raise Refused(
                phrase(
                    "The list has events, so its system cannot change. Make another list for "
                    "another system."
                ),
                code="list.system",
                field="system",
            )
        change_checked(row, changed)
        if not work.ledger.update(row, **changed):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"changed": {name: _told(value) for name, value in sorted(changed.items())}}

    def _wanted(self, row: RatingList) -> Mapping[str, Any]:
        plain = ("provisional_games", "expires_after_days", "is_public")
        wanted: dict[str, Any] = {
            name: value for name in plain if (value := getattr(self, name)) is not None
        }
        for name in ("name", "lexicon_family"):
            if (text := getattr(self, name)) is not None:
                wanted[name] = text.strip()
        if self.counts_from is not None:
            wanted["counts_from"] = _day(self.counts_from)
        if self.rulesets is not None:
            wanted["rulesets"] = _keys(self.rulesets, "rulesets")
        system = row.system if self.system is None else self.system
        if system != row.system:
            _must_rate_lists(system)
            wanted |= {"system": system, "counts": usual_counts(system)}
        if self.counts is not None:
            wanted["counts"] = _counted(system, self.counts)
        return wanted

    def sentence(self, answer: Row) -> str:
        told = [_now(name, value) for name, value in sorted(answer["changed"].items())]
        return ". ".join(told)

    def check_undo(self, entry: JournalEntry) -> None:
        if "system" in entry.answer["changed"] and _has_events(self.find_list()):
            raise Refused(
                phrase("The list has events, so its system cannot change."), code="list.system"
            )

    check_redo = check_undo


@register
@dataclass(frozen=True, kw_only=True)
class ChooseEvent(ListCommand):
    """Counts an event in a list, or leaves it out, whatever the rule; None: by the rule again.

    `event` is "event/division".
    """

    code = "list.event_chosen"
    event: str
    counts: bool | None

    def apply(self, work: Work) -> Row:
        row = self.find_list()
        if row.is_imported:
            raise Refused(phrase("No events count in an imported list."), code="list.imported")
        slug, _, division = self.event.partition("/")
        if not slug.strip() or not division.strip():
            raise Refused(
                phrase(
                    "{event!r} is not an event and a division; write spring-open/A.",
                    event=self.event[:60],
                ),
                code="choice.event",
                field="event",
            )
        row_before = EventChoice.objects.filter(rating_list=row, event=self.event).first()
        if (None if row_before is None else row_before.counts) == self.counts:
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        if row_before is None:
            choice = EventChoice(rating_list=row, event=self.event, counts=bool(self.counts))
            work.ledger.create(checked(choice))
        elif self.counts is None:
            work.ledger.delete(row_before)
        else:
            work.ledger.update(row_before, counts=self.counts)
        return {"event": self.event}

    def sentence(self, answer: Row) -> str:
        ways = {
            True: phrase("counts, whatever the rule says"),
            False: phrase("left out, whatever the rule says"),
            None: phrase("according to the rule"),
        }
        return f"{self.event}: {ways[self.counts]}"


def _now(name: str, value: str) -> str:
    """Returns a field's new value as the log says it; `value` is in the words that it keeps."""
    if name == "is_public":
        is_public = value == "yes"
        return (
            phrase("The list is now public")
            if is_public
            else phrase("The list is now hidden from the public")
        )
    return f"{_WORDS[name]}: {_VALUES.get(value, value)}"


def usual_counts(system: str) -> list[str]:
    """Returns the systems whose divisions count in a list unless somebody says otherwise."""
    return [key for key in (system, f"{system}-lct") if key in SYSTEMS]


def _counted(system: str, counts: Iterable[str]) -> list[str]:
    keys = _keys(counts, "counts")
    if keys and not system:
        raise Refused(
            phrase("No events count in an imported list."), code="list.imported", field="counts"
        )
    for key in keys:
        if key not in SYSTEMS:
            raise _unknown(key, "counts")
    return keys


def _keys(values: Iterable[str], field: str) -> list[str]:
    """Returns keys, each once, in their order; Refused for what is none."""
    keys = list(dict.fromkeys(values))
    wrong = next((key for key in keys if not KEY.fullmatch(key) or len(key) > KEYS_LIMIT), None)
    if wrong is not None or len(keys) > KEYS_LIMIT:
        raise Refused(
            phrase("{wrong!r} is not a key.", wrong=str(wrong)[:60]), code="list.keys", field=field
        )
    return keys


def _must_rate_lists(system: str) -> None:
    if not system:
        return
    if system not in SYSTEMS:
        raise _unknown(system, "system")
    if counts_as(system) != system:
        raise Refused(
            phrase(
                "{name} rates single events; a list is rated by {counts_as}.",
                name=SYSTEMS[system].name,
                counts_as=counts_as(system),
            ),
            code="system.of_events",
            field="system",
        )


def _unknown(system: str, field: str) -> Refused:
    installed = ", ".join(SYSTEMS)
    return Refused(
        phrase(
            "There is no rating system {system!r}; choose one of {installed}.",
            system=system[:60],
            installed=installed,
        ),
        code="system.unknown",
        field=field,
    )


def _day(text: str) -> date | None:
    if not text:
        return None
    try:
        return date.fromisoformat(text)
    except ValueError as wrong:
        raise Refused(
            phrase("{text!r} is not a date such as 2026-12-31.", text=text[:40]),
            code="list.date",
            field="counts_from",
        ) from wrong


def _has_events(row: RatingList) -> bool:
    return RatedEvent.objects.filter(rating_list=row).exists()


def _kind(system: str) -> str:
    return (
        phrase("rated here, {name}", name=SYSTEMS[system].name)
        if system in SYSTEMS
        else phrase("imported")
    )


def _told(value: Any) -> str:
    if isinstance(value, list):
        return ", ".join(value) or "any"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value) if value not in ("", None) else "none"
