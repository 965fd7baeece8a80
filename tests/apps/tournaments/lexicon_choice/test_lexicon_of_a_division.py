"""The lexicon of a division: chosen, frozen, confirmed where it is not in force, and shown."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from core.actors import Actor
from core.journal import stream_file
from core.journal.errors import NotAllowed, Refused
from core.journal.execute import execute
from core.journal.guard import writing
from core.journal.undo import UndoEntry, says
from core.models import JournalEntry, Stream
from core.roles.access import account_may
from core.roles.table import Permission
from lexicon.casual import casual_list
from lexicon.commands.in_force import SayInForce
from lexicon.models import Lexicon
from lexicon.places import Chosen, find_place, names_words, scope_of, why_closed
from lexicon.selectors.installed import lexica_folder
from lexicon.words.files import open_words
from tests.apps.tournaments.desk_events import (
    SLUG,
    account,
    division,
    entries_of,
    publish,
)
from tests.apps.tournaments.lexicon_choice.lexicon_events import (
    CASUAL,
    IN_DIVISION,
    STREAM,
    an_event_with_lists,
    choose,
    question,
    refusal,
    under,
    unrated,
)
from tests.builders.events import give
from tests.builders.lexica import imported_list
from tournaments.closing.commands import CloseEvent
from tournaments.event.commands.event import ChangeRules, DateEvent
from tournaments.failover.queries.replay_digest import project
from tournaments.lexicon_choice.commands import ChooseLexicon
from tournaments.models import Division, Entry, EntryMember, Tournament

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def event() -> None:
    """An event under NASPA's rules, and lists."""
    an_event_with_lists()


def test_only_the_director_chooses_the_lexicon() -> None:
    stranger = Actor(name="eve", user=account("eve"))
    with pytest.raises(NotAllowed):
        execute(ChooseLexicon(**IN_DIVISION, lexicon="NWL2023"), actor=stranger)
    dora = Actor(name="dora", user=account("dora", staff=False))
    execute(ChooseLexicon(**IN_DIVISION, lexicon="NWL2023"), actor=dora)
    assert division().lexicon == "NWL2023"


def test_a_division_keeps_the_code_as_it_is_written() -> None:
    with pytest.raises(Refused, match=r"Its code is NWL2023\."):
        choose("nwl2023")
    assert division().lexicon == ""


def test_a_list_in_force_is_chosen_without_a_question_and_its_words_are_frozen() -> None:
    choose("NWL2023", closes_word_tools=True)
    row = Lexicon.objects.get(code="NWL2023")
    held = division()
    assert (held.lexicon, held.lexicon_hash) == ("NWL2023", row.sha256)
    assert (held.second_lexicon, held.second_hash, held.closes_word_tools) == ("", "", True)
    assert says(entries_of()[-1]) == (
        "Division A plays by NWL2023, word tools closed while it is in play"
    )


def test_a_list_that_is_not_in_force_on_the_day_is_asked_about_and_the_log_says_so() -> None:
    against = (
        "NWL2020 is not in force: on 2026-05-08 NASPA plays by NWL2023, in force since 2024-02-29."
    )
    assert question("NWL2020") == against
    assert division().lexicon == ""
    choose("NWL2020", confirmed=True)
    assert says(entries_of()[-1]) == f"Division A plays by NWL2020. Confirmed despite: {against}"


def test_the_day_of_the_event_decides_what_is_in_force() -> None:
    give(DateEvent(event=SLUG, starts_on=date(2024, 2, 28)))
    choose("NWL2020")
    assert "NASPA plays by NWL2020, in force from 2021-01-06 to 2024-02-28" in question("NWL2023")


def test_an_event_that_goes_on_past_a_change_keeps_what_was_frozen() -> None:
    give(DateEvent(event=SLUG, starts_on=date(2024, 2, 28)))
    choose("NWL2020")
    give(DateEvent(event=SLUG, starts_on=date(2026, 5, 8)))
    choose("NWL2020", closes_word_tools=True)
    assert (division().lexicon, division().closes_word_tools) == ("NWL2020", True)


def test_to_open_or_close_the_word_tools_asks_nothing_once_games_are_played() -> None:
    choose("NWL2023", closes_word_tools=True)
    publish(1, (1, 2), (3, 4))
    assert question("NWL2020", closes_word_tools=True).startswith("Play has begun")
    choose("NWL2023", closes_word_tools=False)
    assert says(entries_of()[-1]) == "Division A: word tools open"
    choose("NWL2023", closes_word_tools=True)
    assert says(entries_of()[-1]) == "Division A: word tools closed while it is in play"


def test_a_code_whose_import_was_undone_and_done_right_is_taken_anew_once_that_is_said() -> None:
    choose("NWL2023")
    before = division().lexicon_hash
    with writing():
        Lexicon.objects.filter(code="NWL2023").delete()
    now = imported_list("NWL2023", ["RIGHT", "WORDS"], edition="NWL2023").sha256
    choose("NWL2023", closes_word_tools=True)
    assert division().lexicon_hash == before != now
    assert question("NWL2023", anew=True) == "NWL2023 had other words when it was chosen."
    choose("NWL2023", anew=True, confirmed=True)
    assert division().lexicon_hash == now
    with pytest.raises(Refused):
        choose("NWL2023", anew=True, confirmed=True)


