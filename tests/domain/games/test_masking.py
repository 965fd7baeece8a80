"""Records under public names: whoever hides a name is named nowhere in what everybody may read."""

from __future__ import annotations

from collections.abc import Callable
from unicodedata import normalize

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.engine.checking import check_gcg
from games.engine.gcg.reading import read_gcg
from games.engine.gcg.writing import write_gcg
from games.engine.hidden_names import Mask, Seen
from games.engine.masking import mask_of, masked
from games.engine.record import LOST_CHALLENGE, EventKind, Record, RecordedPlayer, Turn
from tests.builders import games

LADY = Seen("Lady P", ("Philomena Undisclosed", "Undisclosed", "Philomena"))
BEN = Seen("Ben Cole")
HEAD = "#title Philomena v Ben\n#description At Undisclosed Hall\n#id io.woogles abc\n#photo phil\n"


def record_of(text: str) -> Record:
    record = read_gcg(text.encode()).record
    assert record is not None
    return record


def with_note(note: str) -> Record:
    text = games.complete_game("Philomena Undisclosed", "Ben Cole", head=HEAD)
    lines = text.splitlines()
    lines.insert(-1, f"#note {note}")
    return record_of("\n".join(lines) + "\n")


def test_who_hides_nothing_is_called_as_the_register_says_and_keeps_the_nick() -> None:
    record = with_note("Philomena was lucky")
    public = masked(record, (Seen("Philomena U."), BEN))
    assert [person.nick for person in public.players] == ["PhilomenaUndisclosed", "BenCole"]
    assert [person.name for person in public.players] == ["Philomena U.", "Ben Cole"]
    assert public.title == "Philomena v Ben"
    assert public.unknown == record.unknown
    assert public.turns == record.turns


def test_a_hidden_name_is_in_no_line_of_the_record() -> None:
    text = write_gcg(masked(with_note("philomena undisclosed had to pass"), (LADY, BEN)))
    assert "philomena" not in text.casefold()
    assert "undisclosed" not in text.casefold()
    assert "woogles" not in text
    assert "photo" not in text
    assert "#player1 Lady_P Lady P" in text
    assert ">Lady_P:" in text
    assert "#note Lady P had to pass" in text


@pytest.mark.parametrize(
    "written",
    ["PHILOMENA", "Undisclosed's", "PhilomenaUndisclosed", "Philomena_Undisclosed", "undisclosed2"],
)
def test_a_hidden_name_is_found_however_it_is_written(written: str) -> None:
    record = with_note("a note")
    assert "hilomena" not in mask_of(record, (LADY, BEN)).text(written).casefold()
    assert "undisclosed" not in mask_of(record, (LADY, BEN)).text(written).casefold()


def test_words_that_only_contain_a_name_and_those_of_the_public_name_stay() -> None:
    seen = (Seen("Ann S.", ("Ann Smith", "Smith", "Ann")), BEN)
    mask = mask_of(record_of(games.complete_game("Ann Smith", "Ben Cole")), seen)
    assert mask.text("Ann saw SMITHY and Smith saw ANNEX") == "Ann saw SMITHY and Ann S. saw ANNEX"


JOSE = Seen("Sphinx", ("José Müller", "Müller", "José", "jose-muller"))
ANNE = Seen("Quill", ("Anne-Marie O'Brien", "O'Brien", "Anne-Marie", "anne-marie-o-brien"))
AL = Seen("Dee", ("Al Wu", "Wu", "Al"))


@pytest.mark.parametrize(
    ("seen", "written", "shown"),
    [
        (JOSE, normalize("NFD", "José Müller passed"), "Sphinx passed"),
        (JOSE, "Jose Muller passed", "Sphinx passed"),
        (JOSE, "JOSÉ MUELLER passed", "Sphinx passed"),
        (JOSE, "Müllers rack, Muller's rack, muller’s", "Sphinx rack, Sphinx rack, Sphinx"),
        (JOSE, "die Mu\u00adllers", "die Sphinx"),
        (JOSE, "joséphine held a Mull", "joséphine held a Mull"),
        (JOSE, "é Muller ü", "é Sphinx ü"),
        (ANNE, "Anne saw Marie", "Quill saw Quill"),
        (ANNE, "Annemarie OBrien", "Quill"),
        (ANNE, "anne marie o’brien", "Quill"),
        (ANNE, "Oʼbrien’s, O`Brien", "Quill, Quill"),
        (ANNE, "O no", "O no"),
        (ANNE, "Well done, A n n e - M a r i e!", ""),
        (ANNE, "the Annemarieness of it", ""),
        (AL, "Al played al then, WU et al.", "Dee played al then, Dee et al."),
        (AL, "alwu", "Dee"),
        (Seen("Tea", ("Øyvind Łuksza",)), "oyvind LUKSZA and Oeyvind", "Tea and Tea"),
        (Seen("Tea", ("王伟",)), "今天王伟赢了", "今天Tea赢了"),
        (Seen("Mueller", ("Karl Müller",)), "Muller, Karl Muller", "Muller, Mueller"),
    ],
)
def test_a_hidden_name_is_found_in_another_spelling(seen: Seen, written: str, shown: str) -> None:
    assert Mask([seen]).text(written) == shown


