"""Rating lists computed anew, for programs: asked for, looked at, then applied or let go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date

from django.db import transaction
from django.http import Http404

from api.operations import Act, Asked, Give, One, Paged, register_api
from core.errors import UserError
from core.phrases import phrase
from core.roles.table import Permission
from desk.api import JobTold, job_told
from ratings.api.desk import LIST, need_list
from ratings.applying import FOR_ONE_EVENT
from ratings.commands.applying import ApplyRatings, DiscardRatings
from ratings.models import Recompute
from ratings.recompute_job import ask_to_recompute
from ratings.recording import distrust_from
from ratings.selectors.differences import difference_of
from ratings.selectors.proposals import (
    ProposalLine,
    find_recompute,
    is_answerable,
    proposal_lines,
    proposed_ratings,
)

PROPOSAL = f"{LIST}/proposal"


@dataclass(frozen=True, slots=True)
class RecomputeAsked:
    """From which day on everything is computed; null computes what changed since the last time."""

    from_on: date | None = None


@dataclass(frozen=True, slots=True)
class ProposalAsked:
    """The number of a computation of the list; 0 is the last one that is not outdated."""

    number: int = 0


@dataclass(frozen=True, slots=True)
class ProposalShown:
    """A list computed anew. `stage` is computing, ready, applied, discarded or outdated.

    `changed` ratings of `players` differ; `players` is null where that is no longer known. Only
    one that `is_answerable` can be applied or let go.
    """

    recompute: int
    stage: str
    from_on: date | None
    events: int
    games: int
    changed: int
    players: int | None
    is_answerable: bool
    report: list[str]


@dataclass(frozen=True, slots=True)
class ProposedShown:
    """A rating that changes: `was` is null for a new one, `becomes` for one that goes.

    `stands` is what the list shows now, `will_stand` what it would show. `player` is a key of the
    register, empty for somebody rated for one event only.
    """

    player: str
    name: str
    event: str
    held_on: date
    was: int | None
    becomes: int | None
    stands: int | None
    will_stand: int | None


def _ask(asked: Asked, given: RecomputeAsked) -> JobTold:
    rating_list = need_list(asked)
    if rating_list.is_imported:
        raise UserError(
            phrase("This list is imported; it is computed elsewhere."), code="list.imported"
        )
    with transaction.atomic():
        if given.from_on is not None:
            distrust_from(rating_list, given.from_on)
        job = ask_to_recompute(rating_list, asked_by=asked.actor.name, propose=True)
    return job_told(job)


def _need(asked: Asked) -> Recompute:
    wanted: ProposalAsked = asked.query
    found = find_recompute(need_list(asked), wanted.number or None)
    if found is None:
        raise Http404
    return found


def _proposal(asked: Asked) -> ProposalShown:
    recompute = _need(asked)
    difference = difference_of(recompute)
    return ProposalShown(
        recompute=recompute.number,
        stage=recompute.stage,
        from_on=recompute.from_on,
        events=recompute.events,
        games=recompute.games,
        changed=difference.changed,
        players=difference.players,
        is_answerable=is_answerable(recompute),
        report=recompute.report,
    )


def _changes(asked: Asked) -> list[ProposalLine]:
    recompute = _need(asked)
    return list(proposal_lines(recompute, proposed_ratings(recompute)))


def _change(line: ProposalLine) -> ProposedShown:
    return ProposedShown(
        player="" if line.player.startswith(FOR_ONE_EVENT) else line.player,
        name=line.name,
        event=line.event,
        held_on=line.held_on,
        was=line.was,
        becomes=line.becomes,
        stands=line.stands,
        will_stand=line.will_stand,
    )


register_api(
    "rating lists",
    Act(
        path=f"{LIST}/recompute",
        name="ratings_recompute",
        says="Asks for a job that computes a list anew; what it finds waits to be applied.",
        takes=RecomputeAsked,
        shape=JobTold,
        does=_ask,
        reason="it asks for a job; what that computes is derived from the results",
        permission=Permission.OPERATE,
    ),
    One(
        path=PROPOSAL,
        name="rating_proposal_read",
        says="Shows what a computation of a list would change, or has changed.",
        shape=ProposalShown,
        query=ProposalAsked,
        find=_proposal,
        permission=Permission.OPERATE,
    ),
    Paged(
        path=f"{PROPOSAL}/changes",
        name="rating_proposal_changes",
        says="Lists the ratings that a computation would change, the biggest change first.",
        shape=ProposedShown,
        query=ProposalAsked,
        items=_changes,
        row=_change,
        permission=Permission.OPERATE,
    ),
    Give(path=f"{PROPOSAL}/apply", name="ratings_apply", command=ApplyRatings),
    Give(path=f"{PROPOSAL}/discard", name="ratings_discard", command=DiscardRatings),
)
