"""The challenge desk: who may, what its form asks, and what is shown before and after."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
import time_machine
from django.test import Client
from django.urls import reverse

from tests.apps.tournaments.board_games.game_events import hand_in, put_on, record
from tests.apps.tournaments.challenges.judge_events import (
    desk,
    open_judge,
    rule,
)
from tests.apps.tournaments.challenges.ruling_events import (
    HERE,
    page,
    paired_event,
    recorded,
    shown,
)
from tests.apps.tournaments.desk_events import (
    SLUG,
    entries_of,
    give,
    hidden,
    new_event,
    signed_in,
)
from tests.apps.tournaments.desks import director_with_boards
from tests.pages import words
from tournaments.board_games.commands.hand_in import OpenHandIn
from tournaments.challenges.commands import RulePlay
from tournaments.closing.commands import CloseEvent
from tournaments.entries.commands.entries import ChangeEntry
from tournaments.event.commands.event import ChangeRules
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import PlayRuling

__all__ = ["director_with_boards"]

pytestmark = pytest.mark.django_db


def test_nobody_but_the_events_director_sees_or_rules() -> None:
    paired_event()
    give(RulePlay(**HERE, by=1, words=("ZAP",)))
    for name in ("rulings", "rulings-csv"):
        assert Client().get(desk(name))["Location"].startswith("/accounts/login/")
        for other in (signed_in(f"guest-{name}", staff=False), signed_in(f"other-{name}")):
            answer = other.get(desk(name))
            assert answer.status_code == 403
            assert b"ZAP" not in answer.content
            assert other.post(desk(name), {"who": "1"}).status_code in (403, 405)
    for mine in (signed_in("dora"), signed_in("boss", operator=True)):
        for name in ("rulings", "rulings-csv"):
            answer = mine.get(desk(name))
            assert answer.status_code == 200
            assert b"ZAP" in answer.content
            assert answer["Cache-Control"] == "private, no-store"
    assert PlayRuling.objects.count() == 1


def test_no_page_of_the_public_tells_of_a_ruling(dora: Client) -> None:
    recorded(dora, who="1", verdict="now", words="zap queex")
    for where in (reverse("event", args=(SLUG,)), reverse("home")):
        assert b"QUEEX" not in Client().get(where).content


def test_the_verdict_of_the_judge_is_chosen_and_its_effect_shown_before_it_is_kept(
    dora: Client,
) -> None:
    rule(open_judge(), "ZAP", "QUEEX")
    assert "Door: ZAP QUEEX, unacceptable" in page(dora)
    before = words(shown(dora, who="2", verdict="judge:door:2"))
    effect = "unacceptable The tiles go back to #2 Bea, who scores 0 for the turn."
    assert "Board 1: ZAP QUEEX A play of #2 Bea, challenged by #1 Ada." in before
    assert effect in before
    after = recorded(dora, who="bea", verdict="judge:door:2")
    assert after.redirect_chain[-1][0].endswith("?division=A&round=1&done=1")
    assert "Ruling 1: unacceptable ZAP QUEEX The tiles go back to #2 Bea" in words(after)
    held = PlayRuling.objects.get()
    assert (held.by.number, held.station, held.station_seq) == (2, "door", 2)
    assert "Nothing: every ruling of a judge belongs to a board." in words(after)
    assert "Door: ZAP QUEEX" not in words(after)


def test_the_list_judges_now_and_nothing_is_told_before_the_ruling_is_recorded(
    dora: Client,
) -> None:
    for play in ("zap", "queex"):
        before = words(shown(dora, who="1", verdict="now", words=play))
        assert "unacceptable The tiles go back to #1 Ada" in before
        assert "acceptable The play stands; #2 Bea loses the next turn." in before
    recorded(dora, who="1", verdict="now", words="zap")
    assert PlayRuling.objects.get().acceptable
    assert entries_of()[-1].actor == "dora"


def test_the_director_rules_and_gives_the_reason(dora: Client) -> None:
    typed = {"who": "3", "verdict": "unacceptable", "words": "queex"}
    answer = shown(dora, **typed)
    assert "Give a reason for your own ruling." in words(answer)
    assert 'name="confirmed"' not in answer.content.decode()
    assert 'value="queex"' in answer.content.decode()
    answer = recorded(dora, **typed, why="power cut")
    assert "Ruling 1: unacceptable QUEEX" in words(answer)
    assert "dora: power cut" in words(answer)


def test_a_board_is_named_and_then_whose_play_it_was(dora: Client) -> None:
    typed = {"verdict": "now", "words": "zap"}
    asked = shown(dora, who="b2", **typed)
    assert "Whose play was it? Choose one of the two players at this board." in words(asked)
    # Who goes first stands first, as on the slip.
    sides = asked.context["form"].fields["side"].choices
    assert sorted(label for _, label in sides) == ["#3 Cem", "#4 Dov"]
    recorded(dora, who="B 2", side="4", **typed)
    assert PlayRuling.objects.get().by.name == "Dov"


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ({"who": ""}, "This field is required."),
        ({"who": "9"}, "Nobody called 9 has an opponent in this round."),
        ({"who": "zoe"}, "Nobody called zoe has an opponent in this round."),
        ({"who": "b7"}, "There is no board 7 in this round."),
        ({"who": "b2", "side": "1"}, "Select a valid choice."),
        ({"words": ""}, "Type the challenged words."),
        ({"words": "c4t"}, "In C4T, the character 4 is on no tile."),
        ({"words": "a"}, "A is only one tile; a word has at least two."),
        ({"words": "x" * 401}, "at most 400 characters"),
        ({"words": "zap\0"}, "Null characters are not allowed."),
        ({"verdict": "judge:door:99"}, "Select a valid choice."),
        ({"verdict": ""}, "This field is required."),
        ({"play_score": "-3"}, "greater than or equal to 0"),
        ({"held_s": "3601"}, "less than or equal to 3600"),
        ({"turn": "3"}, "Choose the recorded game too."),
        ({"game": "nogame", "turn": "3"}, "Select a valid choice."),
    ],
)
def test_what_is_wrong_stands_at_its_field_and_nothing_typed_is_lost(
    dora: Client, typed: dict[str, str], said: str
) -> None:
    sent = {"who": "1", "verdict": "now", "words": "zap", "why": "kept as typed", **typed}
    answer = shown(dora, **sent)
    assert said in words(answer)
    assert 'value="kept as typed"' in answer.content.decode()
    assert not PlayRuling.objects.exists()


def test_only_confirmed_games_are_offered_by_their_players_and_scores(dora: Client) -> None:
    give(OpenHandIn(event=SLUG, division="A", takes_games=True))
    waits, good = hand_in(1), put_on(3, content=record("Cem", "Dov"))
    form = dora.get(desk("rulings")).context["form"]
    offered = dict(form.fields["game"].choices)
    assert offered == {"": "none", good: "Board 2: Cem 48 – Dov 0"}
    typed = {"who": "1", "verdict": "now", "words": "zap", "game": waits, "turn": "1"}
    assert "Select a valid choice." in words(shown(dora, **typed))


def test_a_name_that_two_have_asks_for_the_number(dora: Client) -> None:
    give(ChangeEntry(event=SLUG, division="A", entry=4, name="Ada Second"))
    said = words(shown(dora, who="ad", verdict="now", words="zap"))
    assert "ad could be #1 Ada, #4 Ada Second: give the number." in said
    recorded(dora, who="ada", verdict="now", words="zap")
    assert PlayRuling.objects.get().by.number == 1


def test_what_was_changed_after_it_was_shown_is_shown_again(dora: Client) -> None:
    typed = {"who": "1", "verdict": "now", "words": "zap"}
    first = shown(dora, **typed).content
    sent = {name: hidden(first, name) for name in ("token", "confirmed")}
    again = dora.post(desk("rulings"), {**typed, **sent, "words": "quirb"})
    assert "Board 1: QUIRB" in words(again)
    assert not PlayRuling.objects.exists()


def test_sending_it_twice_rules_once(dora: Client) -> None:
    typed = {"who": "1", "verdict": "now", "words": "zap"}
    first = shown(dora, **typed).content
    sent = {**typed, **{name: hidden(first, name) for name in ("token", "confirmed")}}
    answers = [dora.post(desk("rulings"), sent) for _ in range(2)]
    assert answers[0]["Location"] == answers[1]["Location"]
    assert PlayRuling.objects.count() == 1


def test_a_judges_ruling_that_somebody_used_meanwhile_is_not_used_twice(dora: Client) -> None:
    rule(open_judge(), "ZAP")
    typed = {"who": "1", "verdict": "judge:door:2"}
    first = shown(dora, **typed).content
    give(RulePlay(**HERE, by=3, station="door", station_seq=2))
    sent = {name: hidden(first, name) for name in ("token", "confirmed")}
    answer = dora.post(desk("rulings"), {**typed, **sent})
    assert answer.status_code == 422
    assert PlayRuling.objects.count() == 1


def test_a_fresh_ruling_of_the_judge_is_chosen_beforehand_and_an_old_one_is_not(
    dora: Client,
) -> None:
    def chosen() -> Any:
        return dora.get(desk("rulings")).context["form"]["verdict"].value()

    with time_machine.travel(datetime.now(UTC) - timedelta(hours=1)):
        rule(open_judge(), "ZAP")
    assert "Door: ZAP, acceptable" in page(dora)
    assert chosen() == "now"
    rule(open_judge("hall"), "QUIRB")
    assert chosen() == "judge:hall:2"


@pytest.mark.parametrize(
    ("overrides", "said"),
    [
        (
            {},
            (
                "A wrong challenge costs the challenger's next turn. Hold: no limit;"
                " the opponent may draw after 15 s, tiles kept apart."
            ),
        ),
        (
            {"challenge_type": "points", "hold_limit_s": 60, "courtesy_draw_s": None},
            (
                "A wrong challenge costs 5 points a word, given to the opponent. Hold: at most "
                "60 s; the opponent must not draw during a hold."
            ),
        ),
        ({"challenge_type": "void"}, "There are no challenges in this division:"),
    ],
)
def test_the_rule_of_the_division_stands_on_the_page(
    dora: Client, overrides: dict[str, Any], said: str
) -> None:
    if overrides:
        give(ChangeRules(event=SLUG, division="A", overrides=overrides, confirmed=True))
    assert said in page(dora)


def test_under_void_the_form_says_why_there_is_nothing_to_rule_on(dora: Client) -> None:
    give(
        ChangeRules(event=SLUG, division="A", overrides={"challenge_type": "void"}, confirmed=True)
    )
    answer = dora.get(desk("rulings"))
    assert re.search(r"<button[^>]* disabled", answer.content.decode())
    said = words(shown(dora, who="1", verdict="now", words="zap"))
    assert "there is nothing to rule on" in said


def test_without_a_round_or_a_lexicon_the_page_says_so(dora: Client) -> None:
    assert "none is published yet" in page(dora, "?division=B")
    assert dora.post(desk("rulings", query="?division=B"), {"who": "1"}).status_code == 404
    give(ChooseLexicon(event=SLUG, division="A", lexicon="", confirmed=True))
    form = dora.get(desk("rulings")).context["form"]
    assert [key for key, _ in form.fields["verdict"].choices] == ["acceptable", "unacceptable"]
    new_event("empty")
    assert dora.get(reverse("desk-rulings", args=("empty",))).status_code == 200


@pytest.mark.parametrize("query", ["?division=Z", "?round=9", "?round=x", "?done=7", "?done=x"])
def test_what_does_not_exist_is_not_found(dora: Client, query: str) -> None:
    assert dora.get(desk("rulings", query=query)).status_code == 404


def test_in_a_closed_event_nothing_is_ruled_and_the_list_stays(dora: Client) -> None:
    give(RulePlay(**HERE, by=1, words=("ZAP",)))
    give(CloseEvent(event=SLUG, confirmed=True))
    answer = dora.get(desk("rulings"))
    assert "The event is closed; open it again first." in words(answer)
    assert "1 ruling of" in words(answer)
    shown(dora, who="1", verdict="now", words="zap")
