"""What a game did to the book of records, told from how it stood before and after."""

from __future__ import annotations

from datetime import timedelta

from clubs.records.book.book import Book
from clubs.records.book.categories import RecordCategory
from clubs.records.book.facts import GameFact
from clubs.records.book.news import NewsKind, RecordNews, news_between, view_of
from clubs.records.book.scopes import Section, club_scope
from tests.domain.clubs.book_games import START, played

OAK = Section(club_scope("oak"), "NWL")
WHO = ("ann", "ben", "cas", "dee")


def news(book: Book, game: GameFact | str) -> dict[RecordCategory, list[RecordNews]]:
    """Returns by category what putting this game in, or taking one out, did at the club."""
    before = view_of(book, [OAK], WHO)
    if isinstance(game, str):
        book.take_out(game)
    else:
        book.put(game)
    told: dict[RecordCategory, list[RecordNews]] = {}
    for one in news_between(before, view_of(book, [OAK], WHO)):
        told.setdefault(one.slot.category, []).append(one)
    return told


def short(told: list[RecordNews]) -> list[tuple[NewsKind, int, str, list[str]]]:
    return [
        (one.kind, one.place, one.holding.source, [held.source for held in one.before])
        for one in told
    ]


def test_a_better_game_is_a_new_record_and_names_those_who_held_it() -> None:
    book = Book([played("g1", ("ann", 450), ("ben", 1)), played("g2", ("ben", 450), ("ann", 2))])
    told = news(book, played("g3", ("cas", 451), ("dee", 400)))
    new = (NewsKind.NEW_RECORD, 1, "g3", ["g1", "g2"])
    assert short(told[RecordCategory.HIGH_GAME]) == [new]
    assert told[RecordCategory.HIGH_GAME][0].section == OAK


def test_the_first_game_of_all_is_a_record_of_which_nobody_was_the_holder_before() -> None:
    told = news(Book(), played("g1", ("ann", 450), ("ben", 400)))
    assert short(told[RecordCategory.HIGH_GAME]) == [(NewsKind.NEW_RECORD, 1, "g1", [])]


def test_an_equal_game_shares_the_record_and_a_lesser_one_enters_the_first_five() -> None:
    book = Book([played("g1", ("ann", 450), ("ben", 1))])
    told = news(book, played("g2", ("cas", 450), ("dee", 2)))
    assert short(told[RecordCategory.HIGH_GAME]) == [(NewsKind.EQUALLED, 1, "g2", ["g1"])]
    told = news(book, played("g3", ("dee", 420), ("cas", 3)))
    assert short(told[RecordCategory.HIGH_GAME]) == [(NewsKind.ENTERED, 3, "g3", [])]


def test_a_record_goes_back_to_who_held_it_when_its_game_goes_and_nobody_enters_by_that() -> None:
    book = Book(
        played(f"g{n}", (f"p{n}", 500 - n), ("ben", 1), day=START + timedelta(n)) for n in range(8)
    )
    told = news(book, "g0")
    assert short(told[RecordCategory.HIGH_GAME]) == [(NewsKind.GIVEN_BACK, 1, "g1", ["g0"])]


def test_a_game_that_holds_its_record_after_a_correction_is_told_as_corrected() -> None:
    book = Book([played("g1", ("ann", 450), ("ben", 1)), played("g2", ("cas", 600), ("dee", 1))])
    for score in (590, 610):
        told = news(book, played("g2", ("cas", score), ("dee", 1)))
        assert short(told[RecordCategory.HIGH_GAME]) == [(NewsKind.CORRECTED, 1, "g2", ["g2"])]
    told = news(book, played("g2", ("cas", 440), ("dee", 1)))
    back = (NewsKind.GIVEN_BACK, 1, "g1", ["g2"])
    assert short(told[RecordCategory.HIGH_GAME])[0] == back


def test_a_streak_that_grows_is_a_new_record_each_time_and_a_loss_changes_nothing() -> None:
    book = Book([played("g1", ("ann", 450), ("ben", 1))])
    told = news(book, played("g2", ("ann", 300), ("ben", 1), day=START + timedelta(1)))
    (streak,) = told[RecordCategory.LONGEST_STREAK]
    assert (streak.kind, streak.holding.holders) == (NewsKind.NEW_RECORD, ("ann",))
    assert [held.value_in(RecordCategory.LONGEST_STREAK) for held in streak.before] == [1]
    told = news(book, played("g3", ("ann", 300), ("cas", 301), day=START + timedelta(2)))
    assert [one.kind for one in told[RecordCategory.LONGEST_STREAK]] == [NewsKind.ENTERED]


def test_a_personal_best_is_told_where_it_is_no_other_news_and_never_of_a_lowest_game() -> None:
    book = Book(
        played(f"g{n}", ("ann", 500 - n), ("ben", 1), day=START + timedelta(n)) for n in range(6)
    )
    book.put(played("h1", ("cas", 350), ("dee", 340)))
    told = news(book, played("h2", ("cas", 360), ("dee", 355), day=START + timedelta(9)))
    best = (NewsKind.PERSONAL_BEST, 0, "h2", ["h1"])
    assert short(told[RecordCategory.HIGH_GAME]) == [best]
    assert all(
        one.kind is not NewsKind.PERSONAL_BEST
        for category in (RecordCategory.LOW_WIN, RecordCategory.HIGH_LOSING)
        for one in told.get(category, [])
    )


def test_a_game_that_was_in_the_book_already_is_no_news() -> None:
    game = played("g1", ("ann", 450), ("ben", 400))
    assert news(Book([game]), game) == {}
