"""Published lists that are tables: CSV, tab-separated, and as tsh keeps them."""

from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.text import decoded
from ratings.formats.lines import MAX_LINES, ListError, ListLine
from ratings.formats.reading import CSV, FORMATS, MAX_BYTES, TAB, TSH, ListReading, read_list


def only(text: str, written_as: str = "") -> ListLine:
    reading = read_list(text, written_as)
    assert reading.faults == ()
    (line,) = reading.lines
    return line


def faults(text: str) -> list[str]:
    return [str(fault) for fault in read_list(text).faults]


def oddities(text: str) -> list[str]:
    return [str(odd) for odd in read_list(text).oddities if odd.code != "games.unknown"]


HEADED = [
    ("Name,Rating\nAnn Lee,1500", CSV),
    ("rating;name\n1500;Ann Lee", CSV),
    ("NAME\tRtg\nAnn Lee\t1500", TAB),
    ('"Name","Rating"\r\n"Ann Lee","1500"\r\n', CSV),
    ("\ufeffPlayer,Current rating\nAnn Lee,1500.0", CSV),
    ("Rating 2026,Name,Rating\n,Ann Lee,1500", CSV),
    ("# written by hand\n\nName,Rating\n\nAnn Lee,1500\n\n", CSV),
]


@pytest.mark.parametrize(("text", "detected"), HEADED)
def test_a_header_names_the_columns_in_any_order(text: str, detected: str) -> None:
    reading = read_list(text)
    assert reading.format == detected
    assert [(line.name, line.rating) for line in reading.lines] == [("Ann Lee", 1500)]


def test_every_column_that_is_known_is_read() -> None:
    head = "Rank;Expiry;Games;Dev;Member number;Name;Rating"
    line = only(f"{head}\n3;2027-12-31;320;86.6;AA17;Lee, Ann;1500")
    assert line == ListLine(2, "Lee, Ann", 1500, "AA17", 86.6, 320, date(2027, 12, 31))


def test_a_deviation_of_0_is_unknown() -> None:
    for cell in ("0", "0.00", ""):
        assert only(f"Name,Rating,Dev\nAnn,1500,{cell}").deviation is None


def test_a_family_and_a_given_name_make_one_name() -> None:
    assert only("Last name,First name,Rating\nLee,Ann,1500").name == "Lee, Ann"
    assert only("Last name,First name,Rating\n,Ann,1500").name == "Ann"


@pytest.mark.parametrize(
    "text",
    [
        "Lee, Ann,1500",
        '"Lee, Ann",1500',
        "Lee, Ann, 1500, 7, 2027-12-31, 320",
        "Name,Rating\nLee, Ann,1500",
        "Rating,Name\n1500,Lee, Ann",
    ],
)
def test_a_name_that_its_own_comma_cut_is_put_together(text: str) -> None:
    line = only(text)
    assert (line.name, line.rating) == ("Lee, Ann", 1500)


@pytest.mark.parametrize(
    ("text", "name", "number"),
    [
        ("LEE ANN\t1500\t3\t20271231\t320", "LEE ANN", ""),
        ("LEE ANN (EXP)\t1500\t3\t20271231\t320", "LEE ANN", ""),
        ("Lee, Ann (GM)\t1500\t3\t20271231\t320", "Lee, Ann", ""),
        ("LEE ANN:AA000017\t1500\t3\t20271231\t320", "LEE ANN", "AA000017"),
        ("name\trating\trank\texpiry\tgames\nLEE ANN\t1500\t3\t20271231\t320", "LEE ANN", ""),
        ("who\thow good\t\t\t\nLEE ANN\t1500\t3\t20271231\t320", "LEE ANN", ""),
    ],
)
def test_a_list_of_tsh_has_its_columns_with_a_header_or_without(
    text: str, name: str, number: str
) -> None:
    line = only(text, TSH)
    assert (line.name, line.association_number) == (name, number)
    assert (line.rating, line.games, line.expires_on) == (1500, 320, date(2027, 12, 31))


def test_tabs_without_a_header_are_a_list_of_tsh() -> None:
    assert read_list("LEE ANN\t1500\t3\t\t320").format == TSH
    assert read_list("who\tis\tit\nLEE ANN\t1500\t3\t\t320").format == TSH
    assert read_list("Name\tRating\nLEE ANN\t1500").format == TAB


RATING = "Line 2: A rating is a whole number from 1 to 9999,"
WRONG = [
    (
        "Name,Rating\nAnn,abc",
        "Line 2: A rating is a whole number from 1 to 9999, and Ann has 'abc'.",
    ),
    (
        "Name,Rating\nAnn,-4",
        "Line 2: A rating is a whole number from 1 to 9999, and Ann has '-4'.",
    ),
    ("Name,Rating\nAnn,1500.5", "Line 2: A rating is a whole number from 1 to 9999, and Ann has"),
    ("Name,Rating\nAnn,99999", "Line 2: A rating is a whole number from 1 to 9999, and Ann has"),
    ("Name,Rating\nAnn," + "9" * 500, "Line 2: A rating is a whole number from 1 to 9999"),
    ("Name,Rating\nAnn,\u0661\u0665\u0660\u0660", "Line 2: A rating is a whole number"),
    ("Name,Rating,Dev\nAnn,1500,0.009", "Line 2: A deviation is a number from 0.01 to 1000, and"),
    ("Name,Rating,Games\nAnn,1500,-1", "Line 2: Games are a whole number from 0 to 99999"),
    ("Name,Rating,Games\nAnn,1500,999999", "Line 2: Games are a whole number from 0 to 99999"),
    ("Name,Rating,Dev\nAnn,1500,nan", "Line 2: A deviation is a number from 0.01 to 1000"),
    ("Name,Rating,Dev\nAnn,1500,1001", "Line 2: A deviation is a number from 0.01 to 1000"),
    ("Name,Rating\n,1500", "Line 2: The line has no name."),
    ("Name,Rating\n...,1500", "Line 2: The line has no name."),
    ("Name,Rating\n" + "x" * 121 + ",1500", "Line 2: A name can have at most 120 characters."),
    ("Name,Rating\nAnn\x07Lee,1500", "Line 2: It contains a character that cannot be printed."),
    (
        "Name,Rating,Number\nAnn,1500," + "1" * 21,
        "Line 2: An association number can have at most 20",
    ),
    ("Name,Rating\n" + "x" * 1001, "Line 2: A line can have at most 1000 characters."),
    ("Name;Rating\nAnn;1500;x;y", "Line 2: 4 cells, but the list has 2 columns."),
    (
        "Name,Rating\nAnn,1500\nANN,1400",
        "Line 3: ANN is already in line 2; give both a number to tell",
    ),
    ('Name,Rating\nLee Ann,1500\n"Ann, Lee",1400', "Line 3: Ann, Lee is already in line 2"),
    (
        "Name,Rating,Number\nAnn,1500,17\nBea,1400,aa\nCem,1300,AA",
        "Line 4: Cem has the same number AA as line 3 (Bea).",
    ),
]


