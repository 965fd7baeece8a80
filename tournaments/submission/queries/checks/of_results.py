"""Checks of the results: scores, sides, and outcomes that a format cannot say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from core.phrases import phrase, phrase_count
from tournaments.formats.submission import SubmittedGame
from tournaments.formats.submission.tou import MAX_NUMBER, MAX_SCORE
from tournaments.kernel.queries.rating_fields import is_rated_game
from tournaments.kernel.queries.sheet import BoardLine
from tournaments.models import Result
from tournaments.submission.queries.checks.finding import (
    LOOK,
    REFUSED,
    Level,
    SubmissionFinding,
    listed,
)
from tournaments.submission.queries.submitted import DivisionGround, SubmissionGround

_PLAYED = Result.Reason.PLAYED
_RULED = {
    Result.Reason.LEFT: phrase("{game} was left by a player"),
    Result.Reason.TIME: phrase("{game} was lost on time"),
    Result.Reason.ADJUDICATED: phrase("{game} was adjudicated"),
    Result.Reason.DISQUALIFIED: phrase("{game} ended in a disqualification"),
    Result.Reason.VOID: phrase("{game} is void"),
}


def one_game_a_round(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds players with two rated games in a round: a pairing could not be mutual."""
    for division in ground.divisions:
        seats = Counter(
            (game.round, player)
            for game in division.submitted.games
            for player in (game.one, game.two)
        )
        for (played, number), many in sorted(seats.items()):
            if many > 1:
                said = phrase(
                    "{player} has {games} games in round {round}; a file can have only one.",
                    player=division.called(number),
                    games=many,
                    round=played,
                )
                yield _of(division, number, "pairing.twice", REFUSED, said, played, mend="round")


def scores_have_three_digits(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds scores that three columns cannot say."""
    for division, game, number, score in _scores(ground):
        if score > MAX_SCORE or score < 0:
            said = phrase(
                "{player} scored {score} in round {round}; the file can have only 0 to {highest}.",
                player=division.called(number),
                score=score,
                round=game.round,
                highest=MAX_SCORE,
            )
            yield _of(division, number, "score.range", REFUSED, said, game.round)


def no_score_is_negative(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds scores below zero."""
    for division, game, number, score in _scores(ground):
        if score < 0:
            said = phrase(
                "{player} scored {score} in round {round}: is that right?",
                player=division.called(number),
                score=score,
                round=game.round,
            )
            yield _of(division, number, "score.negative", LOOK, said, game.round)


def no_score_is_zero(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds games with a score of 0, which CoCo passes over as forfeits."""
    for division, game, number, score in _scores(ground):
        if score == 0:
            said = phrase(
                "{player} scored 0 in round {round}: that game would not be rated.",
                player=division.called(number),
                round=game.round,
            )
            yield _of(division, number, "score.zero", REFUSED, said, game.round)


def sides_are_known(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds games of which nobody said who went first."""
    for division in ground.divisions:
        rounds = sorted({game.round for game in division.submitted.games if not game.first})
        if rounds:
            many = sum(not game.first for game in division.submitted.games)
            message = phrase_count(
                "Division {division}: it is not known who went first in {count} rated game, in "
                "{rounds}.",
                "Division {division}: it is not known who went first in {count} rated games, in "
                "{rounds}.",
                count=many,
                division=division.name,
                rounds=phrase_count(
                    "round {rounds}", "rounds {rounds}", count=len(rounds), rounds=listed(rounds)
                ),
            )
            yield SubmissionFinding(
                "side.unknown",
                LOOK,
                message,
                division=division.name,
                round=rounds[0],
                field="side",
                mend="record-start",
            )


def numbers_have_three_digits(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds divisions with more players than three columns can number."""
    for division in ground.divisions:
        if len(division.in_file) > MAX_NUMBER:
            message = phrase(
                "Division {division} has more than {highest} players.",
                division=division.name,
                highest=MAX_NUMBER,
            )
            yield SubmissionFinding("division.too_many", REFUSED, message, division=division.name)


def outcomes_can_be_said(ground: SubmissionGround) -> Iterator[SubmissionFinding]:
    """Finds, one by one, the outcomes that scores alone do not say, and games that are not rated.

    A file of NASPA knows the winner by the scores only, and one of CoCo rates the spread; TOU has
    the winner beside the scores.
    """
    for division in ground.divisions:
        for board in division.sheet.boards:
            if board.two is None or board.reason is None:
                continue
            if not is_rated_game(division.sheet, board):
                yield from _unrated(division, board)
            elif not _as_scored(board):
                yield _ruled(ground, division, board)


def _unrated(division: DivisionGround, board: BoardLine) -> Iterator[SubmissionFinding]:
    said = _RULED.get(Result.Reason(str(board.reason)))
    if said is None and (board.rated or not board.begun):
        return
    how = said or phrase("{game} was ruled out of the ratings")
    message = phrase(
        "{ruling}, so none of their games is in the file", ruling=how.format(game=_game(board))
    )
    yield _of_board(division, board, "outcome.unrated", LOOK, message)


def _ruled(
    ground: SubmissionGround, division: DivisionGround, board: BoardLine
) -> SubmissionFinding:
    ruled = _RULED.get(Result.Reason(str(board.reason)))
    how = (ruled or phrase("{game} does not count by its scores")).format(game=_game(board))
    if _winner_by_scores(board) == _winner(board):
        said = phrase("{ruling}: the file has its scores, not the spread that counted", ruling=how)
        return _of_board(division, board, "outcome.spread", LOOK, said)
    said = phrase(
        "{ruling}: by its scores alone, another player wins than by the ruling", ruling=how
    )
    level = REFUSED if ground.authority.key == "naspa" else LOOK
    return _of_board(division, board, "outcome.winner", level, said)


def _as_scored(board: BoardLine) -> bool:
    one, two = board.one, board.two
    if two is None or one.score is None or two.score is None:
        return True
    return _winner(board) == _winner_by_scores(board) and one.spread == one.score - two.score


def _winner(board: BoardLine) -> int:
    lead = board.one.won - (board.two.won if board.two else 0)
    return (lead > 0) - (lead < 0)


def _winner_by_scores(board: BoardLine) -> int:
    lead = (board.one.score or 0) - ((board.two.score if board.two else 0) or 0)
    return (lead > 0) - (lead < 0)


def _scores(
    ground: SubmissionGround,
) -> Iterator[tuple[DivisionGround, SubmittedGame, int, int]]:
    for division in ground.divisions:
        for game in division.submitted.games:
            yield division, game, game.one, game.score_one
            yield division, game, game.two, game.score_two


def _of_board(
    division: DivisionGround, board: BoardLine, code: str, level: Level, said: str
) -> SubmissionFinding:
    message = phrase(
        "Division {division}, round {round}: {finding}.",
        division=division.name,
        round=board.round,
        finding=said,
    )
    return SubmissionFinding(
        code,
        level,
        message,
        division=division.name,
        number=board.one.entry,
        field="outcome",
        round=board.round,
        mend="correct-result",
    )


def _game(board: BoardLine) -> str:
    one, two = (seat.entry for seat in board.seats)
    if board.number:
        return phrase(
            "board {number} of no. {one} and no. {two}", number=board.number, one=one, two=two
        )
    return phrase("the game of no. {one} and no. {two}", one=one, two=two)


def _of(
    division: DivisionGround,
    number: int,
    code: str,
    level: Level,
    said: str,
    played: int,
    *,
    mend: str = "correct-result",
) -> SubmissionFinding:
    return SubmissionFinding(code, level, said, division.name, number, "score", played, mend)
