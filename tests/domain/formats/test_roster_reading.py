"""Rosters as people type, paste and export them."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from core.names import name_mark, name_parts
from tournaments.formats.roster.reading import Roster, RosterPerson, read_roster
from tournaments.formats.roster.text import MAX_BYTES, MAX_LINES, RosterError, decoded


def only(text: str) -> RosterPerson:
    (person,) = read_roster(text).people
    return person


def faults(text: str) -> list[str]:
    return [f"{p.line}: {f.sentence}" for p in read_roster(text).people for f in p.faults]


@pytest.mark.parametrize(
    ("line", "name", "rating", "number"),
    [
        ("Ann Smith", "Ann Smith", 0, ""),
        ("Ann Smith, 1500", "Ann Smith", 1500, ""),
        ("Ann Smith, 1500, 1234", "Ann Smith", 1500, "1234"),
        ("Ann Smith, , AA000123", "Ann Smith", 0, "AA000123"),
        ("Smith, Ann, 1500, 17", "Smith, Ann", 1500, "17"),
        ("Smith, Ann", "Smith, Ann", 0, ""),
        ("van der Berg, Jan, 1500", "van der Berg, Jan", 1500, ""),
        ('"Smith, Ann",1500', "Smith, Ann", 1500, ""),
        ("Smith, Ann; 1500; 17", "Smith, Ann", 1500, "17"),
        ("Smith, Ann\t1500\t17", "Smith, Ann", 1500, "17"),
        ("Ann Smith, 1500.0", "Ann Smith", 1500, ""),
        ("Ann Smith, unrated", "Ann Smith", 0, ""),
        ("Jürgen Ögel, 1500", "Jürgen Ögel", 1500, ""),
        ('Ann "Bee" Smith, 1500', 'Ann "Bee" Smith', 1500, ""),
        ('"Bee" Smith, 1500', '"Bee" Smith', 1500, ""),
        ("Tom Brewer 1344", "Tom Brewer", 1344, ""),
        ("Brewer, Tom 1344", "Brewer, Tom", 1344, ""),
        ("Brewer, Tom   1344 AA000123", "Brewer, Tom", 1344, "AA000123"),
        ("Tom Brewer unrated", "Tom Brewer", 0, ""),
        ("Tom Brewer 0", "Tom Brewer", 0, ""),
        ("Dr. Alice Wong (1520)", "Dr. Alice Wong", 1520, ""),
        ("Wong, Alice [1520]", "Wong, Alice", 1520, ""),
        ("Lee Min-Jun (unrated)", "Lee Min-Jun", 0, ""),
        ("Alice Wong(1520) AA17", "Alice Wong", 1520, "AA17"),
        ("Alice Wong (1520), 17", "Alice Wong", 1520, "17"),
        ("1. Karen White 1366", "Karen White", 1366, ""),
        ("12) White, Karen, 1366, 17", "White, Karen", 1366, "17"),
        ("(3) Karen White", "Karen White", 0, ""),
        ("#4 Karen White (1366)", "Karen White", 1366, ""),
        ("5.\tKaren White\t1366", "Karen White", 1366, ""),
        ('"6. White, Karen",1366', "White, Karen", 1366, ""),
        ("Player 1", "Player 1", 0, ""),
        ("Player 1, 1500", "Player 1", 1500, ""),
        ("Player 100, , 7", "Player 100", 0, "7"),
    ],
)
def test_a_line_without_a_header_is_a_name_a_rating_and_a_number(
    line: str, name: str, rating: int, number: str
) -> None:
    person = only(line)
    assert (person.name, person.rating, person.association_number) == (name, rating, number)
    assert person.faults == ()


def test_under_headings_list_numbers_and_ratings_in_brackets_are_no_part_of_the_name() -> None:
    people = read_roster("Name,Rating\n1. Ann Lee (1500),\n2. Bo Moss (1400),1400\n").people
    assert [(one.name, one.rating) for one in people] == [("Ann Lee", 1500), ("Bo Moss", 1400)]
    people = read_roster("Last name;First name;Rating\n1) Lee;Ann [1500];-\n").people
    assert [(one.name, one.rating) for one in people] == [("Lee, Ann", 1500)]


@pytest.mark.parametrize(
    "line", ["Player 1", "Ann Lee 15", "1 Ann Lee 1500 x", "(1500) Ann Lee", "Ann Lee (17)"]
)
def test_other_digits_in_a_name_are_told(line: str) -> None:
    assert only(line).has_digits
    assert not only("1. Dr. Ann Lee (1500)").has_digits


def test_a_rating_in_brackets_that_differs_from_the_other_stays_to_be_asked_about() -> None:
    person = only("Name,Rating\nAnn Lee (1500),1400")
    assert (person.name, person.rating, person.has_digits) == ("Ann Lee (1500)", 1400, True)


TSH = """# a comment
Brewer, Tom:AA000123   1344 3 0 2; 400 50 380; p12 1 0 2; class B; team Reds; lifeg 40
Lee, Ann               900+80 ;
"""


def test_the_lines_of_a_tsh_file_give_who_plays_and_count_those_with_games() -> None:
    roster = read_roster(TSH)
    tom, ann = roster.people
    assert (tom.name, tom.rating, tom.association_number) == ("Brewer, Tom", 1344, "AA000123")
    assert (tom.prize_class, tom.team, tom.life_games) == ("B", "Reds", 40)
    assert (ann.name, ann.rating, ann.line, ann.faults) == ("Lee, Ann", 900, 3, ())
    assert roster.with_games == 1


def test_a_tsh_line_that_cannot_be_read_says_why_and_the_others_are_read() -> None:
    roster = read_roster(TSH + "Moss, Bo ; 400\n")
    assert [len(person.faults) for person in roster.people] == [0, 0, 1]
    assert (
        roster.people[2].faults[0].sentence.startswith("As a line of a tsh file: the line has no")
    )


@pytest.mark.parametrize(
    "tsh", ["Wong, Alice  1520 ;", "Wong, Alice  1520 3 2; 400 350; p12 1 2", "Wong, Alice 1520 3;"]
)
def test_a_single_tsh_line_among_others_is_read_as_one(tsh: str) -> None:
    roster = read_roster(f"Ann Lee, 15oo\n{tsh}\n# a comment\n#3 Bo Moss 1400\n=A1\n")
    ann, alice, bo, formula = roster.people
    assert (alice.name, alice.rating, alice.faults, alice.line) == ("Wong, Alice", 1520, (), 2)
    assert (bo.name, bo.rating) == ("Bo Moss", 1400)
    assert ann.faults
    assert formula.faults
    assert roster.with_games == (tsh[-2:] != " ;")


@pytest.mark.parametrize("text", ["Ann Smith; 1500; 17", "Player 1; 1500; 17", "17; Ann; 1500"])
def test_cells_between_semicolons_are_no_tsh_file(text: str) -> None:
    assert read_roster(text).with_games == 0
    assert read_roster(text).people[0].rating == 1500


def test_a_number_after_a_rating_and_a_semicolon_is_no_score_of_a_tsh_file() -> None:
    person, _ = read_roster("Ann Smith 1500;AA1234\nBo Moss 1400;AA1235\n").people
    assert "tsh" not in " ".join(fault.sentence for fault in person.faults)
    assert (person.name, person.rating) == ("Ann Smith", 1500)
    assert person.association_number == "AA1234"
    assert read_roster("Ann Smith 1500 2; 400 -5\nBo Moss 1400 1;\n").with_games == 2


@pytest.mark.parametrize(
    ("text", "names", "ratings", "numbers"),
    [
        ("Name Rating\nTom Brewer 1344\nAnn Lee", "Tom Brewer|Ann Lee", [1344, 0], "|"),
        ("NAME  RTG  ID\nTom Brewer 1344 AA17\nCher 0", "Tom Brewer|Cher", [1344, 0], "AA17|"),
        ("Name Rating\nBrewer, Tom 1344\nLee,Ann -", "Brewer, Tom|Lee, Ann", [1344, 0], "|"),
        ("Rating Name\n1344 Tom Brewer\nAnn Lee", "Tom Brewer|Ann Lee", [1344, 0], "|"),
        (
            "First name Last name Rating\nJan van der Berg 1500\nAnn Lee 900",
            "van der Berg, Jan|Lee, Ann",
            [1500, 900],
            "|",
        ),
    ],
)
def test_a_header_with_spaces_alone_between_its_headings_is_no_player(
    text: str, names: str, ratings: list[int], numbers: str
) -> None:
    roster = read_roster(text)
    assert roster.has_header
    assert "|".join(person.name for person in roster.people) == names
    assert [person.rating for person in roster.people] == ratings
    assert "|".join(person.association_number for person in roster.people) == numbers
    assert [person.faults for person in roster.people] == [(), ()]
    assert roster.people[0].line == 2


def test_headings_that_spaces_cannot_part_are_said_where_they_stand() -> None:
    assert faults("Name Rating Team\nTom Brewer 1344 Red Sox")[0].startswith(
        "1: These headings are separated only by spaces"
    )


@pytest.mark.parametrize("text", ["Rating Class\nTom Brewer 1344", "Ann First\nTom Brewer 1344"])
def test_a_first_line_of_other_words_is_a_person(text: str) -> None:
    assert not read_roster(text).has_header
    assert len(read_roster(text).people) == 2


@pytest.mark.parametrize("heading", ["Division", "DIV", "Section"])
def test_a_column_of_divisions_is_known_by_its_heading(heading: str) -> None:
    assert only(f"Name,{heading}\nAnn Lee,B").division == "B"


def test_who_is_unrated_in_words_among_rated_ones_has_no_rating() -> None:
    people = read_roster("Ann Lee,1500\nBea Moss,1400\nCy Nye,unrated\nDee Orr,-").people
    assert [person.rating for person in people] == [1500, 1400, 0, 0]
    assert [person.faults for person in people] == [()] * 4


def test_a_header_names_the_columns_in_any_order_and_case() -> None:
    text = "Rtg;LAST NAME;First_Name;Member No.;Lunch;Class;Team;Club;Life games;Key\n"
    text = text.replace("Member No.", "Member number")
    roster = read_roster(text + "1500;Smith;Ann;17;soup;B;Reds;Ersby;320;ann-smith\n")
    (person,) = roster.people
    assert roster.has_header
    assert roster.ignored == ("Lunch",)
    assert (person.name, person.given_name, person.family_name) == ("Smith, Ann", "Ann", "Smith")
    assert (person.rating, person.association_number, person.prize_class) == (1500, "17", "B")
    assert (person.team, person.club, person.life_games) == ("Reds", "Ersby", 320)
    assert person.player == "ann-smith"
    assert person.line == 2


@pytest.mark.parametrize(
    "text",
    [
        "Nachname;Vorname;Wertung\nMüller;Jürgen;1800\nBerger;Anna;1500",
        "Nom; Classement\nAnn Lee; 1500\nBea Moss; 1400",
        "Nachname, Vorname, Wertung\nMüller, Jürgen, 1800",
    ],
)
def test_headings_in_another_language_are_a_fault_of_their_line_and_nobody(text: str) -> None:
    assert [fault[:30] for fault in faults(text)] == ["1: This looks like headings th"]


def test_a_word_without_a_heading_is_never_a_team_or_a_club() -> None:
    roster = read_roster("Müller;Jürgen;1800\nBerger;Anna;1500")
    assert roster.columns == ("name", "", "rating")
    assert [(one.team, one.club) for one in roster.people] == [("", "")] * 2
    assert [one.faults for one in roster.people] == [()] * 2


def test_a_name_that_the_comma_cut_in_two_is_one_under_a_header() -> None:
    assert read_roster("Name,Rating\nSmith, Ann,1500").people[0].name == "Smith, Ann"


def test_columns_without_a_header_are_what_most_of_their_cells_look_like() -> None:
    roster = read_roster("Ann Lee;17;A;1500\nBea Moss;AB19;B;1400\nCy Nye;CD5;A;15oo")
    assert roster.columns == ("name", "number", "class", "rating")
    assert [person.association_number for person in roster.people] == ["17", "AB19", "CD5"]
    assert faults("Ann Lee;17;A;1500\nBea Moss;AB19;B;1400\nCy Nye;CD5;A;15oo") == [
        "3: A rating is a whole number from 0 to 9999, not '15oo'."
    ]


def test_empty_lines_are_nobody_and_the_others_keep_their_numbers() -> None:
    assert [p.line for p in read_roster("\n\nAnn Lee\r\n\r\nBea Moss\n").people] == [3, 5]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("Ann,15oo", "1: A rating is a whole number from 0 to 9999, not '15oo'."),
        ("Ann,-5", "1: A rating is a whole number from 0 to 9999, not '-5'."),
        (
            "=HYPERLINK(A1),1500",
            "1: '=HYPERLINK(A1)' looks like a formula; give its value.",
        ),
        ("@SUM(1),1500", "1: '@SUM(1)' looks like a formula; give its value."),
        ("Ann,=1+1", "1: '=1+1' looks like a formula; give its value."),
        (",1500", "1: The line has no name."),
        ("N" * 61, "1: A name can have at most 60 characters; this one has 61."),
        ("N" * 1001, "1: A line can have at most 1000 characters."),
        ("Ann\x07Lee", "1: The name contains a character that cannot be printed."),
        ("Name,Rating\nAnn,1,2,3", "2: '2' is beyond the last column of the header."),
        ("Name,Number\nAnn," + "9" * 21, "2: The number can have at most 20 characters."),
        ("Name,Games\nAnn,many", "2: Life games are a whole number from 0 to 99999, not 'many'."),
    ],
)
def test_what_is_wrong_with_a_line_is_one_sentence_about_it(text: str, said: str) -> None:
    assert faults(text) == [said]


def test_a_wrong_line_leaves_the_others_as_they_are() -> None:
    people = read_roster("Ann Lee,1500\nBea Moss,15oo\nCy Nye,1400").people
    assert [bool(person.faults) for person in people] == [False, True, False]
    assert [person.rating for person in people] == [1500, 0, 1400]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "empty"),
        (" \n\t\n", "empty"),
        ("Name,Rating\n", "empty"),
        ("Ann\0Lee", "nul"),
        ("Ann\n" * 2000, "too_long"),
        ("x" * (MAX_BYTES + 1), "too_large"),
    ],
)
def test_what_is_no_roster_is_refused_in_one_sentence(text: str, code: str) -> None:
    with pytest.raises(RosterError) as caught:
        read_roster(text)
    assert caught.value.code == f"roster.{code}"
    assert caught.value.message.endswith(".")


def test_a_roster_of_as_many_lines_as_may_be_is_read() -> None:
    assert len(read_roster("Ann Lee\n" * MAX_LINES).people) == MAX_LINES


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "latin-1", "cp1252"]
)
def test_a_file_is_read_in_the_encodings_that_spreadsheets_write(encoding: str) -> None:
    text = "Name;Rating\r\nZoë Müller-Ågren;1500\r\n"
    assert read_roster(decoded(text.encode(encoding))).people[0].name == "Zoë Müller-Ågren"


@pytest.mark.parametrize(
    ("data", "code"),
    [
        (b"PK\x03\x04workbook", "workbook_unread"),
        (bytes(range(256)), "binary"),
        (b"\x89PNG\r\n\x1a\n\x00\x00\x00\x0dIHDR", "binary"),
        (b"x" * (10 * MAX_BYTES), "too_large"),
    ],
)
def test_a_file_that_is_no_text_is_refused(data: bytes, code: str) -> None:
    with pytest.raises(RosterError) as caught:
        decoded(data)
    assert caught.value.code == f"roster.{code}"


def test_names_are_alike_whatever_their_case_accents_and_order() -> None:
    assert name_mark("Smith, Ána") == name_mark("ana SMITH") == "ana smith"
    assert name_mark("Ann Smith") != name_mark("Anna Smith")
    assert name_parts("Smith, Ann") == ("Ann", "Smith")
    assert name_parts("Ann Mary Smith") == ("Ann Mary", "Smith")
    assert name_parts("Cher") == ("Cher", "")


CELLS = st.text(st.characters(exclude_categories=["Cs"]), max_size=12)


@given(
    st.lists(st.lists(CELLS, min_size=1, max_size=6), min_size=1, max_size=8),
    st.sampled_from(",;\t"),
)
@example([['"', "1500"]], ",")
def test_whatever_is_pasted_gives_people_or_one_refusal(
    rows: list[list[str]], delimiter: str
) -> None:
    text = "\n".join(delimiter.join(row) for row in rows)
    try:
        roster = read_roster(text)
    except RosterError:
        return
    assert isinstance(roster, Roster)
    for person in roster.people:
        assert person.faults or (1 <= len(person.name) <= 60 and person.name.isprintable())
        assert person.faults or 0 <= person.rating <= 9999
        lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
        assert person.text == lines[person.line - 1].removeprefix("\ufeff")


def test_a_numbered_line_of_a_list_is_a_person_though_most_lines_are_those_of_tsh() -> None:
    roster = read_roster("# a comment\nLee, Ann 1500; 2\nFox, Cem 1450; 1\n#3 Bo Moss 1400\n")
    assert [(p.line, p.name, p.rating) for p in roster.people] == [
        (2, "Lee, Ann", 1500),
        (3, "Fox, Cem", 1450),
        (4, "Bo Moss", 1400),
    ]
