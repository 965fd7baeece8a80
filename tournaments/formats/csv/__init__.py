"""Writing tables for spreadsheets: standings, pairings, results and the wall chart."""

from core.csv_file import write_csv
from tournaments.formats.csv.tables import (
    ChartCell,
    ChartLine,
    GameRow,
    PlayerCells,
    SeatRow,
    StandingsLine,
    boards_csv,
    chart_lines,
    result_lines,
    results_csv,
    seats_csv,
    standings_csv,
    wall_chart_csv,
)

__all__ = [
    "ChartCell",
    "ChartLine",
    "GameRow",
    "PlayerCells",
    "SeatRow",
    "StandingsLine",
    "boards_csv",
    "chart_lines",
    "result_lines",
    "results_csv",
    "seats_csv",
    "standings_csv",
    "wall_chart_csv",
    "write_csv",
]
