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
    turn = (
        phrase(
            " and {seconds} a turn",
            seconds=phrase_count("{count} second", "{count} seconds", count=rules.increment_s),
        )
        if rules.increment_s
        else ""
    )
    bye = phrase(
        "a bye is {bye_credit}, {bye_spread}",
        bye_credit=CHOICES["bye_credit"][rules.bye_credit],
        bye_spread=signed(rules.bye_spread),
    )
    return phrase(
        "{time} a player{turn}; {wrong_challenge}; {bye}.",
        time=time,
        turn=turn,
        wrong_challenge=wrong_challenge(rule_of(rules)),
        bye=bye,
    )


def _clock(rules: RuleSet) -> str:
    time = number_words("base_time_s", rules.base_time_s)
    said = [phrase("{time} a player", time=time)]
    if rules.increment_s:
        said.append(
            phrase(
                "{seconds} more after every turn",
                seconds=phrase_count("{count} second", "{count} seconds", count=rules.increment_s),
            )
        )
    if rules.overtime_points:
        step = (
            "minute"
            if rules.overtime_unit_s == 60
            else phrase("{overtime_unit_s} seconds", overtime_unit_s=rules.overtime_unit_s)
        )
        said.append(
            phrase(
                "{points} a {step} over time",
                points=phrase_count("{count} point", "{count} points", count=rules.overtime_points),
                step=step,
            )
        )
    else:
        said.append(phrase("overtime costs nothing"))
    if rules.overtime_max_minutes is not None:
        limit = phrase_count("{count} minute", "{count} minutes", count=rules.overtime_max_minutes)
        past = (
            phrase("more than {limit}", limit=limit)
            if rules.overtime_limit_when == "exceeded"
            else limit
        )
        said.append(
            phrase(
                "after {past} {overtime_at_limit}",
                past=past,
                overtime_at_limit=CHOICES["overtime_at_limit"][rules.overtime_at_limit],
            )
        )
    return f"{', '.join(said)}."


def _tiles(rules: RuleSet) -> str:
    bonus, *more = rules.bingo_points or (0,)
    longer = phrase(" (longer ones {more})", more=", ".join(map(str, more))) if more else ""
    return phrase(
        "{rack_size} tiles on a rack, {bonus} points for a bingo of {bingo_tiles}"
        "{longer}; exchanges while {exchange_min_bag} tiles are in the bag;"
        " {scoreless_turns} in a row end the game.",
        rack_size=rules.rack_size,
        bonus=bonus,
        bingo_tiles=rules.bingo_tiles,
        longer=longer,
        exchange_min_bag=rules.exchange_min_bag,
        scoreless_turns=phrase_count(
            "{count} scoreless turn", "{count} scoreless turns", count=rules.scoreless_limit
        ),
    )


def _starts(rules: RuleSet) -> str:
    who = CHOICES["start_mode"][rules.start_mode]
    if rules.start_mode == "draw":
        return f"{_upper(who)}."
    last = phrase("; in the last round it is always drawn") if rules.final_draw else ""
    return phrase(
        "{upper}; if that is equal, {start_tie}{last}.",
        upper=_upper(who),
        start_tie=CHOICES["start_tie"][rules.start_tie],
        last=last,
    )


def _byes(rules: RuleSet) -> str:
    missed = (
        phrase("a missed round counts for nothing")
        if rules.missed_round_spread is None
        else phrase(
            "a missed round is a loss, {missed_round_spread}",
            missed_round_spread=signed(rules.missed_round_spread),
        )
    )
    bye = f"{CHOICES['bye_credit'][rules.bye_credit]}, {signed(rules.bye_spread)}"
    return phrase("A bye is {bye}; {missed}.", bye=bye, missed=missed)


def _forfeits(rules: RuleSet) -> str:
    rated = "rated" if rules.forfeit_rated else phrase("not rated")
    return phrase(
        "A forfeit is {forfeit_win_spread} and"
        " {forfeit_loss_spread}, {rated}; leaving a game is"
        " {left_game_spread}.",
        forfeit_win_spread=signed(rules.forfeit_win_spread),
        forfeit_loss_spread=signed(rules.forfeit_loss_spread),
        rated=rated,
        left_game_spread=signed(rules.left_game_spread),
    )


def _order(rules: RuleSet) -> str:
    before = [tie_break.words for tie_break in ranking_by(rules.tie_breaks)]
    order = ", ".join(("wins", *before, "spread")) if before else phrase("wins, then spread")
    cap = caps_words(rules.spread_cap)
    second = caps_words(rules.standings_spread_cap)
    column = phrase("; a second column capped at {second}", second=second) if second else ""
    return phrase(
        "By {order}; {cap}{column}.",
        order=order,
        cap=f"spread capped at {cap}" if cap else "spread counts in full",
        column=column,
    )


def _upper(text: str) -> str:
    return f"{text[0].upper()}{text[1:]}"


GROUPS: tuple[Group, ...] = (
    Group(
        "clock",
        "Clock",
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
        "Challenges",
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
        "Forfeits",
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
        "Standings",
        ("spread_cap", "standings_spread_cap", EVERY_TIE_BREAK, "seats_per_round"),
        _order,
    ),
)
"""Every rule of a rule set but its rating system, in the order of the page."""
