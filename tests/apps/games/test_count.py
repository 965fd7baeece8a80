"""The count of a scoresheet being typed: who may ask, what it answers, what it never tells."""

from __future__ import annotations

from typing import Any

import pytest
from django.core import signing
from django.core.cache import cache
from django.test import Client

from games.engine.rulesets import RuleSet, ruleset, with_overrides
from games.forms.sheet_terms import sheet_terms, token_of
from games.selectors import games as selectors
from games.views import count
from lexicon import places
from lexicon.casual import casual_list
from lexicon.places import Chosen
from lexicon.selectors.installed import words_of
from tests.apps.tournaments.desk_events import signed_in

pytestmark = pytest.mark.django_db

COUNT = "/games/count/"
LISTED, NOT_LISTED = "WATER", "WXTER"


def telling(**more: object) -> RuleSet:
    """Return rules under which a player is told at once what is no word."""
    return with_overrides(ruleset("club"), {"record_checks_words": True, **more})


def casual() -> Chosen:
    return Chosen(casual_list().code, casual_list().sha256)


def asked(*cells: tuple[str, str], token: str | None = None, **more: str) -> dict[str, str]:
    """Return the fields that the script sends: a token, and lines of square and word by turns."""
    sent = {"game-token": token or token_of(ruleset("naspa"), None, False)}
    sent |= {"game-lines": f"{max(1, len(cells))}"}
    for number, (where, word) in enumerate(cells):
        sent |= {
            f"game-line{number}-player": f"{number % 2}",
            f"game-line{number}-what": "play",
            f"game-line{number}-where": where,
            f"game-line{number}-word": word,
        }
    return sent | more


def told(sent: dict[str, str], client: Client | None = None) -> dict[str, Any]:
    answer = (client or Client()).post(COUNT, sent)
    assert answer.status_code == 200
    found: dict[str, Any] = answer.json()
    return found


def remarks(rules: RuleSet, word: str, *, may: bool = True) -> list[str]:
    """Return the remarks on a word played first by these rules."""
    token = token_of(rules, casual(), may)
    return list(told(asked(("8D", word), token=token))["lines"][0]["remarks"])


def test_who_has_a_form_may_ask_with_an_account_or_without() -> None:
    for client in (Client(), signed_in("guest", staff=False), signed_in("dora")):
        assert told(asked(("8D", "QUANT")), client)["scores"] == [48, 0]


@pytest.mark.parametrize("token", ["", "x", "a:b:c", "\0", "ü" * 500])
def test_who_has_no_token_of_ours_is_refused_in_a_sentence(token: str) -> None:
    answer = Client().post(COUNT, asked(("8D", "QUANT")) | {"game-token": token})
    assert answer.status_code == 403
    assert "too old" in answer.json()["wrong"]


def test_a_token_that_was_changed_or_made_for_something_else_is_refused() -> None:
    good = token_of(ruleset("naspa"), casual(), may_check_words=False)
    for token in (good[:-1], good[1:], signing.dumps({"words": True}), good.swapcase()):
        assert Client().post(COUNT, asked(token=token)).status_code == 403


def test_a_form_of_another_site_is_refused() -> None:
    strict = Client(enforce_csrf_checks=True)
    assert strict.post(COUNT, asked(("8D", "QUANT"))).status_code == 403


def test_it_is_asked_by_post_and_kept_by_nobody() -> None:
    assert Client().get(COUNT).status_code == 405
    assert "no-store" in Client().post(COUNT, asked())["Cache-Control"]


def test_it_answers_scores_totals_words_the_board_and_who_is_next() -> None:
    answer = told(asked(("8D", "QUANT"), ("8A", "ALI(QUANT)")))
    last = answer["lines"][1]
    assert (last["score"], last["total"], last["words"]) == (51, 51, ["ALIQUANT"])
    assert (answer["scores"], answer["toMove"], answer["proposed"]) == ([48, 51], 0, [])
    assert "8A A, 1 point, new" in answer["board"]


def test_a_mistake_is_named_at_its_field_and_what_follows_waits() -> None:
    answer = told(asked(("8D", "QUANT"), ("7A", "ALI(QUANT)"), ("9G", "OIDIOID")))
    assert answer["lines"][1]["errors"] == {"word": "There is no tile on D7."}
    assert [line["score"] for line in answer["lines"]] == [48, None, None]