NAME = "Philomena Undisclosed"
SPELLINGS = st.sampled_from(
    [NAME, NAME.upper(), "PhilomenaUndisclosed", "Undisclosed", "philomena's", "Philomenas"]
)
AROUND = st.tuples(
    st.sampled_from(["", "x ", "é-", "("]), SPELLINGS, st.sampled_from(["", ")", " 2"])
)
NAMING = AROUND.map("".join)
TOKENS = st.sampled_from(["Philomena", "undisclosed", "Undisclosed's"])
# What a play spells in capitals is the game, whoever is called so.
TURNS = st.builds(
    Turn,
    kind=st.sampled_from(EventKind),
    player=st.integers(0, 1),
    rack=TOKENS | st.just("PHILOMENA"),
    tiles=TOKENS,
    score=st.integers(-9, 99),
    extra=NAMING,
    notes=st.tuples(NAMING, st.just(LOST_CHALLENGE)),
)
RECORDS = st.builds(
    Record,
    players=st.just((RecordedPlayer("Philomena", NAME), RecordedPlayer("Ben", "Ben Cole"))),
    turns=st.lists(TURNS, max_size=3).map(tuple),
    title=NAMING,
    descriptions=st.tuples(NAMING),
    identity=NAMING,
    lexicon=NAMING,
    game_type=NAMING,
    board_layout=NAMING,
    tile_distribution=NAMING,
    tile_letters=st.tuples(TOKENS),
    racks=st.tuples(TOKENS, TOKENS),
    incomplete=st.just(True),
    incomplete_rack=TOKENS,
    unknown=st.tuples(st.tuples(st.integers(0, 3), NAMING)),
)


@given(RECORDS)
def test_a_hidden_name_is_nowhere_whatever_field_has_it(record: Record) -> None:
    filled = {field.name for field in msgspec.structs.fields(Record) if getattr(record, field.name)}
    assert filled | {"turns"} == {field.name for field in msgspec.structs.fields(Record)}
    text = write_gcg(masked(record, (LADY, BEN)))
    letters = "".join(filter(str.isalpha, text)).casefold()
    assert "philomena" not in letters
    assert "undisclosed" not in letters


def test_known_boards_tiles_and_real_racks_stay() -> None:
    text = games.complete_game(
        "Trueing Undisclosed",
        "Ben Cole",
        head="#game-type classic\n#board-layout CrosswordGame\n#tile-distribution english\n",
    )
    record = record_of(text)
    public = masked(record, (Seen("Lady P", ("Trueing Undisclosed", "Egnrtu")), BEN))
    assert (public.game_type, public.board_layout) == ("classic", "CrosswordGame")
    assert public.tile_distribution == "english"
    assert public.turns == record.turns


def test_players_seen_under_one_name_have_nicks_that_differ() -> None:
    record = record_of(games.four_player_game(("Abe", "X", "X_2", "Dan")))
    hidden = (Seen("X", ("Abe",)), Seen("X"), Seen("X_2"), Seen("X", ("Dan",)))
    nicks = [person.nick for person in masked(record, hidden).players]
    assert len(set(nicks)) == 4
    assert nicks[1:3] == ["X", "X_2"]


def test_a_nick_is_one_word_whatever_the_alias() -> None:
    record = record_of(games.phoney_game("Abe", "Ben"))
    public = masked(record, (Seen("The: >Great #1", ("Abe",)), BEN))
    again = record_of(write_gcg(public))
    assert again.players == public.players
    assert again.turns[0].player == 0


def test_what_counts_is_never_touched() -> None:
    lost = games.Move("IORSTUW", "-", 0)
    text = games.game(("Ada Challenge", "Ben"), [(0, games.MOVES[0]), (1, lost)])
    record = record_of(f"{text}#note {LOST_CHALLENGE}\n")
    public = masked(record, (Seen("A", ("Ada Challenge", "unsuccessful")), BEN))
    assert public.turns[1].loses_turn


@given(st.sampled_from([games.complete_game, games.phoney_game, games.bonus_game]))
def test_a_game_comes_to_the_same_under_public_names(made: Callable[..., str]) -> None:
    text = made("Philomena", "Ben")
    before = check_gcg(text.encode())
    after = check_gcg(write_gcg(masked(record_of(text), (LADY, BEN))).encode())
    assert after.scores == before.scores
    assert after.verdict == before.verdict
    assert [one.laid for one in after.turns] == [one.laid for one in before.turns]
