"""A forecast in JSON values, as it is stored and handed out; players by entry number.

`by_total` says of a need that the first tie-break of the player decides, and not the spread; the
name is from the days when total score was the only one.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict
from typing import Any

from games.engine.tie_breaks.registry import TIE_BREAKS
from games.engine.tie_breaks.tie_break import Value
from tournaments.pairing.contention.forecast import Prospect
from tournaments.pairing.contention.outlook import Need, Outlook, OutlookState, Rival, Threat
from tournaments.pairing.position import PairingPlayer


def forecast_to_values(prospects: Iterable[Prospect]) -> list[dict[str, Any]]:
    """Returns a row for every player, in the order given; wins are in half points."""
    return [_row(prospect) for prospect in prospects]


def forecast_from_values(rows: Iterable[Mapping[str, Any]]) -> tuple[Prospect, ...]:
    """Returns the forecast that `forecast_to_values` wrote."""
    return tuple(_prospect(row) for row in rows)


def _row(prospect: Prospect) -> dict[str, Any]:
    outlook, player = prospect.outlook, prospect.outlook.player
    return {
        "number": player.number,
        "rank": outlook.rank,
        "half_wins": player.half_wins,
        "half_losses": player.half_losses,
        "spread": player.spread,
        **_figures(player),
        "class": player.prize_class,
        "state": str(outlook.state),
        "by_simulation": prospect.by_simulation,
        "best": outlook.best,
        "worst": outlook.worst,
        "need": _need(outlook.need),
        "places": list(prospect.places),
        "prize": prospect.prize,
        "classes": [list(pair) for pair in prospect.classes],
    }


def _figures(player: PairingPlayer) -> dict[str, int | None]:
    """Returns the figure of every tie-break that there is, None for those that do not rank."""
    figures = dict(player.tie_breaks)
    return {tie_break.key: figures.get(tie_break.key) for tie_break in TIE_BREAKS.values()}


def _need(need: Need) -> dict[str, Any]:
    values = asdict(need)
    by = values.pop("by")
    return {**values, "by_total": bool(by)}


def _values(row: Mapping[str, Any]) -> tuple[Value, ...]:
    keys = (tie_break.key for tie_break in TIE_BREAKS.values())
    return tuple(Value(key, row[key]) for key in keys if row.get(key) is not None)


def _prospect(row: Mapping[str, Any]) -> Prospect:
    need = row["need"]
    player = PairingPlayer(
        number=row["number"],
        half_wins=row["half_wins"],
        half_losses=row["half_losses"],
        spread=row["spread"],
        tie_breaks=_values(row),
        prize_class=row["class"],
    )
    needed = Need(
        own_wins=need["own_wins"],
        rivals=tuple(Rival(**rival) for rival in need["rivals"]),
        threats=tuple(Threat(**threat) for threat in need["threats"]),
        meets=need["meets"],
        by=player.tie_breaks[0].key if need.get("by_total") and player.tie_breaks else "",
    )
    return Prospect(
        outlook=Outlook(
            player, row["rank"], row["best"], row["worst"], OutlookState(row["state"]), needed
        ),
        places=tuple(row["places"]),
        prize=row["prize"],
        classes=tuple((name, count) for name, count in row["classes"]),
        by_simulation=row["by_simulation"],
    )
