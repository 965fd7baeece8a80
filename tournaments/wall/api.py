"""The wall for programs: why a player meets whom, goes first or second, and is where they are."""

from __future__ import annotations

from dataclasses import dataclass

from api.operations import Stored, VersionedAnswer, register_api
from tournaments.kernel.api_addresses import ENTRY
from tournaments.readmodel.answers import division_answer
from tournaments.readmodel.division import DivisionReadModel
from tournaments.wall.pages import wall_version
from tournaments.wall.queries import wall_ground
from tournaments.wall.wording import wall_answers


@dataclass(frozen=True, slots=True)
class WallAnswerShown:
    """A question (`game`, `side`, `place` or `prizes`) and its answer, in sentences."""

    about: str
    question: str
    sentences: list[str]


@dataclass(frozen=True, slots=True)
class WallShown:
    """The answers to an entry about a published round, under public names."""

    event: str
    division: str
    entry: int
    name: str
    round: int
    answers: list[WallAnswerShown]


def wall_shown(read_model: DivisionReadModel, entry: int, number: int | None = None) -> WallShown:
    """Returns the answers to an entry; raises PageMissing as the page does."""
    ground = wall_ground(read_model, entry, number)
    answers = wall_answers(ground, read_model.sheet.entries)
    return WallShown(
        event=read_model.division.tournament.slug,
        division=read_model.division.name,
        entry=entry,
        name=ground.me.name,
        round=ground.number,
        answers=[
            WallAnswerShown(one.id, str(one.question), [str(said) for said in one.said])
            for one in answers
        ],
    )


def _latest(event: str, division: str, entry: int) -> VersionedAnswer:
    return division_answer(
        event, division, lambda model: wall_shown(model, entry), version=wall_version
    )


def _of_round(event: str, division: str, entry: int, round: int) -> VersionedAnswer:  # noqa: A002 - the name in the address
    return division_answer(
        event, division, lambda model: wall_shown(model, entry, round), version=wall_version
    )


register_api(
    "pairings",
    Stored(
        path=f"{ENTRY}/why",
        name="wall_read",
        says="Says why an entry meets whom in the last published round, and is where it is.",
        shape=WallShown,
        page=_latest,
        rows="answers",
    ),
    Stored(
        path=f"{ENTRY}/why/<number:round>",
        name="wall_of_round_read",
        says="Says why an entry met whom in a published round, and was where it was.",
        shape=WallShown,
        page=_of_round,
        rows="answers",
    ),
)
