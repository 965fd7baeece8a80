"""Recorded games over the API: confirmed ones are everybody's, those of no event the staff's."""

from __future__ import annotations

from typing import Any

import pytest

from core.journal.guard import writing
from core.models import JournalEntry
from games.models import Game
from tests.apps.api.asking import Program, error, of
from tests.apps.games.recorded import between, key_of, read_all, recorded, registered
from tests.builders.games import (
    FIRST_SCORE,
    SECOND_SCORE,
    complete_game,
    deviating_game,
    phoney_game,
)

pytestmark = pytest.mark.django_db

ONE = f"games/{key_of(1)}"
GAME: dict[str, Any] = {"gcg": complete_game(), "ruleset": "naspa"}


def test_everybody_reads_a_game_and_only_the_staff_its_log() -> None:
    recorded()
    for path in ("games", ONE, f"{ONE}/position", f"{ONE}/gcg", "best_games"):
        assert Program().get(path).status_code == 200, path
    for path in ("games/nothing", "games/nothing/gcg", f"{ONE}/position?turn=999"):
        assert Program().get(path).status_code == 404, path
    assert Program().get(f"{ONE}/journal").status_code == 401
    assert of("guest", staff=False).get(f"{ONE}/journal").status_code == 403
    assert of("dora").get(f"{ONE}/journal").status_code == 200


def test_only_the_staff_record_correct_and_remove_a_game() -> None:
    recorded()
    before = JournalEntry.objects.count()
    for program, status in ((Program(), 401), (of("guest", staff=False), 403)):
        assert program.post("games", GAME).status_code == status
        changed = program.ask("PUT", f"{ONE}/record", {"gcg": phoney_game(), "why": "wrong"})
        assert changed.status_code == status
        assert program.post(f"{ONE}/removal", {"why": "wrong"}).status_code == status
    assert program.post("game_checks", {"gcg": complete_game()}).status_code == 200
    assert Program().post("game_checks", {"gcg": complete_game()}).status_code == 401
    assert JournalEntry.objects.count() == before


def test_a_game_that_waits_or_was_refused_is_not_found_by_others() -> None:
    game = recorded()
    with writing():
        Game.objects.filter(pk=game.pk).update(state=Game.State.WAITING)
    for program in (Program(), of("guest", staff=False), of("dora", event="spring")):
        assert program.get(ONE).status_code == 404
    assert of("dora").get(ONE).json()["state"] == "waiting"
    assert Program().get("games").json()["items"] == []


def test_a_game_is_told_under_public_names_with_its_turns_and_positions() -> None:
    ada = registered("Ada", "Abbot", public_name_style="initial")
    ben = registered("Ben", "Birch")
    recorded(1, complete_game("Ada Abbot", "Ben Birch"), players=between(ada, ben))
    answer = Program().get(ONE)
    told = answer.json()
    assert (told["players"], told["scores"]) == (
        ["Ada A.", "Ben Birch"],
        [FIRST_SCORE, SECOND_SCORE],
    )
    assert (told["verdict"], told["complete"], told["wrong"]) == ("clean", True, [])
    assert [move["number"] for move in told["moves"]] == list(range(1, len(told["moves"]) + 1))
    gcg = Program().get(f"{ONE}/gcg")
    for content in (answer.content, gcg.content, Program().get("games").content):
        assert b"Abbot" not in content
    first = Program().get(f"{ONE}/position?turn=0").json()
    assert not any(square for row in first["board"] for square in row)
    opened = Program().get(f"{ONE}/position?turn=1").json()
    tiles = "".join(square for row in opened["board"] for square in row)
    assert (tiles, opened["players"][0]["points"], opened["to_move"]) == ("BIDI", 14, 1)
    last = Program().get(f"{ONE}/position").json()
    assert [one["points"] for one in last["players"]] == told["scores"]


def test_games_are_found_as_on_their_page_and_counted_for_a_player() -> None:
    ada = registered("Ada", "Abbot")
    recorded(1, complete_game("Ada Abbot", "Ben Birch"), players=between(ada, ""), lexicon="")
    recorded(2, phoney_game("Cleo Colby", "Dan Dorsey"))
    read_all()

    def found(query: str) -> list[str]:
        return [one["game"] for one in Program().get(f"games?{query}").json()["items"]]

    assert found("") == [key_of(2), key_of(1)]
    assert found("player=cleo") == [key_of(2)]
    assert found("word=juve") == [key_of(1)]
    assert found("least=410") == [key_of(1)]
    assert error(Program().get("games?least=many"))["field"] == "least"
    page = Program().get("games?limit=1").json()
    assert Program().get(page["next"].partition("/api/v1/")[2]).json()["next"] is None
    (line,) = Program().get("games?word=juve").json()["items"]
    number = line["players"][0]["player"]
    assert Program().get(f"players/{number}/games").json()["points"] == FIRST_SCORE
    assert len(Program().get(f"players/{number}/games/list").json()["items"]) == 1
    assert Program().get("players/99999/games").status_code == 404
    best = Program().get("best_games").json()["categories"]
    assert best[0]["claims"][0]["value"] == SECOND_SCORE
    assert Program().get("best_games?family=none").status_code == 404


