"""The rules of a division: presets first, groups told in a sentence, and what follows from them."""

from __future__ import annotations

import re
from datetime import date
from typing import Any

import pytest

from core.journal.errors import NeedsConfirmation
from core.journal.execute import execute
from core.journal.undo import UndoEntry, says
from tests.apps.tournaments.contention.contention_events import address, two_rounds_played
from tests.apps.tournaments.desk_events import (
    ROBOT,
    SLUG,
    division,
    enter,
    entries_of,
    give,
    new_event,
    publish,
    signed_in,
)
from tests.pages import source_at, words, words_at
from tournaments.contention.queries import ground_of
from tournaments.event.commands.event import ChangeRules, CreateDivision, CreateEvent, DateEvent
from tournaments.event.queries.rating_system import usual_system
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.models import Division, Tournament
from tournaments.pairing.terms.presets import preset_rules
from tournaments.pairing.terms.rules import USUAL_RULES, PairingRules, rules_from_values
from tournaments.prizes.commands.offers import AddPrizes, PrizeLine
from tournaments.prizing.records import PrizeKind
from tournaments.rounds.commands.pairing_rules import ChangePairingRules

pytestmark = pytest.mark.django_db
A: dict[str, Any] = {"event": SLUG, "division": "A"}


def rules(name: str = "A") -> PairingRules:
    return rules_from_values(Division.objects.get(name=name).pairing_rules)


def an_event(starts_on: date | None = None, **fields: Any) -> None:
    give(CreateEvent(event=SLUG, name="Spring", director="dora", starts_on=starts_on))
    give(CreateDivision(event=SLUG, name="A", planned_rounds=3, **fields))


def test_rules_of_earlier_days_that_changed_nothing_are_passed_over() -> None:
    an_event(overrides={"grace_minutes": 5, "score_ends_challenge": True, "bye_spread": 60})
    assert Division.objects.get().rules.bye_spread == 60
    give(ChangeRules(**A, overrides={"late_forfeit_margin": 50, "bye_spread": 70}))
    page = signed_in("dora").get(f"/desk/{SLUG}/change-rules/?division=A")
    assert 'name="rule_bye_spread" value="70"' in page.content.decode()
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    assert Division.objects.get().rules.bye_spread == 60


def test_a_new_division_has_the_gibsons_and_class_prizes_of_its_rule_set() -> None:
    an_event()
    assert rules() == preset_rules("naspa")
    assert (rules().gibson_pairs_out, rules().gibson_equality, rules().class_prizes) == (1, 1, 1)
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3, ruleset="club"))
    assert rules("B") == USUAL_RULES


def test_a_journal_that_does_not_say_it_makes_a_division_without_them() -> None:
    give(CreateEvent(event=SLUG, name="Spring"))
    command = CreateDivision(event=SLUG, name="A", planned_rounds=3)
    execute(command, actor=ROBOT, recorded={"rating_system": "naspa"})
    assert (rules(), division().rating_system) == (USUAL_RULES, "naspa")


def test_another_rule_set_brings_its_own_along_and_leaves_what_was_chosen() -> None:
    an_event()
    give(ChangeRules(**A, overrides={"bye_spread": 60}, ruleset="wespa"))
    held = division()
    assert (held.ruleset, held.overrides, held.rating_system) == ("wespa", {"bye_spread": 60}, "")
    assert rules() == preset_rules("wespa")
    give(ChangeRules(**A, rating_system="elo"))
    done = entries_of()[-1]
    give(ChangeRules(**A, ruleset="club"))
    assert (division().rating_system, rules()) == ("elo", USUAL_RULES)
    assert says(entries_of()[-1]) == (
        "Rules of division A: rule set Casual club (before: WESPA). If no number of places is "
        "set, no place has a prize now. Prizes in every other class: none (before: 1). Clinched "
        "places no longer affect pairings"
    )
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    assert (division().ruleset, done.undone_by) == ("wespa", None)


@pytest.mark.parametrize(
    ("preset", "starts_on", "key", "why"),
    [
        (
            "naspa",
            date(2023, 12, 31),
            "naspa",
            (
                "NASPA since 2009, because the rule set is NASPA, and the event begins on 31"
                " December 2023."
            ),
        ),
        (
            "naspa",
            date(2024, 1, 1),
            "naspa2024",
            (
                "NASPA since 2024, because the rule set is NASPA, and the event begins on 1 January"
                " 2024."
            ),
        ),
        ("naspa", date(2005, 1, 1), "naspa", "NASPA since 2009"),
        ("naspa-csw", date(2026, 5, 8), "naspa2024-csw", "NASPA since 2024, Collins list"),
        ("coco", date(2026, 5, 8), "coco", "CoCo"),
        ("wespa", date(2026, 5, 8), "", "Not rated: WESPA ratings cannot be computed here."),
        ("club", None, "", "Not rated, because the rule set is Casual club."),
        (
            "naspa",
            None,
            "naspa2024",
            "NASPA since 2024, because the rule set is NASPA, and no",
        ),
    ],
)
def test_the_rating_system_follows_the_day_and_the_rule_set_and_says_why(
    preset: str, starts_on: date | None, key: str, why: str
) -> None:
    found = usual_system(preset, Tournament(slug="x", starts_on=starts_on))
    assert found.key == key
    assert found.why.startswith(why)


