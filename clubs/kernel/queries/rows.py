"""The names and recorded fields of the rows of clubs."""

from clubs import models
from core.journal.ledger import RowKind

CLAIM = RowKind(
    name="record_claim",
    model=models.RecordClaim,
    key=("key",),
    fields=(
        "key",
        "said",
        "category",
        "value",
        "other_value",
        "players",
        "day",
        "where",
        "family",
        "venue",
        "club",
        "is_clean",
        "is_comparable",
        "status",
        "superseded_by",
        "detail",
        "note",
        "source",
    ),
)

KINDS = (
    CLAIM,
    RowKind(
        name="club_home",
        model=models.ClubHome,
        key=(),
        fields=(
            *("slug", "owner", "ruleset", "overrides", "lexica", "minutes", "newcomer_wins"),
            *("is_public", "venue", "address", "contact", "welcome", "meetings"),
        ),
        scope="slug",
    ),
    RowKind(
        name="club_day_off",
        model=models.DayOff,
        key=("day",),
        fields=("day", "note"),
        scope="home__slug",
        links={"home": "club_home"},
    ),
    RowKind(
        name="three_handed_game",
        model=models.ThreeHandedGame,
        key=("number",),
        fields=("number", "round", "entries", "scores", "terms"),
        scope="tournament__slug",
        links={"tournament": "tournament"},
    ),
    RowKind(
        name="club_fees",
        model=models.ClubFees,
        key=(),
        fields=(
            *("currency", "nightly", "guest", "first_night_free"),
            *("junior_discount", "junior_under", "senior_discount", "senior_from"),
            *("to_prizes", "season", "card_price", "card_nights"),
        ),
        scope="club__slug",
        links={"club": "club_home"},
    ),
    RowKind(
        name="ledger_row",
        model=models.KeptLedgerRow,
        key=("number",),
        fields=(
            *("number", "month", "day", "currency", "text", "postings", "member"),
            *("happened", "counters", "receipt", "night", "paid_until"),
        ),
        scope="club__slug",
        links={"club": "club_home"},
    ),
    RowKind(
        name="season",
        model=models.Season,
        key=("key",),
        fields=(
            *("key", "name", "begins_on", "ends_on", "ranked_by", "minimum_games", "best_nights"),
            *("place_points", "attendance_points", "counts_unrated", "counts_handicapped"),
            *("ladder_start", "ladder_reach", "ladder_inactive_after", "ladder_drops"),
            *("rating_system", "newcomer_rating"),
        ),
        scope="club__slug",
        links={"club": "club_home"},
    ),
    RowKind(
        name="season_award",
        model=models.SeasonAward,
        key=("season.key", "number"),
        fields=("number", "title", "players", "said"),
        scope="season__club__slug",
        links={"season": "season"},
    ),
    RowKind(
        name="championship",
        model=models.Championship,
        key=("season.key",),
        fields=(
            *("format", "games", "places", "players", "reserves", "declined"),
            *("begins_on", "event"),
        ),
        scope="season__club__slug",
        links={"season": "season"},
    ),
    RowKind(
        name="membership",
        model=models.Membership,
        key=("number",),
        fields=("number", "player", "kind", "first", "last", "paid", "note"),
        scope="club__slug",
        links={"club": "club_home"},
    ),
    RowKind(
        name="association_membership",
        model=models.AssociationMembership,
        key=("player", "association"),
        fields=("player", "association", "member_number", "expires"),
        scope="club__slug",
        links={"club": "club_home"},
    ),
    RowKind(
        name="suspension",
        model=models.MemberSuspension,
        key=("number",),
        fields=("number", "player", "first", "last", "note"),
        scope="club__slug",
        links={"club": "club_home"},
    ),
)
