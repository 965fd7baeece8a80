"""Recorded games of boards as commands: who may, what is frozen and refused, what undo does."""

from __future__ import annotations

from typing import Any

import pytest

from core.actors import Actor
from core.journal.errors import NeedsConfirmation, NotAllowed, Refused
from core.journal.execute import execute
from core.journal.undo import UndoEntry
from core.models import JournalEntry
from games.models import Game, GamePlayer
from games.recording import new_game_key
from games.selectors.games import original_of
from tests.apps.tournaments.board_games.game_events import (
    WHERE,
    by,
    hand_in,
    kept,
    put_on,
    record,
    state,
)
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    enter,
    entries_of,
    give,
    publish,
    undo,
)
from tests.builders.lexica import imported_list
from tournaments.board_games.commands.confirming import (
    ConfirmBoardGame,
    RefuseBoardGame,
    RemoveBoardGame,
)
from tournaments.board_games.commands.games import CorrectBoardGame, RecordBoardGame, SeatNotes
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.closing.commands import CloseEvent
from tournaments.event.commands.event import ChangeRules
from tournaments.failover.queries.replaying import compare_with_replay
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import BoardGame, Entry, Tournament
from tournaments.rounds.commands.played import RecordPlayed
from tournaments.rounds.commands.rearranging import SwapSeats, TakeBoardApart, UnpublishRound
from tournaments.rounds.commands.rounds import RecordStart

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("games_taken")]


def confirm(key: str, number: int | None = None, actor: Actor | None = None) -> None:
    wanted = ConfirmBoardGame(**WHERE, game=key, by=number)
    execute(wanted, actor=actor or (by(number) if number else Actor("robot", trusted=True)))


def refuse(key: str, number: int, why: str = "not our game") -> None:
    execute(RefuseBoardGame(**WHERE, game=key, by=number), actor=by(number), reason=why)


def test_a_stranger_and_another_director_can_do_nothing_with_games() -> None:
    key = hand_in()
    strangers = [Actor("nobody"), Actor("other", user=account("other"))]
    for actor in strangers:
        for command in (
            RecordBoardGame(**WHERE, game=new_game_key(), entry=1, content=b"x", source="file"),
            RecordBoardGame(**WHERE, game=key, entry=1, by=1, content=b"x", source="file"),
            ConfirmBoardGame(**WHERE, game=key),
            ConfirmBoardGame(**WHERE, game=key, by=2),
            RefuseBoardGame(**WHERE, game=key, by=2),
            CorrectBoardGame(**WHERE, game=key, content=record(), source="pasted"),
            RemoveBoardGame(**WHERE, game=key),
            OpenHandIn(event=SLUG, division="A", takes_games=False),
        ):
            with pytest.raises(NotAllowed):
                execute(command, actor=actor, reason="to try")
    assert state(key) == "waiting"


def test_a_link_is_the_entry_it_is_of_and_neither_another_one_nor_the_director() -> None:
    key = hand_in(1)
    for command in (
        ConfirmBoardGame(**WHERE, game=key),
        ConfirmBoardGame(**WHERE, game=key, by=2),
        RemoveBoardGame(**WHERE, game=key),
        CorrectBoardGame(**WHERE, game=key, content=record(), source="pasted"),
        RecordBoardGame(**WHERE, game=new_game_key(), entry=1, content=b"x", source="file"),
        UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq),
    ):
        with pytest.raises(NotAllowed):
            execute(command, actor=by(3), reason="to try")
    assert state(key) == "waiting"


def test_the_director_of_the_event_may_without_a_link() -> None:
    dora = Actor("dora", user=account("dora"))
    execute(
        RecordBoardGame(**WHERE, game="aaaaaaaaaaaa", entry=1, content=record(), source="pasted"),
        actor=dora,
    )
    assert state("aaaaaaaaaaaa") == "confirmed"


def test_a_game_that_the_director_hands_in_stands_with_lexicon_and_rules_frozen() -> None:
    imported_list("OURS", ["QUANT"], edition="NWL2023")
    give(ChangeRules(event=SLUG, division="A", rating_system="", confirmed=True))
    give(ChooseLexicon(event=SLUG, division="A", lexicon="OURS", confirmed=True))
    game = kept(put_on(title=" The final ")).game
    held = division()
    assert (game.state, game.title, game.place) == ("confirmed", "The final", "spring/A")
    assert (game.lexicon, game.lexicon_hash) == ("OURS", held.lexicon_hash)
    assert (game.ruleset, game.overrides) == (held.ruleset, held.overrides)
    give(ChangeRules(event=SLUG, division="A", overrides={"bingo_points": [60]}, confirmed=True))
    game.refresh_from_db()
    assert game.rules.bingo_points == (50,)


def test_names_and_keys_come_from_the_entries_and_the_nicks_stay_in_the_record() -> None:
    key = put_on(content=record("ADA", "bea_x"))
    players = GamePlayer.objects.filter(game__key=key).values_list("name", flat=True)
    assert list(players) == ["Ada", "Bea"]
    assert "#player2 bea_x bea_x" in Game.objects.get(key=key).record


