"""Long work of this app: pairing a field that takes longer than a page may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from django.contrib.auth import get_user_model
from django.db import transaction

from core.actors import Actor
from core.errors import UserError
from core.jobs import Progress, enqueue, job_kind
from core.journal.command import decode, encode
from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute, locked_stream
from core.models import Job
from core.phrases import phrase
from tournaments.pairing.methods import METHODS
from tournaments.rounds.commands.pairing import PairRound

PAIR = "pair_round"
QUICK_UP_TO = 800
"""Up to this many players a method takes less than two seconds, unless it says otherwise."""
ATTEMPTS = 5
_STEPS = 2


def takes_long(method: str, players: int) -> bool:
    """Returns whether pairing so many players takes over two seconds, and is a job therefore."""
    said = METHODS[method].quick_up_to if method in METHODS else None
    return players > (said or QUICK_UP_TO)


def ask_to_pair(command: PairRound, *, key: str, asked_by: str, accepts: str = "") -> Job:
    """Queues the pairing of a round; `key` makes the same request harmless when sent twice.

    `accepts` is the question that was accepted; another one is asked again.
    """
    arguments: dict[str, Any] = {
        "command": encode(command),
        "key": key,
        "method": command.method,
        "divisions": [command.division],
        "round": command.round,
        "director": asked_by,
        "accepts": accepts,
    }
    return enqueue(PAIR, command.stream(), arguments, asked_by=asked_by)


@job_kind(PAIR, phrase("Pairing"))
def pair_round(progress: Progress, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Pairs while others go on writing, and writes the draft if nothing changed below it.

    What the command asks back is the result, `asks`: the director answers it on the job's page.
    A question that was accepted before is not asked again.
    Raises UserError where the round cannot be paired so, or results keep coming in.
    """
    command = decode(PairRound.code, arguments["command"])
    assert isinstance(command, PairRound)
    actor = _director(arguments["director"])
    command.authorise(actor)
    for _ in range(ATTEMPTS):
        progress(0, _STEPS)
        version = command.find_division().version
        fact = command.paired(command.find_division())
        progress(1, _STEPS)
        with transaction.atomic():
            locked_stream(command.stream())
            if command.find_division().version != version:
                continue
            given: dict[str, Any] = {"actor": actor, "prepared": {"pairing": fact}}
            given["key"] = arguments["key"]
            try:
                done = execute(command, **given)
            except NeedsConfirmation as question:
                if question.message != arguments["accepts"]:
                    return {"asks": question.message, "command": arguments["command"]}
                done = execute(replace(command, confirmed=True), **given)
        progress(_STEPS, _STEPS)
        return {"round": command.round, "division": command.division, "entry": done.seq}
    raise UserError(
        phrase(
            "Results were entered faster than the round could be paired; pair it "
            "when they are all in."
        ),
        code="pairing.overtaken",
    )


def _director(name: str) -> Actor:
    user = get_user_model().objects.filter(username=name).first()
    return Actor(name=name, user=user)
