"""The commands of a judge's station: open, change and close it, rule, and who tried its PIN.

The journal of a station is its log, for directors only. Rulings and PINs are evidence: they are
never taken back.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from django.contrib.auth.hashers import identify_hasher

from core.actors import Actor
from core.journal.checked import change_checked, checked
from core.journal.command import Command, Row, Work, register
from core.journal.errors import NotAllowed, Refused
from core.models import JournalEntry
from core.phrases import phrase
from core.roles.table import Permission
from lexicon.judge_wording import CHANGED, why_again
from lexicon.models import JudgeStation
from lexicon.places import Chosen, find_place, scope_of
from lexicon.selectors.free_stations import frozen_lexica
from lexicon.selectors.judging import judging_of, words_to_judge_by
from lexicon.words.judging import ReEnter, play_of, ruled

JUDGE = "judge"

RULINGS_A_MINUTE, MINUTE = 12, timedelta(minutes=1)
WRONG_PINS, PIN_WAIT = 5, timedelta(minutes=5)
TOO_MANY_PINS = phrase("Too many wrong PINs. Wait five minutes, or close the judge at the desk.")


@dataclass(frozen=True, kw_only=True)
class JudgeCommand(Command):
    """Base of the commands of one station, named by its key."""

    permission = Permission.JUDGE
    station: str

    def stream(self) -> str:
        return f"{JUDGE}:{self.station}"


@register
@dataclass(frozen=True, kw_only=True)
class OpenJudge(JudgeCommand):
    """Opens a station for a place, or for none and then with a lexicon of its own.

    `pin_hash` is a hash as Django keeps passwords; the PIN itself is written down nowhere.
    """

    code = "judge.opened"
    founds = True
    name: str
    pin_hash: str
    place: str = ""
    lexicon: str = ""
    second_opinion: str = ""
    rack: int = 7
    clears_after_s: int = 10

    def scope(self) -> str:
        return scope_of(self.place)

    def apply(self, work: Work) -> Row:
        if JudgeStation.objects.filter(key=self.station).exists():
            raise Refused(
                phrase("A judge {station} already exists.", station=self.station),
                code="judge.taken",
                field="station",
            )
        if not work.facts.are_recorded:
            _check_place(self.place, self.lexicon or self.second_opinion)
        row = JudgeStation(
            key=self.station,
            name=self.name.strip(),
            place=self.place,
            pin=_hash(self.pin_hash),
            rack=self.rack,
            clears_after_s=self.clears_after_s,
            **({} if self.place else _lists(work, self.lexicon, self.second_opinion, {})),
        )
        work.ledger.create(checked(row))
        label = work.facts.decide("label", lambda: _label(self.place)) if self.place else ""
        return {"station": self.station, "label": label}

    def sentence(self, answer: Row) -> str:
        if self.place:
            return phrase("{name} opened for {place}", name=self.name, place=answer["label"])
        return phrase("{name} opened with {lexicon}", name=self.name, lexicon=self.lexicon)

    def check_undo(self, entry: JournalEntry) -> None:
        if JournalEntry.objects.filter(stream=entry.stream, command__in=EVIDENCE).exists():
            raise Refused(
                phrase("This judge has already been used; close it instead."), code="judge.used"
            )


@register
@dataclass(frozen=True, kw_only=True)
class ChangeJudge(JudgeCommand):
    """Changes a station; a field left out stays.

    A lexicon that it has already keeps the words it had, unless they are wanted `anew`, as they are
    installed now.
    """

    code = "judge.changed"
    name: str | None = None
    pin_hash: str | None = None
    lexicon: str | None = None
    second_opinion: str | None = None
    anew: bool = False
    rack: int | None = None
    clears_after_s: int | None = None

    def apply(self, work: Work) -> Row:
        row = _open_station(self.station)
        wanted: dict[str, Any] = {
            name: value
            for name in ("rack", "clears_after_s")
            if (value := getattr(self, name)) is not None
        }
        if self.name is not None:
            wanted["name"] = self.name.strip()
        if self.pin_hash is not None:
            wanted["pin"] = _hash(self.pin_hash)
        if row.place and (self.anew or self.lexicon or self.second_opinion):
            raise _of_place()
        if not row.place and (self.anew or (self.lexicon, self.second_opinion) != (None, None)):
            wanted |= self._lists(work, row)
        change_checked(row, wanted)
        if not work.ledger.update(row, **wanted):
            raise Refused(phrase("This would change nothing."), code="nothing_changed")
        return {"station": self.station, "name": row.name, "changed": sorted(wanted)}

    def _lists(self, work: Work, row: JudgeStation) -> dict[str, str]:
        hashes = {row.lexicon: row.lexicon_hash, row.second_lexicon: row.second_hash}
        lexicon = row.lexicon if self.lexicon is None else self.lexicon
        second = row.second_lexicon if self.second_opinion is None else self.second_opinion
        wanted = _lists(work, lexicon, second, {} if self.anew else hashes)
        return {name: value for name, value in wanted.items() if value != getattr(row, name)}

    def sentence(self, answer: Row) -> str:
        changed = dict.fromkeys(CHANGED[name] for name in answer["changed"])
        said = ", ".join(map(str, changed))
        return phrase("{name}: changed {changed}", name=answer["name"], changed=said)


@register
@dataclass(frozen=True, kw_only=True)
class CloseJudge(JudgeCommand):
    """Closes a station: its devices are free, and it no longer judges."""

    code = "judge.closed"

    def apply(self, work: Work) -> Row:
        row = _open_station(self.station)
        work.ledger.update(row, is_open=False)
        return {"station": self.station, "name": row.name}

    def sentence(self, answer: Row) -> str:
        return phrase("{name} closed", name=answer["name"])


@dataclass(frozen=True, kw_only=True)
class Evidence(JudgeCommand):
    """Base of what a device did at a station. `device` is the name that it was given."""

    records_rows = False
    device: str

    def authorise(self, actor: Actor) -> None:
        if not actor.trusted:
            raise NotAllowed(phrase("Only a device of this judge can do that."), code="not_allowed")

    def take_back(self, work: Work, entry: JournalEntry) -> None:
        raise Refused(phrase("A ruling cannot be undone; it is evidence."), code="judge.evidence")


@register
@dataclass(frozen=True, kw_only=True)
class RuleChallenge(Evidence):
    """Rules on a play: one verdict for all its words, and the second opinion where there is one.

    `words` are as `words.judging.play_of` gives them; `shown_hash` is the hash of the lexicon that
    the players saw named. The answer holds `acceptable`, `second_acceptable` (None for none) and
    what was asked: `lexicon`, `sha256`, `second_lexicon`, `second_sha256`, `place`.
    """

    code = "judge.ruled"
    words: tuple[str, ...]
    shown_hash: str

    def apply(self, work: Work) -> Row:
        if not work.facts.are_recorded:
            check_pace(self.station, work.at)
        return dict(work.facts.decide("ruling", self._ruling))

    def sentence(self, answer: Row) -> str:
        said = phrase("acceptable") if answer["acceptable"] else phrase("unacceptable")
        return f"{', '.join(self.words)}: {said} ({answer['lexicon']})"

    def _ruling(self) -> Row:
        row = _open_station(self.station)
        judging = judging_of(row)
        if judging.lexicon.sha256 != self.shown_hash:
            raise Refused(
                phrase(
                    "The lexicon was changed in the meantime. Check which one it is now, "
                    "then go on."
                ),
                code="judge.lexicon_changed",
            )
        second = judging.second or Chosen("", "")
        try:
            acceptable = self._verdict(judging.lexicon, row.rack)
            second_acceptable = self._verdict(second, row.rack) if second.sha256 else None
        except ReEnter as wrong:
            raise Refused(why_again(wrong), code=wrong.code, field="words") from wrong
        return {
            "place": row.place,
            "lexicon": judging.lexicon.code,
            "sha256": judging.lexicon.sha256,
            "acceptable": acceptable,
            "second_lexicon": second.code,
            "second_sha256": second.sha256,
            "second_acceptable": second_acceptable,
        }

    def _verdict(self, lexicon: Chosen, rack: int) -> bool:
        files = words_to_judge_by(lexicon)
        return ruled(play_of(files.tile_set, "\n".join(self.words), rack=rack), files)


@dataclass(frozen=True, kw_only=True)
class PinTried(Evidence):
    """Base of the two uses of a PIN; `right` is whether it was the right one."""

    right: bool

    def apply(self, work: Work) -> Row:
        if not work.facts.are_recorded and must_wait(self.station, work.at):
            raise Refused(TOO_MANY_PINS, code="judge.pins")
        return {"station": self.station, "device": self.device, "right": self.right}


@register
@dataclass(frozen=True, kw_only=True)
class JoinJudge(PinTried):
    """A device became a judge of the station, or tried with a wrong PIN."""

    code = "judge.joined"

    def sentence(self, answer: Row) -> str:
        if not self.right:
            return phrase("Wrong PIN: device {device} tried to become a judge", device=self.device)
        return phrase("Device {device} became a judge", device=self.device)


@register
@dataclass(frozen=True, kw_only=True)
class LeaveJudge(PinTried):
    """A device left the judge, or tried with a wrong PIN."""

    code = "judge.left"

    def sentence(self, answer: Row) -> str:
        if not self.right:
            return phrase("Wrong PIN: device {device} tried to leave the judge", device=self.device)
        return phrase("Device {device} left the judge", device=self.device)


EVIDENCE = (RuleChallenge.code, JoinJudge.code, LeaveJudge.code)


def check_pace(station: str, at: datetime) -> None:
    """Refuses a ruling after too many within a minute, whatever they were and would be.

    Those of later than now are of a clock that was set back since, and do not count.
    """
    stream = JournalEntry.objects.filter(stream__key=f"{JUDGE}:{station}", at__gt=at - MINUTE)
    rulings = stream.filter(command=RuleChallenge.code, at__lte=at)
    earlier = rulings.order_by("-seq").values_list("at", flat=True)[RULINGS_A_MINUTE - 1 :].first()
    if earlier is None:
        return
    left_s = math.ceil((earlier + MINUTE - at).total_seconds())
    raise Refused(
        phrase(
            "{count} rulings in a minute. Try again in {seconds} s, or ask the director.",
            count=RULINGS_A_MINUTE,
            seconds=left_s,
        ),
        code="judge.wait",
    )


def must_wait(station: str, at: datetime) -> bool:
    """Returns whether a station takes no PIN at the moment, after too many wrong ones till now."""
    tried = JournalEntry.objects.filter(
        stream__key=f"{JUDGE}:{station}",
        command__in=(JoinJudge.code, LeaveJudge.code),
        at__gt=at - PIN_WAIT,
        at__lte=at,
    )
    return tried.filter(payload__right=False).count() >= WRONG_PINS


def _open_station(key: str) -> JudgeStation:
    row = JudgeStation.objects.filter(key=key).first()
    if row is None:
        raise Refused(phrase("There is no judge {key}.", key=key), code="judge.unknown")
    if not row.is_open:
        raise Refused(phrase("{name} is closed.", name=row.name), code="judge.closed")
    return row


def _check_place(key: str, lexicon: str) -> None:
    if not key:
        return
    place = find_place(key)
    if place is None:
        raise Refused(
            phrase("{key} does not exist here.", key=key), code="judge.place_unknown", field="place"
        )
    if place.is_over:
        raise Refused(
            phrase("{label} is over.", label=place.label), code="judge.place_over", field="place"
        )
    if lexicon:
        raise _of_place()


def _label(key: str) -> str:
    """Returns how people call a place."""
    place = find_place(key)
    return place.label if place else key


def _of_place() -> Refused:
    return Refused(
        phrase("The judge of a division uses the division's lexicon."),
        code="judge.of_place",
        field="lexicon",
    )


def _lists(work: Work, lexicon: str, second: str, hashes: Mapping[str, str]) -> dict[str, str]:
    """Returns the columns of the lexica of a free station, frozen as they are installed now.

    `hashes` is the hashes that stay, by code.
    """
    return dict(work.facts.decide("lists", lambda: frozen_lexica(lexicon, second, hashes)))


def _hash(pin: str) -> str:
    try:
        identify_hasher(pin)
    except ValueError as unknown:
        raise Refused(
            phrase("A PIN is stored as a hash."), code="judge.pin", field="pin"
        ) from unknown
    return pin
