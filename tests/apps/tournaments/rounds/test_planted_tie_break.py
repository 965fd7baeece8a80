"""A tie-break is one class: planted in the registry, everything knows it without another change."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from core.models import JournalEntry
from games.engine.rulesets import parameters, ruleset, with_overrides
from games.engine.tie_breaks.registry import TIE_BREAKS
from games.engine.tie_breaks.tie_break import Played, RoundScore, TieBreak, Value
from tests.apps.tournaments.contention.contention_events import (
    address,
    forecast_now,
    show_to_all,
    two_rounds_played,
)
from tests.apps.tournaments.desk_events import SLUG, give, signed_in
from tests.apps.tournaments.kernel.test_one_order import (
    TIES,
    check_the_order,
    check_what_was_certain,
    division_in_play,
)
from tests.contract_calls import answer
from tournaments.event.commands.event import ChangeRules
from tournaments.failover.lifeboat.tables import tables
from tournaments.kernel.queries.sheet import load_sheet
from tournaments.kernel.queries.standings_and_starts import standings_after
from tournaments.models import Division, Tournament
from tournaments.pairing.errors import PairingError
from tournaments.pairing.methods import Request, pair
from tournaments.pairing.position import PairingPlayer, PairingPosition
from tournaments.pairing.terms.conditions_in_round import RoundConditions
from tournaments.readmodel.division import DivisionReadModel
from tournaments.readmodel.page_versions import versioned_division
from tournaments.rounds.queries.pairing import position_for


class HighGames(TieBreak):
    """Games of 400 points or more; added up, like total score."""

    key = "high_games"
    rule = "high_games_first"
    meaning = "Games of 400 points rank before spread"
    words = "games of 400 points"
    head = "400s"
    tsh = "high_games"

    def added(self, points: int, outcome: RoundScore) -> int:
        return points + (outcome.score is not None and outcome.score >= 400)


class OpponentsWins(TieBreak):
    """The wins of all opponents, made from the records of others."""

    key = "opponents_wins"
    rule = "opponents_wins_first"
    meaning = "Wins of the opponents rank before spread"
    words = "wins of the opponents"
    head = "Opp."
    adds = False
    looks_around = True

    def settled(self, own: Played, others: Mapping[int, Played]) -> int:
        met = [outcome.opponent for outcome in own.outcomes]
        return sum(others[number].half_wins for number in met if number is not None)

    def shown(self, points: int) -> str:
        return f"{points / 2:g}"


PLANTED: tuple[TieBreak, ...] = (HighGames(), OpponentsWins())


@pytest.fixture(params=PLANTED, ids=lambda tie_break: tie_break.key)
def planted(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> TieBreak:
    tie_break: TieBreak = request.param
    monkeypatch.setitem(TIE_BREAKS, tie_break.rule, tie_break)
    return tie_break


@pytest.fixture
def event(planted: TieBreak, db: None) -> Tournament:
    """Two of three rounds are played, and the planted tie-break ranks."""
    event = two_rounds_played()
    give(ChangeRules(event=SLUG, division="A", overrides={planted.rule: True}, confirmed=True))
    return event


def test_a_planted_tie_break_is_a_rule_like_any_other(planted: TieBreak) -> None:
    (rule,) = [p for p in parameters() if p.name == planted.rule]
    assert (rule.kind, rule.meaning, rule.default) == ("yes_no", planted.meaning, False)
    changed = with_overrides(ruleset("naspa"), {planted.rule: True, "sum_before_spread": True})
    assert changed.tie_breaks == ("sum_before_spread", planted.rule)
    assert with_overrides(changed, dict.fromkeys(TIE_BREAKS, False)) == ruleset("naspa")


@pytest.mark.parametrize("ties", TIES)
@pytest.mark.parametrize("totals", [False, True], ids=["alone", "after total score"])
@pytest.mark.parametrize("seed", range(8))
def test_standings_pairing_gibsons_contention_and_cop_rank_by_a_planted_tie_break(
    planted: TieBreak, totals: bool, ties: str, seed: int
) -> None:
    dice = Random(seed)
    sheet, played = division_in_play(dice, "naspa", ties, totals=totals, **{planted.rule: True})
    check_the_order(sheet, played)
    check_what_was_certain(dice, sheet, played)


def test_the_line_of_an_entry_and_its_position_have_the_figure(
    planted: TieBreak, event: Tournament
) -> None:
    sheet = load_sheet(Division.objects.get())
    (first, *_) = standings_after(sheet, 2)
    figure = {"high_games": 2, "opponents_wins": 4}[planted.key]
    assert first.tie_breaks == (Value(planted.key, figure),)
    (ada, *_) = position_for(sheet, 3, RoundConditions(), based_on=2).players
    assert ada.tie_breaks == first.tie_breaks


def test_the_pages_show_a_planted_tie_break_in_a_column_of_its_own(
    planted: TieBreak, event: Tournament, client: Client
) -> None:
    show_to_all()
    forecast_now()
    table = client.get(f"/events/{SLUG}/A/standings/").text
    assert f"By wins, fewer losses, {planted.words}, then spread." in table
    dora = signed_in("dora")
    paper = dora.get(f"/desk/{SLUG}/paper/standings/").text
    for page in (table, paper, dora.get(address()).text):
        assert f">{planted.head}</th>" in page
        assert re.search(r'<td class="num"( data-is="[^"]+")?>2</td>', page)


def test_the_rules_form_offers_a_planted_tie_break_and_the_log_tells_of_it(
    planted: TieBreak, event: Tournament
) -> None:
    dora = signed_in("dora")
    page = dora.get(f"/desk/{SLUG}/change-rules/?division=A").text
    assert planted.meaning in page
    assert f"By wins, {planted.words}, spread;" in page
    assert JournalEntry.objects.filter(payload__overrides={planted.rule: True}).exists()
    log = dora.get(reverse("desk-log", args=(SLUG,))).text
    assert f"{planted.meaning}: yes" in log


def test_an_export_and_its_import_carry_a_planted_tie_break(
    planted: TieBreak, event: Tournament, tmp_path: Path
) -> None:
    answer("tsh_export", SLUG, tmp_path / "out")
    said = (tmp_path / "out" / "config.tsh").read_text()
    own = f"#wallchart {planted.rule}{{'A'}} = 1"
    assert (f"config {planted.tsh} = 1" if planted.tsh else own) in said
    answer("tsh_import", tmp_path / "out", "--slug", "again")
    read: dict[str, Any] = Division.objects.get(tournament__slug="again").overrides
    assert read[planted.rule] is True


def test_before_its_round_is_complete_a_planted_tie_break_that_looks_around_is_not_certain(
    planted: TieBreak,
) -> None:
    leaders = (PairingPlayer(n, 4, 0, tie_breaks=(Value(planted.key, 9 - n),)) for n in (1, 2))
    others = (PairingPlayer(n, 0, 2, tie_breaks=(Value(planted.key, 0),)) for n in (3, 4))
    position = PairingPosition(
        3, (*leaders, *others), total_rounds=4, based_on=1, pending=((3, 4),)
    )
    if not planted.looks_around:
        assert pair(position, Request("koth", "early")).left == (3, 4)
        return
    with pytest.raises(PairingError, match="nothing_certain"):
        pair(position, Request("koth", "early"))


def test_standings_as_json_and_as_csv_have_a_planted_tie_break(
    planted: TieBreak, event: Tournament
) -> None:
    (division,) = answer("standings", SLUG)["divisions"]
    assert next(row[planted.key] for row in division["rows"]) in (2, 4)
    edition = versioned_division(SLUG, "A")
    assert edition is not None
    read_model = DivisionReadModel(edition)
    heading, first, *_ = tables(read_model)["standings.csv"].decode().splitlines()
    assert heading.endswith(f",Seconds,{planted.head}")
    assert first.endswith(",2")
