"""The effect of an entry's next game on its rating, for each possible result."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from core.phrases import phrase
from core.web.frame import Context
from core.web.site import WEB, Site
from core.wording import DASH, MINUS, signed
from ratings.systems.explained import Explained
from ratings.systems.steps import Inspection
from ratings.systems.what_if import (
    LOSS,
    SPREADS,
    TIE,
    WIDEST_SPREAD,
    WIN,
    WhatIfOutcome,
    least_spread,
    outcomes,
)
from ratings.wording import rating
from tournaments.readmodel.addresses import rating_steps_path
from tournaments.readmodel.division import DivisionReadModel
from tournaments.standings.attendance import takes_part

RESULTS = {
    WIN: ("win", phrase("W"), phrase("Win")),
    TIE: ("tie", phrase("T"), phrase("Tie")),
    LOSS: ("loss", phrase("L"), phrase("Loss")),
}
LANDMARK = 100
"""Players speak of reaching the next hundred."""


class WhatIfQuestion(NamedTuple):
    """The question about the next game, as typed; None where nothing was asked."""

    spread: str | None = None
    opponent: str | None = None


NOTHING_ASKED = WhatIfQuestion()


class Coming(NamedTuple):
    """A game still to come; `opponent` None while the round is not paired."""

    round: int
    opponent: int | None = None
    is_paired: bool = False


class OpponentChoice(NamedTuple):
    """Somebody whom the entry can meet, as the list of choices has them."""

    number: int
    words: str


class WhatIfLine(NamedTuple):
    """One way in which the game can end, in words; `step` is counted from the estimate now."""

    kind: str
    letter: str
    words: str
    spread: str
    new: str
    change: str
    step: str
    is_asked: bool


def what_if_words(
    read_model: DivisionReadModel, site: Site, number: int, question: WhatIfQuestion
) -> Context | None:
    """Returns the template's values for the next game, None where none is to come or would count.

    A spread or an opponent that cannot be is told beside its field, and the rest is shown. A mirror
    says nothing of it: nobody answers there, and computing it for every entry takes minutes.
    """
    done = read_model.rating_steps
    coming = _coming(read_model, done, number)
    if coming is None or site is not WEB:
        return None
    choice = [] if coming.is_paired else _choice(read_model, done, number, coming.round)
    by_spread = done.system.needs_scores
    wrong: dict[str, str] = {}
    opponent = coming.opponent or _opponent(question, choice, wrong)
    spread = _spread(question, wrong) if by_spread else None
    here = rating_steps_path(read_model.division, number)
    can_ask = by_spread or not coming.is_paired
    return {
        "round": coming.round,
        "is_paired": coming.is_paired,
        "other": read_model.sheet.entries.get(opponent or 0),
        "by_spread": by_spread,
        "widest": WIDEST_SPREAD,
        "form": site.href(here) if can_ask else None,
        "choice": choice,
        "opponent": opponent,
        "spread": question.spread or "",
        "wrong": wrong,
        **(_answers(done, number, coming.round, opponent, spread) if opponent else {}),
    }


def _coming(read_model: DivisionReadModel, done: Explained, number: int) -> Coming | None:
    """Returns the entry's next game: the first open one, or that of the round to be paired next."""
    sheet = read_model.sheet
    for turn in read_model.cards[number]:
        if turn.board.reason is None and turn.other is not None:
            other, round_number = turn.other.entry, turn.board.round
            house = sheet.is_house(number, round_number) or sheet.is_house(other, round_number)
            counts = other in done.inspections and not house
            return Coming(round_number, other, is_paired=True) if counts else None
    following = read_model.published + 1
    is_over = (
        read_model.division.tournament.closed or following > read_model.division.planned_rounds
    )
    return None if is_over or not _plays(read_model, number, following) else Coming(following)


def _plays(read_model: DivisionReadModel, number: int, round_number: int) -> bool:
    """Returns whether an entry takes part in a round with a game that would count."""
    here = takes_part(read_model.sheet.entries[number].away, round_number)
    return here and not read_model.sheet.is_house(number, round_number)


def _choice(
    read_model: DivisionReadModel, done: Explained, number: int, round_number: int
) -> list[OpponentChoice]:
    """Returns whom the entry can meet in a round that is not paired yet."""
    return [
        OpponentChoice(other, f"#{other} {entry.name} ({rating(entry.rating)})")
        for other, entry in sorted(read_model.sheet.entries.items())
        if other != number and other in done.inspections and _plays(read_model, other, round_number)
    ]


