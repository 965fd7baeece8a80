"""The beginning of following, and its end: a machine becomes a spare, and a spare takes over."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from core.errors import UserError
from core.following.asking import Away, Main, NotTaken, checked_address
from core.following.copying import Apart, empty_this_installation, own_streams, refuse_own
from core.following.machine import host_name, this_machine
from core.following.messages import Heads, OverAsk, heads_here
from core.following.sealing import read_secret
from core.following.steps import Follower, look
from core.log import Log
from core.models import Machine
from core.phrases import phrase, phrase_count

QUICK_S = 3.0
log = Log(__name__)


@dataclass(frozen=True, slots=True)
class TakenOver:
    """A spare that leads now: whose place it took, how far it was, whether that one knows."""

    main: str
    in_step_at: datetime | None
    missing: int
    has_told: bool


def main_of(machine: Machine) -> Main:
    """Returns the machine that this one follows, or took over from."""
    return Main(machine.address, machine.ident, machine.key)


def begin(address: str, secret: str, *, afresh: bool) -> Main:
    """Has this installation follow the machine at an address; returns whom to ask.

    Without an address or a secret those that were given last are meant. `afresh` removes what is
    here, after a backup. Raises UserError where something is missing or wrong, or where this
    installation holds what it has from nobody else.
    """
    machine = this_machine()
    same = machine.role == Machine.Role.FOLLOWS
    place = checked_address(address) if address else machine.address
    ident, key = _key(secret) if secret else (machine.ident, machine.key)
    if not place or not key:
        raise UserError(
            phrase("Give the address and the secret that the desk of the main machine shows."),
            code="follow.secret",
        )
    main = Main(place, ident, key)
    if not same and not afresh:
        refuse_own()
    if not same or afresh:
        _welcomed(main)
    with transaction.atomic():
        if afresh and own_streams():
            log.warning("follow.afresh", backup=empty_this_installation(timezone.now()))
        values: dict[str, Any] = {
            "role": Machine.Role.FOLLOWS,
            "address": place,
            "ident": ident,
            "key": key,
        }
        if not same or afresh:
            values |= {"since": timezone.now(), "peer_installation": "", "in_step_at": None}
            values |= {"trouble": "", "peer": place, "has_told": True}
        Machine.objects.filter(pk=machine.pk).update(**values)
    return main


def _welcomed(main: Main) -> None:
    """Raises UserError unless the machine answers: nothing is removed here for a mistyped word."""
    try:
        look(main, heads_here())
    except Away as away:
        raise UserError(
            phrase("{address} does not answer: {why}.", address=main.address, why=away),
            code="follow.away",
        ) from away


def take_over(*, by: str, although_it_answers: bool = False) -> TakenOver:
    """Has this spare lead from now on; returns how far it was.

    A main machine that answers is told first, and takes no entry any more; what it has is taken
    before. One that has nothing more to do with this machine still answers: perhaps people enter
    results there. Raises UserError where this is no spare, or where the main machine answers and
    nobody said that it should nevertheless be so.
    """
    machine = this_machine()
    if machine.role != Machine.Role.FOLLOWS:
        raise UserError(phrase("This machine follows no other."), code="follow.no_spare")
    main = main_of(machine)
    try:
        look(main, heads_here(), timeout=QUICK_S)
        answers, refusal = True, ""
    except NotTaken as refused:
        answers, refusal = True, str(refused.message)
    except Away:
        answers, refusal = False, ""
    if answers and not although_it_answers:
        raise UserError(_still_there(machine.peer, refusal), code="follow.main_answers")
    has_told = answers and not refusal and _moved_from(main, machine.epoch + 1)
    _lead(machine, has_told=has_told)
    machine.refresh_from_db()
    log.warning("machine.took_over", main=machine.peer, epoch=machine.epoch, by=by)
    return TakenOver(machine.peer, machine.in_step_at, machine.missing, has_told)


def behind_in_words(machine: Machine, now: datetime) -> str:
    """Returns the sentence that says what a spare may miss of the machine that it follows."""
    if machine.in_step_at is None:
        return phrase("It was never in step with {main}.", main=machine.peer)
    minutes = int((now - machine.in_step_at).total_seconds() // 60)
    at = timezone.localtime(machine.in_step_at)
    if minutes < 1:
        said = phrase(
            "It was last in step with {main} at {at:%H:%M:%S}, less than a minute ago; what was "
            "entered there since is not here.",
            main=machine.peer,
            at=at,
        )
    else:
        said = phrase_count(
            "It was last in step with {main} at {at:%H:%M:%S}, {count} minute ago; what was "
            "entered there since is not here.",
            "It was last in step with {main} at {at:%H:%M:%S}, {count} minutes ago; what was "
            "entered there since is not here.",
            count=minutes,
            main=machine.peer,
            at=at,
        )
    if not machine.missing:
        return said
    known = phrase_count(
        "At least {count} entry is missing.",
        "At least {count} entries are missing.",
        count=machine.missing,
    )
    return f"{said} {known}"


def tell_the_old_one() -> bool:
    """Tells the machine that this one took over from, if it does not know; returns whether it does.

    It may come back hours later: the clock has this asked again until it answers.
    """
    machine = Machine.objects.filter(role=Machine.Role.LEADS, has_told=False).first()
    if machine is None:
        return True
    try:
        main_of(machine).ask(OverAsk(host_name(), machine.epoch), dict[str, Heads], timeout=QUICK_S)
    except Away:
        return False
    except NotTaken as refused:
        # It does not know the secret any more, or another machine leads: a person has to decide.
        why = phrase(
            "{main} did not take it that this machine leads: {why}",
            main=machine.peer,
            why=refused.message,
        )
        Machine.objects.filter(pk=machine.pk).update(has_told=True, trouble=why[:500])
        log.warning("machine.old_one_refused", main=machine.peer, why=refused.message)
        return True
    Machine.objects.filter(pk=machine.pk).update(has_told=True)
    log.info("machine.old_one_told", main=machine.peer)
    return True


def _key(secret: str) -> tuple[str, str]:
    read = read_secret(secret)
    if read is None:
        raise UserError(
            phrase("The secret is six groups of five letters and digits, as the desk shows it."),
            code="follow.secret",
        )
    return read


def _still_there(main: str, refusal: str) -> str:
    if refusal:
        return phrase(
            "{main} answers, though not to this machine: {why} See that nobody enters anything "
            "there; to lead here nevertheless, say so.",
            main=main,
            why=refusal,
        )
    return phrase(
        "{main} answers. To move from it to this machine nevertheless, say so; it then takes no "
        "more entries.",
        main=main,
    )


def _moved_from(main: Main, epoch: int) -> bool:
    """Takes what the other machine has, once it takes nothing more; returns whether it was told."""
    follower = Follower(main)
    try:
        # What cannot be done here any more keeps nobody from leading: that machine went back.
        with suppress(Apart):
            follower.step()
        there = main.ask(OverAsk(host_name(), epoch), dict[str, Heads])["heads"]
    except Away:
        return False
    try:
        follower.take_the_rest(there)
    except (Apart, Away) as failure:
        # That one takes nothing more: one of the two has to lead.
        log.warning("machine.took_not_all", why=str(failure))
    here = heads_here()
    missing = sum(max(0, seq - here.get(key, 0)) for key, seq in there.items())
    Machine.objects.filter(role=Machine.Role.FOLLOWS).update(missing=missing)
    return True


def _lead(machine: Machine, *, has_told: bool) -> None:
    Machine.objects.filter(pk=machine.pk).update(
        role=Machine.Role.LEADS,
        epoch=machine.epoch + 1,
        since=timezone.now(),
        has_told=has_told,
        trouble="",
    )