def test_without_a_day_the_event_is_today() -> None:
    with writing():
        Tournament.objects.update(starts_on=None)
    choose("NWL2023")
    assert division().lexicon == "NWL2023"


@pytest.mark.parametrize(
    ("rules", "association"),
    [
        ("naspa-csw", "NASPA Collins"),
        ("wespa", "WESPA"),
        ("absp", "ABSP"),
        ("coco", "CoCo"),
    ],
)
def test_each_rule_set_asks_its_own_association(rules: str, association: str) -> None:
    under(rules)
    imported_list("CSW24", ["CAT"], edition="CSW24")
    choose("CSW24", to="B")
    assert f"on 2026-05-08 {association} plays by CSW24" in question("NWL2023", to="B")


@pytest.mark.parametrize("rules", ["club", "custom"])
def test_rules_that_are_nobodys_ask_nothing_of_a_published_list(rules: str) -> None:
    under(rules)
    choose("NWL2020", to="B")
    assert question("YAWL", to="B") == "YAWL is a free list; no association rates games by it."


def test_what_the_staff_said_of_the_dates_counts() -> None:
    days: dict[str, Any] = {"since": date(2026, 5, 1), "until": date(2026, 5, 31)}
    give(SayInForce(association="NASPA", edition="NWL2020", **days))
    choose("NWL2020")
    assert "plays by NWL2020, in force from 2026-05-01 to 2026-05-31" in question("NWL2023")


def test_a_free_a_school_and_an_unknown_list_are_asked_about() -> None:
    imported_list("SCHOOL", ["CAT"], edition="NSWL2023")
    imported_list("OURS", ["CAT"])
    assert question("SCHOOL") == "SCHOOL is a list for school events."
    assert question("OURS").startswith("OURS is not an edition that Wallchart knows: on 2026-05")
    assert "no association rates games by it" in question("YAWL")


def test_a_casual_list_is_refused_for_a_rated_division_and_labelled_in_another() -> None:
    told = refusal(CASUAL)
    assert (told.code, told.field) == ("lexicon.casual", "lexicon")
    assert "CASUAL LIST" in told.message
    assert refusal("NWL2023", second_opinion=CASUAL).code == "lexicon.casual"
    unrated()
    assert question(CASUAL) == "SCOWL80 is a CASUAL LIST, not for rated play."
    choose(CASUAL, confirmed=True)
    assert division().lexicon_hash == casual_list().sha256


def test_the_casual_list_under_another_code_is_as_casual() -> None:
    with writing():
        Lexicon.objects.filter(code="YAWL").update(sha256=casual_list().sha256)
    assert refusal("YAWL").code == "lexicon.casual"


def test_a_division_with_a_casual_list_is_given_no_ratings() -> None:
    unrated()
    choose("NWL2023", second_opinion=CASUAL, confirmed=True)
    with pytest.raises(Refused) as refused:
        give(ChangeRules(**IN_DIVISION, rating_system="naspa"))
    assert refused.value.code == "lexicon.casual"
    assert division().rating_system == ""


def test_no_undo_brings_ratings_and_a_casual_list_together() -> None:
    unrated()
    seq = entries_of()[-1].seq
    choose(CASUAL, confirmed=True)
    with pytest.raises(Refused) as refused:
        give(UndoEntry(journal=STREAM, seq=seq))
    assert refused.value.code == "lexicon.casual"
    choose("NWL2023")
    away = entries_of()[-1].seq
    give(ChangeRules(**IN_DIVISION, rating_system="naspa"))
    with pytest.raises(Refused) as refused:
        give(UndoEntry(journal=STREAM, seq=away))
    assert refused.value.code == "lexicon.casual"
    assert division().lexicon == "NWL2023"


def test_a_choice_is_undone_and_done_again() -> None:
    choose("NWL2023")
    frozen = division().lexicon_hash
    seq = entries_of()[-1].seq
    give(UndoEntry(journal=STREAM, seq=seq))
    assert (division().lexicon, division().lexicon_hash) == ("", "")
    give(UndoEntry(journal=STREAM, seq=seq + 1))
    assert division().lexicon_hash == frozen


def test_none_is_chosen_and_the_same_again_changes_nothing() -> None:
    assert refusal("").code == "nothing_changed"
    choose("NWL2023")
    assert refusal("NWL2023").code == "nothing_changed"
    choose("")
    assert says(entries_of()[-1]) == "Division A plays by no lexicon"


def test_once_games_were_played_both_questions_are_asked_as_one() -> None:
    publish(1, (1, 2), (3, 4))
    assert (
        question("NWL2023")
        == "Play has begun; rulings made with the earlier list stay as they are."
    )
    asked = question("NWL2020")
    assert asked.startswith(
        "Play has begun; rulings made with the earlier list stay as they are. NWL2020 is"
    )
    give(CloseEvent(event=SLUG, confirmed=True))
    assert refusal("NWL2023").code == "round.closed"


