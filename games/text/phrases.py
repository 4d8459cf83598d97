"""What the game page says. The scripts get the same phrases, so that both speak alike."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import ngettext

from tictactoe_site.common.numbers import plural_samples


class Counted(NamedTuple):
    """A phrase with a number in it, in its two English forms; gettext has other languages'."""

    one: str
    other: str

    def form_for(self, count: int) -> str:
        return ngettext(self.one, self.other, count)


def counted(one: str, other: str) -> Counted:
    """Mark a phrase for translation, as `ngettext` does."""
    return Counted(one, other)


Phrases = Mapping[str, Promise | Counted]

TURNS: Phrases = {
    "your_turn": _("Your turn"),
    "is_thinking": _("{name} is thinking"),
    "computer_thinking": _("Computer is thinking"),
    "to_move": _("{name} to move"),
    "waiting": _("Waiting for an opponent"),
    "waiting_friend": _("Invite your friend"),
    "waiting_for": _("Waiting for {name}"),
    "wants_to_play": _("{name} wants to play"),
}
RESULTS: Phrases = {
    "draw": _("Draw"),
    "you_win": _("You win"),
    "you_lost": _("You lost"),
    "wins": _("{name} wins"),
    "computer_wins": _("The computer wins"),
    "ended_abort": _("Game aborted"),
    "ended_cancelled": _("Game cancelled"),
    "ended_declined": _("Challenge declined"),
    "ended_annulled": _("Game annulled"),
}
REASONS: Phrases = {
    "line": _("{goal}, {from} to {to}"),
    "by_line": _("More than one line at once"),
    "by_full": _("The board is full"),
    "by_resignation": _("{name} resigned"),
    "by_dead": _("No line can be completed any more"),
    "by_agreement": _("Both players agreed"),
    "by_time": _("{name} ran out of time"),
    "by_abort": _("Before both had moved"),
    "by_cancelled": _("Before anyone joined"),
    "by_declined": _("Before the game started"),
    "by_abandoned": _("{name} left"),
    "by_adjudication": _("Decided by staff"),
    "by_annulled": _("By staff, without a result"),
}
PLAYERS: Phrases = {
    "free_seat": _("Free seat"),
    "asked": _("hasn’t answered yet"),
    "asked_declined": _("did not play"),
    "friend_seat": _("Your friend"),
    "not_joined": _("hasn’t joined yet"),
    "nobody_yet": _("no one yet"),
    "side_undecided": _("Not decided yet"),
    "side_drawn": _("drawn when someone joins"),
    "on_this_device": _("on this device"),
    "computer": _("computer"),
    "first_mover": _("{mark}, {name}"),
    "given": _("given"),
    "you_here": _("you"),
    "online": _("online"),
    "away": _("away"),
    "lost": _("connection lost"),
    "days_and_hours": _("{days}d {hours}h"),
    "clock_of": _("Clock of {name}"),
    "and_others": counted("and {count} other", "and {count} others"),
    "watching": counted("{count} watching", "{count} watching"),
    "draws": counted("{count} draw", "{count} draws"),
}
OFFERS: Phrases = {
    "draw_made": _("{name} offers a draw"),
    "draw_declined": _("{name}’s draw offer was declined"),
    "draw_withdrawn": _("{name} withdrew the draw offer"),
    "own_draw_made": _("You offered a draw"),
    "own_draw_declined": _("Draw offer declined"),
    "own_draw_withdrawn": _("You withdrew your draw offer"),
    "you_draw_declined": _("You declined the draw"),
    "takeback_made": _("{name} asks for a takeback"),
    "takeback_declined": _("{name}’s takeback was declined"),
    "takeback_withdrawn": _("{name} withdrew the takeback request"),
    "own_takeback_made": _("You asked for a takeback"),
    "own_takeback_declined": _("Takeback declined"),
    "own_takeback_withdrawn": _("You withdrew your takeback request"),
    "you_takeback_declined": _("You declined the takeback"),
    "rematch_made": _("{name} offers a rematch"),
    "rematch_declined": _("{name}’s rematch offer was declined"),
    "rematch_withdrawn": _("{name} withdrew the rematch offer"),
    "own_rematch_made": _("You offered a rematch"),
    "own_rematch_declined": _("Rematch declined"),
    "own_rematch_withdrawn": _("You withdrew your rematch offer"),
    "you_rematch_declined": _("You declined the rematch"),
    "same_sides_made": _("{name} offers a rematch with the same sides"),
    "same_sides_declined": _("{name}’s rematch offer was declined"),
    "same_sides_withdrawn": _("{name} withdrew the rematch offer"),
    "own_same_sides_made": _("You offered a rematch with the same sides"),
    "own_same_sides_declined": _("Rematch declined"),
    "own_same_sides_withdrawn": _("You withdrew your rematch offer"),
    "you_same_sides_declined": _("You declined the rematch"),
}
TAKEBACKS: Phrases = {
    "takebacks_left": counted("{count} left", "{count} left"),
    "takebacks_none": _("off"),
}
SWAP: Phrases = {
    "swap_soon_first": _(
        "Swap rule: {name} can take over your first mark instead of answering it."
    ),
    "swap_soon_second": _(
        "Swap rule: after the first mark, you can take it over instead of answering it."
    ),
    "swap_soon_watching": _(
        "Swap rule: {name} can take over the first mark instead of answering it."
    ),
    "swap_now_first": _("{name} can take over your {first} or answer it."),
    "swap_now_second": _(
        "Answer with {second}, or take over {first} and let {other} answer with {second}."
    ),
    "swap_now_watching": _("{name} can take over {first} or answer it."),
    "swapped_by_you": _("You took over {first}. {other} plays {second} now."),
    "swapped_by_other": _("{other} took over {first}. You play {second} now."),
    "swapped": _("{name} took over {first}. {other} plays {second} now."),
}
SPANS: Phrases = {
    "short_seconds": _("{seconds} s"),
    "short_minutes": _("{minutes} min"),
    "short_hours": _("{hours} h"),
}
TIME_LEFT: Phrases = {
    "days_left": counted("{count} day left", "{count} days left"),
    "hours_left": _("{count} h left"),
    "minutes_left": _("{count} min left"),
    "seconds_left": _("{count} s left"),
    "time_up": _("time is up"),
}
TERMS: Phrases = {
    "listed": _("{first}, {second}"),
    "goal": _("{k} in a row"),
    "goal_3": _("three in a row"),
    "goal_4": _("four in a row"),
    "goal_5": _("five in a row"),
    "goal_6": _("six in a row"),
    "goal_7": _("seven in a row"),
    "goal_8": _("eight in a row"),
    "goal_9": _("nine in a row"),
    "goal_10": _("ten in a row"),
    "control_none": _("no clock"),
    "control_days": counted("{count} day per move", "{count} days per move"),
    "round_and_clock_rated": _("rated round, {clock}"),
    "round_and_clock_casual": _("round, {clock}"),
    "special_best_of_3": _("best of 3"),
    "special_best_of_5": _("best of 5"),
    "special_best_of_7": _("best of 7"),
    "special_swap": _("swap rule"),
    "special_no_takebacks": _("no takebacks"),
    "special_from_position": _("from a position"),
}
SERIES: Phrases = {
    "series_game": _("Game {number} of {most}"),
    "series_won_by_you": _("You win the series"),
    "series_won": _("{name} wins the series"),
    "series_drawn": _("The series is drawn"),
}
ROUNDS: Phrases = {
    "round_rated": _("Rated round, game {number} of 2"),
    "round_casual": _("Round, game {number} of 2"),
    "round_next_you": _("Game 2 starts in {seconds} s. You are {mark} now."),
    "round_next_now": _("Game 2 has started. You are {mark} now."),
    "round_next": _("Game 2 has started."),
    "round_so_far_won": _("You won game 1. You are {mark} now."),
    "round_so_far_lost": _("{name} won game 1. You are {mark} now."),
    "round_so_far_drawn": _("Game 1 was a draw. You are {mark} now."),
    "round_so_far_won_by": _("{name} won game 1. Sides have changed."),
    "round_so_far_drawn_by_both": _("Game 1 was a draw. Sides have changed."),
    "round_won_by_you": _("You win the round, {score}."),
    "round_lost": _("You lose the round, {score}."),
    "round_won": _("{name} wins the round, {score}."),
    "round_drawn": _("The round is drawn, {score}."),
    "round_off": _("The round was cancelled and doesn’t count."),
    "round_annulled": _("The staff annulled the round. It counts for nothing."),
    "round_rating": _("Your rating: {before} → {after} ({change})"),
    "round_begin_you": _("Make your first move within {seconds} s, or you lose the round."),
    "round_begin": _("{name} has {seconds} s for the first move."),
}
SPOKEN: Phrases = {
    "you": _("You"),
    "you_played": _("You played {cell}."),
    "played": _("{name} played {cell}."),
    "last_move": _("Last move: {name} at {cell}."),
    "no_moves": _("No moves yet."),
    "no_clock": _("This game has no clock."),
    "days": counted("{count} day", "{count} days"),
    "hours": counted("{count} hour", "{count} hours"),
    "minutes": counted("{count} minute", "{count} minutes"),
    "seconds": counted("{count} second", "{count} seconds"),
    "game_on": _("The game starts."),
    "taken_back": _("A move was taken back."),
    "can_claim_draw": _("No line can be completed any more. You can claim a draw."),
    "you_gave_seconds": _("You gave {name} {count} seconds."),
    "gave_you_seconds": _("{name} gave you {count} seconds."),
    "gave_seconds": _("{name} gave {other} {count} seconds."),
    "you_gave_days": _("You gave {name} the full time for this move again."),
    "gave_you_days": _("{name} gave you the full time for this move again."),
    "gave_days": _("{name} gave {other} the full time for this move again."),
    "left_abort": _("{name} has left. You can abort the game."),
    "left_round": _("{name} has left. If they don’t move in time, they lose the round."),
    "left_your_turn": _("{name} has left. Move, then claim the win."),
    "left_wait": counted(
        "{name} has left. You can claim the win in {count} second.",
        "{name} has left. You can claim the win in {count} seconds.",
    ),
    "left_claim": _("{name} has left. You can claim the win."),
    "left_called_off": counted(
        "{name} isn’t here. If they don’t come within {count} second, the game is"
        " aborted and nobody loses.",
        "{name} isn’t here. If they don’t come within {count} seconds, the game is"
        " aborted and nobody loses.",
    ),
    "lost_called_off": counted(
        "{name}’s connection is lost. If they aren’t back within {count} second, the"
        " game is aborted and nobody loses.",
        "{name}’s connection is lost. If they aren’t back within {count} seconds, the"
        " game is aborted and nobody loses.",
    ),
    "lost_abort": _("{name}’s connection is lost. You can abort the game."),
    "lost_round": _(
        "{name}’s connection is lost. If they don’t move in time, they lose the round."
    ),
    "lost_your_turn": _("{name}’s connection is lost. Move, then claim the win."),
    "lost_wait": counted(
        "{name}’s connection is lost. You can claim the win in {count} second.",
        "{name}’s connection is lost. You can claim the win in {count} seconds.",
    ),
    "lost_claim": _("{name}’s connection is lost. You can claim the win."),
    "came_back": _("{name} is back."),
    "ten_seconds": _("Ten seconds left"),
    "place_at": _("Place at {name}"),
    "premove_button": _("Premove at {name}"),
    "aiming": _("Press again to place at {name}."),
    "premove_at": _("Next move: {name}. Press it again to cancel."),
    "premove_cancelled": _("Premove at {name} cancelled."),
    "premove_dropped": _("Your premove at {name} was cancelled."),
    "zen_on": _("Zen is on. Press Escape to exit."),
    "zen_off": _("Zen is off."),
    "press_again": _("Press again to confirm."),
    "refused": _("That isn’t possible."),
}
CHAT: Phrases = {
    "chat_title": _("Chat"),
    "chat_watchers": _("Spectator chat"),
    "chat_block": _("Block {name}"),
    "chat_hello": _("Hello"),
    "chat_luck": _("Good luck"),
    "chat_game": _("Good game"),
    "chat_played": _("Well played"),
    "chat_thanks": _("Thank you"),
    "chat_watching": _("watching"),
    "bot_mark": _("BOT"),
    "chat_left": counted("{count} character left", "{count} characters left"),
    "chat_new": counted("{count} new message", "{count} new messages"),
    "chat_unsent": _("Your message wasn’t sent. Try again in a moment."),
}
CONNECTION: Phrases = {
    "lag": _("{quality}, {ms} ms"),
    "lag_good": _("Good connection"),
    "lag_fair": _("Fair connection"),
    "lag_slow": _("Slow connection"),
    "lag_bad": _("Very slow connection"),
    "connected": _("Connected again."),
    "not_connected": _("Not connected. Try again in a moment."),
    "reconnecting": _("Connection lost. Reconnecting… Your moves are saved."),
    "reconnecting_unsent": _("Connection lost. Reconnecting… Your move will be sent."),
    "offline": _(
        "You’re offline. Your moves are saved. The game goes on when the network is back."
    ),
    "offline_unsent": _("You’re offline. Your move will be sent when the network is back."),
    "closed": _("Connection closed. Reload the page."),
    "closed_4401": _("You are signed out. Sign in and reload the page."),
    "closed_headline": _("Disconnected"),
    "closed_4403": _("Your account can no longer play here. Reload the page to see why."),
    "closed_4404": _("This game no longer exists."),
}
NOTICES: Phrases = {
    "notice_round": _("{name} invites you to a rated round, {size}"),
    "notice_challenge": _("{name} challenges you on {size}."),
    "notice_accepted": _("{name} accepts your challenge on {size}."),
    "notice_declined": _("{name} declines your challenge:"),
    "notice_withdrawn": _("{name} withdrew the challenge."),
    "notice_turn": _("It’s your turn against {name} on {size}."),
    "notice_joined": _("{name} has joined your {size} game"),
    "notice_begun": _("Your rated round against {name} has started"),
    "ten_seconds_to_come": _("Ten seconds left to join."),
    "notice_open": _("Open"),
    "dismiss": _("Dismiss"),
    "notifications_on": _("Notifications are on."),
    "notifications_off": _("Notifications are off."),
}
PHRASES: Phrases = {
    **TURNS,
    **RESULTS,
    **REASONS,
    **PLAYERS,
    **OFFERS,
    **TAKEBACKS,
    **SWAP,
    **SPANS,
    **TIME_LEFT,
    **TERMS,
    **SERIES,
    **ROUNDS,
    **SPOKEN,
    **CHAT,
    **CONNECTION,
}


def phrase(key: str, **values: Any) -> str:
    """Return the phrase *key* with *values* put in, in the form for `count` if it is `Counted`."""
    found = PHRASES[key]
    text = found.form_for(values["count"]) if isinstance(found, Counted) else str(found)
    return text.format(**values)


def for_scripts(phrases: Phrases) -> Iterator[tuple[str, str]]:
    """Yield the key and the text of each of *phrases*.

    A `Counted` phrase comes in each form of the language, under `key.category`, with a category of
    Intl.PluralRules.
    """
    for key, found in phrases.items():
        if isinstance(found, Counted):
            for category, count in plural_samples():
                yield f"{key}.{category}", found.form_for(count)
        else:
            yield key, str(found)
