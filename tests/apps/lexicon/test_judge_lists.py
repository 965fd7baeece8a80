"""The words of a judge: its own list or its place's, frozen, and a second opinion."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth.hashers import make_password

from core.journal.errors import Refused
from core.journal.guard import writing
from lexicon.casual import casual_list
from lexicon.commands.judge import ChangeJudge, OpenJudge
from lexicon.models import JudgeStation, Lexicon
from lexicon.places import Chosen
from tests.apps.lexicon.stations import (
    PIN,
    KnownPlaces,
    chosen,
    code_of,
    give,
    rule,
    spring,
    station,
)
from tests.builders.lexica import imported_list

__all__ = ["spring"]

pytestmark = pytest.mark.django_db


def test_a_second_opinion_is_heard_beside_the_verdict() -> None:
    imported_list("LONG", ["CAT", "TAC"])
    station(second_opinion="LONG")
    answers = [rule(word).answer for word in ("CAT", "TAC", "AX")]
    assert [answer["acceptable"] for answer in answers] == [True, False, True]
    assert [answer["second_acceptable"] for answer in answers] == [True, True, False]
    assert answers[0]["second_lexicon"] == "LONG"


def test_a_second_opinion_is_another_list_of_the_same_letters() -> None:
    imported_list("ITA", ["CASA"], tile_set="it")
    for other in ("SHORT", "ITA"):
        with pytest.raises(Refused) as refused:
            station(second_opinion=other)
        assert (refused.value.code, refused.value.field) == ("lexicon.second", "second_opinion")
    imported_list("LONG", ["CAT", "TAC"])
    station(second_opinion="LONG")
    for first, second in (("LONG", None), ("ITA", None), (None, "ITA")):
        changed = ChangeJudge(station="hall-1", lexicon=first, second_opinion=second)
        assert code_of(changed) == "lexicon.second"
    give(ChangeJudge(station="hall-1", lexicon="LONG", second_opinion="SHORT"))
    assert rule("TAC").answer["second_acceptable"] is False


def test_a_list_that_is_imported_anew_changes_no_frozen_judge() -> None:
    row = station()
    with writing():
        Lexicon.objects.filter(code="SHORT").delete()
    fresh = imported_list("SHORT", ["TAC"])
    assert fresh.sha256 != row.lexicon_hash
    assert rule("CAT").answer["acceptable"] is True
    assert code_of(ChangeJudge(station="hall-1", lexicon="SHORT")) == "nothing_changed"
    give(ChangeJudge(station="hall-1", anew=True))
    assert JudgeStation.objects.get().lexicon_hash == fresh.sha256
    assert rule("CAT").answer["acceptable"] is False


def test_a_list_that_was_put_away_stays_with_the_judge_that_has_it_and_comes_to_no_other() -> None:
    imported_list("LONG", ["CAT", "TAC"])
    station(second_opinion="LONG")
    with writing():
        Lexicon.objects.update(is_put_away=True)
    give(ChangeJudge(station="hall-1", name="Hall 2", lexicon="SHORT", second_opinion="LONG"))
    assert rule("TAC").answer["second_acceptable"] is True
    assert code_of(ChangeJudge(station="hall-1", anew=True)) == "judge.put_away"
    give(ChangeJudge(station="hall-1", second_opinion=""))
    assert rule("TAC").answer["second_acceptable"] is None
    assert code_of(ChangeJudge(station="hall-1", second_opinion="LONG")) == "judge.put_away"


def test_a_judge_of_a_place_follows_its_lexicon_and_tells_when_it_changed(
    spring: KnownPlaces,
) -> None:
    station(lexicon="", place="spring/A")
    before = spring.known["spring/A"].lexicon
    assert before is not None
    assert rule("CAT", shown=before.sha256).answer["acceptable"] is True
    now = chosen("OTHER", ("TAC",))
    spring.put("spring/A", lexicon=now, second=before)
    with pytest.raises(Refused) as refused:
        rule("CAT", shown=before.sha256)
    assert refused.value.code == "judge.lexicon_changed"
    answer = rule("CAT", shown=now.sha256).answer
    assert (answer["acceptable"], answer["second_acceptable"]) == (False, True)
    assert (answer["place"], answer["lexicon"]) == ("spring/A", "OTHER")


@pytest.mark.parametrize(
    ("changes", "code"),
    [({"lexicon": None}, "judge.no_lexicon"), ({"casual": True}, "judge.casual")],
)
def test_a_judge_without_a_lexicon_that_may_judge_gives_no_verdict(
    spring: KnownPlaces, changes: dict[str, Any], code: str
) -> None:
    station(lexicon="", place="spring/A")
    head = casual_list()
    if changes.pop("casual", False):
        changes["lexicon"] = Chosen(head.code, head.sha256)
    spring.put("spring/A", **changes)
    with pytest.raises(Refused) as refused:
        rule("CAT", shown=head.sha256)
    assert refused.value.code == code
    spring.known.clear()
    with pytest.raises(Refused) as refused:
        rule("CAT", shown=head.sha256)
    assert refused.value.code == "judge.place_unknown"


def test_the_casual_list_judges_where_it_was_chosen_and_is_never_the_one_not_chosen() -> None:
    code = casual_list().code
    command = OpenJudge(station="hall-1", name="Hall 1", pin_hash=make_password(PIN))
    assert code_of(command) == "judge.no_lexicon"
    station(lexicon=code)
    assert rule("CAT").answer["acceptable"] is True


def test_words_whose_files_are_gone_give_no_verdict() -> None:
    station()
    with writing():
        JudgeStation.objects.update(lexicon_hash="0" * 64)
    with pytest.raises(Refused) as refused:
        rule("CAT", shown="0" * 64)
    assert refused.value.code == "judge.no_words"
