"""People whom a note names though they do not play, and association numbers: neither is shown."""

from __future__ import annotations

from collections.abc import Iterator
from unicodedata import normalize

import pytest

from games.engine import bystanders
from games.engine.bystanders import Bystanders, Hidden, Known, Span
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.hidden_names import Seen
from games.engine.masking import mask_of, masked, said_in
from games.engine.record import Record
from tests.builders import games

LADY = Hidden("Philomena", "Undisclosed", "Lady P")
KING = Hidden("Ann", "King", "Quill")
JOSE = Hidden("José Luis", "Müller", "Sphinx")
BRIEN = Hidden("Anne-Marie", "O'Brien", "Dee")
SMITH = Hidden("Bob", "Smith Jr.", "Bob S.")
WANG = Hidden("伟", "王", "Tea")
REGISTER = (LADY, KING, JOSE, BRIEN, SMITH, WANG)
NUMBERS = ("GER-1234", "4711", "12", "1-2", "ZZ 9 z", "ZZ000123", "AB-12-34")
PLAYERS = (Seen("Ada Abbot"), Seen("Ben Cole"))


def shown(text: str, *players: str) -> str:
    return Bystanders(Known(REGISTER, NUMBERS), texts=[text], players=players).text(text)


@pytest.mark.parametrize(
    ("written", "public"),
    [
        ("Philomena Undisclosed told me", "somebody told me"),
        ("as UNDISCLOSED, PHILOMENA said", "as somebody said"),
        ("philomena_undisclosed's idea", "somebody's idea"),
        ("PhilomenaUndisclosed", "somebody"),
        ("the Undiscloseds", "the somebody"),
        ("undisclosed", "somebody"),
        ("Ph\u200bilomena Un\u00addisclosed", "somebody"),
        ("Philomena was there", "Philomena was there"),
        ("King said so, and King's friend", "somebody said so, and somebody's friend"),
        ("KING 8D was better, the king of plays", "KING 8D was better, the king of plays"),
        ("ann king, Ann-King, KingAnn", "somebody, somebody, somebody"),
        ("annking annexes kingdoms", "annking annexes kingdoms"),
        (normalize("NFD", "José Müller"), "somebody"),
        ("jose mueller and JOSE LUIS MULLER", "somebody and somebody"),
        ("Anne O’Brien, o brien", "somebody, somebody"),
        ("Bob Smith, Bob Smith Jr., Smith", "somebody, somebody Jr., somebody"),
        ("今天王伟赢了", "今天somebody赢了"),
        ("AA123456 and xy000001.", "(number withheld) and (number withheld)."),
        ("AA1234567 XAA123456 A123456", "AA1234567 XAA123456 A123456"),
        ("ger-1234 (4711), no. 12", "(number withheld) ((number withheld)), no. 12"),
        ("14711 GER-12345 ZZ 9 z.", "14711 GER-12345 (number withheld)."),
        (
            "GER1234, ger 1234 and GER_1234",
            "(number withheld), (number withheld) and (number withheld)",
        ),
        ("GER\u00a01234 or GER - 1234", "(number withheld) or (number withheld)"),
        ("ZZ9z, zz.9.z", "(number withheld), (number withheld)"),
        ("1234 47 11 ger-12 34", "1234 47 11 ger-12 34"),
        (
            "AB-12-34, AB12-34, AB 12/34 and AB1234",
            ", ".join(["(number withheld)"] * 2) + ", (number withheld) and (number withheld)",
        ),
        ("zz 000123 and Zz-000123", "(number withheld) and (number withheld)"),
        ("AA 000124, AA-000124, AA.000124, aa_000124", ", ".join(["(number withheld)"] * 4)),
        ("by 123456 points, one by 123456", "by 123456 points, one by 123456"),
        ("they led 1-2, then 1 - 2", "they led 1-2, then 1 - 2"),
        ("AA, 12 and 000124", "AA, 12 and 000124"),
        ("nobody at all", "nobody at all"),
        ("", ""),
    ],
)
def test_bystanders_are_somebody_and_numbers_are_withheld(written: str, public: str) -> None:
    assert shown(written) == public


def test_what_a_player_is_called_in_public_is_no_bystanders_name() -> None:
    assert shown("King beat Ann King", "Eve King") == "King beat somebody"
    assert shown("Lady P saw Quill") == "Lady P saw Quill"


def test_a_name_does_not_tell_which_public_name_it_belongs_to() -> None:
    for person in REGISTER:
        assert person.public not in shown(f"{person.given} {person.family}")


def record_of(text: str) -> Record:
    record = read_gcg(text.encode()).record
    assert record is not None
    return record


HEAD = "#title In memory of Undisclosed\n#description AA123456 lent the clock\n#photo GER-1234\n"


@pytest.mark.parametrize("first", [PLAYERS[0], Seen("A.", ("Ada Abbot",))])
def test_nothing_of_them_is_in_a_record_whose_plays_stay(first: Seen) -> None:
    lines = games.complete_game("Undisclosed", "AA654321", head=HEAD).splitlines()
    lines.insert(-1, "#note Philomena Undisclosed (AB123456) would have played 4711")
    record, seen = record_of("\n".join(lines) + "\n"), (first, PLAYERS[1])
    others = Bystanders(Known(REGISTER, NUMBERS), texts=(*said_in(record, seen), "Ann King Cup"))
    public = masked(record, seen, others)
    text = write_gcg(public)
    for told in ("ndisclosed", "123456", "654321", "1234", "4711"):
        assert told not in text
    assert "would have played (number withheld)" in text
    assert [turn.tiles for turn in public.turns] == [turn.tiles for turn in record.turns]
    assert mask_of(record, seen, others).text("Ann King Cup") == "somebody Cup"
    assert public.title == (None if first.hidden else "In memory of somebody")


def test_a_text_takes_as_many_steps_as_it_is_long_whoever_is_in_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    letters = "abcdefghij"
    people = [Hidden(f"Gi{a}ven", f"Fam{a}{b}ily", "X") for a in letters for b in letters]
    steps = 0
    names = bystanders._names

    def counted(plain: str) -> Iterator[Span]:
        nonlocal steps
        for span in names(plain):
            steps += 1
            yield span

    monkeypatch.setattr(bystanders, "_names", counted)
    text = " ".join(f"{one.given} {one.family}" for one in people)
    mask = Bystanders(Known(people), texts=[text])
    steps = 0
    assert mask.text(text) == " ".join(["somebody"] * 100)
    words = 200
    assert steps <= 2 * bystanders._MOST_WORDS * words
