"""Text read as tiles, language by language, and written again."""

from __future__ import annotations

import pytest

from lexicon.words.errors import WordError
from lexicon.words.spelling import lowered, one_reading, readings, spelled, written
from lexicon.words.tiles import tile_sets


def read(key: str, text: str, *, coded: bool = False, brackets_only: bool = False) -> list[str]:
    tiles = tile_sets()[key]
    found = readings(tiles, text, coded=coded, brackets_only=brackets_only)
    return [spelled(tiles, codes) for codes in found]


def wrong(key: str, text: str) -> tuple[str, dict[str, object]]:
    with pytest.raises(WordError) as raised:
        one_reading(tile_sets()[key], text)
    with pytest.raises(WordError) as again:
        readings(tile_sets()[key], text)
    assert (again.value.code, again.value.params) == (raised.value.code, raised.value.params)
    return raised.value.code, raised.value.params


@pytest.mark.parametrize(
    ("key", "text", "reading", "tiles"),
    [
        ("en", "Word", "WORD", 4),
        ("en-super", "extraordinarinesses", "EXTRAORDINARINESSES", 19),
        ("es", "perro", "PE[RR]O", 4),
        ("es", "chilla", "[CH]I[LL]A", 4),
        ("es", "niño", "NIÑO", 4),
        ("ca", "COL·LEGI", "CO[L·L]EGI", 6),
        ("ca", "collar", "COLLAR", 6),
        ("ca", "quinze", "[QU]INZE", 5),
        ("ca", "any", "A[NY]", 2),
        ("ca-super", "plaça", "PLAÇA", 5),
        ("fr", "œuvre", "OEUVRE", 6),
        ("fr", "Élève", "ELEVE", 5),
        ("fr", "garçon", "GARCON", 6),
        ("fr", "exæquo", "EXAEQUO", 7),
        ("de", "Straße", "STRASSE", 7),
        ("de", "STRAẞE", "STRASSE", 7),
        ("de", "Bücher", "BÜCHER", 6),
        ("nl", "ĳs", "IJS", 3),
        ("nl", "ĲS", "IJS", 3),
        ("nl", "ijs", "IJS", 3),
        ("pl", "żółć", "ŻÓŁĆ", 4),
        ("no", "quiz", "QUIZ", 4),
        ("no", "blåbær", "BLÅBÆR", 6),
        ("sv", "ångström", "ÅNGSTRÖM", 8),
        ("da", "rødgrød", "RØDGRØD", 7),
        ("sl", "žužek", "ŽUŽEK", 5),
        ("sl", "wxyq", "WXYQ", 4),
        ("tr", "ışık", "IŞIK", 4),
        ("tr", "istanbul", "İSTANBUL", 8),
        ("it", "gnocchi", "GNOCCHI", 7),
        ("pt", "coraçao", "CORAÇAO", 7),
        ("hu", "gyerek", "[GY]EREK", 5),
        ("hu", "tyúk", "[TY]ÚK", 3),
        ("cy", "mab", "MAB", 3),
    ],
)
def test_a_text_without_doubt_has_one_reading(
    key: str, text: str, reading: str, tiles: int
) -> None:
    assert read(key, text) == [reading]
    assert len(one_reading(tile_sets()[key], text)) == tiles


@pytest.mark.parametrize(
    ("key", "text", "every"),
    [
        ("cy", "ddod", ["[DD]OD", "DDOD"]),
        ("cy", "ddd", ["[DD]D", "D[DD]", "DDD"]),
        ("cy", "bangor", ["BA[NG]OR", "BANGOR"]),
        ("hu", "csak", ["[CS]AK", "CSAK"]),
        ("hu", "egészség", ["EGÉ[SZ]SÉG", "EGÉS[ZS]ÉG", "EGÉSZSÉG"]),
        ("hu", "csz", ["[CS]Z", "C[SZ]", "CSZ"]),
        ("hu", "vissza", ["VI[SZ][SZ]A", "VIS[SZ]A", "VISSZA"]),
        ("hu", "meggy", ["ME[GY][GY]", "MEG[GY]"]),
        ("hu", "gally", ["GA[LY][LY]", "GAL[LY]"]),
        ("hu", "zzs", ["[ZS][ZS]", "Z[ZS]", "ZZS"]),
        ("hu", "ccs", ["[CS][CS]", "C[CS]", "CCS"]),
        ("hu", "annyi", ["A[NY][NY]I", "AN[NY]I"]),
        ("hu", "pötty", ["PÖ[TY][TY]", "PÖT[TY]"]),
    ],
)
def test_a_text_in_doubt_has_every_reading_with_the_longest_tiles_first(
    key: str, text: str, every: list[str]
) -> None:
    tiles = tile_sets()[key]
    assert read(key, text) == every
    assert spelled(tiles, one_reading(tiles, text, longest=True)) == every[0]
    with pytest.raises(WordError) as raised:
        one_reading(tiles, text)
    assert raised.value.code == "word.ambiguous"
    assert raised.value.params == {"text": text, "readings": tuple(every)}


