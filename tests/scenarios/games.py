"""Games handed in, judged, corrected and removed at random boards of a random event."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import invariant, rule

from core.models import JournalEntry
from games.models import Game
from tests.apps.tournaments.board_games.game_events import record
from tests.scenarios.director import Director
from tournaments.board_games.commands.confirming import (
    ConfirmBoardGame,
    RefuseBoardGame,
    RemoveBoardGame,
)
from tournaments.board_games.commands.games import CorrectBoardGame, RecordBoardGame, SeatNotes
from tournaments.board_games.commands.hand_in import OpenHandIn, RenewLinks
from tournaments.board_games.queries.board_games import seats_of
from tournaments.models import BoardGame

RECORDS = (record("P0", "P1"), record("P1", "x"), record("x", "y"), b"no game")


class WithGames(Director):
    """The rules of recorded games."""

    @rule(takes=st.booleans())
    def open_the_handing_in(self, takes: bool) -> None:
        self.try_to(OpenHandIn(**self.named, takes_games=takes))

    @rule()
    def make_the_links_anew(self) -> None:
        self.try_to(RenewLinks(event=self.named["event"]))

    @rule(
        data=st.data(),
        content=st.sampled_from(RECORDS),
        by_link=st.booleans(),
        overtime=st.none() | st.integers(0, 700),
    )
    def hand_a_game_in(
        self, data: st.DataObject, content: bytes, by_link: bool, overtime: int | None
    ) -> None:
        entry = self.anybody(data)
        noted = () if overtime is None else (SeatNotes(entry=entry, overtime_s=overtime),)
        by = entry if by_link else None
        first = data.draw(st.sampled_from([None, entry]))
        self.hand_in(entry, content, by=by, first=first, notes=noted)

    def hand_in(self, entry: int, content: bytes, **more: Any) -> None:
        """Tries to hand in the game of an entry in the last published round."""
        where = {**self.named, "round": max(1, self.next_round() - 1)}
        key = f"{JournalEntry.objects.count():012d}"
        self.try_to(
            RecordBoardGame(
                **where,
                **more,
                entry=entry,
                game=key,
                content=content,
                source="file",
                file_name="game.gcg",
            )
        )

    @rule(data=st.data(), kind=st.sampled_from([ConfirmBoardGame, RefuseBoardGame]))
    def judge_a_game(self, data: st.DataObject, kind: Any) -> None:
        found = self.some_game(data)
        if found is not None:
            by = data.draw(st.sampled_from([None, *_numbers(found)]))
            self.try_to(kind(**self.of(found), by=by))

    @rule(data=st.data(), content=st.sampled_from(RECORDS))
    def correct_or_remove_a_game(self, data: st.DataObject, content: bytes) -> None:
        found = self.some_game(data)
        if found is not None and data.draw(st.booleans()):
            self.try_to(CorrectBoardGame(**self.of(found), content=content, source="pasted"))
        elif found is not None:
            by = data.draw(st.sampled_from([None, *_numbers(found)]))
            self.try_to(RemoveBoardGame(**self.of(found), by=by))

    @invariant()
    def a_board_has_one_confirmed_game_at_most(self) -> None:
        confirmed = BoardGame.objects.filter(game__state=Game.State.CONFIRMED)
        assert all(times == 1 for times in Counter(confirmed.values_list("board")).values())

    @invariant()
    def a_game_is_of_those_who_sit_at_its_board(self) -> None:
        for found in BoardGame.objects.select_related("game", "board__round"):
            assert found.board.round.stage == "published"
            seats = seats_of(found.board_id)
            sitting = [seats[place].entry for place in (found.first_seat, 1 - found.first_seat)]
            players = found.game.players.order_by("position")
            assert [player.position for player in players] == [0, 1]
            for entry, player in zip(sitting, players, strict=True):
                # A team goes by the public names of its members.
                assert player.name == entry.name or entry.members.count() > 1

    def some_game(self, data: st.DataObject) -> BoardGame | None:
        """Returns a game of a board, None while there is none."""
        found = BoardGame.objects.select_related("game", "board__round").order_by("game__key")
        return data.draw(st.sampled_from(list(found))) if found else None

    def of(self, found: BoardGame) -> dict[str, Any]:
        """Returns how a command names a game."""
        return {**self.named, "round": found.board.round.number, "game": found.game.key}


def _numbers(found: BoardGame) -> list[int]:
    return [seat.entry.number for seat in seats_of(found.board_id)]
