"""The columns that the admin lists for every model, and the fields it searches."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Table:
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
    "core.Stream": Table(("key", "seq"), ("key",)),
    "core.JournalEntry": Table(
        ("stream__key", "seq", "command", "actor", "at", "undone_by"),
        ("stream__key", "command", "actor", "reason"),
        ("at", "command"),
    ),
    "core.Withheld": Table(("stream__key", "key", "at"), ("stream__key", "key"), ("at",)),
    "core.Job": Table(
        ("kind", "subject", "state", "attempts", "asked_by", "queued_at", "ended_at"),
        ("subject", "error", "asked_by"),
        ("state", "kind", "queued_at"),
    ),
    "core.Lease": Table(("name", "holder", "until"), ("name", "holder"), ("until",)),
    "core.KeptKey": Table(("name",), ("name",), hidden=("value",)),
    "core.StoredPage": Table(
        ("path", "version", "content_type", "stored_at"),
        ("path", "version"),
        ("content_type", "stored_at"),
    ),
    "lexicon.JudgeStation": Table(
        ("key", "name", "place", "lexicon", "is_open"),
        ("key", "name", "place"),
        ("is_open", "lexicon"),
        hidden=("pin",),
    ),
    "lexicon.Lexicon": Table(
        ("code", "name", "family", "edition", "words", "is_put_away"),
        ("code", "name", "sha256", "file_name"),
        ("family", "tile_set", "is_put_away"),
    ),
    "lexicon.InForce": Table(
        ("association", "edition", "purpose", "since", "until"),
        ("association", "edition"),
        ("association", "purpose"),
    ),
    "people.Club": Table(("slug", "name", "town"), ("slug", "name", "town")),
    "people.Player": Table(
        ("key", "given_name", "family_name", "association_number", "club__name"),
        ("key", "given_name", "family_name", "alias", "association_number"),
        ("public_name_style",),
    ),
    "games.Game": Table(
        ("key", "title", "source", "state", "lexicon", "played_on", "handed_in_at"),
        ("key", "title", "place", "label", "file_name"),
        ("state", "source", "lexicon", "played_on"),
    ),
    "games.GamePlayer": Table(
        ("game__key", "position", "name", "player"), ("game__key", "name", "player"), ("position",)
    ),
    "games.GameFigures": Table(
        ("game__key", "verdict", "complete", "turns", "combined"),
        ("game__key", "words"),
        ("verdict", "complete"),
    ),
    "games.PlayerFigures": Table(
        ("game__key", "player", "score", "opponents_best", "bingos", "phoneys"),
        ("game__key", "player"),
        ("position",),
    ),
    "ratings.RatingList": Table(
        ("key", "name", "system", "is_public"), ("key", "name"), ("system", "is_public")
    ),
    "ratings.EventChoice": Table(
        ("rating_list__key", "event", "counts"), ("event",), ("rating_list", "counts")
    ),
    "ratings.ListState": Table(
        ("rating_list__key", "version", "rated_at", "looked_over_on"),
        ("rating_list__key",),
        ("rated_at",),
    ),
    "ratings.RatedEvent": Table(
        ("rating_list__key", "key", "name", "held_on", "games", "is_stale", "is_gone"),
        ("key", "name"),
        ("rating_list", "is_stale", "is_gone", "held_on"),
    ),
    "ratings.EventRating": Table(
        ("rating_list__key", "event__key", *_RATED),
        ("player", "event__key"),
        ("rating_list", "held_on"),
    ),
    "ratings.Standing": Table(
        ("rating_list__key", "player", "rating", "games", "events", "is_provisional", "is_expired"),
        ("player",),
        ("rating_list", "is_provisional", "is_expired"),
    ),
    "ratings.ListImport": Table(
        ("rating_list__key", "number", "effective_on", "format", "file_name"),
        ("file_name",),
        ("rating_list", "format"),
    ),
    "ratings.ImportedRating": Table(
        ("list_import__rating_list__key", "line", "name", "player", "rating", "games"),
        ("name", "player", "association_number"),
        ("list_import__rating_list",),
    ),
    "ratings.NameMatch": Table(
        ("rating_list__key", "name", "player"), ("name", "player"), ("rating_list",)
    ),
    "ratings.Recompute": Table(
        ("rating_list__key", "number", "stage", "events", "rows", "began_at", "ended_at"),
        ("rating_list__key",),
        ("rating_list", "stage"),
    ),
    "ratings.ProposedRating": Table(
        ("recompute__rating_list__key", "event__key", *_RATED, "is_removed"),
        ("player", "event__key"),
        ("recompute__rating_list", "is_removed"),
    ),
    "tournaments.Tournament": Table(
        ("slug", "name", "starts_on", "director", "closed", "rehearsal", "version"),
        ("slug", "name", "place", "director"),
        ("closed", "rehearsal", "starts_on"),
    ),
    "tournaments.Division": Table(
        ("tournament__slug", "name", "planned_rounds", "ruleset", "rating_system", "lexicon"),
        ("tournament__slug", "name"),
        ("ruleset", "rating_system", "lexicon"),
    ),
    "tournaments.Entry": Table(
        (*_of_division("division"), "number", "name", "rating", "presence"),
        ("tournament__slug", "name", "association_number"),
        ("presence",),
    ),
    "tournaments.EntryMember": Table(
        (*_of_division("entry__division"), "entry__number", "position", "name", "player"),
        ("entry__tournament__slug", "name", "player"),
        ("position",),
    ),
    "tournaments.Penalty": Table(
        (*_of_division("entry__division"), "entry__name", "round_number", "points"),
        ("entry__tournament__slug", "entry__name"),
        ("round_number",),
    ),
    "tournaments.DivisionContention": Table(
        (*_of_division("division"), "version", "through_round", "simulations", "made_at"),
        ("division__tournament__slug",),
        ("made_at",),
    ),
    "tournaments.Round": Table(
        (*_of_division("division"), "number", "stage", "published_at"),
        ("division__tournament__slug",),
        ("stage", "published_at"),
    ),
    "tournaments.Board": Table(
        (*_OF_ROUND, "slot", "number", "version", "changed_at"),
        ("round__division__tournament__slug",),
        ("changed_at",),
    ),
    "tournaments.Seat": Table(
        (*_OF_BOARD, "position", "entry__name", "side", "decided_by"),
        ("board__round__division__tournament__slug", "entry__name"),
        ("side", "decided_by"),
    ),
    "tournaments.Result": Table(
        (*_OF_BOARD, "score_one", "score_two", "reason", "rated"),
        ("board__round__division__tournament__slug",),
        ("reason", "rated"),
    ),
    "tournaments.BoardGame": Table(
        (*_OF_BOARD, "game__key", "game__state"),
        ("board__round__division__tournament__slug", "game__key"),
        ("game__state",),
    ),
    "tournaments.PlayRuling": Table(
        (*_OF_BOARD, "by__name", "play", "acceptable", "lexicon", "ruled_at"),
        ("board__round__division__tournament__slug", "by__name", "play", "station"),
        ("acceptable", "lexicon", "ruled_at"),
    ),
    "tournaments.Lifeboat": Table(
        ("event__slug", "folder", "written_at", "written_seq", "failed_at", "error"),
        ("event__slug", "folder", "error"),
        ("written_at", "failed_at"),
    ),
    "tournaments.DivisionRating": Table(
        (*_of_division("division"), "version", "system", "rated_at"),
        ("division__tournament__slug",),
        ("system", "rated_at"),
    ),
    "tournaments.EntryRating": Table(
        (*_of_division("entry__division"), "entry__name", "old", "new", "games", "performance"),
        ("entry__tournament__slug", "entry__name"),
        ("division_rating__system",),
    ),
}