def test_three_may_play_and_overtime_counts() -> None:
    sent = asked(("8D", "QUANT")) | {
        "game-players": "3",
        "game-lines": "2",
        "game-line1-player": "2",
        "game-line1-what": "time",
        "game-player2-overtime_s": "0:30",
    }
    assert told(sent)["scores"] == [48, 0, -10]
    assert told(asked(("8D", "QUANT"), **{"game-players": "99"}))["scores"] == [48, 0]


def test_words_are_looked_up_where_the_rules_say_so() -> None:
    assert remarks(telling(), LISTED) == []
    assert remarks(telling(), NOT_LISTED) == [f"Not in the lexicon: {NOT_LISTED}."]
    void = with_overrides(ruleset("club"), {"challenge_type": "void"})
    assert remarks(void, NOT_LISTED) == [f"Not in the lexicon: {NOT_LISTED}."]


@pytest.mark.parametrize(
    ("rules", "may"), [(ruleset("naspa"), True), (ruleset("wespa"), True), (telling(), False)]
)
def test_where_players_may_not_know_the_answer_is_the_same_and_no_list_is_opened(
    rules: RuleSet, may: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    def opened(*_: object) -> None:
        raise AssertionError("a list was opened to look a word up")

    monkeypatch.setattr("games.forms.sheet_terms.holds_by", opened)
    assert remarks(rules, LISTED, may=may) == remarks(rules, NOT_LISTED, may=may) == []


def test_while_the_word_tools_are_closed_no_word_is_looked_up(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    token = token_of(telling(), casual(), may_check_words=True)
    monkeypatch.setattr(places, "_closings", [lambda: "An event is being played."])
    sent = asked(("8D", NOT_LISTED), token=token)
    assert told(sent)["lines"][0]["remarks"] == []
    assert sheet_terms(telling(), casual(), may_check_words=True).holds is None


def test_words_that_are_not_on_this_machine_are_nobodys_mistake() -> None:
    gone = Chosen("GONE", "0" * 64)
    token = token_of(telling(), gone, may_check_words=True)
    assert told(asked(("8D", NOT_LISTED), token=token))["lines"][0]["remarks"] == []
    assert selectors.holds_by(casual().sha256, "es") is None
    assert words_of(casual().sha256).tile_set.key == "en"


def test_the_rules_of_the_token_count() -> None:
    rules = with_overrides(ruleset("custom"), {"bingo_tiles": 5, "bingo_points": [10]})
    token = token_of(rules, None, may_check_words=False)
    assert told(asked(("8D", "QUANT"), token=token))["scores"] == [58, 0]


def test_a_scoresheet_that_is_too_long_is_refused_before_it_is_read() -> None:
    sent = asked(("8D", "QUANT")) | {"game-line0-rack": "A" * count.LARGEST_COUNT}
    answer = Client().post(COUNT, sent)
    assert answer.status_code == 413
    assert "too long" in answer.json()["wrong"]


def test_the_longest_scoresheet_is_counted() -> None:
    sent = asked(("8D", "QUANT")) | {"game-lines": "99999999"}
    assert told(sent)["scores"] == [48, 0]
    assert len(told(asked() | {"game-lines": "9999"})["lines"]) == 120


@pytest.mark.parametrize("field", ["player", "what", "rack", "where", "word", "score"])
def test_hostile_fields_are_named_and_counted_as_nothing(field: str) -> None:
    sent = asked(("8D", "QUANT"), ("8A", "ALI")) | {f"game-line1-{field}": "\0" * 100}
    line = told(sent)["lines"][1]
    assert list(line["errors"]) == [field]
    assert line["score"] is None


def test_a_form_that_asks_too_often_waits_and_another_one_does_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    monkeypatch.setattr(count, "MOST_A_MINUTE", 3)
    sent = asked(("8D", "QUANT"))
    assert [Client().post(COUNT, sent).status_code for _ in range(5)] == [200] * 3 + [429] * 2
    assert Client().post(COUNT, asked(("8D", "QUANT"))).status_code == 200


def test_a_minute_that_ends_between_two_looks_at_it_is_no_fault(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    cache.clear()
    # The key is there when it is to be made, and gone when it is to be raised.
    monkeypatch.setattr(cache, "add", lambda *_, **__: False)
    assert Client().post(COUNT, asked(("8D", "QUANT"))).status_code == 200


def test_it_asks_the_database_for_nothing(django_assert_num_queries: Any) -> None:
    sent = asked(("8D", "QUANT"))
    with django_assert_num_queries(0):
        Client().post(COUNT, sent)
