"""Why something cannot be done, as a sentence for each code."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

# Why a round counts for no rating.
UNRATED: Mapping[str, Promise] = {
    "guest": _("Rounds with a guest aren’t rated."),
    "same_owner": _(
        "A bot’s rounds with its owner, or with another of the owner’s bots, aren’t rated."
    ),
    "pair_limit": _("Only six rounds a day between the same two players are rated."),
    "level_unmeasured": _("This level has no rating on that board."),
    "level_limit": _("Only ten rounds a day against the computer are rated."),
    "same_network": _("Both players came from the same network, and one of them is new here."),
    "repeated_game": _("One of the games repeats an earlier game between the same players."),
}
# Why somebody who is challenged does not want to play.
DECLINED: Mapping[str, Promise] = {
    "later": _("Not now, perhaps later."),
    "too_fast": _("That clock is too fast for me."),
    "too_slow": _("That clock is too slow for me."),
    "another_board": _("I would rather play on another board."),
    "no_thanks": _("No, thank you."),
}

# The codes that a refusal can carry, each with the sentence that people read. Those of workshops
# alone are in games/programs/workshops/wording.py.
REFUSALS: Mapping[str, Promise] = {
    "already_continued": _("The next game has already begun."),
    "already_seated": _("You already have a seat in this game."),
    "already_started": _("This game has already started."),
    "bad_message": _("Unknown message."),
    "banned": _("This account is banned."),
    "bad_cell": _("That cell is not on the board."),
    "bad_clock": _("Choose another clock."),
    "bad_game": _("That is not a game record."),
    "bad_reason": _("Choose one of the reasons."),
    "bot_board": _("This bot doesn’t play on boards of that size."),
    "bot_busy": _("This bot plays as many games as it can. Try again later."),
    "bot_clock": _("This bot doesn’t play with that clock."),
    "bot_enough": _("This bot plays only so many games a day with one player."),
    "bot_line": _("This bot doesn’t play for lines of that length."),
    "bot_opponents": _("This bot doesn’t play everyone. Its owner chooses whom."),
    "bot_paused": _("This bot isn’t accepting challenges now."),
    "cannot_challenge": _("This player can’t be challenged."),
    "cannot_challenge_self": _("To play on your own, choose “This device”."),
    "already_challenged": _("Your challenge hasn’t been answered yet."),
    "bad_series": _("A series has 3, 5 or 7 games, or no limit."),
    "bad_takebacks": _("Choose from 0 to 99 takebacks."),
    "bad_move_number": _("The move numbers are out of order."),
    "bad_ruleset": _("Boards go from 3×3 to 19×19, with at least 3 in a row to win."),
    "bad_tag": _("That is not a game record."),
    "bad_push_address": _("Notifications can’t be sent to this browser."),
    "bad_offline_games": _("These are not offline games."),
    "cell_taken": _("That cell is taken."),
    "clock_full": _("The other player already has the maximum time."),
    "clock_stands": _("That clock is not running now."),
    "already_decided": _("Someone has already dealt with this."),
    "already_reported": _("You’ve already reported this; staff will look at it."),
    "cannot_report": _("You can’t report that player here."),
    "chat_closed": _("The chat is closed."),
    "empty": _("Write something first."),
    "engine_plays_on": _("The computer plays on."),
    "creator_away": _("The player who opened this game has left."),
    "game_over": _("This game is over."),
    "bad_reach": _("Choose a rating range from the list."),
    "in_a_round": _("You are already playing a round. Finish it first."),
    "no_pool": _("Rated rounds aren’t available on that board or with that clock."),
    "no_such_seek": _("You are not looking for an opponent now."),
    "seek_gone": _("They are no longer looking for an opponent."),
    "too_far_apart": _("Your rating is outside their range."),
    "rated_round": _("A rated round can’t be replayed, because it has changed ratings."),
    "player_withdrawn": _(
        "A player of that round has withdrawn, so it can’t be replayed. Its result stays."
    ),
    "no_such_round": _("There is no such round."),
    "round_not_over": _("This round is not over yet."),
    "part_of_round": _("A round has two games. It ends with the second one."),
    "left_rounds": _("You have left several rounds recently. Wait a while before the next one."),
    "no_such_tournament": _("There is no such tournament."),
    "not_your_tournament": _("Only the tournament’s creator can do that."),
    "tournament_begun": _("This tournament has already started."),
    "not_begun": _("This tournament hasn’t started yet."),
    "too_few_players": _("This needs at least two players who can be paired."),
    "tournament_over": _("This tournament is over."),
    "tournament_full": _("This tournament is full."),
    "removed_by_staff": _("Staff have removed you from this tournament."),
    "not_joined": _("You haven’t joined this tournament."),
    "sign_up_first": _("Guests can’t take part. Sign up first with a name and a password."),
    "people_only_create": _("Only people can create tournaments."),
    "only_people": _("This tournament is for people."),
    "only_bots": _("This tournament is for bots."),
    "bots_play_too": _("Bots play here too. Confirm this when you join."),
    "title_length": _("A title has from 3 to 40 characters."),
    "title_characters": _("Use letters, digits and spaces, but no reserved words."),
    "not_rateable": _("This board can’t be rated. Choose another one, or make it casual."),
    "bad_minutes": _("An arena lasts from 10 to 180 minutes."),
    "bad_start": _("Choose a start at least 2 minutes and at most 14 days from now."),
    "tournament_joined": _(
        "Others have joined, so you can’t change the board, the clock or who may play."
    ),
    "not_editable": _("A round robin can’t be edited."),
    "too_many_tournaments": _("You have two unfinished tournaments. Wait for one to end."),
    "tournaments_enough": _("You’ve made ten tournaments within a week. Wait a few days."),
    "no_such_device": _("That device has been removed."),
    "push_is_off": _("This site doesn’t send notifications to devices."),
    "no_such_duel": _("There is no such duel."),
    "lab_running": _("This bot is already in the lab. Stop that run or wait until it ends."),
    "level_unsupported": _("This level doesn’t play on that board."),
    "no_address": _("Add an e-mail address to your account first, and confirm it."),
    "no_puzzles": _("There are no puzzles yet."),
    "skipped_before": _("You can skip one puzzle in a streak."),
    "no_position": _("You can’t play on from this position."),
    "no_moves": _("No moves were made in this game."),
    "no_open_game": _("No open games right now. Create one."),
    "no_swap": _("The swap rule is only for boards where the first player can force a win."),
    "swap_unfair": _(
        "On this board every first mark wins for one of the two sides. With the swap rule the "
        "second player would win by choosing the right one."
    ),
    "no_swap_now": _("The sides can no longer be swapped."),
    "no_takebacks_left": _("No takebacks left."),
    "no_such_cell": _("That cell is not on the board."),
    "no_such_game": _("There is no such game."),
    "no_such_offer": _("That offer has expired."),
    "no_such_player": _("There is no such player."),
    "no_such_run": _("There is no such run."),
    "no_such_seat": _("There is no such seat."),
    "line_possible": _("A line can still be completed."),
    "no_clock": _("This game has no clock."),
    "no_gifts": _("Time can only be given to another person."),
    "not_banned": _("This account isn’t banned."),
    "not_invited": _("This game is for another player."),
    "not_followed": _("Bots challenge only people who follow them."),
    "not_your_bot": _("That is not your bot."),
    "not_graded": _("This game hasn’t been analysed yet."),
    "no_claims": _("You can’t claim a win in this game."),
    "people_only": _("The lobby is for people. Bots play those who challenge them."),
    "presence_unknown": _("We can’t tell yet if your opponent has left. Try again in a moment."),
    "not_left": _("Your opponent is still here, or has just left."),
    "not_over": _("This game is not over yet."),
    "not_seated": _("You are watching this game, not playing in it."),
    "not_staff": _("Only staff can do that."),
    "not_on_offer": _("That can’t be decided here."),
    "not_started": _("This game is still waiting for a second player."),
    "id_used": _("This id was sent with another move of the game. Give each move its own ID."),
    "not_welcome": _("You can’t join this game. Try another one in the lobby."),
    "not_your_game": _("Only the creator of the game can do that."),
    "not_your_turn": _("It is not your turn."),
    "muted_by_staff": _("Staff have muted you for a while."),
    "nothing_to_take_back": _("There is no move to take back."),
    "offer_pending": _("Another offer hasn’t been answered yet."),
    "own_offer": _("You can’t accept your own offer."),
    "repeated": _("You’ve already said that."),
    "scope_missing": _("The token doesn’t allow that."),
    "presets_only": _("Bots can only send ready-made messages."),
    "seat_taken": _("Someone else took that seat first."),
    "not_signed_in": _("Sign in first."),
    "sign_in": _("Sign in or join a game to chat."),
    "stale_ply": _("The game has moved on. The board is up to date now."),
    "takebacks_off": _("This game is played without takebacks."),
    "time_is_up": _("Time is up."),
    "time_left": _("There is still time left."),
    "too_early_to_claim": _("You can’t claim yet; you can still abort the game."),
    "export_running": _("Your data is already being downloaded. Wait until it is done."),
    "exports_busy": _("Others are downloading their data just now. Try again in a minute."),
    "too_busy": _("The computer is busy. Try again in a few minutes."),
    "too_fast": _("Too fast. Wait a moment and try again."),
    "too_many_games": _("At most 20 games can be added at once."),
    "too_late_to_abort": _("Both sides have moved, so the game can no longer be aborted."),
    "too_large": _("This board is too large to show how the computer thinks."),
    "too_long": _("That message is too long."),
    "too_many_reports": _("You’ve sent too many reports today. Try again tomorrow."),
    "too_many_open": _("You have too many open games. Play or cancel one first."),
    "unblock_first": _("You’ve blocked this player. Unblock them to play."),
    "unknown_level": _("Unknown level."),
    "your_own_turn": _("It’s your turn. Move first."),
    **UNRATED,
}


def refusal(code: str) -> str:
    """Return the sentence for *code*; a general one for a code that has none."""
    return str(REFUSALS.get(code, _("That isn’t possible.")))


def unrated_text(code: str) -> str:
    """Return why a round counts for no rating; a general sentence for a code that has none."""
    return str(UNRATED.get(code, _("This round isn’t rated.")))