def test_a_game_that_is_sent_again_is_recorded_once_and_corrected_and_removed() -> None:
    dora = of("dora")
    ada = registered("Ada", "Abbot", public_name_style="initial")
    body = {**GAME, "players": [{"player": ada}, {"name": "Ben Birch"}], "title": "Final"}
    first, again = (dora.post("games", body, **{"Idempotency-Key": "final"}) for _ in range(2))
    assert first.json()["answer"] == again.json()["answer"]
    assert (first.status_code, again.json()["repeated"]) == (200, True)
    game = Game.objects.get()
    assert [one.name for one in game.players.all()] == ["Ada A.", "Ben Birch"]
    assert dora.post("games", GAME).json()["answer"]["game"] != game.key
    path = f"games/{game.key}"
    assert dora.ask("PUT", f"{path}/record", {"gcg": phoney_game()}).status_code == 422
    corrected = dora.ask("PUT", f"{path}/record", {"gcg": phoney_game(), "why": "another"})
    assert corrected.status_code == 200
    assert dora.post(f"{path}/removal", {"why": "not ours"}).status_code == 200
    assert dora.get(path).status_code == 404
    seq = dora.get(f"{path}/journal").json()["items"][0]["journal_entry"]
    assert dora.post(f"{path}/journal/{seq}/undo", {}).status_code == 200
    assert dora.get(path).status_code == 200


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"gcg": "", "ruleset": "naspa"}, 422),
        ({"gcg": "#player1 a A\n#player2 b B\n", "ruleset": "naspa"}, 422),
        ({"gcg": complete_game(), "ruleset": "naspa", "content": "eA=="}, 400),
        ({"gcg": complete_game(), "ruleset": "naspa", "game": "abcdefghijkl"}, 400),
        ({"gcg": complete_game(), "ruleset": "naspa", "players": [{"player": "nobody"}] * 2}, 422),
        ({"gcg": complete_game(), "ruleset": "naspa", "players": [{"secret": 1}]}, 400),
        ({"gcg": complete_game()}, 400),
        ({"ruleset": "naspa"}, 400),
        ({"gcg": "x" * 300_000, "ruleset": "naspa"}, 422),
    ],
)
def test_what_is_no_game_is_refused_and_nothing_kept(body: dict[str, Any], status: int) -> None:
    answer = of("dora").post("games", body)
    assert answer.status_code == status, answer.content
    assert error(answer)["message"]
    assert not Game.objects.exists()


def test_a_record_is_checked_and_not_kept_and_no_word_is_looked_up() -> None:
    dora = of("dora")
    clean = dora.post("game_checks", {"gcg": complete_game()}).json()
    assert (clean["verdict"], clean["findings"]) == ("clean", [])
    wrong = dora.post("game_checks", {"gcg": deviating_game(), "ruleset": "naspa"}).json()
    assert wrong["findings"][0]["line"] > 0
    phoney = dora.post("game_checks", {"gcg": phoney_game()})
    assert b"missing" not in phoney.content
    assert error(dora.post("game_checks", {"gcg": ""}))["code"] == "game.empty"
    unknown = dora.post("game_checks", {"gcg": complete_game(), "ruleset": "none"})
    assert error(unknown)["field"] == "ruleset"
    assert not Game.objects.exists()


def test_the_original_of_a_game_is_the_staffs_byte_for_byte() -> None:
    recorded(file_name='..\\x/"final".gcg')
    path = f"{ONE}/original"
    assert Program().get(path).status_code == 401
    for program in (of("guest", staff=False), of("dora", event="spring")):
        assert program.get(path).status_code == 403
    sent = of("dora").get(path)
    assert b"".join(sent.streaming_content) == complete_game().encode()
    assert (sent["Content-Type"], sent["Cache-Control"]) == ("application/octet-stream", "no-store")
    assert sent["X-Content-Type-Options"] == "nosniff"
    assert sent["Content-Disposition"] == 'attachment; filename="\\"final\\".gcg"'
    assert of("dora").get("games/nothing/original").status_code == 404


def test_a_typed_game_has_no_original() -> None:
    recorded(source="typed")
    assert of("dora").get(f"{ONE}/original").status_code == 404
