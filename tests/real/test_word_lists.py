"""Two public-domain lists, imported by the command: every word judged, and many others."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from lexicon.selectors.installed import installed, words_of
from lexicon.words.files import WordFiles
from lexicon.words.judging import play_of, ruled
from tests.contract_calls import answer
from tests.depth import chance, times

pytestmark = pytest.mark.django_db

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
NON_WORDS = min(1_000_000, times(100_000, deep=1_000_000))
PLAYS = times(2_000, deep=20_000)


@pytest.fixture(params=["enable2k", "yawl"])
def list_file(request: pytest.FixtureRequest, real_data: Path) -> Path:
    """Returns the file of one of the lists, or skips the test."""
    path: Path = real_data / "lexicon" / f"{request.param}.txt"
    if not path.is_file():
        pytest.skip(f"no word list {path}")
    return path


def test_a_real_list_is_imported_and_recognised_and_judges_without_a_wrong_answer(
    list_file: Path,
) -> None:
    words = {
        word for word in list_file.read_text(encoding="ascii").upper().split() if 1 < len(word) < 16
    }
    told = answer("lexicon_import", "REAL", list_file)
    assert told["words"] == len(words)
    assert told["recognised"] == {"enable2k": "ENABLE2K", "yawl": "YAWL"}[list_file.stem]
    assert told["by_length"] == {
        str(length): sum(len(word) == length for word in words) for length in range(2, 16)
    }
    files = words_of(installed("REAL").sha256)
    assert set(files.in_order()) == words
    assert [word for word in words if not files.holds(word)] == []
    assert [word for word in _non_words(words, chance(1)) if files.holds(word)] == []
    _judge_plays(files, sorted(words))


def _non_words(words: set[str], dice: Random) -> set[str]:
    """Returns strings that are no words: changed words, parts of words, and nonsense."""
    known, found = sorted(words), set[str]()
    while len(found) < NON_WORDS:
        word = dice.choice(known)
        at = dice.randrange(len(word))
        likely = (
            word[:at] + dice.choice(LETTERS) + word[at + 1 :],
            word[:at] + dice.choice(LETTERS) + word[at:],
            word[: max(at, 2)],
            word[at:],
            "".join(dice.choices(LETTERS, k=dice.randint(2, 15))),
        )
        found.update(one for one in likely if 1 < len(one) < 16 and one not in words)
    return found


def _judge_plays(files: WordFiles, words: list[str]) -> None:
    """Judges plays of one to eight words: one bad word makes the whole play bad."""
    dice, known = chance(2), frozenset(words)
    for _ in range(PLAYS):
        play = dice.sample(words, dice.randint(1, 8))
        if dice.random() < 0.5:
            play[dice.randrange(len(play))] = "".join(dice.choices("BCDFGJKQVXZ", k=5))
        text = "\n".join(play).lower()
        expected = all(word in known for word in play)
        assert ruled(play_of(files.tile_set, text), files) is expected, play