def test_an_unknown_list_one_put_away_and_one_without_words_are_refused() -> None:
    assert refusal("NOWHERE").code == "lexicon.unknown"
    choose("NWL2023")
    with writing():
        Lexicon.objects.update(is_put_away=True)
    assert refusal("NWL2020").code == "lexicon.put_away"
    choose("NWL2023", closes_word_tools=True)
    lost = imported_list("LOST", ["ZEBU", "ZEBUS"])
    for path in lexica_folder().glob(f"{lost.sha256}.*"):
        path.unlink()
    open_words.cache_clear()
    told = refusal("LOST")
    assert (told.code, told.field) == ("lexicon.no_words", "lexicon")


def test_a_second_opinion_is_another_list_of_the_same_tiles() -> None:
    imported_list("ODS9", ["CHAT"], "de", edition="ODS9")
    for lexicon, second in (("", "NWL2020"), ("NWL2023", "NWL2023"), ("NWL2023", "ODS9")):
        told = refusal(lexicon, second_opinion=second)
        assert (told.code, told.field) == ("lexicon.second", "second_opinion")
    assert refusal("NWL2023", second_opinion="NOWHERE").field == "second_opinion"
    choose("NWL2023", second_opinion="NWL2020")
    assert says(entries_of()[-1]) == "Division A plays by NWL2023, second opinion NWL2020"


def test_a_journal_replays_where_no_list_is() -> None:
    choose("NWL2020", second_opinion="NWL2023", confirmed=True)
    choose("NWL2023", closes_word_tools=True)
    before, lines = project(Tournament.objects.get()), list(stream_file.written(STREAM))
    sentences = [says(entry) for entry in entries_of()]
    assert before["divisions"]["A"]["lexicon_hash"] == division().lexicon_hash
    with writing():
        for rows in (EntryMember, Entry, Division, Tournament, JournalEntry, Stream, Lexicon):
            rows._default_manager.all().delete()
    assert stream_file.replay(lines) == len(sentences)
    assert project(Tournament.objects.get()) == before
    assert [says(entry) for entry in entries_of()] == sentences


def test_the_projection_of_an_event_without_a_lexicon_says_nothing_of_one() -> None:
    told = project(Tournament.objects.get())["divisions"]["A"]
    assert not [name for name in told if name.startswith(("lexicon", "second"))]
    assert "closes_word_tools" not in told


def test_a_division_is_a_place_where_words_are_judged() -> None:
    choose("NWL2023", second_opinion="NWL2020")
    place = find_place(f"{SLUG}/A")
    assert place is not None
    held = division()
    assert place.lexicon == Chosen("NWL2023", held.lexicon_hash)
    assert place.second == Chosen("NWL2020", held.second_hash)
    assert (place.label, place.rated, place.is_over) == ("Spring, division A", True, False)
    give(CloseEvent(event=SLUG, confirmed=True))
    over = find_place(f"{SLUG}/A")
    assert over is not None
    assert over.is_over


@pytest.mark.parametrize("key", ["", "spring", "spring/", "spring/Z", "nowhere/A"])
def test_what_is_no_division_is_no_place(key: str) -> None:
    assert find_place(key) is None


def test_a_place_is_found_with_one_query(django_assert_num_queries: Any) -> None:
    with django_assert_num_queries(1):
        find_place(f"{SLUG}/A")


def test_at_a_place_people_may_what_they_may_in_its_event() -> None:
    dora, eve = account("dora"), account("eve")
    assert account_may(dora, Permission.JUDGE, scope_of(f"{SLUG}/A"))
    assert not account_may(eve, Permission.JUDGE, scope_of(f"{SLUG}/A"))
    assert not account_may(dora, Permission.JUDGE, scope_of("spring"))


def test_word_tools_are_closed_while_a_division_that_says_so_is_in_play() -> None:
    choose("NWL2023", closes_word_tools=True)
    assert why_closed() == ""
    publish(1, (1, 2), (3, 4))
    assert why_closed() == (
        "Spring, division A, is in play, and its director has closed the word tools until the "
        "event ends."
    )
    give(CloseEvent(event=SLUG, confirmed=True))
    assert why_closed() == ""


def test_word_tools_stay_open_while_no_division_closes_them() -> None:
    choose("NWL2023")
    publish(1, (1, 2), (3, 4))
    assert why_closed() == ""


def test_words_that_a_division_plays_by_or_did_are_named_by_it_and_others_are_not() -> None:
    first, second, other = (
        Lexicon.objects.get(code=code).sha256 for code in ("NWL2023", "NWL2020", "YAWL")
    )
    assert not names_words(first)
    seq = choose("NWL2023", second_opinion="NWL2020").seq
    assert [names_words(each) for each in (first, second, other)] == [True, True, False]
    give(UndoEntry(journal=STREAM, seq=seq))
    assert not division().lexicon_hash
    assert [names_words(each) for each in (first, second, other)] == [True, True, False]