@pytest.mark.parametrize(
    ("key", "text", "reading"),
    [
        ("es", "pe[rr]o", "PE[RR]O"),
        ("es", "[P]ERRO", "PE[RR]O"),
        ("hu", "[sz]s", "[SZ]S"),
        ("hu", "[S][Z][ZS]", "SZ[ZS]"),
        ("cy", "[DD]O[D]", "[DD]OD"),
        ("ca", "co[l.l]egi", "CO[L·L]EGI"),
        ("en", "[w]ord", "WORD"),
    ],
)
def test_brackets_leave_no_doubt(key: str, text: str, reading: str) -> None:
    assert read(key, text) == [reading]


def test_spanish_letters_are_parted_only_by_brackets() -> None:
    # FISE: C and H are not the tile CH, so what is read is another play, which no list has.
    assert read("es", "CH") == ["[CH]"]
    assert read("es", "[C][H]") == read("es", "C[H]") == ["[C]H"]
    assert read("es", "[L][L][L]") == ["[L][L]L"]


@pytest.mark.parametrize(
    ("key", "text", "reading"),
    [
        ("hu", "SZ[SZ]", "SZ[SZ]"),
        ("hu", "meggyőz", "MEG[GY]ŐZ"),
        ("hu", "CSGY", "CS[GY]"),
        ("cy", "DDO[DD]", "DDO[DD]"),
        ("es", "perro", "PE[RR]O"),
    ],
)
def test_where_a_list_has_brackets_only_tiles_in_doubt_are_single_outside_them(
    key: str, text: str, reading: str
) -> None:
    tiles = tile_sets()[key]
    assert read(key, text, brackets_only=True) == [reading]
    assert spelled(tiles, one_reading(tiles, text, brackets_only=True)) == reading


@pytest.mark.parametrize("dot", ["·", "\u2022", "\u2027", ".", "-", "\u0387"])
def test_the_catalan_dot_is_written_in_many_ways(dot: str) -> None:
    assert read("ca", f"col{dot}legi") == ["CO[L·L]EGI"]


@pytest.mark.parametrize("text", ["co\u0140legi", "CO\u013fLEGI", "co\u0140LEGI"])
def test_the_catalan_l_with_a_dot_is_half_of_the_tile(text: str) -> None:
    assert read("ca", text) == ["CO[L·L]EGI"]


def test_codes_of_one_character_are_read_only_when_they_are_asked_for() -> None:
    assert read("es", "1i2a3", coded=True) == ["[CH]I[LL]A[RR]"]
    assert read("ca", "kwyq", coded=True) == ["Ç[L·L][NY][QU]"]
    # In such a file Q is the tile QU: a U behind it is a tile of its own.
    assert read("ca", "QUE", coded=True) == ["[QU]UE"]
    assert one_reading(tile_sets()["ca"], "AKWYQ", coded=True) == one_reading(
        tile_sets()["ca"], "AÇL·LNYQU"
    )
    assert wrong("es", "1A") == ("tile.unknown", {"character": "1", "text": "1A"})
    assert wrong("ca", "KILO")[1]["character"] == "K"


@pytest.mark.parametrize(
    ("key", "text", "same"),
    [
        ("es", "n\u0303u", "ñu"),
        ("de", "u\u0308ber", "über"),
        ("pl", "z\u0307o\u0301\u0142c\u0301", "żółć"),
        ("hu", "o\u030bz", "őz"),
        ("ca", "plac\u0327a", "plaça"),
        ("fr", "e\u0301te\u0301q\u0301", "eteq"),
        ("en", "\u212aelvin", "kelvin"),
        ("tr", "i\u0307n\u0131", "inı"),
        ("en", "\ufeffwo\u00adr\u200bd\u00a0\r\n", "word"),
        ("hu", " \u00a0gy\u2060ár\t", "gyár"),
    ],
)
def test_what_cannot_be_seen_makes_no_difference(key: str, text: str, same: str) -> None:
    tiles = tile_sets()[key]
    assert one_reading(tiles, text) == one_reading(tiles, same)
    assert readings(tiles, text) == readings(tiles, same)


def test_turkish_i_with_and_without_a_dot_come_back_as_they_went() -> None:
    tiles = tile_sets()["tr"]
    for text in ("ılık", "iğdiş", "sınıfi"):
        codes = one_reading(tiles, text)
        assert lowered(tiles, codes) == text
        assert one_reading(tiles, written(tiles, codes)) == codes
    assert written(tiles, one_reading(tiles, "ıiIİ")) == "IİIİ"


