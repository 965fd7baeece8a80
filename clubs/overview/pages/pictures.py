"""The picture of a club, as programs show it beside a link: who leads its season."""

from __future__ import annotations

from datetime import datetime

from django.utils import timezone

from clubs.kernel.queries.clubs import KnownClub
from clubs.overview.pages.highlights import leading_season
from core.share_picture import PictureLine, SharePicture, picture_of
from core.web.site import WEB
from core.web.store import Made

PNG = "image/png"
LEADERS = 4


def club_picture(club: KnownClub, at: datetime, version: str) -> Made:
    """Returns the picture of a club: its town, and the first of its season where one has a rank."""
    leading = leading_season(club.slug, timezone.localdate(at), WEB)
    rows = leading.rows[:LEADERS] if leading else []
    said = SharePicture(
        title=club.name,
        under=club.town,
        lines=[
            PictureLine(f"{row.rank or ''}  {row.name}", row.figure or row.record) for row in rows
        ],
        foot=f"{leading.name} · {leading.ranked_by}" if leading else "",
    )
    return Made(version, picture_of(said), PNG)