def _opponent(
    question: WhatIfQuestion, choice: list[OpponentChoice], wrong: dict[str, str]
) -> int | None:
    """Returns the opponent asked for, None without one; puts what is wrong with it in words."""
    if not question.opponent:
        return None
    chosen = _whole(question.opponent)
    if chosen not in {one.number for one in choice}:
        wrong["opponent"] = phrase("Choose a player in the round.")
        return None
    return chosen


def _spread(question: WhatIfQuestion, wrong: dict[str, str]) -> int | None:
    """Returns the spread asked for, None without one; puts what is wrong with it in words."""
    if not question.spread:
        return None
    spread = _whole(question.spread)
    if spread is None or abs(spread) > WIDEST_SPREAD:
        wrong["spread"] = phrase(
            "Give a whole number from {least} to {most}.",
            least=signed(-WIDEST_SPREAD),
            most=WIDEST_SPREAD,
        )
        return None
    return spread


def _whole(typed: str) -> int | None:
    """Returns a short whole number, also with the minus of print, None for anything else."""
    text = typed.strip().replace(MINUS, "-")
    return int(text) if re.fullmatch(r"[+-]?[0-9]{1,5}", text, re.ASCII) else None


def _answers(
    done: Explained, number: int, round_number: int, opponent: int, spread: int | None
) -> Context:
    spreads = sorted({*SPREADS, *([] if spread is None else [spread])}, reverse=True)
    possible = outcomes(
        done.system,
        done.field,
        number,
        round_number=round_number,
        opponent=opponent,
        spreads=spreads,
    )
    now = done.inspections[number]
    lines = [
        _line(outcome, now, is_asked=outcome.spread == spread is not None) for outcome in possible
    ]
    return {"lines": lines, "needs": list(_needs(done, now, round_number, opponent, possible))}


def _line(outcome: WhatIfOutcome, now: Inspection, *, is_asked: bool) -> WhatIfLine:
    kind, letter, words = RESULTS[outcome.half_wins]
    change, step = outcome.change.new - now.old, outcome.change.new - now.new
    return WhatIfLine(
        kind=kind,
        letter=letter,
        words=words,
        spread="" if outcome.spread is None else signed(outcome.spread),
        new=rating(outcome.change.new),
        change=signed(change) if now.old else phrase("new"),
        step=signed(step) if now.new else DASH,
        is_asked=is_asked,
    )


def _needs(
    done: Explained,
    now: Inspection,
    round_number: int,
    opponent: int,
    possible: Sequence[WhatIfOutcome],
) -> Iterator[str]:
    """Yields sentences: what gains a point in the event, and what reaches the next hundred."""
    hundred = now.new // LANDMARK * LANDMARK + LANDMARK
    for target in dict.fromkeys([now.old + 1, hundred] if now.old else [hundred]):
        if done.system.needs_scores:
            spread = least_spread(
                done.system,
                done.field,
                now.number,
                round_number=round_number,
                opponent=opponent,
                target=target,
                known=possible,
            )
            takes = _takes_spread(spread, possible, target)
        else:
            takes = _takes_credit(possible, target)
        if now.old and target == now.old + 1:
            yield phrase("To gain a point in this event: {takes}.", takes=takes)
        else:
            yield phrase("To reach {rating}: {takes}.", rating=target, takes=takes)


def _takes_credit(possible: Sequence[WhatIfOutcome], target: int) -> str:
    enough = [outcome.half_wins for outcome in possible if outcome.change.new >= target]
    if not enough:
        return phrase("not even a win is enough")
    return {
        LOSS: phrase("even a loss is enough"),
        TIE: phrase("a tie is enough"),
        WIN: phrase("it takes a win"),
    }[min(enough)]


def _takes_spread(spread: int | None, possible: Sequence[WhatIfOutcome], target: int) -> str:
    if spread is not None:
        return phrase("it takes a spread of {spread} or better", spread=signed(spread))
    if possible[-1].change.new >= target:
        return phrase("even {spread} is enough", spread=signed(-WIDEST_SPREAD))
    return phrase("not even {spread} is enough", spread=signed(WIDEST_SPREAD))
