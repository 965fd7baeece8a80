"""Who may ask for which operation of the API: the table that the answers are compared with.

It is written down here and not taken from the program's own tables, so that a slip there is seen.
"""

from __future__ import annotations

ROLES = (
    *("owner", "director", "data_entry", "checker", "judge", "desk"),
    *("annotator", "streamer", "secretary", "treasurer", "statistician", "viewer"),
)
"""Each role, in the event that is asked for and in the club."""

WHO = (
    *("nobody", "member", "staff", *ROLES),
    *("every role elsewhere", "operator", "token to read", "token of another event"),
)
"""Everybody who asks. A member has an account, staff one that may use the desk; the tokens belong
to an operator: one has VIEW alone for its scope, one is for another event only.
"""

_ALL = frozenset(WHO)
_ACCOUNTS = _ALL - {"nobody", "token of another event"}
_DIRECT = frozenset({"owner", "director", "operator"})

GROUPS: dict[str, frozenset[str]] = {
    "anybody": _ALL,
    "signed in": _ACCOUNTS,
    "view": frozenset({*ROLES, "operator", "token to read"}),
    "own": frozenset({"owner", "operator"}),
    "direct": _DIRECT,
    "enter": _DIRECT | {"data_entry", "checker"},
    "correct": _DIRECT | {"checker"},
    "check in": _DIRECT | {"desk", "secretary", "treasurer"},
    "keep members": _DIRECT | {"secretary"},
    "keep money": _DIRECT | {"treasurer"},
    "keep records": _DIRECT | {"statistician"},
    "keep leagues": _DIRECT | {"secretary", "statistician"},
    "judge": _DIRECT | {"judge"},
    "stream": _DIRECT | {"streamer"},
    "annotate": _DIRECT | {"annotator", "statistician"},
    "make events": frozenset({"staff", "operator"}),
    "add players": _DIRECT | {"staff", "desk", "secretary", "treasurer", "every role elsewhere"},
    "view games": frozenset({"staff", "operator", "token to read"}),
    "run judges": frozenset({"staff", "operator"}),
    "undo at large": frozenset({"operator", "token to read"}),
    "operate": frozenset({"operator"}),
}
"""Who is let in, by what the operation asks for; everybody else is not."""