@pytest.mark.parametrize(("text", "said"), WRONG)
def test_a_fault_names_its_line(text: str, said: str) -> None:
    (fault,) = faults(text)
    assert fault.startswith(said)


def test_every_fault_is_told_in_the_order_of_the_lines() -> None:
    text = "Name,Rating\nAnn,x\nBea,1500\nBea,1400\n,1\n"
    assert [fault[:7] for fault in faults(text)] == ["Line 2:", "Line 4:", "Line 5:"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Name,Rating,Country\nAnn,1500,X", "Line 1: The column 'Country' is not known"),
        ("Name,Rating,Expires\nAnn,1500,soon", "Line 2: The expiry 'soon' is not a date"),
        (
            "Name,Rating,Expires\nAnn,1500,2026-02-30",
            "Line 2: The expiry '2026-02-30' is not a date",
        ),
        ("Name,Rating\nAnn,1500\nBea,", "Line 3: Bea has no rating and is left out."),
        ("Name,Rating\nAnn,1500\nBea,unrated", "Line 3: Bea has no rating and is left out."),
        (
            "Name,Rating,Number\nAnn,1500,1\nAnn,1400,2",
            "Line 3: Ann is already in line 2, with another number",
        ),
    ],
)
def test_what_is_merely_odd_is_told_and_refuses_nothing(text: str, said: str) -> None:
    assert faults(text) == []
    (odd,) = oddities(text)
    assert odd.startswith(said)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Name,Rating\nAnn,1500", "No line says how many games were played."),
        (
            "Name,Rating,Games\nAnn,1500,3\nBea,1400,",
            "1 of 2 lines do not say how many games were played.",
        ),
    ],
)
def test_unknown_games_are_told_once_for_the_whole_list(text: str, said: str) -> None:
    assert [str(odd) for odd in read_list(text).oddities] == [said]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "list.empty"),
        (" \n\t\n", "list.empty"),
        ("Name,Rating\n", "list.empty"),
        ("Name,Rating\nAnn,unrated", "list.empty"),
        ("Name,Wertung\nAnn,1500", "list.no_rating"),
        ("Wer,Rating\nAnn,1500", "list.no_name"),
        ("Name,Rating,Rtg\nAnn,1500,1400", "list.column.twice"),
        ("Name,Rating\nAnn\0,1500", "list.nul"),
        ("x" * (MAX_BYTES + 1), "list.too_large"),
        ("\u20ac" * (MAX_BYTES // 2), "list.too_large"),
        ("Ann,1500\n" * (MAX_LINES + 1), "list.too_long"),
    ],
    ids=lambda text: text[:20],
)
def test_what_is_no_list_is_refused_with_a_code(text: str, code: str) -> None:
    with pytest.raises(ListError) as refused:
        read_list(text)
    assert refused.value.code == code
    assert refused.value.field == "text"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252", "latin-1"])
def test_a_file_is_read_in_the_encodings_that_programs_write(encoding: str) -> None:
    assert only(decoded("Name,Rating\nÖz Ümit,1500".encode(encoding))).name == "Öz Ümit"


@given(st.text(max_size=300), st.sampled_from(["", *FORMATS]))
def test_whatever_is_sent_is_read_or_refused_in_a_sentence(text: str, written_as: str) -> None:
    said: list[str] = []
    rated = [1]
    try:
        reading = read_list(text, written_as)
    except ListError as refused:
        said = [refused.message]
    else:
        said = [fault.sentence for fault in reading.faults]
        rated = [line.rating for line in reading.lines]
    assert all(sentence.endswith(".") for sentence in said)
    assert said or (rated and all(1 <= rating <= 9999 for rating in rated))


NAMES = st.text("abcdefghij ", min_size=2, max_size=12).filter(lambda name: name.strip())


@given(st.lists(st.tuples(NAMES, st.integers(1, 9999)), min_size=1, max_size=20))
def test_the_order_of_the_lines_changes_neither_who_is_read_nor_how_many_faults(
    people: list[tuple[str, int]],
) -> None:
    def read(rows: list[tuple[str, int]]) -> ListReading:
        return read_list("Name;Rating\n" + "\n".join(f"{n};{r}" for n, r in rows))

    one, other = read(people), read(people[::-1])
    assert len(one.faults) == len(other.faults)
    assert sorted((line.name, line.rating) for line in one.lines) == sorted(
        (line.name, line.rating) for line in other.lines
    )
