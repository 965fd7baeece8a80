"""The values of a rule set in words, with their units: "25 minutes", "+50", "the next turn"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType

from core.phrases import phrase, phrase_count
from core.wording import signed
from games.engine.rulesets import Parameter

NONE = "none"
"""What stands for a rule that is left out, in every language."""
NONE_TYPED = phrase("none")
"""What is typed for it."""
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

UNIT_TITLES: Mapping[str, str] = MappingProxyType(
    {
        "minutes": phrase("Minutes"),
        "seconds": phrase("Seconds"),
        "points": phrase("Points"),
        "tiles": phrase("Tiles"),
        "turns": phrase("Turns"),
        "seats": phrase("Seats"),
        "points of spread": phrase("Points of spread"),
    }
)
"""The units as a hint begins with them."""

LEFT_OUT: Mapping[str, str] = MappingProxyType(
    {
        "overtime_max_minutes": phrase("no limit"),
        "hold_limit_s": phrase("as long as the clock runs"),
        "courtesy_draw_s": phrase("never"),
        "missed_round_spread": phrase("nothing"),
    }
)
"""The meaning of a rule that is left out, which is typed as "none"."""

CHOICES: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "overtime_rounding": {"ceil": phrase("counts in full"), "floor": phrase("does not count")},
        "overtime_limit_when": {
            "exceeded": phrase("by going past it"),
            "reached": phrase("by reaching it"),
        },
        "overtime_at_limit": {
            "lose_game": phrase("the game is lost"),
            "stop_counting": phrase("the penalty stops growing"),
        },
        "challenge_type": {
            "double": phrase("the challenger's next turn"),
            "single": phrase("nothing"),
            "points": phrase("points"),
            "triple": phrase("the game"),
            "void": phrase("there are no challenges: only good plays can be made"),
        },
        "challenge_per": {
            "word": phrase("each word challenged"),
            "play": phrase("the play as a whole"),
        },
        "challenge_direction": {
            "bonus_to_player": phrase("given to the player who made the play"),
            "debit_challenger": phrase("taken from the challenger"),
        },
        "scoreless_counts": {
            "pass": phrase("a pass"),
            "exchange": phrase("an exchange"),
            "phony_removed": phrase("a play that was challenged off"),
            "lost_turn_by_failed_challenge": phrase("a turn lost by a wrong challenge"),
            "zero_play": phrase("a play that scores nothing"),
        },
        "end_bonus": {
            "double_opponent_rack": phrase("twice the opponent's rack"),
            "plus_minus": phrase("the opponent's rack, which the opponent loses"),
        },
        "stalemate_penalty": {
            "own_rack_once": phrase("the points on the rack"),
            "none": phrase("nothing"),
        },
        "start_mode": {
            "naspa": phrase("whoever has fewer firsts, then more seconds"),
            "balance": phrase("whoever has the lower balance of firsts and seconds"),
            "draw": phrase("drawn at every board"),
        },
        "start_tie": {
            "assign": phrase("the earlier rounds decide"),
            "draw": phrase("it is drawn at the board"),
        },
        "forfeit_loss_counts": {
            "alternate": phrase("first and second in turn"),
            "ignore": phrase("never"),
        },
        "bye_credit": {"win": phrase("a win"), "tie": phrase("a tie")},
        "zero_bye_credit": {"none": phrase("nothing"), "tie": phrase("a tie")},
    }
)
"""Every choice of a rule in plain words."""


def value_words(parameter: Parameter, value: object) -> str:
    """Returns a value of a rule with its unit, as the pages tell it."""
    name = parameter.name
    if isinstance(value, bool):
        return phrase("yes") if value else phrase("no")
    if value is None:
        return LEFT_OUT[name]
    if isinstance(value, str):
        return CHOICES[name][value]
    if isinstance(value, list | tuple):
        if parameter.kind == "several":
            return ", ".join(str(CHOICES[name][one]) for one in value) or phrase("none")
        if not value:
            return phrase("none")
        return phrase("{numbers} points", numbers=", ".join(map(str, value)))
    assert isinstance(value, int)
    return number_words(name, value)


_COUNTED: Mapping[str, Callable[[int], str]] = MappingProxyType(
    {
        "seconds": lambda count: phrase_count("{count} second", "{count} seconds", count=count),
        "minutes": lambda count: phrase_count("{count} minute", "{count} minutes", count=count),
        "points": lambda count: phrase_count("{count} point", "{count} points", count=count),
        "tiles": lambda count: phrase_count("{count} tile", "{count} tiles", count=count),
        "turns": lambda count: phrase_count("{count} turn", "{count} turns", count=count),
        "seats": lambda count: phrase_count("{count} seat", "{count} seats", count=count),
    }
)


def number_words(name: str, value: int) -> str:
    """Returns a number of a rule with its unit: seconds that people count in minutes as those."""
    unit = UNITS[name]
    if unit == _SIGNED:
        return phrase("{spread} of spread", spread=signed(value))
    if unit != MINUTES or not is_in_seconds(name):
        return _COUNTED[unit](value)
    minutes, seconds = divmod(value, 60)
    return (
        phrase_count("{count} minute", "{count} minutes", count=minutes)
        if not seconds
        else phrase("{time} minutes", time=f"{minutes}:{seconds:02}")
    )


def is_in_seconds(name: str) -> bool:
    """Returns whether a rule is kept in seconds."""
    return name.endswith("_s")


def caps_words(caps: Sequence[int]) -> str:
    """Returns the caps of a game's spread, empty where there are none."""
    if len(set(caps)) < 2:
        return phrase("{points} points a game", points=caps[0]) if caps else ""
    return phrase(
        "{caps} points, the last from round {round} on",
        caps=", ".join(map(str, caps)),
        round=len(caps),
    )
