"""The commands on lists: staff add them, say what they are, and put them away."""

from __future__ import annotations

from typing import Any

import pytest
from django.contrib.auth import get_user_model

from core.actors import CONSOLE, Actor
from core.journal.command import Command
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.stream_file import replay, written
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry
from lexicon.commands.base import LEXICA
from lexicon.commands.lexica import AddLexicon, ChangeLexicon, PutAwayLexicon, TakeUpLexicon
from lexicon.models import Lexicon
from lexicon.selectors.installed import installed, installed_lexica, lexica_folder
from tests.builders.lexica import stored_words

pytestmark = pytest.mark.django_db

FAMILY, OTHER = ("zax", "zebu", "zoa"), ("quag", "quod")
ABOUT = "b" * 64


def adding(code: str = "ZED24", of: tuple[str, ...] = FAMILY, **more: Any) -> AddLexicon:
    """Returns the command for a list whose words are on disk."""
    head = stored_words(of).head
    given: dict[str, Any] = {
        "name": "The Zed list",
        "tile_set": head.tile_set,
        "sha256": head.sha256,
        "words": head.words,
        "by_length": dict(head.by_length),
    }
    return AddLexicon(lexicon=code, **given | more)


def do(command: Command) -> JournalEntry:
    """Executes a command and returns its entry."""
    done = execute(command, actor=CONSOLE)
    return JournalEntry.objects.get(stream__key=command.stream(), seq=done.seq)


@pytest.fixture(autouse=True)
def _definitions() -> None:
    lexica_folder().mkdir(parents=True, exist_ok=True)
    (lexica_folder() / f"{ABOUT}.about").write_bytes(b"what a list tells about its words")


def row(code: str = "ZED24") -> Lexicon:
    return Lexicon.objects.get(code=code)


@pytest.mark.parametrize("operator", [True, False])
def test_only_operators_change_the_lexica(operator: bool) -> None:
    user = get_user_model().objects.create_user("ada", is_staff=True, is_superuser=operator)
    actor = Actor(name="ada", user=user)
    command = adding()
    if operator:
        execute(command, actor=actor)
        assert row().name == "The Zed list"
    else:
        with pytest.raises(NotAllowed, match=r"Only an operator can do that\."):
            execute(command, actor=actor)
        assert not Lexicon.objects.exists()


def test_a_list_is_added_with_what_it_is_and_none_of_its_words() -> None:
    entry = do(adding(family="Zed", edition="ZED24", file_name="zed.txt", file_sha256="a" * 64))
    assert (row().words, row().by_length, row().file_name) == (3, {"3": 2, "4": 1}, "zed.txt")
    assert says(entry) == "Lexicon ZED24 added: 3 words"
    assert not any(word.upper() in str(entry.payload) for word in FAMILY)
    assert installed("ZED24").family == "Zed"


@pytest.mark.parametrize("code", ["", "-zed", "z" * 21, "zed 24", "Zed/24", "zéd", "z\n", ".."])
def test_a_code_is_short_and_plain(code: str) -> None:
    with pytest.raises(Refused, match="1 to 20 letters, digits") as refused:
        do(adding(code))
    assert refused.value.field == "lexicon"


@pytest.mark.parametrize("code", ["ZED24", "Z", "csw-24.1_b", "9"])
def test_a_code_keeps_its_case(code: str) -> None:
    do(adding(code))
    assert row(code).code == code


def test_a_code_in_use_with_other_words_is_refused_in_a_sentence() -> None:
    do(adding())
    with pytest.raises(Refused) as refused:
        do(adding(of=OTHER))
    assert refused.value.message == (
        "The code ZED24 belongs to another list, with 3 words; choose another code."
    )
    assert (refused.value.code, refused.value.field) == ("lexicon.taken", "lexicon")


def test_a_code_that_differs_in_its_case_alone_is_taken() -> None:
    do(adding())
    with pytest.raises(Refused, match="A lexicon ZED24 already exists, in another case"):
        do(adding("zed24", OTHER))
    do(PutAwayLexicon(lexicon="ZED24"))
    with pytest.raises(Refused, match="in another case"):
        do(adding("zed24"))


def test_the_same_words_under_the_same_code_change_nothing() -> None:
    do(adding())
    entry = do(adding(name="Another name", file_name="other.txt"))
    assert says(entry) == "Lexicon ZED24 imported again with the same words: nothing changed"
    assert entry.changes == []
    assert (row().name, row().file_name) == ("The Zed list", "")


def test_definitions_that_come_with_the_same_words_are_taken_over_and_taken_back() -> None:
    do(adding())
    entry = do(adding(about=ABOUT, file_name="defined.txt"))
    assert says(entry) == (
        "Lexicon ZED24 imported again with the same words: its definitions are new"
    )
    assert (row().about, row().file_name) == (ABOUT, "defined.txt")
    without = do(adding())
    assert (without.changes, row().about) == ([], ABOUT)
    do(UndoEntry(journal=LEXICA, seq=entry.seq))
    assert (row().about, row().file_name) == ("", "")


