"""Lists from A to Z: what a name is filed under, and in which order names stand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.filing import filed, filed_name


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("Ada Abbot", "Abbot, Ada"),
        ("Patel, Anjali", "Patel, Anjali"),
        ("García Márquez, Gabriel", "García Márquez, Gabriel"),
        ("Anna van der Berg", "Berg, Anna van der"),
        ("van der Berg, Anna", "Berg, Anna van der"),
        ("Robert De Niro", "De Niro, Robert"),
        ("Cher", "Cher"),
        ("Van", "Van"),
        ("Jean-Luc d’Arcy", "d’Arcy, Jean-Luc"),
        ("Santiago Ramón y Cajal", "Ramón y Cajal, Santiago"),
        ("John Smith Jr.", "Smith, John Jr."),
        ("Ann Smith & Bob Jones", "Smith, Ann & Bob Jones"),
        ("Ada & Bob", "Ada & Bob"),
        ("  Zoë   Øster ", "Øster, Zoë"),
        ("", ""),
    ],
)
def test_a_name_is_filed_under_its_family_name(typed: str, shown: str) -> None:
    assert str(filed_name(typed)) == shown


def test_the_register_knows_of_how_many_words_a_family_name_is() -> None:
    assert str(filed("Lloyd Webber", "Julian")) == "Lloyd Webber, Julian"
    assert str(filed("", "Cher")) == "Cher"


def test_accents_case_apostrophes_and_hyphens_do_not_part_what_belongs_together() -> None:
    in_order = [
        "Ångström, Åsa",
        "Annan, Kim",
        "de Boer, Jan",
        "De Boer, Piet",
        "De Niro, Robert",
        "Deaver, Al",
        "Lopez, Ana",
        "López, Ana",
        "Łukasiewicz, Jan",
        "LUND, EVA",
        "Öberg, Ida",
        "O'Brien, Al",
        "O’Brien, Bo",
        "Obrien, Cy",
        "Ødegård, Per",
        "Smith, Zoe",
        "Smith-Jones, Ann",
        "Smith Jones, Bob",
        "Smithson, Ada",
        "Straße, Uwe",
        "Strasser, Udo",
    ]
    moved = sorted(in_order, key=lambda name: filed_name(name).place)
    # Jan de Boer is at home under B, as he writes himself; nothing else moves.
    assert moved == ["Ångström, Åsa", "Annan, Kim", "de Boer, Jan", *in_order[3:]]


@given(st.lists(st.text(max_size=30), max_size=12))
def test_every_text_has_a_place_and_the_order_does_not_hang_on_the_order_before(
    names: list[str],
) -> None:
    once = sorted(names, key=lambda name: filed_name(name).place)
    names.reverse()
    again = sorted(names, key=lambda name: filed_name(name).place)
    assert list(map(filed_name, again)) == list(map(filed_name, once))
