"""The page of a round before it is published: how to pair it, and the result."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from core.journal.undo import says
from core.phrases import joined_by_and, phrase, phrase_count
from core.wording import half, ordinal, record, signed
from desk.forms import CommandForm
from tournaments.kernel.desk.context import EventContext, desk_link
from tournaments.kernel.queries.numbering import numbering_mark
from tournaments.kernel.queries.sheet import EntryLine, Sheet
from tournaments.kernel.wording.outcomes import outcome_word
from tournaments.rounds.forms.pairing import PairRoundForm, method_name
from tournaments.rounds.queries.draft_ground import How, changed_since
from tournaments.rounds.queries.drafting import DraftBoard, DraftSeat, drafted_round
from tournaments.rounds.queries.free_in_round import FreePair, free_pairs
from tournaments.rounds.wording.criteria import rule_words

SIDES = {
    "first": phrase("goes first"),
    "second": phrase("goes second"),
    "draw": phrase("draws for the start"),
    "": "",
}

_SINCE = {
    How.DONE: phrase("Log {seq} was made after this draft: {sentence}."),
    How.UNDONE: phrase("Log {seq} was undone after this draft: {sentence}."),
    How.REDONE: phrase("Log {seq} was redone after this draft: {sentence}."),
}


class Embedded(NamedTuple):
    """A form on another page: where it is sent, and what its button says."""

    form: CommandForm[EventContext]
    href: str
    obstacle: str


class SeatCard(NamedTuple):
    """An entry on the draft board, in words."""

    number: int
    name: str
    standing: str
    starts: str
    side: str


class BoardCard(NamedTuple):
    """A board of the draft in words; `warnings` are what a director should look at."""

    key: str
    number: int | None
    seats: tuple[SeatCard, ...]
    met: str
    why: str
    warnings: tuple[str, ...]
    word: str
    is_bye: bool


@dataclass(frozen=True, slots=True)
class DraftShown:
    """The draft of a round in words."""

    games: tuple[BoardCard, ...]
    alone: tuple[BoardCard, ...]
    waiting: tuple[SeatCard, ...]
    how: str
    warnings: tuple[str, ...]
    since: str
    premature: str
    token: str
    numbering: str
    links: dict[str, str]
    free: tuple[tuple[int, int, str], ...] = ()


def embedded(path: str, form: CommandForm[EventContext], href: str = "") -> Embedded:
    """Returns a form made ready for a page with others, without the cursor of its own.

    It is sent to `href`, or to the page of its own about the round.
    """
    form.auto_id = f"{path}-%s"
    for field in form.fields.values():
        field.widget.attrs.pop("autofocus", None)
    return Embedded(form, href or place_link(path, form.where), form.obstacle())


def place_link(path: str, where: EventContext, **more: Any) -> str:
    """Returns the address of a page of the desk about a round."""
    at = {"division": where.the_division.name, "round": where.the_round, **more}
    return desk_link(path, where.the_event.slug, **at)


def pairing_context(where: EventContext, sheet: Sheet) -> dict[str, Any]:
    """Returns the ways to pair a planned or drafted round, and who is not here."""
    form = PairRoundForm(where=where)
    active = {entry.number for entry in form.active()}
    missing = [entry for entry in sheet.entries.values() if entry.number not in active]
    base = "" if where.the_round == 1 else _based(form, where.the_round - 1)
    return {
        "pairing": embedded("pair-round", form),
        "counted": form.counted(),
        "based": base,
        "missing_here": [_called(entry) for entry in missing],
        "by_hand": place_link("set-up-round", where),
        "results_href": place_link("enter", where, round=form.complete + 1) if base else "",
        "players_href": desk_link(
            "players", where.the_event.slug, division=where.the_division.name
        ),
    }


def _based(form: PairRoundForm, last: int) -> str:
    """Returns in words why not the results of the last round count, empty where they do."""
    if form.complete >= last:
        return ""
    if form.complete:
        return phrase(
            "Results of round {round} are missing, so the results through round {complete} count.",
            round=form.complete + 1,
            complete=form.complete,
        )
    return phrase("Results of round {round} are missing, so no results count.", round=1)


def shown_round(where: EventContext, sheet: Sheet) -> DraftShown:
    """Returns a round that is set up in words."""
    row = where.round_row
    assert row is not None
    row.division = where.the_division
    drafted = drafted_round(sheet, row)
    by_hand = bool(drafted.pairing)
    fixed = {frozenset(pair) for pair in drafted.pairing.get("fixed", ())}
    paths = ("swap-seats", "pair-waiting", "take-apart", "record-sit-out", "publish-round")
    return DraftShown(
        games=tuple(_board(board, by_hand, fixed) for board in drafted.games),
        alone=tuple(_board(board, by_hand, fixed) for board in drafted.alone),
        waiting=tuple(_seat(seat) for seat in drafted.waiting),
        how=_how(drafted.pairing),
        warnings=tuple(text for _, text in drafted.pairing.get("warnings", ())),
        since=_since(where),
        premature=drafted.premature,
        token=uuid.uuid4().hex,
        numbering=numbering_mark(where.the_division),
        links={path.replace("-", "_"): place_link(path, where) for path in paths},
        free=tuple(_free(pair, row.number) for pair in free_pairs(sheet, drafted, row.number)),
    )


def _free(pair: FreePair, number: int) -> tuple[int, int, str]:
    """Returns two who could meet, and that in words, with where else they meet."""
    one, two = pair.one.entry, pair.two.entry
    said = phrase(
        "{one} and {two} are both free in round {round}.",
        one=_called(one),
        two=_called(two),
        round=number,
    )
    return one.number, two.number, f"{said} {_meetings_of(pair)}"


def _meetings_of(pair: FreePair) -> str:
    """Returns where two who are free met before, and where their block pairs them."""
    met, block = _rounds(pair.met), _rounds(pair.to_come)
    if pair.met and pair.to_come:
        return phrase(
            "They met in {met}, and their block pairs them in {rounds}.", met=met, rounds=block
        )
    if pair.met:
        return phrase("They met in {rounds}.", rounds=met)
    if pair.to_come:
        return phrase("They have not met, and their block pairs them in {rounds}.", rounds=block)
    return phrase("They have not met.")


def _rounds(numbers: Sequence[int]) -> str:
    listed = joined_by_and(map(str, numbers))
    return phrase_count("round {numbers}", "rounds {numbers}", count=len(numbers), numbers=listed)


def _since(where: EventContext) -> str:
    """Returns a sentence on the change of a draft's ground since it was paired, empty for none."""
    since = changed_since(where.the_division, where.the_round)
    if since is None:
        return ""
    return _SINCE[since.how].format(seq=since.entry.seq, sentence=says(since.entry))


