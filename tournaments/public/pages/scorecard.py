"""The scorecard of one entry."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from core.phrases import phrase
from core.web.frame import Context
from core.web.site import WEB, Site, depth_of
from core.wording import DASH, ordinal, record, signed
from people.selectors import shown_players
from ratings.pages.frame import player_path
from ratings.selectors.profile import with_profile
from ratings.wording import rating
from tournaments.event_ratings.pages.ratings import rating_line, rating_state
from tournaments.kernel.queries.sheet import EntryLine
from tournaments.readmodel.addresses import division_path, rating_steps_path
from tournaments.readmodel.division import DivisionReadModel, EntryRound
from tournaments.readmodel.frame import (
    division_frame,
    has_ratings,
    render,
    rows,
    status,
    unpaired_round,
)
from tournaments.readmodel.page_versions import rating_of
from tournaments.readmodel.timetable import RoundStart, start_of_round
from tournaments.readmodel.wording import (
    is_first,
    kind_of,
    letter_of,
    note_of,
    outcome_of,
    side_word,
    unranked_word,
)
from tournaments.standings.records import StandingsRow
from tournaments.statistics.pages.charts import spread_graph

OF_THE_MOMENT = ("as_at", "as_at_iso", "footer", "title", "shared")


class CardGame(NamedTuple):
    """A round on the card, with the record and spread after it.

    `recorded` leads to the recorded game, None without one.
    """

    round: int
    board: str
    side: str
    goes_first: bool
    number: str
    name: str
    href: str | None
    rating: str
    kind: str
    letter: str
    score: str
    spread: str
    record: str
    running: str
    note: str
    recorded: str | None

    @property
    def in_short(self) -> str:
        """The outcome for who follows the player: `R5 · 402–377 v Ben Pine`."""
        there = f"{self.score} {phrase('v {against}', against=self.name)}" if self.number else ""
        return f"{phrase('R{round}', round=self.round)} · {there or self.name}"


class PlayedRounds(NamedTuple):
    """All rounds of a card: a table of its own, and one piece of text."""

    games: Sequence[CardGame]


def scorecard_page(read_model: DivisionReadModel, site: Site, number: int) -> str:
    """Returns the scorecard of the entry with this number; raises PageMissing without one."""
    entry = read_model.need_entry(number)
    context = division_frame(read_model, site, title=entry.name, own=("player", number))
    context |= _said_on_all(read_model) | card_words(read_model, site, number)
    context["profile"] = _profile(entry, site)
    played = [(number, PlayedRounds(context["games"]))]
    context["rows"] = rows(read_model, site, "public/_scorecard_games", played)
    context |= _spread(read_model, site, number)
    return render("public/scorecard", context)


def _spread(read_model: DivisionReadModel, site: Site, number: int) -> Context:
    """Returns the chart of the running spread on the card, and the way to that of the places.

    It shows what the games on the card say, so that it is in no mark.
    """
    after = read_model.running(number)
    rounds = {
        turn.board.round: after[turn.board.round].spread
        for turn in read_model.cards[number]
        if turn.board.reason is not None
    }
    graph = read_model.memo.derived(
        ("spread graph", number), rounds, lambda: spread_graph(list(rounds.items()))
    )
    statistics = site.href(division_path(read_model.division, "statistics"))
    beside = f"{statistics}?with={number}#places" if site is WEB else statistics
    return {"spread": graph, "places_href": beside}


def card_frame(read_model: DivisionReadModel, site: Site) -> Context:
    """Returns the values that all cards of the division share, but for those of the moment."""
    context = division_frame(read_model, site, title="") | _said_on_all(read_model)
    return {name: said for name, said in context.items() if name not in OF_THE_MOMENT}


def card_words(read_model: DivisionReadModel, site: Site, number: int) -> Context:
    """Returns the values of an entry's own card, but for the link to the profile."""
    entry = read_model.sheet.entries[number]
    facts, games = _facts(read_model, entry), _games(read_model, site, number)
    coming = _coming(read_model, site, entry)
    unpaired = 0 if coming or entry.has_left else unpaired_round(read_model)
    return {
        "entry": {"number": number, "name": entry.name},
        "facts": facts,
        "facts_in_short": _facts_in_short(facts) if read_model.has_begun else "",
        "own": site.href(division_path(read_model.division, "player", number))
        if site is WEB
        else "",
        "coming": coming,
        "unpaired": unpaired,
        "unpaired_at": start.time if (start := _start(read_model, unpaired)) else "",
        "games": games,
        "last": next((game for game in reversed(games) if game.letter), None),
        "why": site.href(division_path(read_model.division, "why", number))
        if read_model.published
        else None,
        "rated": rating_line(read_model, site, number),
        "steps": site.href(rating_steps_path(read_model.division, number))
        if has_ratings(read_model)
        else None,
    }


def _said_on_all(read_model: DivisionReadModel) -> Context:
    """Returns how far the division is, and rated, in words that no game of others changes.

    How many games are in, and when the last estimate was made, is said on the pages of the
    division: here it would make every card again with every result.
    """
    rated, state = rating_of(read_model.division), rating_state(read_model)
    if rated is not None and state["follows"]:
        state |= {"at": "", "behind": False, "so_far": ""}
    return {"status": {"words": status(read_model)["words"]}, "rating_state": state}