@pytest.mark.parametrize(
    ("content", "first", "seat"),
    [
        (record("Bea", "Ada"), None, 1),
        (record("x", "y"), None, 0),
        (record("x", "y"), 2, 1),
        (record("Ada", "Bea"), 2, 1),
        (record().replace(b"1 Ada Ada", b"1 Ada Ada Lovelace"), None, 0),
    ],
)
def test_who_is_who_is_said_or_named_or_taken_from_the_sides(
    content: bytes, first: int | None, seat: int
) -> None:
    if Entry.objects.get(seats__side="first", seats__board__slot=1).number != 1:
        give(RecordStart(**WHERE, entry=1, confirmed=True))
    found = kept(put_on(content=content, first=first))
    assert found.first_seat == seat
    names = [player.name for player in found.game.players.all()]
    assert names == (["Ada", "Bea"] if seat == 0 else ["Bea", "Ada"])


def test_where_neither_names_nor_sides_tell_who_is_who_it_is_asked_for() -> None:
    give(ChangeRules(event=SLUG, division="A", overrides={"start_mode": "draw"}, confirmed=True))
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    publish(2, (1, 3), (2, 4))
    with pytest.raises(Refused, match="Choose who went first") as refused:
        put_on(1, content=record("x", "y"), opponent=3, round=2)
    assert refused.value.field == "first"


def test_a_player_who_does_not_sit_at_the_board_cannot_have_gone_first() -> None:
    with pytest.raises(Refused, match=r"No\. 4 is not at this board"):
        put_on(first=4)
    with pytest.raises(Refused, match=r"No\. 4 is not at this board"):
        put_on(notes=(SeatNotes(entry=4, overtime_s=10),))
    with pytest.raises(Refused, match="not paired"):
        put_on(opponent=3)
    assert not Game.objects.exists()


def test_times_and_challenges_are_kept_of_who_they_are_of() -> None:
    notes = (SeatNotes(entry=2, time_used_s=1400, overtime_s=20, challenges_lost=1),)
    players = list(kept(put_on(content=record("Bea", "Ada"), notes=notes)).game.players.all())
    assert [p.overtime_s for p in players] == [20, None]
    assert [p.challenges_lost for p in players] == [1, None]


def test_a_second_game_stands_only_in_the_place_of_the_first_and_only_when_told() -> None:
    first = put_on()
    with pytest.raises(NeedsConfirmation, match=first):
        put_on(content=record(score=50))
    second = put_on(content=record(score=50), confirmed=True)
    assert (state(first), state(second)) == ("refused", "confirmed")
    undo()
    assert (state(first), Game.objects.filter(key=second).exists()) == ("confirmed", False)


def test_a_link_hands_in_what_waits_and_never_beside_a_confirmed_one() -> None:
    waiting = hand_in()
    assert (state(waiting), kept(waiting).handed_in_by) == ("waiting", Entry.objects.get(number=1))
    put_on()
    with pytest.raises(Refused, match="only the director can replace it"):
        hand_in()
    with pytest.raises(Refused, match="Another game of this board is already confirmed"):
        confirm(waiting, 2)


def test_three_wait_of_an_entry_at_most_and_ten_are_taken_in_all() -> None:
    keys = [hand_in() for _ in range(3)]
    with pytest.raises(Refused, match="that are not confirmed yet"):
        hand_in()
    assert state(hand_in(2)) == "waiting"
    for _ in range(7):
        refuse(keys.pop(0), 2)
        keys.append(hand_in())
    refuse(keys[0], 2)
    with pytest.raises(Refused, match="too many games"):
        hand_in()


def test_the_opponent_confirms_and_nobody_confirms_his_own() -> None:
    key = hand_in(1)
    with pytest.raises(Refused, match="your opponent or the director does"):
        confirm(key, 1)
    with pytest.raises(Refused, match="another player's game"):
        confirm(key, 3)
    confirm(key, 2)
    assert state(key) == "confirmed"
    assert entries_of()[-1].actor == "Bea by link"
    with pytest.raises(Refused, match="is no longer waiting"):
        refuse(key, 2)


def test_what_is_refused_keeps_what_was_wrong_and_the_director_can_take_it_up() -> None:
    key = hand_in(1)
    with pytest.raises(Refused) as unsaid:
        refuse(key, 2, " ")
    assert unsaid.value.code == "reason.missing"
    refuse(key, 2, "turn 3 was a pass")
    assert (state(key), entries_of()[-1].reason) == ("refused", "turn 3 was a pass")
    confirm(key)
    assert state(key) == "confirmed"


