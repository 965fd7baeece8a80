"""The columns that the admin lists for every model, and the fields it searches."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class SupportTable:
    """The list of a model: its columns, what a search looks at, filters, and fields kept hidden.

    Double underscores lead to the rows that a row belongs to.
    """

    columns: tuple[str, ...]
    search: tuple[str, ...] = ()
    filters: tuple[str, ...] = ()
    hidden: tuple[str, ...] = ()


def _of_division(path: str) -> tuple[str, str]:
    return f"{path}__tournament__slug", f"{path}__name"


_OF_ROUND = (*_of_division("round__division"), "round__number")
_OF_BOARD = (*_of_division("board__round__division"), "board__round__number", "board__slot")
_RATED = ("player", "held_on", "old", "new", "games")

TABLES = {
    "core.Stream": SupportTable(("key", "seq"), ("key",)),
    "core.JournalEntry": SupportTable(
        ("stream__key", "seq", "command", "actor", "at", "undone_by"),
        ("stream__key", "command", "actor", "reason"),
        ("at", "command"),
    ),
    "core.Withheld": SupportTable(("stream__key", "key", "at"), ("stream__key", "key"), ("at",)),
    "core.Job": SupportTable(
        ("kind", "subject", "state", "attempts", "asked_by", "queued_at", "ended_at"),
        ("subject", "error", "asked_by"),
        ("state", "kind", "queued_at"),
    ),
    "core.Lease": SupportTable(("name", "holder", "until"), ("name", "holder"), ("until",)),
    "core.RoleHeld": SupportTable(("scope", "account", "role"), ("scope", "account"), ("role",)),
    "core.Invitation": SupportTable(
        ("scope", "key", "role", "note", "made_by", "until", "taken_by"),
        ("scope", "key", "note", "made_by", "taken_by"),
        ("role", "until"),
        hidden=("link_hash", "code_hash"),
    ),
    "core.KeptKey": SupportTable(("name",), ("name",), hidden=("value",)),
    "core.Machine": SupportTable(
        ("installation", "role", "epoch", "peer", "in_step_at"),
        ("installation", "peer"),
        ("role",),
        hidden=("key",),
    ),
    "core.Spare": SupportTable(
        ("ident", "name", "host", "heard_at", "missing"), ("ident", "name"), hidden=("key",)
    ),
    "core.StoredPage": SupportTable(
        ("path", "version", "content_type", "stored_at"),
        ("path", "version"),
        ("content_type", "stored_at"),
    ),
    "core.SharedFile": SupportTable(("name", "size", "stored_at"), ("name",), ("stored_at",)),
    "core.SharedPiece": SupportTable(("file__name", "number"), ("file__name",), hidden=("body",)),
    "api.Token": SupportTable(
        ("name", "user__username", "event", "created", "expiry", "used_at"),
        ("name", "user__username", "event"),
        ("created", "expiry"),
        hidden=("digest", "token_key"),
    ),
    "tournaments.Webhook": SupportTable(
        ("event__slug", "site", "paused", "failures", "due_at", "told_seq"),
        ("event__slug", "site"),
        ("paused",),
        hidden=("url", "secret", "old_secret"),
    ),
    "tournaments.Delivery": SupportTable(
        ("message", "webhook__site", "kind", "state", "attempts", "status", "tried_at"),
        ("message", "webhook__event__slug", "webhook__site"),
        ("state", "kind"),
    ),
    "tournaments.SetUpDraft": SupportTable(
        ("key", "owner", "event", "changed_at"), ("key", "owner", "event"), ("changed_at",)
    ),
    "tournaments.WebHost": SupportTable(
        ("event__slug", "is_on", "sent_at", "failures"), (), ("is_on",), hidden=("secret", "sent")
    ),
    "lexicon.JudgeStation": SupportTable(
        ("key", "name", "place", "lexicon", "is_open"),
        ("key", "name", "place"),
        ("is_open", "lexicon"),
        hidden=("pin",),
    ),
    "lexicon.Lexicon": SupportTable(
        ("code", "name", "family", "edition", "words", "is_put_away"),
        ("code", "name", "sha256", "file_name"),
        ("family", "tile_set", "is_put_away"),
    ),
    "lexicon.InForce": SupportTable(
        ("association", "edition", "purpose", "since", "until"),
        ("association", "edition"),
        ("association", "purpose"),
    ),
    "clubs.ClubHome": SupportTable(("slug", "owner", "ruleset"), ("slug", "owner")),
    "clubs.ClubFees": SupportTable(("club__slug", "currency", "nightly"), ("club__slug",)),
    "clubs.KeptLedgerRow": SupportTable(
        ("club__slug", "number", "day", "text", "member", "receipt", "month"),
        ("club__slug", "text", "member"),
        ("day",),
    ),
    "clubs.AssociationMembership": SupportTable(
        ("club__slug", "player", "association", "expires"), ("player", "association")
    ),
    "clubs.Membership": SupportTable(
        ("club__slug", "number", "player", "kind", "first", "last"), ("player",)
    ),
    "clubs.MemberSuspension": SupportTable(
        ("club__slug", "number", "player", "first", "last"), ("player",)
    ),
    "clubs.DayOff": SupportTable(("home__slug", "day", "note"), ("home__slug", "note")),
    "clubs.RecordClaim": SupportTable(
        ("key", "category", "value", "players", "day", "family", "club", "status"),
        ("key", "category", "players", "club", "source"),
        ("status", "family"),
    ),
    "clubs.BookPart": SupportTable(("event", "division", "seq", "games"), ("event", "division")),
    "clubs.BookPlayer": SupportTable(("part__event", "part__division", "player"), ("player",)),
    "clubs.BookRecording": SupportTable(("game__key", "mark"), ("game__key",)),
    "clubs.BookPlace": SupportTable(
        ("scope", "scope_key", "family", "category", "is_clean", "place", "event", "source"),
        ("scope_key", "category", "event"),
        ("scope", "family"),
    ),
    "clubs.BookPlaceHolder": SupportTable(
        ("place__category", "place__place", "holder"), ("holder",)
    ),
    "clubs.BookNews": SupportTable(
        ("event", "seq", "at", "kind", "scope", "scope_key", "family", "category", "place"),
        ("event", "category"),
        ("kind", "scope"),
    ),
    "clubs.BookState": SupportTable(("version", "told_at")),
    "clubs.ThreeHandedGame": SupportTable(
        ("tournament__slug", "number", "round", "entries", "scores"), ("tournament__slug",)
    ),
    "clubs.NightReport": SupportTable(
        ("tournament__slug", "mark", "made_at"), ("tournament__slug",), hidden=("text", "html")
    ),
    "clubs.ReportMail": SupportTable(
        ("report__tournament__slug", "players", "state", "attempts", "due_at", "tried_at"),
        ("report__tournament__slug", "players"),
        ("state",),
        hidden=("address",),
    ),
    "clubs.Season": SupportTable(
        ("club__slug", "key", "name", "begins_on", "ends_on", "ranked_by"),
        ("club__slug", "key", "name"),
        ("ranked_by",),
    ),
    "clubs.SeasonAward": SupportTable(
        ("season__club__slug", "season__key", "number", "title", "players", "said"),
        ("season__key", "title"),
    ),
    "clubs.Championship": SupportTable(
        ("season__club__slug", "season__key", "format", "games", "players", "begins_on", "event"),
        ("season__key", "event"),
        ("format",),
    ),
    "clubs.League": SupportTable(
        ("club__slug", "key", "name", "boards", "games", "absence"), ("club__slug", "key", "name")
    ),
    "clubs.LeagueTeam": SupportTable(
        ("league__club__slug", "league__key", "key", "name", "of_club", "deducted", "withdrew"),
        ("league__key", "name"),
        ("withdrew",),
    ),
    "clubs.LeagueMatch": SupportTable(
        (
            *("league__club__slug", "league__key", "number", "round", "home__key", "away__key"),
            *("day", "walkover"),
        ),
        ("league__key", "home__name", "away__name"),
    ),
    "clubs.PointsYear": SupportTable(
        ("club__slug", "key", "name", "begins_on", "ends_on", "counts_nights"),
        ("club__slug", "key", "name"),
    ),
    "clubs.Trophy": SupportTable(
        ("club__slug", "key", "name", "between", "one", "other", "holder"),
        ("club__slug", "key", "name"),
        ("between",),
    ),
    "clubs.TrophyMeetingRow": SupportTable(
        ("trophy__key", "number", "day", "one", "other"), ("trophy__key", "one", "other")
    ),
    "people.Club": SupportTable(("slug", "name", "town"), ("slug", "name", "town")),
    "people.PlayersApart": SupportTable(("one", "other"), ("one", "other")),
    "people.Portrait": SupportTable(("name",), ("name",), hidden=("body",)),
    "people.Player": SupportTable(
        ("key", "given_name", "family_name", "association_number", "club__name"),
        ("key", "given_name", "family_name", "alias", "association_number"),
        ("public_name_style",),
    ),
    "games.Game": SupportTable(
        ("key", "title", "source", "state", "lexicon", "played_on", "handed_in_at"),
        ("key", "title", "place", "label", "file_name"),
        ("state", "source", "lexicon", "played_on"),
    ),
    "games.GamePlayer": SupportTable(
        ("game__key", "position", "name", "player"), ("game__key", "name", "player"), ("position",)
    ),
    "games.GameFigures": SupportTable(
        ("game__key", "verdict", "complete", "turns", "combined"),
        ("game__key", "words"),
        ("verdict", "complete"),
    ),
    "games.PlayerFigures": SupportTable(
        ("game__key", "player", "score", "opponents_best", "bingos", "phoneys"),
        ("game__key", "player"),
        ("position",),
    ),
    "ratings.RatingList": SupportTable(
        ("key", "name", "system", "is_public"), ("key", "name"), ("system", "is_public")
    ),
    "ratings.EventChoice": SupportTable(
        ("rating_list__key", "event", "counts"), ("event",), ("rating_list", "counts")
    ),
    "ratings.ListState": SupportTable(
        ("rating_list__key", "version", "rated_at", "looked_over_on"),
        ("rating_list__key",),
        ("rated_at",),
    ),
    "ratings.RatedEvent": SupportTable(
        ("rating_list__key", "key", "name", "held_on", "games", "is_stale", "is_gone"),
        ("key", "name"),
        ("rating_list", "is_stale", "is_gone", "held_on"),
    ),
    "ratings.EventRating": SupportTable(
        ("rating_list__key", "event__key", *_RATED),
        ("player", "event__key"),
        ("rating_list", "held_on"),
    ),
    "ratings.Standing": SupportTable(
        ("rating_list__key", "player", "rating", "games", "events", "is_provisional", "is_expired"),
        ("player",),
        ("rating_list", "is_provisional", "is_expired"),
    ),
    "ratings.ListImport": SupportTable(
        ("rating_list__key", "number", "effective_on", "format", "file_name"),
        ("file_name",),
        ("rating_list", "format"),
    ),
    "ratings.ImportedRating": SupportTable(
        ("list_import__rating_list__key", "line", "name", "player", "rating", "games"),
        ("name", "player", "association_number"),
        ("list_import__rating_list",),
    ),
    "ratings.NameMatch": SupportTable(
        ("rating_list__key", "name", "player"), ("name", "player"), ("rating_list",)
    ),
    "ratings.Recompute": SupportTable(
        ("rating_list__key", "number", "stage", "events", "rows", "began_at", "ended_at"),
        ("rating_list__key",),
        ("rating_list", "stage"),
    ),
    "ratings.ProposedRating": SupportTable(
        ("recompute__rating_list__key", "event__key", *_RATED, "is_removed"),
        ("player", "event__key"),
        ("recompute__rating_list", "is_removed"),
    ),
    "tournaments.Tournament": SupportTable(
        ("slug", "name", "starts_on", "director", "closed", "rehearsal", "version"),
        ("slug", "name", "place", "director"),
        ("closed", "rehearsal", "starts_on"),
    ),
    "tournaments.Division": SupportTable(
        ("tournament__slug", "name", "planned_rounds", "ruleset", "rating_system", "lexicon"),
        ("tournament__slug", "name"),
        ("ruleset", "rating_system", "lexicon"),
    ),
    "tournaments.Entry": SupportTable(
        (*_of_division("division"), "number", "name", "rating", "presence"),
        ("tournament__slug", "name", "association_number"),
        ("presence",),
    ),
    "tournaments.EntryMember": SupportTable(
        (*_of_division("entry__division"), "entry__number", "position", "name", "player"),
        ("entry__tournament__slug", "name", "player"),
        ("position",),
    ),
    "tournaments.Penalty": SupportTable(
        (*_of_division("entry__division"), "entry__name", "round_number", "points"),
        ("entry__tournament__slug", "entry__name"),
        ("round_number",),
    ),
    "tournaments.DivisionContention": SupportTable(
        (*_of_division("division"), "version", "through_round", "simulations", "made_at"),
        ("division__tournament__slug",),
        ("made_at",),
    ),
    "tournaments.DivisionMedals": SupportTable(
        (*_of_division("division"), "mark"), ("division__tournament__slug",)
    ),
    "tournaments.Round": SupportTable(
        (*_of_division("division"), "number", "stage", "published_at"),
        ("division__tournament__slug",),
        ("stage", "published_at"),
    ),
    "tournaments.Board": SupportTable(
        (*_OF_ROUND, "slot", "number", "version", "changed_at"),
        ("round__division__tournament__slug",),
        ("changed_at",),
    ),
    "tournaments.Seat": SupportTable(
        (*_OF_BOARD, "position", "entry__name", "side", "decided_by"),
        ("board__round__division__tournament__slug", "entry__name"),
        ("side", "decided_by"),
    ),
    "tournaments.Result": SupportTable(
        (*_OF_BOARD, "score_one", "score_two", "reason", "rated"),
        ("board__round__division__tournament__slug",),
        ("reason", "rated"),
    ),
    "tournaments.BoardGame": SupportTable(
        (*_OF_BOARD, "game__key", "game__state"),
        ("board__round__division__tournament__slug", "game__key"),
        ("game__state",),
    ),
    "tournaments.PlayRuling": SupportTable(
        (*_OF_BOARD, "by__name", "play", "acceptable", "lexicon", "ruled_at"),
        ("board__round__division__tournament__slug", "by__name", "play", "station"),
        ("acceptable", "lexicon", "ruled_at"),
    ),
    "tournaments.BoardException": SupportTable(
        (*_OF_BOARD, "kind"), ("board__round__division__tournament__slug",), ("kind",)
    ),
    "tournaments.DeskPresence": SupportTable(
        (*_of_division("division"), "person", "round", "slot", "until"),
        ("division__tournament__slug", "person"),
        ("until",),
    ),
    "tournaments.DivisionClock": SupportTable(
        (*_of_division("division"), "round_number", "starts_at", "length_s", "known_at"),
        _of_division("division"),
    ),
    "tournaments.StreamSlot": SupportTable(
        ("tournament__slug", "name", "kind", "division__name", "board"),
        ("tournament__slug", "name", "division__name"),
        ("kind",),
    ),
    "tournaments.ResultClaim": SupportTable(
        (*_OF_BOARD, "entry__name", "score_one", "score_two", "counts", "settled", "claimed_at"),
        ("board__round__division__tournament__slug", "entry__name"),
        ("counts", "settled", "claimed_at"),
    ),
    "tournaments.SlipPhoto": SupportTable(
        (*_OF_BOARD, "entry__name", "name", "taken_at"),
        ("board__round__division__tournament__slug", "entry__name", "name"),
        ("taken_at",),
    ),
    "tournaments.PhoneTally": SupportTable(
        ("key", "count", "since", "last"), ("key",), ("since", "last")
    ),
    "tournaments.PrizeTerms": SupportTable(
        ("tournament__slug", "currency", "fund", "entry_fee", "is_public"), ("tournament__slug",)
    ),
    "tournaments.EventPrize": SupportTable(
        ("tournament__slug", "number", "division__name", "kind", "place", "amount", "text"),
        ("tournament__slug", "text"),
        ("kind",),
    ),
    "tournaments.EventMoney": SupportTable(
        ("tournament__slug", "number", "kind", "entry__name", "amount", "place", "at"),
        ("tournament__slug", "entry__name", "text"),
        ("kind", "at"),
    ),
    "tournaments.Lifeboat": SupportTable(
        ("event__slug", "folder", "written_at", "written_seq", "failed_at", "error"),
        ("event__slug", "folder", "error"),
        ("written_at", "failed_at"),
    ),
    "tournaments.DivisionRating": SupportTable(
        (*_of_division("division"), "version", "system", "rated_at"),
        ("division__tournament__slug",),
        ("system", "rated_at"),
    ),
    "tournaments.EntryRating": SupportTable(
        (*_of_division("entry__division"), "entry__name", "old", "new", "games", "performance"),
        ("entry__tournament__slug", "entry__name"),
        ("division_rating__system",),
    ),
}
