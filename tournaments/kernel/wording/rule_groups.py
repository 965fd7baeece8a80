"""The rules of a division in groups, each told in one sentence of its current values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from core.phrases import phrase, phrase_count
from core.wording import signed
from games.engine.play.challenges import rule_of
from games.engine.rulesets import RuleSet
from games.engine.tie_breaks.registry import TIE_BREAKS, ranking_by
from tournaments.kernel.wording.challenge_rules import rules_line, wrong_challenge
from tournaments.kernel.wording.rule_values import CHOICES, caps_words, number_words

EVERY_TIE_BREAK = "tie-breaks"


@dataclass(frozen=True, slots=True)
class Group:
    """Rules that belong together; `says` tells those of a rule set in a sentence."""

    key: str
    title: str
    stated: tuple[str, ...]
    says: Callable[[RuleSet], str]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the rules; `EVERY_TIE_BREAK` stands for those of the tie-breaks."""
        return tuple(
            name
            for stated in self.stated
            for name in (TIE_BREAKS if stated == EVERY_TIE_BREAK else (stated,))
        )


def preset_line(rules: RuleSet) -> str:
    """Returns a rule set in one line: time, wrong challenges, byes."""
    time = number_words("base_time_s", rules.base_time_s)
    clock = (
        phrase_count(
            "{time} a player and {count} second a turn",
            "{time} a player and {count} seconds a turn",
            count=rules.increment_s,
            time=time,
        )
        if rules.increment_s
        else phrase("{time} a player", time=time)
    )
    bye = (
        phrase("a bye is a tie, {spread}", spread=signed(rules.bye_spread))
        if rules.bye_credit == "tie"
        else phrase("a bye is a win, {spread}", spread=signed(rules.bye_spread))
    )
    return _sentence(clock, wrong_challenge(rule_of(rules)), bye)


def _sentence(*clauses: str) -> str:
    return f"{'; '.join(map(str, clauses))}."


def _clock(rules: RuleSet) -> str:
    said = [phrase("{time} a player", time=number_words("base_time_s", rules.base_time_s))]
    if rules.increment_s:
        said.append(
            phrase_count(
                "{count} second more after every turn",
                "{count} seconds more after every turn",
                count=rules.increment_s,
            )
        )
    said.append(_overtime(rules))
    if rules.overtime_max_minutes is not None:
        said.append(_overtime_limit(rules, rules.overtime_max_minutes))
    return f"{', '.join(map(str, said))}."


def _overtime(rules: RuleSet) -> str:
    if not rules.overtime_points:
        return phrase("overtime costs nothing")
    if rules.overtime_unit_s == 60:
        return phrase_count(
            "{count} point a minute over time",
            "{count} points a minute over time",
            count=rules.overtime_points,
        )
    return phrase_count(
        "{count} point a {seconds} seconds over time",
        "{count} points a {seconds} seconds over time",
        count=rules.overtime_points,
        seconds=rules.overtime_unit_s,
    )


def _overtime_limit(rules: RuleSet, minutes: int) -> str:
    """Returns when the game is lost on time, or overtime costs no more."""
    is_lost = rules.overtime_at_limit == "lose_game"
    if rules.overtime_limit_when == "exceeded":
        return (
            phrase_count(
                "after more than {count} minute the game is lost",
                "after more than {count} minutes the game is lost",
                count=minutes,
            )
            if is_lost
            else phrase_count(
                "after more than {count} minute the penalty stops growing",
                "after more than {count} minutes the penalty stops growing",
                count=minutes,
            )
        )
    return (
        phrase_count(
            "after {count} minute the game is lost",
            "after {count} minutes the game is lost",
            count=minutes,
        )
        if is_lost
        else phrase_count(
            "after {count} minute the penalty stops growing",
            "after {count} minutes the penalty stops growing",
            count=minutes,
        )
    )


def _tiles(rules: RuleSet) -> str:
    bonus, *more = rules.bingo_points or (0,)
    given = {"rack": rules.rack_size, "bonus": bonus, "bingo": rules.bingo_tiles}
    rack = (
        phrase(
            "{rack} tiles on a rack, {bonus} points for a bingo of {bingo} (longer ones {more})",
            more=", ".join(map(str, more)),
            **given,
        )
        if more
        else phrase("{rack} tiles on a rack, {bonus} points for a bingo of {bingo}", **given)
    )
    return _sentence(
        rack,
        phrase("exchanges while {tiles} tiles are in the bag", tiles=rules.exchange_min_bag),
        phrase_count(
            "{count} scoreless turn in a row ends the game",
            "{count} scoreless turns in a row end the game",
            count=rules.scoreless_limit,
        ),
    )


