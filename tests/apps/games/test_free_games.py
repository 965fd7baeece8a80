"""Games of no event: the staff put them on record, correct and remove them."""

from __future__ import annotations

import hashlib
from typing import Any

import pytest
from django.contrib.auth import get_user_model

from core.actors import CONSOLE, Actor
from core.journal.command import Command
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.stream_file import replay, written
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from games.commands.free_games import CorrectGame, RecordGame, RemoveGame
from games.handed_in import LARGEST, MOST_TURNS
from games.models import Game, GamePlayer
from games.recording import NamedPlayer, new_game_key
from games.selectors.games import checked_game, original_of, shown_names
from lexicon.casual import casual_list
from tests.apps.games.recorded import between, key_of, recorded, recording, registered
from tests.builders.events import undo
from tests.builders.games import (
    complete_game,
    deviating_game,
    four_player_game,
    phoney_game,
    unfinished_game,
)

pytestmark = [pytest.mark.both_databases("json"), pytest.mark.django_db]


def do(command: Command, reason: str = "") -> JournalEntry:
    """Executes a command and returns its entry."""
    done = execute(command, actor=CONSOLE, reason=reason)
    return JournalEntry.objects.get(stream__key=command.stream(), seq=done.seq)


def correcting(text: str, **more: Any) -> CorrectGame:
    return CorrectGame(game=key_of(1), content=text.encode(), source="pasted", **more)


def refusal(command: Command, reason: str = "") -> Refused:
    """Returns why a command is refused, having made sure that nothing was stored."""
    games, entries = Game.objects.count(), JournalEntry.objects.count()
    with pytest.raises(Refused) as refused:
        execute(command, actor=CONSOLE, reason=reason)
    assert (Game.objects.count(), JournalEntry.objects.count()) == (games, entries)
    assert GamePlayer.objects.count() == sum(game.players.count() for game in Game.objects.all())
    return refused.value


@pytest.mark.parametrize("staff", [True, False])
def test_only_staff_keep_games_of_no_event(staff: bool) -> None:
    user = get_user_model().objects.create_user("ada", is_staff=staff)
    actor = Actor(name="ada", user=user)
    removing = RemoveGame(game=key_of(1))
    if staff:
        execute(recording(), actor=actor)
        execute(correcting(phoney_game()), actor=actor, reason="another game")
        execute(removing, actor=actor, reason="twice on record")
        execute(UndoEntry(journal=removing.stream(), seq=3), actor=actor)
        return
    for command in (recording(), correcting(phoney_game()), removing):
        with pytest.raises(NotAllowed, match=r"Only accounts that may make events can do that\."):
            execute(command, actor=actor, reason="because")
    recorded()
    with pytest.raises(NotAllowed):
        execute(UndoEntry(journal=removing.stream(), seq=1), actor=actor)


def test_a_game_is_kept_as_its_canonical_text_with_what_was_handed_in() -> None:
    text = complete_game().replace("\n", "\r\n")
    game = recorded(text=text, title="A final", file_name="C:\\games\\final.gcg")
    assert game.record == complete_game()
    assert (game.title, game.state, game.source, game.place) == ("A final", "confirmed", "file", "")
    assert (game.board, game.tile_set, game.ruleset, game.lexicon) == (
        "standard15",
        "en",
        "naspa",
        "",
    )
    assert (game.file_name, game.file_bytes) == ("final.gcg", len(text))
    assert game.file_sha256 == hashlib.sha256(text.encode()).hexdigest()
    assert [player.name for player in game.players.all()] == ["Ada", "Ben"]
    assert original_of(game) == text.encode()
    assert checked_game(game).scores == (404, 415)


def test_a_typed_game_was_no_file() -> None:
    game = recorded(source="typed", file_name="")
    assert (game.file_name, game.file_sha256, game.file_bytes) == ("", "", 0)
    assert original_of(game) is None


def test_the_words_are_those_that_the_lexicon_had_then() -> None:
    code = casual_list().code
    game = recorded(text=phoney_game(), lexicon=code.lower())
    assert (game.lexicon, game.lexicon_hash) == (code, casual_list().sha256)
    missing = [turn.missing for turn in checked_game(game).turns]
    assert missing[0] == ()
    assert missing[1] is not None
    assert len(missing[1]) == 1
    assert checked_game(recorded(2, phoney_game())).turns[1].missing is None


def test_a_record_that_deviates_is_kept_with_its_own_numbers() -> None:
    game = recorded(text=deviating_game())
    assert "+24 24" in game.record
    report = checked_game(game)
    assert (report.verdict, report.scores, report.stated_scores) == (
        "deviates",
        (36, 22),
        (36, 24),
    )


def test_a_phoney_that_came_off_stays_in_the_record() -> None:
    assert ".ROWUST" in recorded(text=phoney_game()).record


def test_four_players_may_have_played() -> None:
    game = recorded(text=four_player_game())
    assert shown_names(game) == ["Ada", "Ben", "Cleo", "Dan"]


def test_players_of_the_register_go_by_their_public_names() -> None:
    keys = registered("Ada", "Abbot", public_name_style="initial"), registered("Ben", "Birch")
    game = recorded(players=between(*keys))
    assert shown_names(game) == ["Ada A.", "Ben Birch"]
    assert [player.player for player in game.players.all()] == list(keys)


def test_nicks_say_who_is_who() -> None:
    players = (NamedPlayer("Ben Birch", nick="Ben"), NamedPlayer("Ada Abbot", nick="Ada"))
    assert shown_names(recorded(players=players)) == ["Ada Abbot", "Ben Birch"]


TOO_LARGE = complete_game() + "#note " + "x" * LARGEST + "\n"