def _how(pairing: Any) -> str:
    if not pairing:
        return phrase("Set up by hand.")
    name = method_name(pairing)
    based = pairing.get("based_on")
    if based:
        return phrase(
            "Paired by {method}, on the results through round {round}.", method=name, round=based
        )
    return phrase("Paired by {method}.", method=name)


def _board(board: DraftBoard, has_reasons: bool, fixed: set[frozenset[int]]) -> BoardCard:
    pair = frozenset(seat.entry.number for seat in board.seats)
    why = ""
    if len(pair) == 2:
        why = (
            phrase("Kept at your request.") if pair in fixed else _why(board) if has_reasons else ""
        )
    return BoardCard(
        key="-".join(str(seat.entry.number) for seat in board.seats),
        number=board.number,
        # The player who goes first is listed first, as on the slip.
        seats=tuple(_seat(seat) for seat in sorted(board.seats, key=lambda s: s.side == "second")),
        met=_met(board),
        why=why,
        warnings=tuple(_warnings(board)),
        word=outcome_word(board.reason),
        is_bye=board.reason == "bye",
    )


def _met(board: DraftBoard) -> str:
    if len(board.seats) < 2:
        return ""
    if not board.met:
        return phrase("First meeting")
    return phrase_count(
        "Met once, in round {round}",
        "Met {count} times, last in round {round}",
        count=len(board.met),
        round=board.met[-1],
    )


def _warnings(board: DraftBoard) -> list[str]:
    said = [phrase("{met} meeting", met=ordinal(len(board.met) + 1))] if board.met else []
    said += [
        phrase("#{number} no longer takes part", number=seat.entry.number)
        for seat in board.seats
        if seat.away
    ]
    return said


def _why(board: DraftBoard) -> str:
    """Returns the reason for a board in one sentence, from what the method said of it."""
    if board.why is None:
        return phrase("Put together by hand.")
    reason, terms = board.why, board.why.get("terms", {})
    if reason.get("rule"):
        return rule_words(reason["rule"])
    # The ranks beside the names, where there are any.
    ranks = sorted(seat.rank for seat in board.seats if seat.rank is not None)
    one, two = ranks if len(ranks) == 2 else (reason["rank_one"], reason["rank_two"])
    parts = [phrase("{one} against {two}", one=ordinal(one), two=ordinal(two))]
    wins = round(terms.get("wins", 0) ** 0.5)
    if "wins" in terms:
        parts.append(_apart(wins) if wins else phrase("equal wins"))
    if terms.get("back_to_back"):
        parts.append(phrase("they met in the round before"))
    if reason.get("balance_one", 0) * reason.get("balance_two", 0) > 0:
        parts.append(phrase("both are due the same side"))
    return f"{', '.join(parts)}."


def _apart(half_wins: int) -> str:
    if half_wins > 2:
        return phrase("{wins} wins apart", wins=half(half_wins))
    return phrase("{wins} win apart", wins=half(half_wins))


def _seat(seat: DraftSeat) -> SeatCard:
    rating = str(seat.entry.rating) if seat.entry.rating else phrase("unrated")
    standing = rating
    if seat.rank is not None:
        figures = f"{record(seat.half_wins, seat.half_losses)} {signed(seat.spread)}"
        standing = f"{ordinal(seat.rank)}, {figures}"
    return SeatCard(
        number=seat.entry.number,
        name=seat.entry.entered_name,
        standing=standing,
        starts=phrase(
            "{firsts} first, {seconds} second so far", firsts=seat.firsts, seconds=seat.seconds
        ),
        side=SIDES[seat.side],
    )


def _called(entry: EntryLine) -> str:
    return f"#{entry.number} {entry.entered_name}"
