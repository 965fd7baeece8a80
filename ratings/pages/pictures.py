"""The pictures of a player and of two players, as programs show them beside a link.

They say what the pages say, under the names that the players chose.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from core.phrases import phrase
from core.share_picture import PictureLine, SharePicture, picture_of
from core.web.store import Made, NoSuchPage
from people.portraits.showing import face_of, shown_picture
from people.selectors import ShownPlayer
from ratings.models import RatingList
from ratings.pages.heads import score_said
from ratings.pages.wording import score_words, spread_words
from ratings.selectors.heads import meetings_of, tally
from ratings.selectors.page_versions import ListVersion
from ratings.selectors.profile import career_of
from ratings.selectors.standings import StandingsSearch, chosen, standings_now

PNG = "image/png"
LISTS = LEADERS = 4


def player_picture(player: ShownPlayer, lists: Sequence[RatingList], version: str) -> Made:
    """Returns the picture of a player: the ratings that they have now."""
    career = career_of(player.key, lists)
    standing = [(one, career.standings[one.pk]) for one in lists if one.pk in career.standings]
    lines = [PictureLine(one.name, str(row.rating)) for one, row in standing[:LISTS]]
    face = face_of(player.key)
    portrait = shown_picture(face.number, face.portrait) if face and face.portrait else None
    country = face.country_name if face else ""
    said = SharePicture(
        over=phrase("Player"),
        title=player.name,
        under=" · ".join(one for one in (player.club_name, country) if one),
        lines=lines,
        portrait=portrait,
    )
    return Made(version, picture_of(said), PNG)


def list_picture(edition: ListVersion, today: date, version: str) -> Made:
    """Returns the picture of a list: who stands first in it."""
    first = chosen(standings_now(edition, today), StandingsSearch())[:LEADERS]
    lines = [
        PictureLine(f"{line.rank.number if line.rank else ''}  {line.name}", str(line.rating))
        for line in first
    ]
    said = SharePicture(over=phrase("Ratings"), title=edition.rating_list.name, lines=lines)
    return Made(version, picture_of(said), PNG)


def heads_picture(
    one: ShownPlayer, two: ShownPlayer, lists: Sequence[RatingList], version: str
) -> Made:
    """Returns the picture of two players with their score; NoSuchPage where they never met."""
    sums = tally(meeting.game for meeting in meetings_of(one.key, two.key, lists))
    if not sums.games:
        raise NoSuchPage(one.key)
    lines = [
        PictureLine(one.name, str(sums.wins)),
        PictureLine(two.name, str(sums.losses)),
        PictureLine(phrase("Spread"), spread_words(sums)),
    ]
    said = SharePicture(
        over=phrase("Head to head"),
        title=score_words(sums),
        lines=lines,
        foot=score_said(one.name, two.name, sums),
    )
    return Made(version, picture_of(said), PNG)
