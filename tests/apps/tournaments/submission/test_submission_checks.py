"""What an authority would refuse or ask about is found before the file is handed in."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest

from core.journal.guard import writing
from people.commands import AddPlayer
from tests.apps.tournaments.desk_events import give
from tests.apps.tournaments.submission.submission_events import (
    HELD_ON,
    PEOPLE,
    SLUG,
    TODAY,
    add,
    enter,
    found,
    ground,
    imported_list,
    new_division,
    new_event,
    number_of,
    only,
    play,
    publish,
)
from tournaments.entries.commands.entries import AddEntry, ChangeEntry
from tournaments.entries.commands.late_entry import Member
from tournaments.event.commands.event import ChangeRules, CreateEvent
from tournaments.models import Division, Round, Tournament
from tournaments.results.commands.results import CorrectResult
from tournaments.rounds.commands.conditions import SetCondition
from tournaments.submission.queries.checks import CHECKS, LOOK, REFUSED, check_submission

pytestmark = pytest.mark.django_db
A: dict[str, Any] = {"event": SLUG, "division": "A"}


def change(entry: int, **fields: Any) -> None:
    give(ChangeEntry(**A, entry=entry, **fields))


def test_an_event_as_naspa_wants_it_passes_every_check_of_naspa() -> None:
    new_event()
    play()
    imported_list()
    checked = check_submission(ground())
    assert checked.findings == ()
    assert checked.is_ready
    assert list(checked.passed) == [c.title for c in CHECKS if "naspa" in c.authorities]


class TestTheEvent:
    def test_no_division_of_the_family_is_refused_and_others_are_named(self) -> None:
        new_event(system="coco")
        play()
        assert only("naspa", "divisions.none").level == REFUSED
        assert only("naspa", "division.left_out").division == "A"
        assert not ground().submission.divisions

    def test_only_divisions_of_the_family_are_in_the_file(self) -> None:
        new_event()
        new_division("B", [f"{n} B" for n in PEOPLE], system="coco", first=11)
        new_division("C", [f"{n} C" for n in PEOPLE], system="naspa-csw", first=21)
        assert [d.name for d in ground().submission.divisions] == ["A", "C"]
        assert [d.name for d in ground("coco").submission.divisions] == ["B"]
        assert [d.name for d in ground("tou").submission.divisions] == ["A", "B", "C"]

    def test_a_rehearsal_is_refused(self) -> None:
        new_event()
        with writing():
            Tournament.objects.update(rehearsal=True)
        assert {only(to, "event.rehearsal").level for to in ("naspa", "tou", "coco")} == {REFUSED}

    def test_an_open_event_is_looked_at(self) -> None:
        new_event()
        play(close=False)
        assert only("naspa", "event.open").level == LOOK

    @pytest.mark.parametrize(
        ("to", "level"), [("naspa", REFUSED), ("tou", REFUSED), ("coco", LOOK)]
    )
    def test_without_a_date_the_wording_of_the_dates_does_not_help(
        self, to: str, level: str
    ) -> None:
        new_event(starts_on=None, dates="early May")
        finding = only(to, "event.date")
        assert finding.level == level
        assert "early May" in finding.message
        assert "event.date" not in found(to, held_on=HELD_ON)

    def test_a_date_to_come_is_refused_and_today_is_not(self) -> None:
        new_event()
        assert only("naspa", "event.future", today=HELD_ON - timedelta(days=1)).level == REFUSED
        assert "event.future" not in found(today=HELD_ON)

    @pytest.mark.parametrize(("days", "refused"), [(6, False), (7, True)])
    def test_rounds_published_over_more_than_a_week_are_refused(
        self, days: int, refused: bool
    ) -> None:
        new_event()
        play()
        began = datetime(2025, 5, 3, 12, tzinfo=UTC)
        with writing():
            Round.objects.filter(number=1).update(published_at=began)
            Round.objects.filter(number=2).update(published_at=began + timedelta(days=days))
        assert ("event.too_long" in found()) is refused

    def test_an_event_without_a_director_is_refused_by_naspa(self) -> None:
        new_event(director="")
        assert only("naspa", "event.director").field == "director"
        assert "event.director" not in found("tou")

    def test_the_first_round_that_is_not_complete_is_named_with_its_page(self) -> None:
        new_event()
        publish(1, (1, 2), (3, 4))
        enter(1, 1)
        finding = only("naspa", "round.incomplete")
        assert (finding.round, finding.mend) == (1, "round")
        enter(1, 3)
        finding = only("naspa", "round.incomplete")
        assert (finding.round, finding.mend) == (2, "change-rounds")
        give(ChangeRules(**A, planned_rounds=1, confirmed=True))
        assert "round.incomplete" not in found()

    def test_more_rounds_than_planned_are_refused(self) -> None:
        new_event()
        play()
        with writing():
            Division.objects.update(planned_rounds=1)
        assert only("naspa", "rounds.too_many").level == REFUSED

    def test_three_players_are_too_few_for_naspa_and_no_game_for_anybody(self) -> None:
        new_event(PEOPLE[:3])
        assert "0 players" in only("naspa", "division.too_few").message
        assert only("coco", "divisions.none").level == REFUSED
        assert only("tou", "division.no_games").level == REFUSED
        publish(1, (1, 2), byes=(3,))
        enter(1, 1)
        assert "2 players" in only("naspa", "division.too_few").message
        assert "division.no_games" not in found()

    def test_divisions_whose_names_tsh_does_not_tell_apart_are_looked_at(self) -> None:
        new_event()
        new_division("a", [f"{n} a" for n in PEOPLE], first=11)
        assert "A, a" in only("naspa", "division.name").message


class TestWhoIsLeftOut:
    def test_who_has_no_rated_game_is_listed_and_not_in_the_file(self) -> None:
        new_event()
        add("Eve Esk", 900)
        publish(1, (1, 2), (3, 4), byes=(5,))
        enter(1, 1)
        enter(1, 3)
        assert only("naspa", "entry.no_games").message.endswith("no. 5.")
        assert "number.missing" not in found()

    def test_a_team_and_a_house_player_are_named_and_their_games_are_no_games(self) -> None:
        new_event(PEOPLE[:2])
        give(AddEntry(**A, members=(Member(name="Flo Farr"), Member(name="Gus Gale")), rating=900))
        add("Hal House", 800)
        give(SetCondition(**A, kind="house", one=4, first=1, confirmed=True))
        publish(1, (1, 3), (2, 4))
        enter(1, 1)
        enter(1, 2)
        assert only("naspa", "entry.team").number == 3
        assert only("naspa", "entry.house").number == 4
        assert ground().submission.divisions[0].games == ()


class TestNumbersAndMembers:
    def test_a_missing_number_names_the_player_and_the_page_to_mend_it(self) -> None:
        new_event()
        change(2, association_number="")
        play()
        finding = only("naspa", "number.missing")
        assert finding.message == "Division A, no. 2 Bea Botham has no association number."
        assert (finding.number, finding.field, finding.mend) == (
            2,
            "association_number",
            "change-entry",
        )
        assert "number.missing" not in found("tou")

    @pytest.mark.parametrize("number", ["A0000001", "AA12345", "AA1234567", "123456", "AA00000１"])
    def test_a_number_is_two_letters_and_six_digits(self, number: str) -> None:
        new_event()
        change(1, association_number=number)
        play()
        assert only("naspa", "number.malformed").number == 1

    def test_one_number_twice_is_refused_in_a_division_and_looked_at_in_two(self) -> None:
        new_event()
        new_division("B", [f"{n} B" for n in PEOPLE], first=1)
        change(2, association_number=number_of(1).lower())
        play(close=False)
        play(division="B")
        levels = {(f.division, f.number): f.level for f in found()["number.twice"]}
        assert levels[("A", 2)] == REFUSED
        assert levels[("B", 1)] == LOOK

    def test_a_number_that_the_register_gives_otherwise_is_looked_at(self) -> None:
        give(AddPlayer(key="ada", given_name="Ada", family_name="Abbot", association_number="AA9"))
        new_event()
        change(1, player="ada")
        play()
        assert "in the register AA9" in only("naspa", "number.register").message

    @pytest.mark.parametrize(
        ("expires", "level"),
        [
            (HELD_ON - timedelta(days=1), REFUSED),
            (HELD_ON, LOOK),
            (TODAY, None),
        ],
    )
    def test_a_membership_that_had_expired_is_refused_and_one_since_is_looked_at(
        self, expires: date, level: str | None
    ) -> None:
        new_event()
        play()
        imported_list({3: {"expires_on": expires}})
        findings = found().get("member.expired", [])
        assert [(f.number, f.level) for f in findings] == ([(3, level)] if level else [])
        assert all(f"expired on {expires}" in f.message for f in findings)

    def test_a_list_that_says_no_expiry_is_looked_at_once(self) -> None:
        new_event()
        play()
        imported_list({n: {"expires_on": None} for n in (1, 2, 3, 4)})
        assert only("naspa", "member.not_said").level == LOOK

    def test_who_is_not_on_the_list_is_looked_at_unless_unrated(self) -> None:
        new_event()
        change(4, rating=0)
        play()
        other = {"name": "Zoe Zull", "association_number": "ZZ999999"}
        imported_list({2: other, 4: other | {"association_number": "ZZ999998"}})
        assert only("naspa", "member.unknown").number == 2

    def test_a_rating_that_is_not_the_lists_is_looked_at(self) -> None:
        new_event()
        play()
        imported_list({1: {"rating": 1712}})
        finding = only("naspa", "rating.differs")
        assert (finding.number, finding.field, finding.level) == (1, "rating", LOOK)
        assert "has the rating 1700, on the list Members 1712" in finding.message

    def test_a_player_is_found_by_the_register_then_the_number_then_the_name(self) -> None:
        give(AddPlayer(key="ada", given_name="Ada", family_name="Abbot"))
        new_event()
        change(1, player="ada")
        change(3, association_number="")
        play()
        imported_list(
            {
                1: {"player": "ada", "name": "A. Abbot", "association_number": ""},
                2: {"name": "Beatrice Botham"},
                3: {"name": "CEM COLBY", "association_number": ""},
            }
        )
        lines = ground().divisions[0].rating_list
        assert lines is not None
        assert sorted(lines.lines) == [1, 2, 3, 4]

    def test_without_an_imported_list_that_is_said_and_one_can_be_chosen(self) -> None:
        new_event()
        play()
        imported_list(counts=["coco"])
        assert only("naspa", "list.none").level == LOOK
        assert "list.none" not in found(list_key="members")


class TestNames:
    @pytest.mark.parametrize("name", ["Bob 2", "Bob; Esk", "Bob:x", "#Bob Esk", "Bob 12.5"])
    def test_a_name_that_a_tsh_line_would_not_give_back_is_refused(self, name: str) -> None:
        new_event((name, *PEOPLE[1:]))
        play()
        assert only("naspa", "name.unwritable").number == 1

    def test_names_without_a_comma_are_listed_in_one_sentence(self) -> None:
        new_event(("Ada Abbot", "Bea Botham", "Cem", PEOPLE[3]))
        play()
        assert only("naspa", "name.order").message.endswith("no. 1, 2.")

    def test_names_of_the_register_have_their_order_and_are_the_real_ones(self) -> None:
        give(
            AddPlayer(
                key="ada",
                given_name="Ada",
                family_name="van Abbot",
                public_name_style="alias",
                alias="Tile 5",
            )
        )
        new_event(("Ada van Abbot", *PEOPLE[1:]))
        change(1, player="ada")
        play()
        assert "name.order" not in found()
        assert ground().submission.divisions[0].players[0].name.family_first == "van Abbot, Ada"

    def test_letters_that_tou_cannot_hold_are_refused_and_lost_accents_looked_at(self) -> None:
        new_event(("日本", "Ćwik, Bea", "Öberg, Cem", PEOPLE[3]))
        play()
        findings = {f.number: f.level for f in found("tou")["name.letters"]}
        assert findings == {1: REFUSED, 2: LOOK}
        assert only("tou", "name.accents").number == 3

    def test_cut_names_are_listed_and_refused_where_they_clash(self) -> None:
        long = "Featherstonehaugh-Smith"
        new_event((f"{long}, Al", f"{long}-Jones, Al", *PEOPLE[2:]))
        play()
        assert [f.number for f in found("tou")["name.cut"]] == [1, 2]
        clash = only("tou", "name.twice")
        assert (clash.number, clash.level) == (2, REFUSED)
        assert "Al Featherstonehaugh" in clash.message

    def test_a_digit_in_a_name_is_looked_at_for_tou(self) -> None:
        new_event(("R2D2", *PEOPLE[1:]))
        play()
        assert only("tou", "name.digits").number == 1

    def test_coco_knows_a_player_by_the_name_alone(self) -> None:
        new_event(("Abbot, Ada", "=1+1", *PEOPLE[2:]), system="coco")
        play()
        named = {1: "Ada  Abbot", 2: "=1+1", 3: "Cem Colby", 4: "Dov Dorsey"}
        rows = {number: {"name": name} for number, name in named.items()}
        imported_list(rows, counts=["coco"])
        assert only("coco", "name.differs").number == 1
        assert only("coco", "name.formula").number == 2


class TestResults:
    def test_scores_that_three_columns_cannot_say_are_refused_for_tou(self) -> None:
        new_event()
        publish(1, (1, 2), (3, 4))
        enter(1, 1, (1204, -3))
        enter(1, 3, (400, 0))
        assert [f.number for f in found("tou")["score.range"]] == [1, 2]
        assert only("naspa", "score.negative").number == 2

    def test_a_score_of_nought_would_not_be_rated_by_coco(self) -> None:
        new_event(system="coco")
        publish(1, (1, 2), (3, 4))
        enter(1, 1, (400, 0))
        finding = only("coco", "score.zero")
        assert (finding.number, finding.round, finding.mend) == (2, 1, "correct-result")

    def test_games_of_which_the_start_is_not_known_are_counted(self) -> None:
        new_event()
        play()
        assert "side.unknown" not in found("tou")
        with writing():
            Round.objects.get(number=2).seats.update(side="draw")
        assert "2 rated games, in round 2" in only("tou", "side.unknown").message

    def test_outcomes_that_scores_do_not_say_are_listed_one_by_one(self) -> None:
        new_event()
        play(close=False)
        ruled: dict[str, Any] = {"score": 423, "opponent_score": 389, "confirmed": True}
        for one in (
            CorrectResult(**A, round=1, entry=1, reason="time", winner=2, **ruled),
            CorrectResult(**A, round=1, entry=3, reason="void", **ruled),
            CorrectResult(**A, round=2, entry=1, reason="adjudicated", winner=1, award=50, **ruled),
        ):
            give(one, reason="ruled")
        findings = found()
        assert findings["outcome.winner"][0].level == REFUSED
        assert "was lost on time" in findings["outcome.winner"][0].message
        assert only("tou", "outcome.winner").level == LOOK
        assert (
            "is void, so none of their games is in the file"
            in only("naspa", "outcome.unrated").message
        )
        assert only("naspa", "outcome.spread").round == 2
        assert len(ground().submission.divisions[0].games) == 3


def test_an_event_of_nothing_is_refused_in_sentences() -> None:
    give(CreateEvent(event=SLUG, name="Spring"))
    for to in ("naspa", "tou", "coco"):
        checked = check_submission(ground(to))
        assert not checked.is_ready
        assert all(f.message.endswith((".", "?")) for f in checked.findings)
