"""Rule sets: every rule that differs between associations, as one frozen dataclass of parameters.

A preset is a starting point with an edition; a division keeps the key of its preset and
the parameters that its director changed, and `with_overrides` puts the two together.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

from core.phrases import phrase
from games.engine.tie_breaks.registry import TIE_BREAKS

ForfeitLossCounts = Literal["alternate", "ignore"]
Kind = Literal["whole", "yes_no", "choice", "several", "wholes", "text"]

SCORELESS_TURNS = (
    "pass",
    "exchange",
    "phony_removed",
    "lost_turn_by_failed_challenge",
    "zero_play",
)

RETIRED = frozenset(
    (
        *("grace_minutes", "late_forfeit_remaining_s", "late_compulsory_at_s"),
        *("late_forfeit_margin", "score_ends_challenge"),
    )
)
"""Former parameters, which changed nothing: journals and files may still name them."""


class RuleSetError(ValueError):
    """A rule set that is not known, or a parameter that cannot have the value given."""

    def __init__(self, code: str, **params: object) -> None:
        super().__init__(f"{code} {params}")
        self.code = code
        self.params = params


@dataclass(frozen=True, slots=True)
class Parameter:
    """One parameter of a rule set, as a form or a page needs it.

    `optional` says that None is allowed; `choices` is empty where any value of the kind in
    [`minimum`, `maximum`] is allowed; `default` is the value of the `naspa` preset.
    """

    name: str
    kind: Kind
    meaning: str
    default: object
    choices: tuple[str, ...] = ()
    minimum: int | None = None
    maximum: int | None = None
    optional: bool = False


def _stated(default: object, kind: Kind, meaning: str, **more: object) -> Any:
    return field(default=default, metadata={"kind": kind, "meaning": meaning, **more})


def _whole(
    default: int | None, meaning: str, minimum: int, maximum: int, *, optional: bool = False
) -> Any:
    limits = {"minimum": minimum, "maximum": maximum, "optional": optional}
    return _stated(default, "whole", meaning, **limits)


def _yes_no(default: bool, meaning: str) -> Any:
    return _stated(default, "yes_no", meaning)


def _choice(meaning: str, *choices: str) -> Any:
    """Returns a field with one of `choices`; the first is the default."""
    return _stated(choices[0], "choice", meaning, choices=choices)


def _caps(meaning: str) -> Any:
    return _stated((), "wholes", meaning, minimum=1, maximum=5000)


@dataclass(frozen=True, slots=True)
class RuleSet:
    """The rules that a division or club plays by; times in seconds, spreads in points.

    The defaults are the NASPA values. Sources: rule books as named in `edition`. The rule of a
    tie-break, yes or no, is read by its name like any other.
    """

    key: str
    edition: str

    base_time_s: int = _whole(1500, phrase("Time for each player"), 1, 86400)
    increment_s: int = _whole(0, phrase("Time added after every turn"), 0, 600)
    overtime_unit_s: int = _whole(60, phrase("Overtime is counted in steps of"), 1, 600)
    overtime_points: int = _whole(10, phrase("Each step of overtime costs"), 0, 100)
    overtime_rounding: str = _choice(phrase("A step of overtime that is not full"), "ceil", "floor")
    overtime_max_minutes: int | None = _whole(
        10, phrase("Overtime that ends the game"), 0, 120, optional=True
    )
    overtime_limit_when: str = _choice(phrase("The limit is broken"), "exceeded", "reached")
    overtime_at_limit: str = _choice(
        phrase("At the limit"),
        "lose_game",
        "stop_counting",
    )
    overtime_limit_margin: int = _whole(
        50, phrase("A game lost at the limit is lost by at least"), 0, 1000
    )

    challenge_type: str = _choice(
        phrase("A wrong challenge costs"), "double", "single", "points", "triple", "void"
    )
    challenge_points: int = _whole(5, phrase("If it costs points, how many"), 0, 100)
    challenge_per: str = _choice(phrase("Counted for"), "word", "play")
    challenge_direction: str = _choice(
        phrase("The points are"), "bonus_to_player", "debit_challenger"
    )

    hold_limit_s: int | None = _whole(
        None,
        phrase("How long a play may be held"),
        0,
        600,
        optional=True,
    )
    courtesy_draw_s: int | None = _whole(
        15, phrase("During a hold, the opponent may draw after"), 0, 600, optional=True
    )
    record_checks_words: bool = _yes_no(
        False, phrase("Players who type a game are told at once which words are not in the lexicon")
    )

    rack_size: int = _whole(7, phrase("Tiles on a rack"), 1, 15)
    bingo_tiles: int = _whole(7, phrase("Fewest tiles in a bingo"), 1, 15)
    bingo_points: tuple[int, ...] = _stated(
        (50,),
        "wholes",
        phrase("Bonus for a bingo; for one tile more, and so on"),
        minimum=0,
        maximum=1000,
    )
    exchange_min_bag: int = _whole(7, phrase("Fewest tiles in the bag for an exchange"), 0, 100)
    scoreless_limit: int = _whole(6, phrase("Scoreless turns in a row that end a game"), 1, 100)
    scoreless_counts: tuple[str, ...] = _stated(
        SCORELESS_TURNS, "several", phrase("Turns that count as scoreless"), choices=SCORELESS_TURNS
    )
    end_bonus: str = _choice(phrase("Going out earns"), "double_opponent_rack", "plus_minus")
    stalemate_penalty: str = _choice(
        phrase("If nobody goes out, each player loses"), "own_rack_once", "none"
    )

    start_mode: str = _choice(
        phrase("Who starts"),
        "naspa",
        "balance",
        "draw",
    )
    start_tie: str = _choice(phrase("If both have an equal right to start"), "assign", "draw")
    final_draw: bool = _yes_no(
        False, phrase("In the last round, an equal right to start is always drawn")
    )
    forfeit_loss_counts: ForfeitLossCounts = _choice(  # noqa: RUF009 - a field, as the others are
        phrase("A forfeit counts as a start for the absentee"), "alternate", "ignore"
    )

    bye_credit: str = _choice(phrase("A bye counts as"), "win", "tie")
    bye_spread: int = _whole(50, phrase("Spread of a bye"), 0, 1000)
    zero_bye_credit: str = _choice(phrase("Sitting out without a bye counts as"), "none", "tie")
    forfeit_loss_spread: int = _whole(
        -50, phrase("Spread of a forfeit, for the absentee"), -1000, 0
    )
    forfeit_win_spread: int = _whole(50, phrase("Spread of a forfeit, for the opponent"), 0, 1000)
    forfeit_rated: bool = _yes_no(False, phrase("Games never begun are rated"))
    left_game_spread: int = _whole(
        -50, phrase("Spread of leaving a game, on top of any deficit"), -1000, 0
    )
    left_game_rated: bool = _yes_no(True, phrase("Games begun and then left are rated"))
    missed_round_spread: int | None = _whole(
        -50,
        phrase("Spread of each round missed without an opponent"),
        -1000,
        0,
        optional=True,
    )
    spread_cap: tuple[int, ...] = _caps(phrase("Most spread a game can count for, round by round"))
    standings_spread_cap: tuple[int, ...] = _caps(
        phrase("Cap of a second column only, beside the uncapped spread")
    )
    tie_breaks: tuple[str, ...] = ()
    """The rules of the tie-breaks that rank, in the order of the registry."""
    rating_system: str = _stated(
        "naspa", "text", phrase("Key of the rating system; empty is unrated")
    )
    seats_per_round: int = _whole(1, phrase("Seats an entry takes in a round"), 1, 10)

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> bool:
            if name in TIE_BREAKS:
                return name in self.tie_breaks
            raise AttributeError(name)


_TURNS_WITHOUT_LOST = tuple(t for t in SCORELESS_TURNS if t != "lost_turn_by_failed_challenge")

# Both by the digest of the rules that NASPA published then.
_NASPA = RuleSet(key="naspa", edition=phrase("NASPA rules of January 2022"))
_NASPA_CSW = replace(
    _NASPA,
    key="naspa-csw",
    edition=phrase("NASPA rules of January 2022, with the Collins supplement"),
    challenge_type="points",
    scoreless_counts=_TURNS_WITHOUT_LOST,
    rating_system="naspa-csw",
)
# Of 2015, and not yet checked against WESPA 5.1 (2024); nor is what ABSP takes from it.
_WESPA = replace(
    _NASPA_CSW,
    key="wespa",
    edition=phrase("WESPA game rules, versions 3 and 4"),
    overtime_limit_when="reached",
    overtime_limit_margin=100,
    hold_limit_s=60,
    courtesy_draw_s=60,
    start_mode="balance",
    bye_spread=100,
    forfeit_loss_spread=-100,
    forfeit_win_spread=100,
    left_game_spread=-100,
    missed_round_spread=-100,
    rating_system="wespa",
)
_ABSP = replace(
    _WESPA,
    key="absp",
    edition=phrase("ABSP events under the WESPA game rules, since January 2011"),
    forfeit_loss_counts="ignore",
    rating_system="absp",
)
# As the pages stood in 2026.
_COCO = replace(
    _NASPA_CSW,
    key="coco",
    edition=phrase("CoCo pages on enforcing the rules and directing"),
    overtime_limit_when="reached",
    start_mode="balance",
    rating_system="coco",
)
_CLUB = replace(
    _NASPA,
    key="club",
    edition=phrase("House rules of a friendly club"),
    challenge_type="single",
    start_mode="balance",
    missed_round_spread=None,
    rating_system="",
)
_CUSTOM = replace(_NASPA, key="custom", edition=phrase("Your own rules"))

RULESETS: Mapping[str, RuleSet] = MappingProxyType(
    {r.key: r for r in (_NASPA, _NASPA_CSW, _WESPA, _ABSP, _COCO, _CLUB, _CUSTOM)}
)


def ruleset(key: str) -> RuleSet:
    """Returns the preset called `key`.

    Raises RuleSetError `ruleset.unknown` (key, known).
    """
    try:
        return RULESETS[key]
    except KeyError:
        raise RuleSetError("ruleset.unknown", key=key, known=tuple(RULESETS)) from None


def parameters() -> tuple[Parameter, ...]:
    """Returns every parameter that a director may change, in the order of the rule set."""
    ranked = tuple(_ranking_rule(rule) for rule in TIE_BREAKS)
    return (*_STATED[:_RANKED_AT], *ranked, *_STATED[_RANKED_AT:])


def parameter(name: str) -> Parameter | None:
    """Returns the parameter of this name, None where there is none."""
    return _BY_NAME.get(name) or (_ranking_rule(name) if name in TIE_BREAKS else None)


def _ranking_rule(rule: str) -> Parameter:
    return Parameter(name=rule, kind="yes_no", meaning=TIE_BREAKS[rule].meaning, default=False)


_STATED = tuple(
    Parameter(name=f.name, default=f.default, **f.metadata) for f in fields(RuleSet) if f.metadata
)
_RANKED_AT = [p.name for p in _STATED].index("rating_system")
_BY_NAME: Mapping[str, Parameter] = MappingProxyType({p.name: p for p in _STATED})


def with_overrides(base: RuleSet, overrides: Mapping[str, object]) -> RuleSet:
    """Returns `base` with the parameters of `overrides` changed; its key and edition stay.

    Values are plain JSON values: lists become tuples, and a single number stands for a list of
    one. Parameters that are `RETIRED` are passed over. Raises RuleSetError
    `ruleset.parameter_unknown` (name), `ruleset.value_type` (name, kind, value),
    `ruleset.value_choice` (name, choices, value) or `ruleset.value_range` (name, minimum, maximum,
    value).
    """
    changed: dict[str, Any] = {}
    for name, value in overrides.items():
        if name in RETIRED:
            continue
        known = parameter(name)
        if known is None:
            raise RuleSetError("ruleset.parameter_unknown", name=name)
        checked = _checked(known, value)
        if name in TIE_BREAKS:
            ranking = {*changed.get("tie_breaks", base.tie_breaks)} - {name}
            ranking |= {name} if checked else set()
            changed["tie_breaks"] = tuple(rule for rule in TIE_BREAKS if rule in ranking)
        else:
            changed[name] = checked
    return replace(base, **changed)


def cap_for(caps: Sequence[int], round_number: int) -> int | None:
    """Returns the cap of a round (from 1) in points, or None when there is no cap.

    The last value of `caps` repeats. Source: tsh `spread_cap`.
    """
    if not caps:
        return None
    return caps[min(round_number, len(caps)) - 1]


def _checked(parameter: Parameter, value: object) -> object:
    if value is None and parameter.optional:
        return None
    if parameter.kind == "whole":
        return _in_range(parameter, value)
    if parameter.kind == "yes_no":
        return _of_type(parameter, value, bool)
    if parameter.kind == "choice":
        return _chosen(parameter, value)
    if parameter.kind == "several":
        chosen = {_chosen(parameter, v) for v in _listed(parameter, value)}
        return tuple(c for c in parameter.choices if c in chosen)
    if parameter.kind == "wholes":
        return tuple(_in_range(parameter, v) for v in _listed(parameter, value))
    return _of_type(parameter, value, str)


def _listed(parameter: Parameter, value: object) -> Sequence[object]:
    if isinstance(value, list | tuple):
        return value
    if parameter.kind == "wholes" and isinstance(value, int):
        return (value,)
    raise _wrong_type(parameter, value)


def _of_type(parameter: Parameter, value: object, kind: type) -> object:
    if not isinstance(value, kind):
        raise _wrong_type(parameter, value)
    return value


def _chosen(parameter: Parameter, value: object) -> str:
    if not isinstance(value, str):
        raise _wrong_type(parameter, value)
    if value not in parameter.choices:
        raise RuleSetError(
            "ruleset.value_choice", name=parameter.name, choices=parameter.choices, value=value
        )
    return value


def _in_range(parameter: Parameter, value: object) -> int:
    if not isinstance(value, int) or isinstance(value, bool):
        raise _wrong_type(parameter, value)
    low, high = parameter.minimum, parameter.maximum
    if (low is not None and value < low) or (high is not None and value > high):
        raise RuleSetError(
            "ruleset.value_range", name=parameter.name, minimum=low, maximum=high, value=value
        )
    return value


def _wrong_type(parameter: Parameter, value: object) -> RuleSetError:
    return RuleSetError(
        "ruleset.value_type", name=parameter.name, kind=parameter.kind, value=repr(value)
    )
