"""The values of a rule set in words, with their units: "25 minutes", "+50", "the next turn"."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType

from core.wording import counted, signed
from games.engine.rulesets import Parameter

NONE = "none"
MINUTES = "minutes"
_SIGNED = "points of spread"

UNITS: Mapping[str, str] = MappingProxyType(
    {
        "base_time_s": MINUTES,
        "increment_s": "seconds",
        "overtime_unit_s": "seconds",
        "overtime_points": "points",
        "overtime_max_minutes": MINUTES,
        "overtime_limit_margin": "points",
        "challenge_points": "points",
        "hold_limit_s": "seconds",
        "courtesy_draw_s": "seconds",
        "rack_size": "tiles",
        "bingo_tiles": "tiles",
        "bingo_points": "points",
        "exchange_min_bag": "tiles",
        "scoreless_limit": "turns",
        "bye_spread": _SIGNED,
        "forfeit_loss_spread": _SIGNED,
        "forfeit_win_spread": _SIGNED,
        "left_game_spread": _SIGNED,
        "missed_round_spread": _SIGNED,
        "spread_cap": "points",
        "standings_spread_cap": "points",
        "seats_per_round": "seats",
    }
)
"""The unit of every rule that is a number."""

LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "overtime_max_minutes": "no limit",
        "hold_limit_s": "as long as the clock runs",
        "courtesy_draw_s": "never",
        "missed_round_spread": "nothing",
    }
)
"""The meaning of a rule that is left out, which is typed as "none"."""

CHOICES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "overtime_rounding": {"ceil": "counts in full", "floor": "does not count"},
        "overtime_limit_when": {"exceeded": "by going past it", "reached": "by reaching it"},
        "overtime_at_limit": {
            "lose_game": "the game is lost",
            "stop_counting": "the penalty stops growing",
        },
        "challenge_type": {
            "double": "the challenger's next turn",
            "single": "nothing",
            "points": "points",
            "triple": "the game",
            "void": "there are no challenges: only good plays can be made",
        },
        "challenge_per": {"word": "each word challenged", "play": "the play as a whole"},
        "challenge_direction": {
            "bonus_to_player": "given to the player who made the play",
            "debit_challenger": "taken from the challenger",
        },
        "scoreless_counts": {
            "pass": "a pass",
            "exchange": "an exchange",
            "phony_removed": "a play that was challenged off",
            "lost_turn_by_failed_challenge": "a turn lost by a wrong challenge",
            "zero_play": "a play that scores nothing",
        },
        "end_bonus": {
            "double_opponent_rack": "twice the opponent's rack",
            "plus_minus": "the opponent's rack, which the opponent loses",
        },
        "stalemate_penalty": {"own_rack_once": "the points on the rack", "none": "nothing"},
        "start_mode": {
            "naspa": "whoever has fewer firsts, then more seconds",
            "balance": "whoever has the lower balance of firsts and seconds",
            "draw": "drawn at every board",
        },
        "start_tie": {"assign": "the earlier rounds decide", "draw": "it is drawn at the board"},
        "forfeit_loss_counts": {"alternate": "first and second in turn", "ignore": "never"},
        "bye_credit": {"win": "a win", "tie": "a tie"},
        "zero_bye_credit": {"none": "nothing", "tie": "a tie"},
    }
)
"""Every choice of a rule in plain words."""


def value_words(parameter: Parameter, value: object) -> str:
    """Returns a value of a rule with its unit, as the pages tell it."""
    name = parameter.name
    if isinstance(value, bool):
        return "yes" if value else "no"
    if value is None:
        return LEFT_OUT[name]
    if isinstance(value, str):
        return CHOICES[name][value]
    if isinstance(value, list | tuple):
        if parameter.kind == "several":
            return ", ".join(CHOICES[name][one] for one in value) or NONE
        return f"{', '.join(map(str, value))} {UNITS[name]}" if value else NONE
    assert isinstance(value, int)
    return number_words(name, value)


def number_words(name: str, value: int) -> str:
    """Returns a number of a rule with its unit: seconds that people count in minutes as those."""
    unit = UNITS[name]
    if unit == _SIGNED:
        return f"{signed(value)} of spread"
    if unit != MINUTES or not is_in_seconds(name):
        return counted(value, unit.removesuffix("s"))
    minutes, seconds = divmod(value, 60)
    return counted(minutes, "minute") if not seconds else f"{minutes}:{seconds:02} minutes"


def is_in_seconds(name: str) -> bool:
    """Returns whether a rule is kept in seconds."""
    return name.endswith("_s")


def caps_words(caps: Sequence[int]) -> str:
    """Returns the caps of a game's spread, empty where there are none."""
    if len(set(caps)) < 2:
        return f"{caps[0]} points a game" if caps else ""
    return f"{', '.join(map(str, caps))} points, the last from round {len(caps)} on"
