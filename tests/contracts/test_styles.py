"""The rules of style sheets hold, and each guard fails when its rule is broken."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

import pytest

from tests.contracts import styles
from tests.processes import ROOT

FONT = ROOT / "static" / "fonts" / "wallchart-sans.woff2"
Guard = Callable[[Mapping[str, str]], list[str]]
GUARDS: tuple[Guard, ...] = (
    styles.outside_layers,
    styles.literal_sizes,
    styles.literal_spaces,
    styles.widths_asked,
    styles.names_of_two_sheets,
)


def test_there_are_no_more_style_sheets_than_ten() -> None:
    assert len(styles.sheets()) <= styles.FILES


def test_the_sheet_of_tokens_puts_the_layers_in_their_order() -> None:
    first = re.search(r"@layer [^;{]+[;{]", styles.sheets()["tokens"])
    assert first is not None
    assert first.group() == f"@layer {', '.join(styles.LAYERS)};"


def test_whatever_loads_a_sheet_loads_that_of_the_tokens_first() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        loaded = re.findall(r"static 'css/(\w+)\.css'", text)
        if loaded and "block.super" not in text and not path.name.startswith("_game_form"):
            assert loaded[0] == "tokens", path


@pytest.mark.parametrize("guard", GUARDS)
def test_the_sheets_keep_the_rules_of_the_house(guard: Guard) -> None:
    assert guard(styles.sheets()) == []


@pytest.mark.parametrize(
    ("guard", "sheet", "fault"),
    [
        (styles.outside_layers, "desk", ".draft { color: red }"),
        (styles.outside_layers, "desk", "@layer other { .draft { color: red } }"),
        (styles.outside_layers, "desk", "@media print { .draft { color: red } }"),
        (styles.literal_sizes, "desk", "@layer pages { .draft { font-size: 1.1rem } }"),
        (styles.literal_sizes, "desk", "@layer pages { .draft { font-weight: 650 } }"),
        (styles.literal_sizes, "desk", "@layer pages { .draft { line-height: 1.4 } }"),
        (styles.literal_sizes, "print", "@layer print { .type-7 { font-size: 8pt } }"),
        (styles.literal_spaces, "desk", "@layer pages { .draft { margin: 0 0.6rem } }"),
        (styles.literal_spaces, "desk", "@layer pages { .draft { gap: 3px } }"),
        (styles.literal_spaces, "desk", "@layer pages { .draft { padding-block: 2mm } }"),
        (styles.widths_asked, "desk", "@layer pages { @media (width < 40rem) { a { x: y } } }"),
        (
            styles.widths_asked,
            "desk",
            "@layer pages { @container content (width < 41rem) { a { color: red } } }",
        ),
        (styles.names_of_two_sheets, "games", "@layer pages { .board { color: red } }"),
        (styles.names_of_two_sheets, "games", "@layer pages { .rounds a, td.board { top: 0 } }"),
        (styles.names_of_two_sheets, "games", "@layer pages { .moves .outcomes { top: 0 } }"),
    ],
)
def test_a_guard_finds_the_fault_that_it_is_there_for(guard: Guard, sheet: str, fault: str) -> None:
    texts = styles.sheets()
    assert len(guard(texts | {sheet: f"{texts[sheet]}\n{fault}\n"})) == 1


def test_the_font_is_small_and_its_licence_lies_beside_it() -> None:
    assert FONT.stat().st_size < 60_000
    assert "SIL Open Font License" in FONT.with_name("wallchart-sans-OFL.txt").read_text("utf-8")


def test_columns_of_links_to_steps_are_not_printed() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        for head in re.findall(r"<th[^>]*>{% translate \"Steps\" %}", path.read_text("utf-8")):
            assert "to-steps" in head, path


def test_every_page_that_has_tokens_asks_for_the_font_ahead() -> None:
    for path in (ROOT / "templates").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        if "css/tokens.css" in text:
            assert text.count('rel="preload"') == 1, path