@pytest.mark.parametrize(
    ("key", "text", "lower"),
    [
        ("es", "PERRO", "pe[rr]o"),
        ("ca", "COL·LEGI", "co[l·l]egi"),
        ("de", "GRÖSSE", "grösse"),
        ("tr", "IĞDIR", "ığdır"),
    ],
)
def test_blanks_are_lower_case_by_the_alphabet(key: str, text: str, lower: str) -> None:
    tiles = tile_sets()[key]
    codes = one_reading(tiles, text)
    assert lowered(tiles, codes) == lower
    assert one_reading(tiles, lower) == codes


def test_tiles_are_written_as_the_letters_on_them() -> None:
    assert written(tile_sets()["es"], one_reading(tile_sets()["es"], "pe[rr]o")) == "PERRO"
    assert written(tile_sets()["hu"], one_reading(tile_sets()["hu"], "me[gy][gy]")) == "MEGYGY"


def test_words_are_sorted_by_the_tiles_of_the_language() -> None:
    tiles = tile_sets()["es"]
    words = ["dado", "chal", "cuna", "ñame", "nuez", "llave", "luz"]
    in_order = sorted(one_reading(tiles, word) for word in words)
    assert [written(tiles, codes).lower() for codes in in_order] == [
        "cuna", "chal", "dado", "luz", "llave", "nuez", "ñame",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("key", "text", "character"),
    [
        ("en", "WORD5", "5"),
        ("en", "naïve", "ï"),
        ("en", "two words", " "),
        ("en", "A\0B", "\0"),
        ("en", "WHAT?", "?"),
        ("en", "\u0391BC", "\u0391"),
        ("en", "ſo", "ſ"),
        ("en", "ﬁn", "ﬁ"),
        ("en", "ı", "ı"),
        ("en", "\ud800", "\ud800"),
        ("tr", "QUIZ", "Q"),
        ("it", "jazz", "j"),
        ("es", "kilo", "k"),
        ("es", "área", "á"),
        ("pt", "coração", "ã"),
        ("pl", "quiz", "q"),
        ("nl", "é", "é"),
        ("ca", "qatar", "q"),
        ("ca", "yoga", "y"),
        ("ca", "a.b", "."),
        ("hu", "cyan", "y"),
        ("hu", "cscsy", "y"),
        ("sv", "ø", "ø"),
        ("da", "ö", "ö"),
    ],
)
def test_the_first_character_that_no_tile_has_is_named_as_it_was_typed(
    key: str, text: str, character: str
) -> None:
    assert wrong(key, text) == ("tile.unknown", {"character": character, "text": text})


@pytest.mark.parametrize(
    ("key", "text", "brackets"),
    [
        ("es", "pe[rro", "[RRO"),
        ("es", "pe[rs]o", "[RS]"),
        ("es", "perr]o", "]"),
        ("es", "[]", "[]"),
        ("es", "[[RR]]", "[[RR]"),
        ("en", "[ch]at", "[CH]"),
        ("en", "wor]d", "]"),
        ("hu", "[ggy]", "[GGY]"),
        ("de", "gro[ß]", "[SS]"),
        ("cy", "ddo[d", "[D"),
    ],
)
def test_brackets_stand_around_one_tile(key: str, text: str, brackets: str) -> None:
    assert wrong(key, text) == ("tile.bracket", {"text": brackets})


@pytest.mark.parametrize("text", ["", "  ", "\u200b", "\ufeff\u00a0", "\r\n"])
@pytest.mark.parametrize("key", ["en", "es", "hu"])
def test_no_text_is_no_word(key: str, text: str) -> None:
    assert wrong(key, text) == ("tile.empty", {})


def test_accents_alone_are_no_french_word() -> None:
    assert wrong("fr", "\u0301") == ("tile.empty", {})


def test_more_readings_than_sixty_four_are_refused_however_many_there_are() -> None:
    tiles = tile_sets()["hu"]
    assert len(readings(tiles, "cs" * 6)) == 64
    for text in ("cs" * 7, "cs" * 100):
        with pytest.raises(WordError) as raised:
            readings(tiles, text)
        assert (raised.value.code, raised.value.params) == ("word.readings", {"text": text})
        assert spelled(tiles, one_reading(tiles, text, longest=True)) == "[CS]" * (len(text) // 2)


def test_readings_that_lead_nowhere_are_not_followed_one_by_one() -> None:
    # 2 to the power of 100 ways, none of which gets past the Y.
    assert wrong("hu", "cs" * 100 + "y")[0] == "tile.unknown"


def test_a_text_that_no_word_can_have_is_too_long() -> None:
    with pytest.raises(WordError) as raised:
        readings(tile_sets()["en-super"], "a" * 1_000_000)
    assert (raised.value.code, raised.value.params) == ("word.long", {"longest": 21})