def test_nothing_comes_by_links_where_games_are_not_taken_or_the_event_is_closed() -> None:
    key = hand_in()
    give(OpenHandIn(event=SLUG, division="A", takes_games=False))
    for attempt in (hand_in, lambda: confirm(key, 2), lambda: refuse(key, 2)):
        with pytest.raises(Refused) as shut:
            attempt()
        assert shut.value.code == "hand_in.closed"
    give(OpenHandIn(event=SLUG, division="A", takes_games=True))
    give(CloseEvent(event=SLUG, confirmed=True))
    for attempt in (hand_in, lambda: confirm(key, 2), put_on):
        with pytest.raises(Refused, match="The event is closed"):
            attempt()


def test_a_round_that_is_not_published_has_no_games() -> None:
    enter(1, 1, 400, 300)
    enter(1, 3, 400, 300)
    for number in (2, 3):
        with pytest.raises(Refused) as refused:
            put_on(round=number)
        assert refused.value.code == "round.planned" or number == 2


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "It is empty."),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 4, ""),
        (b"#player1 A A\n#player2 B B\n>A: \0 8D CAT +10 10\n", "Line 3 is not text"),
        (b"x" * (256 * 1024 + 1), "256 KB"),
        (b"no game at all\n", "no turn"),
        (record() + b"#player3 Cem Cem\n", "names 3 players"),
    ],
)
def test_what_is_no_game_of_two_is_refused_in_a_sentence_and_nothing_is_stored(
    content: bytes, said: str
) -> None:
    before = JournalEntry.objects.count()
    with pytest.raises(Refused) as refused:
        hand_in(content=content)
    assert said in refused.value.message
    assert refused.value.message.endswith(".")
    assert (JournalEntry.objects.count(), Game.objects.count()) == (before, 0)


def test_a_correction_keeps_place_lexicon_and_notes_and_can_be_taken_back() -> None:
    key = put_on(notes=(SeatNotes(entry=1, overtime_s=30),))
    held = Game.objects.get(key=key).record
    wrong = CorrectBoardGame(
        **WHERE, game=key, content=record("Bea", "Ada"), source="file", file_name="g.gcg"
    )
    give(wrong, reason="sides were turned")
    found = kept(key)
    assert found.first_seat == 1
    assert [(p.name, p.overtime_s) for p in found.game.players.all()] == [
        ("Bea", None),
        ("Ada", 30),
    ]
    assert original_of(found.game) == record("Bea", "Ada")
    with pytest.raises(Refused, match="This is the same record"):
        give(wrong, reason="again")
    undo()
    found = kept(key)
    assert (found.first_seat, found.game.record) == (0, held)
    assert [p.overtime_s for p in found.game.players.all()] == [30, None]


def test_a_game_is_removed_and_comes_back_by_undo_as_it_was() -> None:
    key = hand_in(source="file", file_name="game.gcg")
    rows = _rows()
    give(RemoveBoardGame(**WHERE, game=key), reason="the wrong round")
    assert (Game.objects.count(), BoardGame.objects.count(), GamePlayer.objects.count()) == (0,) * 3
    undo()
    assert _rows() == rows
    assert original_of(Game.objects.get(key=key)) == record()


def _rows() -> list[list[Any]]:
    return [
        list(Game.objects.values_list("key", "state", "record", "file_name", "handed_in_at")),
        list(GamePlayer.objects.values_list("position", "name", "overtime_s")),
        list(BoardGame.objects.values_list("board", "first_seat", "handed_in_by")),
    ]


def test_undo_never_leaves_a_board_with_two_confirmed_games() -> None:
    first = hand_in()
    confirm(first)
    seq = entries_of()[-1].seq
    undo(seq)
    undone = entries_of()[-1].seq
    put_on()
    with pytest.raises(Refused, match="two confirmed games"):
        undo(undone)
    assert state(first) == "waiting"


@pytest.mark.parametrize(
    "command",
    [
        SwapSeats(**WHERE, one=2, two=3, confirmed=True),
        TakeBoardApart(**WHERE, entry=1, confirmed=True),
        UnpublishRound(**WHERE, confirmed=True),
        RecordPlayed(**WHERE, entry=1, opponent=3, score=400, opponent_score=300, confirmed=True),
    ],
)
def test_a_board_with_a_game_stays_until_the_game_is_removed(command: Any) -> None:
    key = hand_in()
    with pytest.raises(Refused, match=f"Game {key} of board 1 is on record"):
        give(command, reason="to try")
    give(RemoveBoardGame(**WHERE, game=key), reason="to go on")
    give(command, reason="to try")


def test_a_replay_gives_the_same_games_whatever_a_better_reader_would_make_of_them() -> None:
    key = hand_in(source="file", file_name="g.gcg", notes=(SeatNotes(entry=1, overtime_s=30),))
    confirm(key, 2)
    put_on(3, content=record("Cem", "Dov"), first=3)
    give(
        CorrectBoardGame(**WHERE, game=key, content=record("Bea", "Ada"), source="pasted"),
        reason="turned",
    )
    compared = compare_with_replay(Tournament.objects.get(slug=SLUG))
    assert compared.differences == ()
