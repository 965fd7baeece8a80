"""Names as people type them: in parts, as they are shown, and in plain letters."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.names import in_ascii, name_mark, name_parts, parts_of, plain_words, shown_name


@pytest.mark.parametrize(
    ("typed", "given_name", "family_name", "shown"),
    [
        ("Anjali Patel", "Anjali", "Patel", "Anjali Patel"),
        ("Patel, Anjali", "Anjali", "Patel", "Anjali Patel"),
        ("Patel,Anjali", "Anjali", "Patel", "Anjali Patel"),
        ("van der Berg, Jan", "Jan", "van der Berg", "Jan van der Berg"),
        ("Smith, John, Jr.", "John", "Smith Jr.", "John Smith Jr."),
        ("Smith, Jr., John", "John", "Smith Jr.", "John Smith Jr."),
        ("John Smith, Jr.", "John", "Smith Jr.", "John Smith Jr."),
        ("John Smith III", "John", "Smith III", "John Smith III"),
        ("Rahman, Md", "Md", "Rahman", "Md Rahman"),
        ("Cher", "Cher", "", "Cher"),
        ("Cher,", "Cher", "", "Cher"),
        (", Cher", "Cher", "", "Cher"),
        (",", "", "", ","),
        ("", "", "", ""),
    ],
)
def test_a_name_is_one_thing_whichever_part_was_typed_first(
    typed: str, given_name: str, family_name: str, shown: str
) -> None:
    assert name_parts(typed) == (given_name, family_name)
    assert shown_name(typed) == shown


def test_only_a_comma_tells_the_family_name() -> None:
    assert parts_of("Patel, Anjali").is_told
    assert not parts_of("Anjali Patel").is_told
    assert not parts_of("John Smith, Jr.").is_told


def test_each_member_of_a_team_has_the_given_name_first() -> None:
    assert shown_name("Smith, Ann & Bo Jones") == "Ann Smith & Bo Jones"


@pytest.mark.parametrize(
    ("letters", "plain"),
    [
        ("Łukasiewicz", "Lukasiewicz"),
        ("Øyvind", "Oyvind"),
        ("Đoković", "Dokovic"),
        ("Weiß", "Weiss"),
        ("Æbelø", "Aebelo"),
        ("cœur", "coeur"),
        ("Þóra Guðrún", "Thora Gudrun"),
        ("Işıl", "Isil"),
        ("Müller", "Muller"),
        ("Ħal", "Hal"),
        ("Ελένη 明", "Ελενη 明"),
    ],
)
def test_letters_of_latin_alphabets_have_a_plain_one(letters: str, plain: str) -> None:
    assert in_ascii(letters) == plain


def test_a_name_without_its_strokes_and_accents_is_the_same_name() -> None:
    assert name_mark("Łukasiewicz, Jan") == name_mark("jan lukasiewicz")
    assert plain_words("WEISS") == plain_words("weiß")


@given(st.text(max_size=60))
@example("𝑨")
@example("Ɖ")
def test_no_text_is_too_odd_to_be_a_name(typed: str) -> None:
    shown_name(typed)
    assert shown_name(shown_name(typed)).split() == shown_name(typed).split()
    assert set(plain_words(typed)) == set(plain_words(in_ascii(typed).casefold()))
