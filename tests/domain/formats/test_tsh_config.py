"""Statements of config.tsh: literals, rule sets, what is kept, and what is never run."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.rulesets import RETIRED
from tests.domain.formats.folders import CONFIG, division, reading, refusal, remarks
from tournaments.formats.tsh import read_tsh
from tournaments.formats.tsh.literals import NotLiteralError, print_literal, read_literal

TWO = "division A a.t\ndivision B b.t\n"


def both(config: str) -> list[Any]:
    files = {"config.tsh": (TWO + config).encode(), "a.t": b"Ada 1 ;", "b.t": b"Bea 1 ;"}
    return list(read_tsh(files).content.divisions)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("12", 12),
        ("-3", -3),
        ("1.5;", 1.5),
        ("''", ""),
        (r"'it\'s a \\ \n'", r"it's a \ \n"),
        (r'"it\"s \x{e9}\n"', 'it"s é\n'),
        ("[1, 2,]", [1, 2]),
        ("[ [1], {}, undef ]", [[1], {}, None]),
        ("{'A'=>[1,2], b => 'x', 3, 4}", {"A": [1, 2], "b": "x", "3": 4}),
        ("7 ; # why", 7),
    ],
)
def test_a_literal_is_read(text: str, value: object) -> None:
    assert read_literal(text) == value


@pytest.mark.parametrize(
    "text",
    ["", "5*10", "system('x')", "`x`", "'a'.'b'", "$x", "[1", "{'A'}", "'a", '"a', "1 2", "0x10",
     "[" * 40 + "]" * 40, r'"\x{ffffff}"', "qw(a b)", "[1 2]", "sub { 1 }", "1_000"],
)  # fmt: skip
def test_anything_but_a_literal_is_refused(text: str) -> None:
    with pytest.raises(NotLiteralError):
        read_literal(text)
    error = refusal("Ada 1 ;", f"{CONFIG}config html_top = {text}\n")
    assert (error.code, error.file, error.line) == ("config.not_literal", "config.tsh", 2)
    assert error.field == "html_top"


_VALUES: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.integers(-(10**14), 10**14) | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text("ab' ", max_size=3), inner),
    max_leaves=6,
)


@given(_VALUES)
def test_a_printed_literal_is_one_line_and_is_read_back(value: object) -> None:
    text = print_literal(value)
    assert read_literal(text) == value
    assert not set(text) & set("\r\n")


@given(st.text())
def test_any_text_is_a_literal_or_is_not(text: str) -> None:
    with contextlib.suppress(NotLiteralError):
        value = read_literal(text)
        assert read_literal(print_literal(value)) == value


def test_a_silent_configuration_is_an_unnamed_event_under_naspa_rules() -> None:
    content = reading("Ada 1 0; 50").content
    (found,) = content.divisions
    assert (content.name, content.dates, found.name) == ("Unnamed Event", "", "A")
    assert (found.ruleset, found.overrides, found.rating_system) == ("naspa", {}, "")
    assert (found.planned_rounds, found.kept, content.kept) == (1, {}, {})


def test_keywords_may_be_capitals_and_division_names_lose_all_but_letters() -> None:
    found = division("Ada 1 ;", "DIVISION a-1 a.t\nConfig Max_Rounds = 7\n")
    assert (found.name, found.planned_rounds) == ("A1", 7)


@pytest.mark.parametrize(
    ("config", "ruleset", "rating_system"),
    [
        ("config rating_system = 'nsa2008'", "naspa", "naspa"),
        ("config rating_system = 'naspa-csw'", "naspa-csw", "naspa-csw"),
        ("config rating_system = 'coco'", "coco", "coco"),
        ("config rating_system = 'none'", "naspa", ""),
        ("config rating_system = 'aus'", "naspa", "aus"),
        ("config realm = 'wespa'", "wespa", "wespa"),
        ("config realm = 'absp'\nconfig rating_system = 'none'", "absp", ""),
        ("config realm = 'nsa'", "naspa", "naspa"),
        ("config realm = 'naspa'\nconfig rating_system = 'naspa-csw'", "naspa-csw", "naspa-csw"),
        ("config division_rating_system{'a'} = 'coco'", "coco", "coco"),
        ("config rating_system = 'aus'\nconfig division_rating_system = {A => 'nor'}",
         "naspa", "nor"),
    ],
)  # fmt: skip
def test_realm_and_rating_system_name_the_rule_set(
    config: str, ruleset: str, rating_system: str
) -> None:
    found = division("Ada 1 ;", f"{CONFIG}{config}\n")
    assert (found.ruleset, found.rating_system) == (ruleset, rating_system)


@pytest.mark.parametrize(
    ("config", "overrides"),
    [
        ("bye_spread = 1",
         {"bye_spread": 1, "forfeit_loss_spread": -1, "forfeit_win_spread": 1}),
        ("spread_cap = 250", {"spread_cap": [250]}),
        ("spread_cap = [200, 700]", {"spread_cap": [200, 700]}),
        ("spread_cap{'A'} = [300]", {"spread_cap": [300]}),
        ("spread_cap{'B'} = [300]", {}),
        ("spread_cap[0] = 200\nconfig spread_cap[1] = 300", {"spread_cap": [200, 300]}),
        ("spread_cap{'a'}[0] = 200", {"spread_cap": [200]}),
        ("standings_spread_cap = {'a' => 350}", {"standings_spread_cap": [350]}),
        ("bye_firsts = 'ignore'", {"forfeit_loss_counts": "ignore"}),
        ("final_draw = 1", {"final_draw": True}),
        ("final_draw = 0", {"final_draw": False}),
        ("all_byes_tie = 1", {"bye_credit": "tie"}),
        ("zero_byes_tie = 1", {"zero_bye_credit": "tie"}),
        ("sum_before_spread = 1", {"sum_before_spread": True}),
        ("assign_firsts = 1", {"start_tie": "assign"}),
        ("track_firsts = 1", {"start_tie": "draw"}),
        ("track_firsts = 1\nconfig assign_firsts = 0", {"start_tie": "draw"}),
        ("realm = 'deu'", {"forfeit_loss_counts": "ignore"}),
        ("realm = 'thai'\nconfig spread_cap = 300",
         {"bye_spread": 100, "forfeit_loss_spread": -100, "forfeit_win_spread": 100,
          "spread_cap": [300]}),
    ],
)  # fmt: skip
def test_settings_change_the_rule_set(config: str, overrides: dict[str, object]) -> None:
    assert division("Ada 1 ;", f"{CONFIG}config {config}\n").overrides == overrides


def test_a_setting_may_speak_of_one_division() -> None:
    config = (
        "config max_rounds = 9\nconfig max_div_rounds{'b'} = 5\nconfig bye_spread = 30\n"
        "config bye_spread{'B'} = 40\nconfig rating_system = 'nor'\n"
        "config division_rating_system{'B'} = 'aus'\n"
    )
    a, b = both(config)
    assert (a.planned_rounds, b.planned_rounds) == (9, 5)
    assert (a.overrides["bye_spread"], b.overrides["bye_spread"]) == (30, 40)
    assert (a.rating_system, b.rating_system) == ("nor", "aus")


def test_a_setting_of_an_unknown_division_is_remarked() -> None:
    config = f"{CONFIG}config bye_spread{{'Z'}} = 40\n"
    assert remarks("Ada 1 ;", config) == [("config.tsh", 2, "config.division_unknown")]


@pytest.mark.parametrize(
    ("config", "field"),
    [
        ("max_rounds = 201", "max_rounds"),
        ("max_rounds = 'many'", "max_rounds"),
        ("bye_spread = 1001", "bye_spread"),
        ("bye_spread = 'x'", "bye_spread"),
        ("spread_cap = [1, 'x']", "spread_cap"),
        ("spread_cap[1] = 300", "spread_cap"),
        ("bye_firsts = 'sometimes'", "bye_firsts"),
        ("event_name = [1]", "event_name"),
    ],
)
def test_a_value_that_cannot_be_names_its_key_and_line(config: str, field: str) -> None:
    error = refusal("Ada 1 ;", f"{CONFIG}config {config}\n")
    assert (error.code, error.line, error.field) == ("config.value", 2, field)


@pytest.mark.parametrize(
    ("line", "code"),
    [
        ("division A b.t", "config.division_twice"),
        ("division B a.t", "config.file_twice"),
        ("division B", "config.division"),
        ("division -- b.t", "config.division"),
        ("division B b.t", "file.missing"),
        ("config max_rounds", "config.malformed"),
        ("config = 3", "config.malformed"),
        ("config bye_spread{A B} = 3", "config.subscript"),
        ("config spread_cap[999999] = 3", "config.subscript"),
        ("config spread_cap[9999] = 3", "config.subscript"),
        ("config x = 1\nconfig x[0] = 2", "config.subscript"),
        ("classes A 27", "config.classes"),
        ("classes A", "config.classes"),
        ("autopair A 3 2 ns", "config.autopair"),
        ("autopair A 0 1", "config.autopair"),
        ("prize", "config.empty"),
        ("encoding", "config.empty"),
        ("#wallchart ruleset{'A'} = 'chess'", "config.value"),
        ("#wallchart withdrawn_from{'A'} = {'x'=>1}", "config.value"),
        ("#wallchart base_time_s{'A'} = 0", "config.value"),
        ("#wallchart colour{'A'} = 0", "config.value"),
    ],
)
def test_a_malformed_statement_is_refused(line: str, code: str) -> None:
    error = refusal("Ada 1 ;", f"{CONFIG}{line}\n")
    assert (error.code, error.file) == (code, "config.tsh")
    assert error.line == len(f"{CONFIG}{line}".splitlines())


@pytest.mark.parametrize("key", sorted(RETIRED))
def test_a_rule_that_an_earlier_wallchart_wrote_and_none_has_now_is_passed_over(key: str) -> None:
    own = f"#wallchart {key}{{'A'}} = 5\n#wallchart base_time_s{{'A'}} = 900\n"
    found = reading("Ada 1 ;", f"{CONFIG}{own}")
    assert found.content.divisions[0].overrides == {"base_time_s": 900}
    assert not found.report


def test_a_configuration_without_division_is_refused() -> None:
    assert refusal("", "config max_rounds = 3").code == "config.no_division"


def test_more_than_100_divisions_are_refused() -> None:
    config = "".join(f"division D{n} {n}.t\n" for n in range(101))
    assert refusal("", config).code == "config.too_many_divisions"


def test_program_text_is_kept_and_reported_but_never_run() -> None:
    config = f"{CONFIG}perl die 'never'\nbegin st A\n"
    assert remarks("Ada 1 ;", config) == [("config.tsh", 2, "config.perl")]
    assert reading("Ada 1 ;", config).content.kept == {"config": ["perl die 'never'", "begin st A"]}


def test_an_unknown_statement_is_kept_and_reported() -> None:
    config = f"{CONFIG}frobnicate A\n"
    assert remarks("Ada 1 ;", config) == [("config.tsh", 2, "config.unknown_statement")]
    assert reading("Ada 1 ;", config).content.kept["config"] == ["frobnicate A"]


def test_lines_that_only_tsh_understands_are_kept_in_their_order() -> None:
    lines = ["classes A 2", "autopair A 0 1 ns 0 0 A", "prize rank 1 A 25pts", "# why",
             "config gibson = 1", "config gibson = 'strict'", "config x{'A'}[2] = 3"]  # fmt: skip
    config = "# head\n" + CONFIG + "\n".join(lines)
    assert reading("Ada 1 ;", config).content.kept == {"head": ["# head"], "config": lines}


@pytest.mark.parametrize("key", ["ftp_password", "director_password", "PASSWORD"])
def test_a_secret_is_not_taken_over(key: str) -> None:
    config = f"{CONFIG}config {key} = 'hush'\n"
    assert remarks("Ada 1 ;", config) == [("config.tsh", 2, "config.secret")]
    assert "hush" not in repr(reading("Ada 1 ;", config))


def test_an_unknown_realm_is_remarked_once() -> None:
    config = f"{TWO}config realm = 'go'\n"
    files = {"config.tsh": config.encode(), "a.t": b"Ada 1 ;", "b.t": b"Bea 1 ;"}
    assert [r.code for r in read_tsh(files).report] == ["config.realm_unknown"]


def test_more_rounds_than_planned_are_remarked_and_counted() -> None:
    config = f"{CONFIG}config max_rounds = 1\n"
    assert division("Ada 1 0 0; 50 50", config).planned_rounds == 2
    assert remarks("Ada 1 0 0; 50 50", config) == [("a.t", None, "rounds.more_than_planned")]