def _starts(rules: RuleSet) -> str:
    who = _upper(CHOICES["start_mode"][rules.start_mode])
    if rules.start_mode == "draw":
        return _sentence(who)
    tie = (
        phrase("if that is equal, it is drawn at the board")
        if rules.start_tie == "draw"
        else phrase("if that is equal, the earlier rounds decide")
    )
    if not rules.final_draw:
        return _sentence(who, tie)
    return _sentence(who, tie, phrase("in the last round it is always drawn"))


def _byes(rules: RuleSet) -> str:
    bye = (
        phrase("A bye is a tie, {spread}", spread=signed(rules.bye_spread))
        if rules.bye_credit == "tie"
        else phrase("A bye is a win, {spread}", spread=signed(rules.bye_spread))
    )
    missed = (
        phrase("a missed round counts for nothing")
        if rules.missed_round_spread is None
        else phrase("a missed round is a loss, {spread}", spread=signed(rules.missed_round_spread))
    )
    return _sentence(bye, missed)


def _forfeits(rules: RuleSet) -> str:
    given = {
        "win_spread": signed(rules.forfeit_win_spread),
        "loss_spread": signed(rules.forfeit_loss_spread),
    }
    forfeit = (
        phrase("A forfeit is {win_spread} and {loss_spread}, rated", **given)
        if rules.forfeit_rated
        else phrase("A forfeit is {win_spread} and {loss_spread}, not rated", **given)
    )
    left = phrase("leaving a game is {spread}", spread=signed(rules.left_game_spread))
    return _sentence(forfeit, left)


def _order(rules: RuleSet) -> str:
    before = [tie_break.words for tie_break in ranking_by(rules.tie_breaks)]
    order = (
        ", ".join(map(str, (phrase("wins"), *before, phrase("spread"))))
        if before
        else phrase("wins, then spread")
    )
    cap = caps_words(rules.spread_cap)
    second = caps_words(rules.standings_spread_cap)
    return _sentence(
        phrase("By {order}", order=order),
        phrase("spread capped at {cap}", cap=cap) if cap else phrase("spread counts in full"),
        *([phrase("a second column capped at {cap}", cap=second)] if second else []),
    )


def _upper(text: str) -> str:
    said = str(text)
    return f"{said[0].upper()}{said[1:]}"


GROUPS: tuple[Group, ...] = (
    Group(
        "clock",
        phrase("Clock"),
        (
            "base_time_s",
            "increment_s",
            "overtime_unit_s",
            "overtime_points",
            "overtime_rounding",
            "overtime_max_minutes",
            "overtime_limit_when",
            "overtime_at_limit",
            "overtime_limit_margin",
        ),
        _clock,
    ),
    Group(
        "challenges",
        phrase("Challenges"),
        (
            "challenge_type",
            "challenge_points",
            "challenge_per",
            "challenge_direction",
            "hold_limit_s",
            "courtesy_draw_s",
            "record_checks_words",
        ),
        rules_line,
    ),
    Group(
        "tiles",
        phrase("Tiles and the end of a game"),
        (
            "rack_size",
            "bingo_tiles",
            "bingo_points",
            "exchange_min_bag",
            "scoreless_limit",
            "scoreless_counts",
            "end_bonus",
            "stalemate_penalty",
        ),
        _tiles,
    ),
    Group(
        "starts",
        phrase("Who goes first"),
        ("start_mode", "start_tie", "final_draw", "forfeit_loss_counts"),
        _starts,
    ),
    Group(
        "byes",
        phrase("Byes and missed rounds"),
        ("bye_credit", "bye_spread", "zero_bye_credit", "missed_round_spread"),
        _byes,
    ),
    Group(
        "forfeits",
        phrase("Forfeits"),
        (
            "forfeit_win_spread",
            "forfeit_loss_spread",
            "forfeit_rated",
            "left_game_spread",
            "left_game_rated",
        ),
        _forfeits,
    ),
    Group(
        "order",
        phrase("Standings"),
        ("spread_cap", "standings_spread_cap", EVERY_TIE_BREAK, "seats_per_round"),
        _order,
    ),
)
"""Every rule of a rule set but its rating system, in the order of the page."""