def test_a_collins_list_is_rated_as_one_under_the_rules_of_naspa(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    families = {"CSW24": "Collins/combined", "NWL2023": "NA tournament"}
    monkeypatch.setattr("tournaments.event.queries.rating_system.family_of", families.__getitem__)
    event = Tournament(slug="x", starts_on=date(2026, 5, 8))
    assert usual_system("naspa", event, "CSW24").key == "naspa2024-csw"
    assert "played by CSW24" in usual_system("naspa", event, "CSW24").why
    assert usual_system("naspa", event, "NWL2023").key == "naspa2024"
    assert usual_system("naspa-csw", event, "NWL2023").key == "naspa2024"


def test_a_new_first_day_brings_its_ratings_along_unless_they_were_chosen() -> None:
    an_event(date(2026, 5, 8))
    give(CreateDivision(event=SLUG, name="B", planned_rounds=3, rating_system="naspa2024-csw"))
    give(DateEvent(event=SLUG, starts_on=date(2023, 5, 8)))
    assert dict(Division.objects.values_list("name", "rating_system")) == {
        "A": "naspa",
        "B": "naspa2024-csw",
    }
    assert says(entries_of()[-1]).endswith("; division A rated by NASPA since 2009")
    give(UndoEntry(journal=f"event:{SLUG}", seq=entries_of()[-1].seq))
    assert division().rating_system == "naspa2024"


def test_the_box_of_ratings_says_why_or_that_the_director_chose() -> None:
    an_event(date(2026, 5, 8))
    dora = signed_in("dora")
    why = "the rule set is NASPA, and the event begins on 8 May 2026"
    assert why in words_at(dora, f"/desk/{SLUG}/")
    give(ChangeRules(**A, rating_system="elo"))
    assert "Elo, because the director chose it." in words_at(dora, f"/desk/{SLUG}/")


def test_a_rating_system_that_nobody_named_is_not_said_to_be_chosen() -> None:
    give(CreateEvent(event=SLUG, name="Spring", director="dora", starts_on=date(2026, 5, 8)))
    command = CreateDivision(event=SLUG, name="A", planned_rounds=3)
    execute(command, actor=ROBOT, recorded={"rating_system": "naspa"})
    shown = words_at(signed_in("dora"), f"/desk/{SLUG}/")
    assert "NASPA since 2009, set for this division." in shown
    assert "the director chose" not in shown


def test_where_play_has_begun_another_rule_set_or_day_names_what_follows_it() -> None:
    new_event()
    publish(1, (1, 2), (3, 4))
    enter(1, 1, 400, 380)
    said = r"Rated by nobody .*Clinched places no longer affect"
    with pytest.raises(NeedsConfirmation, match=said):
        give(ChangeRules(**A, ruleset="club"))
    day: dict[str, Any] = {"event": SLUG, "starts_on": date(2023, 5, 8)}
    with pytest.raises(NeedsConfirmation, match="division A rated by NASPA since 2009"):
        give(DateEvent(**day))
    assert division().rating_system == "naspa2024"
    give(DateEvent(**day, confirmed=True))
    assert division().rating_system == "naspa"


def test_the_page_has_presets_groups_with_units_and_what_differs() -> None:
    an_event()
    give(ChangeRules(**A, overrides={"base_time_s": 1350}))
    answer = signed_in("dora").get(f"/desk/{SLUG}/change-rules/?division=A")
    shown, markup = words(answer), answer.content.decode()
    assert "Casual club A friendly evening, not rated." in shown
    assert "Clock 1 changed 22:30 minutes a player, 10 points a minute over time" in shown
    assert "Reset to the rule set: 25 minutes" in shown
    assert "A wrong challenge costs the challenger's next turn." in shown
    assert 'name="rule_base_time_s" value="22:30"' in markup
    assert shown.index("Rule set") < shown.index("Clock")
    assert "<details open" not in markup
    # Nobody sees a cursor in what is folded.
    assert re.findall(r'name="([^"]*)"[^>]* autofocus', markup)[:1] == ["ruleset"]
    assert not re.search(r'name="rule_[^>]* autofocus', markup)


def test_rounds_and_rules_have_a_page_each() -> None:
    an_event()
    client = signed_in("dora")
    overview = words_at(client, f"/desk/{SLUG}/")
    assert "Change the rules" in overview
    assert "Play fewer or more rounds" in overview
    assert "rules or rounds" not in overview
    for path, has_rounds in (("change-rules", False), ("change-rounds", True)):
        markup = source_at(client, f"/desk/{SLUG}/{path}/?division=A")
        assert ('name="planned_rounds"' in markup) == has_rounds, path


def sent(**fields: Any) -> Any:
    """Sends the page of the rules as a browser does: with every field as it was filled."""
    client = signed_in("dora")
    address = f"/desk/{SLUG}/change-rules/?division=A"
    form = client.get(address).context["form"]
    filled = {field.name: field.value() for field in form}
    return client.post(address, {**filled, "token": form.token, **fields})


def test_a_rule_set_is_chosen_on_the_page_and_own_rules_stay() -> None:
    an_event(overrides={"bye_spread": 60})
    assert sent(ruleset="wespa").status_code == 302
    held = division()
    assert (held.ruleset, held.overrides) == ("wespa", {"bye_spread": 60})


@pytest.mark.parametrize(("back", "left"), [("bye_spread", {"base_time_s": 60}), ("all", {})])
def test_a_rule_goes_back_to_the_rule_set(back: str, left: dict[str, int]) -> None:
    an_event(overrides={"bye_spread": 60, "base_time_s": 60})
    assert sent(back=back).status_code == 302
    assert division().overrides == left


def test_nothing_changes_where_nothing_was_typed() -> None:
    an_event(overrides={"bye_spread": 60, "spread_cap": [200], "hold_limit_s": 30})
    answer = sent()
    assert answer.status_code == 422
    assert "This would change nothing." in answer.content.decode()


def test_prizes_and_gibsons_are_told_and_led_to_where_one_pairs() -> None:
    new_event()
    answer = signed_in("dora").get(f"/desk/{SLUG}/round/?division=A&round=1")
    assert "Class prizes: 1 in each class below the top seed" in words(answer)
    link = f'href="/desk/{SLUG}/pairing-rules/?division=A">Change prizes and Gibsons</a>'
    assert link in answer.content.decode()


def test_each_class_below_the_top_seeds_has_its_prize() -> None:
    held = PairingRules(class_prizes=1, classes=(("C", 3),))
    assert held.prizes(["A", "", "B", "B", "C", "A"]).classes == (("C", 3), ("B", 1))
    assert PairingRules(class_prizes=2).prizes(["", "B"]).classes == (("B", 2),)
    assert PairingRules(class_prizes=1).prizes([]).classes == ()


def test_without_a_number_the_page_and_its_table_are_of_the_places_that_are_paired_for() -> None:
    two_rounds_played()
    give(ChangePairingRules(event=SLUG, division="A", places=0))
    dora = signed_in("dora")
    shown = source_at(dora, f"{address()}?division=A")
    assert "Places with a prize: not set, so a quarter of the field." in shown
    assert "first place counts" not in shown
    assert ground_of(load_sheet(division())).contest.prizes.places == 1
    places = [PrizeLine(kind=PrizeKind.PLACE, division="A", place=n, text="Cup") for n in (1, 2)]
    give(AddPrizes(event=SLUG, prizes=tuple(places)))
    assert "Places with a prize: 2." in source_at(dora, f"{address()}?division=A")
    assert ground_of(load_sheet(division())).contest.prizes.places == 2
    assert "Places with a prize: 2." in source_at(dora, f"/desk/{SLUG}/round/?division=A&round=3")
    give(ChangePairingRules(event=SLUG, division="A", places=3))
    assert ground_of(load_sheet(division())).contest.prizes.places == 3


def test_an_old_division_that_pairs_gibsons_out_assumes_no_prizes() -> None:
    """Its rules were stored before a quarter of the field was assumed."""
    two_rounds_played()
    give(ChangePairingRules(event=SLUG, division="A", places=0, gibson_spread=(1,)))
    held = division()
    held.pairing_rules = {n: v for n, v in held.pairing_rules.items() if n != "places_assumed"}
    contest = ground_of(load_sheet(held)).contest
    assert (contest.prizes.places, contest.gibson.pairs_out, contest.clinched) == (
        0,
        True,
        frozenset(),
    )
    held.pairing_rules["places_assumed"] = True
    assert ground_of(load_sheet(held)).contest.prizes.places == 1
