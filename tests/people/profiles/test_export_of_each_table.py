"""Whatever has a key to a user is in the export, or is left out for a reason."""

from __future__ import annotations

import json
from collections.abc import Iterator

import pytest
from django.apps import apps

from accounts.models import User
from games.people.profiles import export_views

# Where the export has the rows of each; after a stroke, what holds them there.
EXPORTED = {
    "account.EmailAddress.user": "account/email_addresses",
    "accounts.AccountEvent.user": "account/log",
    "accounts.Preferences.user": "account/preferences",
    "accounts.Relation.owner": "account/following",
    "accounts.Token.account": "account/bots",
    "accounts.User.claimed_by": "account/guests",
    "accounts.User.owner": "account/bots",
    "games.BotConditions.bot": "bot_conditions",
    "games.ChatLine.author": "chat",
    "games.DecisionNotice.user": "notices",
    "games.DuelSeat.user": "duels",
    "games.Game.o_player": "games",
    "games.Game.x_player": "games",
    "games.LabRun.bot": "lab_runs",
    "games.LessonAnswer.user": "lessons",
    "games.Mistake.user": "mistakes",
    "games.Move.player": "games",
    "games.PushDevice.user": "devices",
    "games.PuzzleAttempt.solver": "puzzles",
    "games.PuzzleRating.user": "puzzle_rating",
    "games.Rating.user": "ratings",
    "games.RatingChange.user": "rating_changes",
    "games.Report.reporter": "reports",
    "games.Round.first": "rounds",
    "games.Round.left_by": "rounds",
    "games.Round.second": "rounds",
    "games.StaffDecision.user": "decisions",
    "games.Storm.user": "storms",
    "games.Streak.user": "streaks",
    "games.Tournament.creator": "made_tournaments",
    "games.TournamentEntry.user": "tournaments",
    "games.TurnMail.user": "turn_mail",
    "games.Workshop.owner": "workshops",
    "games.WorkshopPlayer.user": "workshop_names",
    "mfa.Authenticator.user": "account/two_step_sign_in",
}

LEFT_OUT = {
    "accounts.AccountEvent.actor": "of others; lines about one and one's bots are in their logs",
    "accounts.Relation.other": "private to those who follow or block",
    "admin.LogEntry.user": "the staff's work",
    "games.DecisionNotice.other": "what others are told",
    "games.Event.actor": "how a game was played, which its page shows; its moves are there",
    "games.Game.creator": "whoever makes a game has a seat in it once it is played",
    "games.Game.invited": "others' challenges; those that are accepted are games",
    "games.RatingChange.because_of": "others' ratings",
    "games.RatingChange.opponent": "others' ratings",
    "games.RefundNotice.because_of": "what others are told",
    "games.RefundNotice.user": "the change of the rating is there, with its cause",
    "games.Report.decided_by": "the staff's work",
    "games.Report.reported": "what others have told the staff in confidence",
    "games.Round.annulled_by": "the staff's work",
    "games.Seek.invited": "others' invitations, for as long as they wait",
    "games.Seek.user": "gone a moment after one has stopped to wait",
    "games.StaffDecision.staff": "the staff's work",
    "games.TournamentEntry.last_opponent": "others' entries; one's own rounds are there",
}


def keys_to_users() -> Iterator[str]:
    for model in apps.get_models():
        for field in model._meta.concrete_fields:
            if field.related_model is User:
                yield f"{model._meta.label}.{field.name}"


def test_every_key_to_a_user_is_exported_or_left_out_for_a_reason():
    assert sorted(keys_to_users()) == sorted(EXPORTED | LEFT_OUT)
    assert not EXPORTED.keys() & LEFT_OUT.keys()


@pytest.mark.django_db
def test_what_is_exported_is_there(alice):
    data = json.loads(b"".join(export_views._pieces(alice)))
    for place in EXPORTED.values():
        part, _, member = place.partition("/")
        assert part in data, place
        assert not member or member in data[part], place