OPERATIONS: dict[str, tuple[str, ...]] = {
    "anybody": (
        *("records_all", "records_tournaments", "records_club", "records_news", "player_records"),
        "record_claims_list",
        *("seasons_list", "season_read", "season_table_read", "season_awards_list"),
        *("season_qualifiers_read", "season_championship_read"),
        *("leagues_list", "league_read", "league_table_read", "league_teams_list"),
        *("league_matches_list", "league_match_read", "years_list", "year_read"),
        *("year_table_read", "trophies_list", "trophy_read", "trophy_holders_read"),
        *("club_houses_list", "club_house_read", "club_days_off_list"),
        "nights_list",
        *("games_best", "games_list", "game_read", "game_gcg", "game_position"),
        *("player_games_read", "player_games_list"),
        *(
            "card_read",
            "wallchart_read",
            "film_read",
            "tourney_read",
            "contention_read",
            "prizes_read",
        ),
        *("reports_table", "reports_shown", "round_reports_shown", "event_reports_shown"),
        *("places_table", "statistics_shown"),
        *("wall_read", "wall_of_round_read"),
        *("clock_read", "timetable_read"),
        *("division_ratings", "player_heads", "player_ratings"),
        *("rating_lists_read", "rating_list_moves", "rating_list_standings"),
        *("rating_steps",),
        "event_templates_list",
        *("root_read", "events_list", "event_read", "divisions_list", "division_read"),
        *("entries_read", "rounds_list", "pairings_read", "starts_read", "starts_count"),
        *("pairings_by_name", "entry_rating_steps"),
        *("results_read", "result_read", "standings_latest", "standings_after"),
    ),
    "signed in": (
        "in_force_read",
        *("words_lexica", "words_search", "word_read"),
        "game_check",
        "jobs_list",
    ),
    "view": (
        "paper_list",
        *("board_games_list", "prizes_desk_read", "event_money_read", "cards_check"),
        *("exceptions_list", "slots_list"),
        *("reports_read", "event_reports_read"),
        *("consequences_read", "handover_read"),
        *("forecast_read", "verdicts_unused"),
        *("roster_list", "entry_read", "round_read", "event_journal", "event_journal_entry"),
        *("job_read", "closing_read", "conditions_list", "lexicon_of_division", "rulings_list"),
        *("pairing_rules_read", "plan_read", "plans_ready", "round_why"),
        *("people_list", "board_game_original"),
        *("club_people_list", "club_journal", "club_journal_entry", "club_fees_read"),
    ),
    "keep records": ("season_award_give", "season_award_take_back"),
    "keep leagues": (
        *("league_open", "league_change", "league_remove", "league_team_enter"),
        *("league_team_change", "league_team_remove", "league_points_deduct"),
        *("league_team_withdraw", "league_fixtures_draw", "league_match_add"),
        *("league_match_move", "league_match_remove", "league_line_up_name"),
        *("league_match_enter", "league_match_correct", "league_match_take_back"),
        *("league_match_walk_over", "year_open", "year_change", "year_remove"),
        *("trophy_offer", "trophy_change", "trophy_remove"),
        *("trophy_meeting_record", "trophy_meeting_remove"),
    ),
    "view games": (
        *("free_game_journal", "free_game_journal_entry", "free_game_original"),
        # There is no entry to be undone, which whoever may look is told.
        *("free_game_undo", "judge_undo"),
    ),
    "undo at large": (
        "lexica_undo",
        "records_undo",
    ),  # nor here; every token may undo what its account may
    "run judges": (
        *("judge_open", "judge_read", "judge_change", "judge_close", "judge_rule"),
        *("judge_journal", "judge_journal_entry"),
    ),
    "own": ("director_appoint", "club_hand_over"),
    "direct": (
        *("hand_in_change", "entry_links_list", "entry_links_renew", "entry_link_renew"),
        *("phones_set", "tablet_link_read"),
        *("lifeboat_read", "lifeboat_write"),
        *("forecast_ask", "event_rate", "event_rehearse"),
        *("event_journal_file", "event_tsh_files", "submission_read"),
        *("submission_file",),
        *("event_date", "event_restore", "division_create", "division_change_rules"),
        *("entry_change", "entry_move", "players_link", "ratings_take", "roster_add"),
        *("round_set_up", "round_pair", "round_publish", "round_unpublish"),
        *("board_take_apart", "seats_swap", "waiting_pair", "job_stop"),
        *("event_close", "event_reopen", "condition_set", "condition_lift", "lexicon_choose"),
        *("pairing_rules_change", "plan_write"),
        *("prizes_add", "prize_change", "prize_remove", "prize_move", "prize_draw"),
        *("prize_winners_name", "prize_terms_set", "prizes_exclude", "prizes_publish"),
        *("entry_fees_take", "event_money_record", "prizes_pay", "event_money_remove"),
        *("timetable_set", "timetable_delay"),
        *("clock_start", "clock_announce_start", "clock_add_time", "clock_pause"),
        *("clock_continue", "clock_stop", "clock_call_break", "clock_end_break"),
        "clock_announce",
        *("role_give", "role_take_back"),
        *("invitations_list", "invitation_make", "invitation_withdraw"),
        *("club_role_give", "club_role_take_back", "club_invitations_list"),
        *("club_invitation_make", "club_invitation_withdraw", "club_restore", "club_undo"),
        *("season_open", "season_change", "season_remove"),
        *("season_championship_hold", "season_championship_change"),
        *("season_championship_decline", "season_championship_call_off"),
        *("club_describe", "club_meetings_set", "club_house_rules_set"),
        *("club_day_call_off", "club_day_hold"),
        *("webhooks_list", "webhook_read", "webhook_add", "webhook_try", "webhook_pause"),
        *("webhook_continue", "webhook_renew_secret", "webhook_remove"),
        *("messages_list", "message_send_again"),
    ),
    "enter": (
        "paper_print",
        *("result_enter", "forfeit_enter", "sit_out_record", "start_record"),
        "result_read_again",
        *("claims_list", "result_claim", "claim_confirm", "claim_object", "claim_accept"),
        *("claims_close", "slip_photo", "slip_photo_add", "slip_photo_remove"),
        *("event_undo", "log_without_read"),  # of a result that was entered
        "three_handed_record",
    ),
    "correct": (
        "result_choose",
        "dispute_settle",
        "result_correct",
        "penalty_set",
        "played_record",
        "three_handed_correct",
    ),
    "check in": (
        *("check_in", "entry_add", "entry_arrive", "entry_reinstate", "entry_withdraw"),
        *("club_due_read", "club_dues_take", "club_door_read"),
        *("night_open", "night_arrive", "night_leave", "night_come_back", "night_play"),
        *("night_game_remove", "three_handed_remove", "night_dues_list"),
    ),
    "keep money": (
        *("club_fees_set", "club_money_read", "club_transactions_list", "club_ledger_file"),
        *("club_receipt_read", "club_fee_take", "club_card_sell", "club_tab_settle"),
        *("club_prize_pay", "club_expense_record", "club_income_record", "club_cash_pay_in"),
        *("club_money_give_back", "club_counter_entry", "club_month_close"),
    ),
    "keep members": (
        *("club_kept_player_read", "club_player_keep"),
        *("night_report_send", "night_report_read"),
        *("club_members_list", "club_member_read", "club_member_add"),
        *("club_members_import", "club_members_file", "club_members_workbook"),
        *("club_membership_renew", "club_membership_end"),
        *("club_association_record", "club_association_forget"),
        *("club_suspensions_list", "club_suspend", "club_suspension_lift"),
    ),
    "stream": ("slot_point", "slot_empty"),
    "judge": ("play_rule", "event_judges_list", "ruling_foresee"),
    "annotate": (
        *("board_game_record", "board_game_confirm", "board_game_correct"),
        *("board_game_refuse", "board_game_remove"),
    ),
    "make events": (
        "event_set_up",
        *("judges_list", "lexica_list", "lexicon_read"),
        *("lexica_journal", "lexica_journal_entry"),
        *("free_game_record", "free_game_correct", "free_game_remove", "free_game_restore"),
        *("event_import", "tsh_import", "tsh_read"),
        *("rating_lists_kept", "rating_list_read", "rating_imports_list"),
        *("rating_list_journal", "rating_list_journal_entry"),
        *("event_create", "club_add", "club_found"),
        "clubs_list",
        "club_read",
        "players_list",
        "player_read",
    ),
    "add players": ("player_add",),
    "operate": (
        "judge_restore",
        *("record_claim", "record_claims_load", "record_verify", "record_dispute"),
        *("record_withdraw", "records_restore"),
        *("in_force_say", "in_force_forget", "lexicon_add", "lexicon_change"),
        *("lexicon_put_away", "lexicon_take_up", "word_list_send", "lexica_restore"),
        *("lifeboat_choose_folder", "event_mirror", "event_continue"),
        *("rating_list_add", "rating_list_change", "rating_list_choose_event"),
        *("ratings_import", "ratings_import_report", "rating_list_undo"),
        *("records_journal", "records_journal_entry"),
        *("rating_list_restore", "rating_name_match", "rating_proposal_read"),
        *("ratings_apply", "rating_proposal_changes", "ratings_discard"),
        *("ratings_recompute", "ratings_unmatched"),
        *("player_show", "player_hide"),
        *("player_change", "register_journal", "register_journal_entry"),
        *("register_undo", "register_restore"),
        *("register_duplicates", "players_merge", "players_keep_apart"),
    ),
}
"""The operations of each group; each stands in exactly one."""
