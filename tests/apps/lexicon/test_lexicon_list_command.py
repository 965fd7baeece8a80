"""`lexicon_list`: the lexica that can be chosen, and for whom each is in force."""

from __future__ import annotations

import io

import pytest
from django.core.management import call_command

from core.actors import CONSOLE
from core.journal.execute import execute
from lexicon.casual import casual_list
from lexicon.commands.lexica import PutAwayLexicon
from tests.builders.lexica import imported_list
from tests.contract_calls import answer

pytestmark = pytest.mark.django_db


def test_a_fresh_installation_has_the_casual_list_alone() -> None:
    (only,) = answer("lexicon_list")["lexicons"]
    head = casual_list()
    assert (only["code"], only["words"], only["sha256"]) == ("SCOWL80", head.words, head.sha256)
    assert (only["casual"], only["in_force"]) == (True, [])


def test_an_imported_list_comes_first_with_its_dates() -> None:
    row = imported_list("OURS", ["zax", "zebu"], edition="NWL2023")
    ours, casual = answer("lexicon_list")["lexicons"]
    assert (ours["code"], ours["words"], ours["sha256"]) == ("OURS", 2, row.sha256)
    assert (ours["edition"], ours["casual"], casual["casual"]) == ("NWL2023", False, True)
    dates = {"association": "NASPA", "since": "2024-02-29", "until": None, "purpose": "rated"}
    assert dates in ours["in_force"]


def test_a_list_put_away_is_not_offered() -> None:
    imported_list("OURS", ["zax"])
    execute(PutAwayLexicon(lexicon="OURS"), actor=CONSOLE)
    assert [one["code"] for one in answer("lexicon_list")["lexicons"]] == ["SCOWL80"]


def test_without_json_there_is_a_line_for_each_and_the_casual_one_says_so() -> None:
    imported_list("OURS", ["zax"])
    out = io.StringIO()
    call_command("lexicon_list", stdout=out)
    ours, casual = out.getvalue().splitlines()
    assert ours.split()[:3] == ["OURS", "1", "word"]
    assert casual.endswith("CASUAL LIST")