def test_a_list_put_away_is_taken_up_when_it_comes_again() -> None:
    do(adding())
    do(PutAwayLexicon(lexicon="ZED24"))
    assert says(do(adding())).endswith("the same words: it was taken up again")
    assert not row().is_put_away


def test_another_code_for_the_same_words_shares_their_files() -> None:
    do(adding())
    do(adding("OTHER"))
    assert row().sha256 == row("OTHER").sha256


def test_words_that_are_not_on_this_machine_are_refused_live_and_not_in_a_replay() -> None:
    with pytest.raises(Refused, match="are not on this machine; import its file again"):
        do(adding(sha256="c" * 64))
    with pytest.raises(Refused, match="The definitions of this list are not on this machine"):
        do(adding(about="c" * 64))
    execute(adding(sha256="c" * 64), actor=CONSOLE, recorded={})
    assert row().sha256 == "c" * 64


@pytest.mark.parametrize(
    ("more", "code"),
    [
        ({"tile_set": "xx"}, "tile_set.unknown"),
        ({"sha256": "C" * 64}, "lexicon.hash"),
        ({"about": "../secret"}, "lexicon.hash"),
        ({"words": 4}, "lexicon.lengths"),
        ({"by_length": {"3": 4, "4": -1}}, "lexicon.lengths"),
        ({"by_length": {"3": 1, "4": 2}}, "lexicon.lengths"),
        ({"by_length": {"three": 3}}, "lexicon.lengths"),
        ({"name": "  "}, "field.invalid"),
        ({"name": "n" * 81}, "field.invalid"),
        ({"family": "f\x07"}, "field.invalid"),
        ({"file_name": "f" * 121}, "field.invalid"),
    ],
)
def test_a_payload_that_describes_no_list_here_is_refused(more: dict[str, Any], code: str) -> None:
    with pytest.raises(Refused) as refused:
        do(adding(**more))
    assert refused.value.code == code
    assert not Lexicon.objects.exists()


def test_an_added_list_is_undone_and_done_again_and_its_words_stay() -> None:
    entry = do(adding())
    undo = do(UndoEntry(journal=LEXICA, seq=entry.seq))
    assert not Lexicon.objects.exists()
    do(UndoEntry(journal=LEXICA, seq=undo.seq))
    assert row().words == 3


def test_an_undone_list_does_not_come_back_beside_one_that_took_its_code() -> None:
    undo = do(UndoEntry(journal=LEXICA, seq=do(adding()).seq))
    do(adding("zed24", OTHER))
    with pytest.raises(Refused, match="A lexicon zed24 already exists, in another case"):
        do(UndoEntry(journal=LEXICA, seq=undo.seq))


def test_what_a_list_is_can_be_said_anew_and_only_what_differs_is_recorded() -> None:
    do(adding(family="Zed"))
    entry = do(ChangeLexicon(lexicon="ZED24", name="The Zed list", family="", edition="ZED24"))
    assert says(entry) == "Lexicon ZED24: family is now none, edition is now ZED24"
    assert (row().family, row().edition) == ("", "ZED24")
    with pytest.raises(Refused, match=r"This would change nothing\."):
        do(ChangeLexicon(lexicon="ZED24", edition="ZED24"))


def test_a_list_put_away_is_offered_nowhere_until_it_is_taken_up() -> None:
    do(adding())
    assert says(do(PutAwayLexicon(lexicon="ZED24"))) == "Lexicon ZED24 put away"
    assert "ZED24" not in {one.code for one in installed_lexica()}
    assert installed("ZED24").is_put_away
    with pytest.raises(Refused, match="ZED24 is already put away"):
        do(PutAwayLexicon(lexicon="ZED24"))
    assert says(do(TakeUpLexicon(lexicon="ZED24"))) == "Lexicon ZED24 taken up again"
    with pytest.raises(Refused, match="ZED24 is not put away"):
        do(TakeUpLexicon(lexicon="ZED24"))


@pytest.mark.parametrize("command", [ChangeLexicon, PutAwayLexicon, TakeUpLexicon])
def test_a_list_that_is_not_there_is_refused(command: Any) -> None:
    with pytest.raises(Refused, match=r"No lexicon is called NONE\."):
        do(command(lexicon="NONE"))


def test_the_journal_of_the_lexica_replays_where_no_words_are() -> None:
    first = do(adding())
    do(ChangeLexicon(lexicon="ZED24", name="Zed"))
    do(adding("OTHER", OTHER, about=ABOUT))
    before = list(Lexicon.objects.values_list("code", "name", "sha256", "about"))
    lines = list(written(LEXICA))
    for entry in JournalEntry.objects.filter(stream__key=LEXICA, undone_by=None).order_by("-seq"):
        do(UndoEntry(journal=LEXICA, seq=entry.seq))
    assert not Lexicon.objects.exists()
    with writing():
        first.stream.entries.all().delete()
        first.stream.delete()
    assert replay(lines) == 3
    assert list(Lexicon.objects.values_list("code", "name", "sha256", "about")) == before