def _facts(read_model: DivisionReadModel, entry: EntryLine) -> list[tuple[str, str]]:
    table = read_model.table(read_model.published)
    row = read_model.rows_after(read_model.published)[entry.number]
    many = read_model.memo.derived(
        "many of a rank", table, lambda: Counter(one.rank for one in table)
    )
    ahead = many[row.rank] > 1
    count = read_model.starts_after(read_model.published)[entry.number]
    facts = []
    # Before the first result all are equal first.
    if read_model.has_begun:
        place = unranked_word(row, entry) or f"{'=' if ahead else ''}{ordinal(row.rank or 0)}"
        facts += [
            (phrase("Place"), place),
            (phrase("Won–lost"), record(row.half_wins, row.half_losses)),
            (phrase("Spread"), signed(row.spread)),
            (phrase("First–second"), f"{count.firsts}{DASH}{count.seconds}"),
        ]
    facts.append((phrase("Rating"), rating(entry.rating)))
    facts += [(phrase("Team"), entry.team)] if entry.team else []
    facts += [(phrase("Class"), entry.prize_class)] if entry.prize_class else []
    facts += [
        (phrase("Penalty in round {round}", round=number), signed(points))
        for key, number, points in read_model.sheet.penalties
        if key == entry.number
    ]
    return facts


def _facts_in_short(facts: Sequence[tuple[str, str]]) -> str:
    """Returns place, record and spread out of the facts of a division that is played."""
    return " · ".join(str(value) for _, value in facts[:3])


def _profile(entry: EntryLine, site: Site) -> str | None:
    """Returns the way to the profile of an entry that is one player, who has one."""
    found = shown_players(with_profile().filter(key=entry.player)) if entry.player else {}
    return next((site.href(player_path(player.number)) for player in found.values()), None)


def _coming(read_model: DivisionReadModel, site: Site, entry: EntryLine) -> Context:
    """Returns the game that the entry is to play or playing now, if there is one."""
    for turn in read_model.cards[entry.number]:
        if turn.board.reason is None and turn.other is not None:
            other = read_model.sheet.entries[turn.other.entry]
            return {
                "round": turn.board.round,
                "board": turn.board.number,
                "side": turn.seat.side,
                "number": other.number,
                "name": other.name,
                "rating": rating(other.rating),
                "href": site.href(division_path(read_model.division, "player", other.number)),
                "time": start.time if (start := _start(read_model, turn.board.round)) else "",
                "in_short": _in_short(read_model, turn, other),
            }
    return {}


def _start(read_model: DivisionReadModel, number: int) -> RoundStart | None:
    """Returns when a round begins by the timetable, None where that does not say."""
    return start_of_round(read_model.timetable, read_model.division.name, number)


def _in_short(read_model: DivisionReadModel, turn: EntryRound, other: EntryLine) -> str:
    """Returns a game to come for who follows a player: `R6 · 13:40 · board 4 · 1st v Pine (942)`.

    The time is that of the timetable, where it says when the round begins.
    """
    words = [phrase("R{round}", round=turn.board.round)]
    start = _start(read_model, turn.board.round)
    if start is not None:
        words.append(start.time)
    if turn.board.number:
        words.append(phrase("board {board}", board=turn.board.number))
    side, name, rated = side_word(turn.seat), other.name, rating(other.rating)
    words.append(
        phrase("{side} v {name} ({rating})", side=side, name=name, rating=rated)
        if side
        else phrase("v {name} ({rating})", name=name, rating=rated)
    )
    return " · ".join(words)


def _games(read_model: DivisionReadModel, site: Site, number: int) -> list[CardGame]:
    """Returns the rounds of an entry, which its own boards make, and who sits at them."""
    turns, after = read_model.cards[number], read_model.running(number)
    names = (
        read_model.sheet.entries,
        read_model.recorded,
        read_model.division.name,
        read_model.division.tournament.slug,
    )
    return read_model.memo.derived(
        ("games", depth_of(site), number),
        (turns, after, names),
        lambda: [_game(read_model, site, turn, after[turn.board.round]) for turn in turns],
    )


def _game(
    read_model: DivisionReadModel, site: Site, turn: EntryRound, after: StandingsRow
) -> CardGame:
    board, seat, other = turn
    opponent = read_model.sheet.entries[other.entry] if other else None
    known = board.reason is not None
    return CardGame(
        round=board.round,
        board=str(board.number or ""),
        side=side_word(seat, board),
        goes_first=is_first(seat, board),
        number=str(opponent.number) if opponent else "",
        name=opponent.name if opponent else outcome_of(board, seat, other),
        href=site.href(division_path(read_model.division, "player", opponent.number))
        if opponent
        else None,
        rating=rating(opponent.rating) if opponent else "",
        kind=kind_of(seat) if known else "",
        letter=letter_of(seat) if known else "",
        score=outcome_of(board, seat, other) if opponent else "",
        spread="" if seat.spread is None else signed(seat.spread),
        record=record(after.half_wins, after.half_losses) if known else "",
        running=signed(after.spread) if known else "",
        note=note_of(board, read_model.sheet),
        recorded=read_model.game_href(board, site),
    )
