"""Writing tables for spreadsheets: standings, pairings, results and the wall chart."""

from tournaments.formats.csv.tables import (
    ChartCell,
    ChartLine,
    Game,
    Player,
    Seat,
    StandingsLine,
    boards_csv,
    results_csv,
    seats_csv,
    standings_csv,
    wall_chart_csv,
)
from tournaments.formats.csv.writing import write_csv

__all__ = [
    "ChartCell",
    "ChartLine",
    "Game",
    "Player",
    "Seat",
    "StandingsLine",
    "boards_csv",
    "results_csv",
    "seats_csv",
    "standings_csv",
    "wall_chart_csv",
    "write_csv",
]
