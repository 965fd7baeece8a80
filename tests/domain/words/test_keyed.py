"""The keys of a list: anagrams, hooks and extensions, as a look through all words finds them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lexicon.words.cards import card_of, hooks_of
from lexicon.words.keyed import Keys, alphagram, keys_of
from lexicon.words.tiles import tile_sets
from tests.domain.words.invented import TILES, codes_of, invented, listed


def texts(key: str, longest: int = 6) -> st.SearchStrategy[str]:
    """Words of an invented list, and other rows of its tiles."""
    tiles = codes_of(tile_sets()[key], *TILES[key].split())
    return st.one_of(
        st.sampled_from(invented(key)[1]), st.text(tiles, min_size=1, max_size=longest)
    )


ASKED = st.sampled_from(sorted(TILES)).flatmap(lambda key: st.tuples(st.just(key), texts(key)))


def keys(key: str) -> Keys:
    return keys_of(invented(key)[0])


@given(ASKED)
def test_anagrams_are_the_words_with_the_same_tiles(asked: tuple[str, str]) -> None:
    key, tiles = asked
    words = invented(key)[1]
    naive = [word for word in words if Counter(word) == Counter(tiles)]
    assert keys(key).anagrams(tiles) == naive


@given(ASKED, st.integers(1, 2))
def test_blank_anagrams_are_grouped_by_what_the_blanks_stand_for(
    asked: tuple[str, str], blanks: int
) -> None:
    key, tiles = asked
    naive: dict[str, list[str]] = {}
    for word in invented(key)[1]:
        drawn = Counter(word) - Counter(tiles)
        if len(word) == len(tiles) + blanks and drawn.total() == blanks:
            naive.setdefault(alphagram("".join(drawn.elements())), []).append(word)
    assert keys(key).blank_anagrams(tiles, blanks) == naive


@given(ASKED)
def test_subanagrams_are_the_words_of_some_of_the_tiles_the_longest_first(
    asked: tuple[str, str],
) -> None:
    key, rack = asked
    naive: dict[int, list[str]] = {}
    for word in invented(key)[1]:
        if Counter(word) <= Counter(rack):
            naive.setdefault(len(word), []).append(word)
    found = keys(key).subanagrams(rack)
    assert found == naive
    assert list(found) == sorted(found, reverse=True)


@given(ASKED)
def test_hooks_are_the_tiles_before_and_behind_and_what_the_ends_leave(
    asked: tuple[str, str],
) -> None:
    key, tiles = asked
    files, words = invented(key)
    hooks = hooks_of(files, tiles)
    assert hooks.front == _codes(word[0] for word in words if word[1:] == tiles)
    assert hooks.back == _codes(word[-1] for word in words if word[:-1] == tiles)
    assert (hooks.inner_front, hooks.inner_back) == (tiles[1:] in words, tiles[:-1] in words)


@given(ASKED)
def test_extensions_are_longer_words_with_the_tiles_at_an_end_or_inside(
    asked: tuple[str, str],
) -> None:
    key, tiles = asked
    files, words = invented(key)
    card = card_of(files, tiles, files.tile_set)
    longer = [word for word in words if len(word) > len(tiles)]
    assert list(card.front_extensions) == [word for word in longer if word.endswith(tiles)]
    assert list(card.back_extensions) == [word for word in longer if word.startswith(tiles)]
    assert sorted(card.inside_extensions) == [word for word in longer if tiles in word[1:-1]]


@given(ASKED)
def test_transpositions_are_words_two_of_whose_tiles_changed_places(asked: tuple[str, str]) -> None:
    key, tiles = asked
    naive = set()
    for place in range(len(tiles) - 1):
        row = list(tiles)
        row[place : place + 2] = row[place + 1], row[place]
        naive.add("".join(row))
    expected = sorted(word for word in naive - {tiles} if word in invented(key)[1])
    assert keys(key).transpositions(tiles) == expected


def test_a_card_of_no_word_has_no_rank_and_one_of_a_word_leaves_itself_out(tmp_path: Path) -> None:
    english = tile_sets()["en"]
    files = listed(tmp_path, english, {"LATE", "TALE", "ALE", "PLATE", "LATER", "ISOLATED"})
    card = card_of(files, "LATE", english)
    assert (card.anagrams, card.transpositions) == (("TALE",), ())
    assert (card.hooks.front, card.hooks.back) == ("P", "R")
    assert (card.hooks.inner_front, card.hooks.inner_back) == (False, False)
    assert card.inside_extensions == ("ISOLATED",)
    assert card.rank in (1, 2)
    assert card_of(files, "LAET", english).rank is None
    assert card_of(files, "LAET", english).anagrams == ("LATE", "TALE")


def test_a_tile_of_two_letters_is_one_hook(tmp_path: Path) -> None:
    spanish = tile_sets()["es"]
    words = [("O", "CH", "O"), ("CH", "O", "CH", "O"), ("C", "O", "CH", "O"), ("O", "CH", "O", "S")]
    files = listed(tmp_path, spanish, {codes_of(spanish, *word) for word in words})
    hooks = hooks_of(files, codes_of(spanish, "O", "CH", "O"))
    assert hooks.front == codes_of(spanish, "C", "CH")
    assert hooks.back == codes_of(spanish, "S")


def test_the_keys_are_made_once_and_then_opened(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    files = listed(tmp_path, tile_sets()["en"], {"AT", "TA", "EAT"})
    assert keys_of(files).anagrams("AT") == ["AT", "TA"]
    made = files.path("keys").stat().st_mtime_ns
    monkeypatch.setattr(type(files), "in_order", lambda _: iter(["NOT", "ASKED"]))
    assert keys_of(files).back_extensions("T") == ["TA"]
    assert files.path("keys").stat().st_mtime_ns == made


def _codes(found: Iterable[str]) -> str:
    return "".join(sorted(found))