REFUSED = [
    ("", "It is empty."),
    (" \r\n\t", "It is empty."),
    (TOO_LARGE, "A record can have at most 256 KB; this one has 257."),
    (
        "#player1 a A\n#player2 b B\n>a: AB\0C - +0 0\n",
        "Line 3 is not text: it contains a NUL character.",
    ),
    ("#player1 a A\n#player2 b B\n", "It contains no turn of a game."),
    ("Dear Ben,\nI won.\n", "It contains no turn of a game."),
    ("#character-encoding KLINGON\n" + complete_game().split("\n", 1)[1], "Line 1: "),
    ("#player1 a A\n>a: BDGIIIM 8E BIDI +14 14\n", "It names 1 player; a game has 2 to 4."),
]


@pytest.mark.parametrize(("text", "said"), REFUSED)
def test_what_nobody_could_show_is_refused_in_one_sentence(text: str, said: str) -> None:
    refused = refusal(recording(text=text))
    assert refused.message.startswith(said)
    assert refused.field == "content"


def test_bytes_that_are_not_in_the_encoding_declared_are_refused_with_the_line() -> None:
    content = complete_game("Zoë").encode("latin-1")
    refused = refusal(RecordGame(game=key_of(1), content=content, source="file", ruleset="naspa"))
    assert refused.message == "Line 1: The text is not written in UTF-8, as its first line says."
    assert refused.line == 1


def test_a_record_of_more_turns_than_a_game_can_have_is_refused_at_the_first_of_them() -> None:
    head, play, *_ = (text for text in complete_game().split("\n>"))
    passes = [f"{'Ben' if turn % 2 else 'Ada'}: - +0 {14 * (turn % 2 == 0)}" for turn in range(500)]
    longest = "\n>".join([head, play, *passes[1:MOST_TURNS]])
    assert checked_game(recorded(text=longest)).complete is False
    refused = refusal(recording(2, "\n>".join([head, play, *passes[1:]])))
    assert refused.message == f"It has 500 turns; a game can have at most {MOST_TURNS}."
    assert (refused.code, refused.line) == ("game.turns", MOST_TURNS + 1 + head.count("\n") + 1)


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ({"players": (NamedPlayer("Ada"),)}, "The record names 2 players, and 1 played."),
        ({"players": between("nobody", "")}, "The register has no player nobody."),
        ({"players": between("ada-abbot", "ada-abbot")}, "A player is named twice."),
        (
            {"players": (NamedPlayer("Ada", nick="Ada"), NamedPlayer("Cleo", nick="Cleo"))},
            "None of the players is called 'Ben'.",
        ),
        ({"lexicon": "NONE99"}, "No lexicon is called NONE99."),
        ({"ruleset": "martian"}, "The rules 'martian' do not allow these changes."),
        ({"title": "two\nlines"}, "title: it contains a character that cannot be printed."),
    ],
)
def test_what_does_not_fit_the_record_is_refused(more: dict[str, Any], said: str) -> None:
    registered("Ada", "Abbot")
    assert refusal(recording(**more)).message == said


def test_a_key_is_taken_once_and_looks_like_one() -> None:
    recorded()
    assert refusal(recording()).code == "game.twice"
    assert refusal(RecordGame(game="x", content=b"y", source="file", ruleset="naspa")).code == (
        "game.key"
    )
    keys = {new_game_key() for _ in range(50)}
    assert len(keys) == 50
    assert {len(key) for key in keys} == {12}


def test_a_correction_needs_a_reason_and_keeps_what_was_handed_in_before() -> None:
    first = recorded()
    assert refusal(correcting(phoney_game())).code == "reason.missing"
    entry = do(correcting(four_player_game()), "the wrong file")
    assert says(entry) == "Record of the game of Ada, Ben, Cleo and Dan corrected"
    game = Game.objects.get()
    assert original_of(game) == four_player_game().encode()
    assert original_of(first) == complete_game().encode()
    undo(correcting("").stream(), entry.seq)
    assert original_of(Game.objects.get()) == complete_game().encode()
    assert shown_names(Game.objects.get()) == ["Ada", "Ben"]


def test_the_same_record_again_is_no_correction() -> None:
    recorded(source="pasted", file_name="")
    assert refusal(correcting(complete_game()), "again").code == "nothing_changed"


def test_a_removed_game_comes_back_by_undo() -> None:
    before = Game.objects.filter(pk=recorded().pk).values().get()
    removing = RemoveGame(game=key_of(1))
    entry = do(removing, "nobody knows whose it was")
    assert says(entry) == "Game of Ada and Ben taken off record"
    assert not Game.objects.exists()
    assert not GamePlayer.objects.exists()
    undo(removing.stream(), entry.seq)
    after = Game.objects.values().get()
    assert {**before, "id": 0} == {**after, "id": 0}
    assert original_of(Game.objects.get()) == complete_game().encode()


def test_a_game_of_an_event_is_not_the_staffs_to_change() -> None:
    game = recorded()
    with writing():
        Game.objects.filter(pk=game.pk).update(place="open/A")
    for command in (correcting(unfinished_game()), RemoveGame(game=game.key)):
        assert refusal(command, "because").code == "game.unknown"


def test_a_journal_gives_the_same_game_again() -> None:
    command = recording(lexicon=casual_list().code, title="A final")
    do(command)
    do(correcting(unfinished_game()), "a longer one")
    told = list(written(command.stream()))
    before = Game.objects.values().get()
    with writing():
        GamePlayer.objects.all().delete()
        Game.objects.all().delete()
        JournalEntry.objects.all().delete()
    replay(told)
    assert {**Game.objects.values().get(), "id": 0} == {**before, "id": 0}
    assert shown_names(Game.objects.get()) == ["Ada", "Ben"]
