# All tables as 0041_wanted_reviews leaves them, in less than half of the time.

import django.core.validators
import django.db.models.deletion
import django.db.models.expressions
import django.utils.timezone
import games.models.game
import games.models.workshop
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_rematches_and_swaps"),
        ("games", "0003_outages"),
        ("games", "0004_challenges"),
        ("games", "0005_reviews"),
        ("games", "0006_talk"),
        ("games", "0007_report"),
        ("games", "0008_lean_moves"),
        ("games", "0009_lists_of_any_length"),
        ("games", "0010_words"),
        ("games", "0011_report_words"),
        ("games", "0012_draws_claimed_and_time_given"),
        ("games", "0013_play_on_from_a_position"),
        ("games", "0014_heartbeat"),
        ("games", "0015_lock"),
        ("games", "0016_days_and_positions_in_indexes"),
        ("games", "0017_plainer_labels"),
        ("games", "0018_bot_conditions"),
        ("games", "0019_workshops"),
        ("games", "0020_lab"),
        ("games", "0021_workshop_verdicts"),
        ("games", "0022_position_values"),
        ("games", "0023_position_counts"),
        ("games", "0024_puzzles"),
        ("games", "0025_duels"),
        ("games", "0026_mistakes"),
        ("games", "0027_lessons"),
        ("games", "0028_streaks"),
        ("games", "0029_first_cell_proofs"),
        ("games", "0030_rounds"),
        ("games", "0031_rounds_count_in_results"),
        ("games", "0032_decisions"),
        ("games", "0033_leaderboards"),
        ("games", "0034_refunds"),
        ("games", "0035_seeks_widen"),
        ("games", "0036_workshop_round_robins"),
        ("games", "0037_networks"),
        ("games", "0038_robins"),
        ("games", "0039_rounds_behind"),
        ("games", "0040_refund_notices"),
        ("games", "0041_wanted_reviews"),
    ]

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
            options={
                "db_table": "games_beat",
            },
        ),
        migrations.CreateModel(
            name="Lock",
            fields=[
                ("name", models.CharField(max_length=40, primary_key=True, serialize=False)),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("began_at", models.DateTimeField()),
                ("ended_at", models.DateTimeField()),
                ("healed_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="TurnMail",
            fields=[
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="turn_mail",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("told_until", models.DateTimeField(default=django.utils.timezone.now)),
            ],
        ),
        migrations.CreateModel(
            name="BotConditions",
            fields=[
                (
                    "bot",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="conditions",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="bot",
                    ),
                ),
                ("is_open", models.BooleanField(default=True, verbose_name="takes challenges")),
                (
                    "opponents",
                    models.CharField(
                        choices=[
                            ("anybody", "Anyone"),
                            ("signed_in", "Anyone with an account"),
                            ("followed", "Those I follow"),
                            ("nobody", "Only me"),
                        ],
                        default="anybody",
                        max_length=10,
                        verbose_name="plays",
                    ),
                ),
                (
                    "smallest",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(3),
                            django.core.validators.MaxValueValidator(19),
                        ],
                        verbose_name="smallest side",
                    ),
                ),
                (
                    "largest",
                    models.PositiveSmallIntegerField(
                        default=19,
                        validators=[
                            django.core.validators.MinValueValidator(3),
                            django.core.validators.MaxValueValidator(19),
                        ],
                        verbose_name="largest side",
                    ),
                ),
                (
                    "shortest",
                    models.PositiveSmallIntegerField(
                        default=3,
                        validators=[
                            django.core.validators.MinValueValidator(3),
                            django.core.validators.MaxValueValidator(19),
                        ],
                        verbose_name="shortest line",
                    ),
                ),
                (
                    "longest",
                    models.PositiveSmallIntegerField(
                        default=19,
                        validators=[
                            django.core.validators.MinValueValidator(3),
                            django.core.validators.MaxValueValidator(19),
                        ],
                        verbose_name="longest line",
                    ),
                ),
                (
                    "untimed",
                    models.BooleanField(default=True, verbose_name="games without a clock"),
                ),
                ("timed", models.BooleanField(default=True, verbose_name="games with a clock")),
                (
                    "days",
                    models.BooleanField(default=False, verbose_name="games with days for a move"),
                ),
                (
                    "least_seconds",
                    models.PositiveIntegerField(
                        default=0,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(10800),
                        ],
                        verbose_name="least seconds for each player",
                    ),
                ),
                (
                    "most_seconds",
                    models.PositiveIntegerField(
                        default=3600,
                        validators=[
                            django.core.validators.MinValueValidator(0),
                            django.core.validators.MaxValueValidator(10800),
                        ],
                        verbose_name="most seconds for each player",
                    ),
                ),
                (
                    "at_once",
                    models.PositiveSmallIntegerField(
                        default=2,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(8),
                        ],
                        verbose_name="games at once",
                    ),
                ),
                (
                    "a_day",
                    models.PositiveSmallIntegerField(
                        default=20,
                        validators=[
                            django.core.validators.MinValueValidator(1),
                            django.core.validators.MaxValueValidator(100),
                        ],
                        verbose_name="games a day with one player",
                    ),
                ),
            ],
            options={
                "verbose_name": "conditions of a bot",
                "verbose_name_plural": "conditions of bots",
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("largest__lte", 19),
                            ("least_seconds__lte", models.F("most_seconds")),
                            ("longest__lte", 19),
                            ("shortest__gte", 3),
                            ("shortest__lte", models.F("longest")),
                            ("smallest__gte", 3),
                            ("smallest__lte", models.F("largest")),
                        ),
                        name="bot_conditions_have_order",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("at_once__range", (1, 8)), ("a_day__range", (1, 100))),
                        name="bot_games_have_bounds",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Duel",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.CharField(
                        default=games.models.game.new_uid,
                        editable=False,
                        max_length=10,
                        unique=True,
                    ),
                ),
                (
                    "is_public",
                    models.BooleanField(help_text="Whoever looks for a duel may be the second."),
                ),
                ("positions", models.JSONField()),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("open", "waits for a second player"),
                            ("ready", "waits until both are there"),
                            ("going", "going on"),
                            ("over", "over"),
                            ("off", "called off"),
                        ],
                        default="open",
                        max_length=5,
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("joined_at", models.DateTimeField(blank=True, null=True)),
                ("starts_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("winner", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "end",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "none"),
                            ("time", "less time"),
                            ("solved", "more solved"),
                            ("left", "the other one left"),
                        ],
                        default="",
                        max_length=6,
                    ),
                ),
                ("next_uid", models.CharField(blank=True, max_length=10)),
            ],
            options={
                "verbose_name": "duel",
                "verbose_name_plural": "duels",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "open")), fields=["id"], name="duel_waiting"
                    ),
                    models.Index(
                        condition=models.Q(("state__in", ("over", "off")), _negated=True),
                        fields=["starts_at"],
                        name="duel_not_over",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("winner", None),
                            models.Q(("state", "over"), ("winner__lte", 1)),
                            _connector="OR",
                        ),
                        name="duel_winner_has_a_seat",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("state__in", ("going", "over")), _negated=True),
                            ("starts_at__isnull", False),
                            _connector="OR",
                        ),
                        name="duel_has_begun",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="FirstCellProof",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("m", models.PositiveSmallIntegerField()),
                ("n", models.PositiveSmallIntegerField()),
                ("k", models.PositiveSmallIntegerField()),
                ("cell", models.PositiveSmallIntegerField()),
                (
                    "seconds",
                    models.PositiveIntegerField(
                        default=0,
                        help_text="How long the longest attempt was that ended by itself.",
                    ),
                ),
                (
                    "nodes",
                    models.PositiveBigIntegerField(
                        default=0, help_text="Positions that all attempts have looked at."
                    ),
                ),
                ("until", models.DateTimeField(blank=True, null=True)),
                (
                    "value",
                    models.SmallIntegerField(
                        blank=True,
                        help_text="To whoever began: 1 wins, 0 draws, -1 loses.",
                        null=True,
                    ),
                ),
                ("found_at", models.DateTimeField(blank=True, null=True)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("m", "n", "k", "cell"), name="first_cell_proof_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("found_at", None), ("value", None)),
                            models.Q(("found_at__isnull", False), ("value__in", (-1, 0, 1))),
                            _connector="OR",
                        ),
                        name="first_cell_proof_has_its_date",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.CharField(
                        default=games.models.game.new_uid,
                        editable=False,
                        max_length=10,
                        unique=True,
                    ),
                ),
                ("m", models.PositiveSmallIntegerField(verbose_name="columns")),
                ("n", models.PositiveSmallIntegerField(verbose_name="rows")),
                ("k", models.PositiveSmallIntegerField(verbose_name="in a row")),
                (
                    "opponent",
                    models.CharField(
                        choices=[
                            ("anyone", "Anyone"),
                            ("friend", "A friend by link"),
                            ("computer", "Computer"),
                            ("device", "This device"),
                        ],
                        max_length=8,
                    ),
                ),
                (
                    "level",
                    models.CharField(blank=True, help_text="The computer’s level.", max_length=32),
                ),
                (
                    "first",
                    models.CharField(choices=[("x", "X"), ("o", "O")], default="x", max_length=1),
                ),
                ("control", models.CharField(default="none", max_length=12)),
                ("x_symbol", models.CharField(blank=True, max_length=8)),
                ("o_symbol", models.CharField(blank=True, max_length=8)),
                ("x_colour", models.CharField(blank=True, max_length=7)),
                ("o_colour", models.CharField(blank=True, max_length=7)),
                ("x_name", models.CharField(blank=True, max_length=20)),
                ("o_name", models.CharField(blank=True, max_length=20)),
                (
                    "takebacks",
                    models.PositiveSmallIntegerField(
                        default=3, help_text="How many takebacks each player has; 0 for none."
                    ),
                ),
                (
                    "swap",
                    models.BooleanField(
                        default=False, help_text="The second player may take over the first mark."
                    ),
                ),
                ("series", models.CharField(blank=True, db_index=True, max_length=10)),
                (
                    "best_of",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="The most games of the series; 0 for no limit."
                    ),
                ),
                (
                    "setup",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How many of the first moves were given rather than played.",
                    ),
                ),
                (
                    "origin",
                    models.CharField(
                        blank=True,
                        help_text="The game whose position this one started from.",
                        max_length=10,
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "open"),
                            ("ongoing", "ongoing"),
                            ("finished", "finished"),
                        ],
                        default="open",
                        max_length=8,
                    ),
                ),
                ("ply", models.PositiveSmallIntegerField(default=0)),
                ("version", models.PositiveIntegerField(default=0)),
                ("offer_what", models.CharField(blank=True, max_length=12)),
                (
                    "offer_by",
                    models.CharField(blank=True, choices=[("x", "X"), ("o", "O")], max_length=1),
                ),
                ("x_taken_back", models.PositiveSmallIntegerField(default=0)),
                ("o_taken_back", models.PositiveSmallIntegerField(default=0)),
                ("swapped", models.BooleanField(default=False)),
                (
                    "outcome",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "no result"),
                            ("x", "X won"),
                            ("o", "O won"),
                            ("draw", "draw"),
                        ],
                        default="",
                        max_length=4,
                    ),
                ),
                (
                    "termination",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not over"),
                            ("line", "line completed"),
                            ("full", "board full"),
                            ("resignation", "resignation"),
                            ("dead", "no line possible"),
                            ("agreement", "draw by agreement"),
                            ("time", "time up"),
                            ("abort", "aborted"),
                            ("cancelled", "cancelled"),
                            ("declined", "declined"),
                            ("abandoned", "opponent left"),
                            ("adjudication", "decided by staff"),
                            ("annulled", "annulled by staff"),
                        ],
                        default="",
                        max_length=12,
                    ),
                ),
                ("next_uid", models.CharField(blank=True, max_length=10)),
                ("x_ms", models.PositiveBigIntegerField(blank=True, null=True)),
                ("o_ms", models.PositiveBigIntegerField(blank=True, null=True)),
                ("turn_at", models.DateTimeField(blank=True, null=True)),
                ("deadline", models.DateTimeField(blank=True, null=True)),
                ("created_at", models.DateTimeField(auto_now_add=True)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "flagged",
                    models.BooleanField(default=False, help_text="Marked by staff for review."),
                ),
                (
                    "is_counted",
                    models.BooleanField(
                        default=False,
                        editable=False,
                        help_text="Its moves are in the counts of positions.",
                    ),
                ),
                (
                    "creator",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "invited",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        help_text="The only player who may join. If empty, anyone with the link may.",
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "o_player",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_as_o",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "x_player",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games_as_x",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("-id",),
                "indexes": [
                    models.Index(fields=["status", "-id"], name="game_by_status"),
                    models.Index(fields=["termination", "-id"], name="game_by_termination"),
                    models.Index(fields=["m", "n", "k", "-id"], name="game_by_board"),
                    models.Index(
                        fields=[
                            "x_player",
                            "-id",
                            "o_player",
                            "outcome",
                            "termination",
                            "opponent",
                            "m",
                            "n",
                            "setup",
                            "best_of",
                            "created_at",
                        ],
                        name="game_by_x",
                    ),
                    models.Index(
                        fields=[
                            "o_player",
                            "-id",
                            "x_player",
                            "outcome",
                            "termination",
                            "opponent",
                            "m",
                            "n",
                            "setup",
                            "best_of",
                            "created_at",
                        ],
                        name="game_by_o",
                    ),
                    models.Index(
                        condition=models.Q(("status", "ongoing")),
                        fields=["x_player"],
                        name="game_played_by_x",
                    ),
                    models.Index(
                        condition=models.Q(("status", "ongoing")),
                        fields=["o_player"],
                        name="game_played_by_o",
                    ),
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["invited"],
                        name="game_inviting",
                    ),
                    models.Index(
                        condition=models.Q(("status", "open")),
                        fields=["creator"],
                        name="game_offered_by",
                    ),
                    models.Index(
                        condition=models.Q(("flagged", True)), fields=["-id"], name="game_flagged"
                    ),
                    models.Index(
                        condition=models.Q(("is_counted", False), ("status", "finished")),
                        fields=["id"],
                        name="game_to_count",
                    ),
                    models.Index(
                        condition=models.Q(("deadline__isnull", False)),
                        fields=["deadline"],
                        name="game_by_deadline",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("m__range", (3, 19)),
                            ("n__range", (3, 19)),
                            ("k__gte", 3),
                            models.Q(
                                ("k__lte", models.F("m")),
                                ("k__lte", models.F("n")),
                                _connector="OR",
                            ),
                        ),
                        name="game_ruleset_is_playable",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            (
                                "ply__lte",
                                django.db.models.expressions.CombinedExpression(
                                    models.F("m"), "*", models.F("n")
                                ),
                            )
                        ),
                        name="game_ply_fits_the_board",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("setup__lte", models.F("ply"))),
                        name="game_setup_stays_on_the_board",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("status", "ongoing"), _negated=True),
                            models.Q(("o_player__isnull", False), ("x_player__isnull", False)),
                            _connector="OR",
                        ),
                        name="game_ongoing_has_two_seats",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("ended_at__isnull", False),
                                ("status", "finished"),
                                models.Q(("termination", ""), _negated=True),
                            ),
                            models.Q(
                                models.Q(("status", "finished"), _negated=True),
                                ("ended_at__isnull", True),
                                ("outcome", ""),
                                ("termination", ""),
                            ),
                            _connector="OR",
                        ),
                        name="game_end_is_whole",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("outcome__in", ("", "x", "o", "draw"))),
                        name="game_outcome_is_known",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField()),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("created", "created"),
                            ("joined", "joined"),
                            ("offered", "offered"),
                            ("declined", "offer declined"),
                            ("taken_back", "taken back"),
                            ("swapped", "sides swapped"),
                            ("extended", "time added after an outage"),
                            ("time_given", "time given by the opponent"),
                            ("ended", "ended"),
                            ("continued", "continued"),
                            ("adjudicated", "adjudicated"),
                            ("flagged", "flag changed"),
                            ("reseated", "player changed"),
                        ],
                        max_length=12,
                    ),
                ),
                ("at", models.DateTimeField()),
                ("data", models.JSONField(blank=True, default=dict)),
                ("request_id", models.CharField(blank=True, max_length=64)),
                (
                    "actor",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="events",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ("game_id", "version"),
                "indexes": [
                    models.Index(fields=["kind", "-id"], name="event_by_kind"),
                    models.Index(
                        condition=models.Q(("request_id", ""), _negated=True),
                        fields=["request_id"],
                        name="event_by_request",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "version"), name="event_once_a_version")
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "room",
                    models.CharField(
                        choices=[("players", "players"), ("watchers", "watchers")], max_length=8
                    ),
                ),
                ("text", models.CharField(max_length=140)),
                ("at", models.DateTimeField()),
                (
                    "author",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="lines",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lines",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "verbose_name": "chat line",
                "verbose_name_plural": "chat lines",
                "ordering": ("id",),
                "indexes": [
                    models.Index(fields=["game", "id"], name="line_by_game"),
                    models.Index(fields=["author", "-id"], name="line_by_author"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("room__in", ("players", "watchers"))),
                        name="line_room_is_known",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("text", ""), _negated=True), name="line_says_something"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LabRun",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("m", models.PositiveSmallIntegerField()),
                ("n", models.PositiveSmallIntegerField()),
                ("k", models.PositiveSmallIntegerField()),
                (
                    "seat",
                    models.CharField(
                        choices=[("x", "X"), ("o", "O")], max_length=1, verbose_name="seat"
                    ),
                ),
                ("seed", models.PositiveBigIntegerField(default=0, verbose_name="seed")),
                ("version", models.CharField(max_length=40, verbose_name="version")),
                (
                    "state",
                    models.CharField(
                        choices=[("running", "Running"), ("ended", "Ended")],
                        default="running",
                        max_length=7,
                        verbose_name="state",
                    ),
                ),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("proven", "Proven"),
                            ("refuted", "Refuted"),
                            ("not_refuted", "Not refuted"),
                            ("by_chance", "Plays by chance"),
                            ("broken", "Broken"),
                        ],
                        max_length=11,
                        verbose_name="verdict",
                    ),
                ),
                ("asked", models.PositiveIntegerField(default=0, verbose_name="positions asked")),
                ("asked_twice", models.PositiveIntegerField(default=0)),
                ("won", models.PositiveBigIntegerField(default=0, verbose_name="won")),
                ("drawn", models.PositiveBigIntegerField(default=0, verbose_name="drawn")),
                ("lost", models.PositiveBigIntegerField(default=0, verbose_name="lost")),
                ("slips", models.PositiveIntegerField(default=0, verbose_name="slips")),
                ("shortest_loss", models.JSONField(blank=True, null=True)),
                ("shortest_slip", models.JSONField(blank=True, null=True)),
                ("fault", models.JSONField(blank=True, null=True)),
                (
                    "is_seat_lost",
                    models.BooleanField(default=False, verbose_name="lost against perfect play"),
                ),
                ("is_exhaustive", models.BooleanField(default=True, verbose_name="every line")),
                (
                    "started_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="started"),
                ),
                ("ended_at", models.DateTimeField(blank=True, null=True, verbose_name="ended")),
                ("heard_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("due_at", models.DateTimeField()),
                ("step", models.PositiveIntegerField(default=0)),
                ("walk", models.BinaryField(default=bytes)),
                (
                    "bot",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lab_runs",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="bot",
                    ),
                ),
            ],
            options={
                "verbose_name": "run of the lab",
                "verbose_name_plural": "runs of the lab",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        fields=["bot", "m", "n", "k", "seat", "-id"], name="lab_run_by_bot"
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "running")),
                        fields=("bot",),
                        name="lab_run_once_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("k__range", (3, 19)), ("m__range", (3, 19)), ("n__range", (3, 19))
                        ),
                        name="lab_run_has_a_board",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("ended_at", None), ("state", "running")),
                            models.Q(("ended_at__isnull", False), ("state", "ended")),
                            _connector="OR",
                        ),
                        name="lab_run_ends_once",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="LessonAnswer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("lesson", models.SlugField(max_length=30)),
                ("question", models.PositiveSmallIntegerField()),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="lesson_answers",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "lesson", "question"), name="lesson_answer_is_kept_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Mistake",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("m", models.PositiveSmallIntegerField()),
                ("n", models.PositiveSmallIntegerField()),
                ("k", models.PositiveSmallIntegerField()),
                ("key", models.BinaryField()),
                ("value", models.SmallIntegerField()),
                ("ply", models.PositiveSmallIntegerField()),
                ("card", models.JSONField()),
                ("due", models.DateTimeField(verbose_name="due")),
                ("reviews", models.PositiveIntegerField(default=0)),
                (
                    "is_known",
                    models.BooleanField(default=False, help_text="The last answer was right."),
                ),
                ("cell", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("line", models.JSONField(blank=True, default=list)),
                ("right", models.JSONField(blank=True, default=list)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("removed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="mistakes",
                        to="games.game",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="mistakes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "mistake",
                "verbose_name_plural": "mistakes",
                "ordering": ("due", "pk"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("removed_at", None)),
                        fields=["user", "due"],
                        name="mistake_by_due",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("user", "m", "n", "k", "key"), name="mistake_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("value__in", (0, 1))), name="mistake_gave_away"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("ply", models.PositiveSmallIntegerField()),
                ("cell", models.PositiveSmallIntegerField()),
                ("request_id", models.CharField(blank=True, max_length=36)),
                ("played_at", models.DateTimeField()),
                ("spent_ms", models.PositiveBigIntegerField(default=0)),
                (
                    "game",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="moves",
                        to="games.game",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.DO_NOTHING,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("game_id", "ply"),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "ply"), name="move_once_a_ply"),
                    models.UniqueConstraint(fields=("game", "cell"), name="move_once_a_cell"),
                    models.CheckConstraint(
                        condition=models.Q(("cell__range", (0, 360)), ("ply__range", (0, 360))),
                        name="move_fits_the_largest_board",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PositionCount",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("m", models.PositiveSmallIntegerField()),
                ("n", models.PositiveSmallIntegerField()),
                ("k", models.PositiveSmallIntegerField()),
                ("key", models.BinaryField()),
                ("cell", models.PositiveSmallIntegerField()),
                ("who", models.PositiveSmallIntegerField(choices=[(0, "People"), (1, "Programs")])),
                ("won", models.PositiveIntegerField(default=0)),
                ("drawn", models.PositiveIntegerField(default=0)),
                ("lost", models.PositiveIntegerField(default=0)),
                ("latest", models.JSONField(default=list)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("m", "n", "k", "key", "cell", "who"), name="position_count_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="PositionValue",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("m", models.PositiveSmallIntegerField()),
                ("n", models.PositiveSmallIntegerField()),
                ("k", models.PositiveSmallIntegerField()),
                ("key", models.BinaryField()),
                ("value", models.SmallIntegerField()),
                ("plies", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("within", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("nodes", models.PositiveBigIntegerField(default=0)),
                ("version", models.PositiveSmallIntegerField()),
                ("found_at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        fields=("m", "n", "k", "key"), name="position_value_once"
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("plies", None), ("value", 0), ("within", None)),
                            models.Q(
                                ("value__in", (-1, 1)),
                                models.Q(("plies", None), ("within", None), _connector="OR"),
                            ),
                            _connector="OR",
                        ),
                        name="position_value_has_one_distance",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Puzzle",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rating", models.FloatField(default=1500.0, verbose_name="rating")),
                ("deviation", models.FloatField(default=500.0, verbose_name="deviation")),
                ("volatility", models.FloatField(default=0.09, verbose_name="volatility")),
                ("m", models.PositiveSmallIntegerField()),
                ("n", models.PositiveSmallIntegerField()),
                ("k", models.PositiveSmallIntegerField()),
                ("key", models.BinaryField()),
                (
                    "theme",
                    models.CharField(
                        choices=[
                            ("finish", "Finish"),
                            ("block", "Block"),
                            ("fork", "Fork"),
                            ("chain", "Chain of threats"),
                            ("quiet", "Quiet save"),
                            ("deep", "Deep"),
                        ],
                        max_length=6,
                        verbose_name="theme",
                    ),
                ),
                ("value", models.SmallIntegerField(verbose_name="value")),
                (
                    "plies",
                    models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="plies"),
                ),
                (
                    "proof",
                    models.CharField(
                        choices=[
                            ("table", "all positions of the board"),
                            ("search", "exhaustive search"),
                            ("threats", "a win by threats"),
                        ],
                        max_length=7,
                        verbose_name="proof",
                    ),
                ),
                ("is_only", models.BooleanField(default=True)),
                ("plays", models.PositiveIntegerField(default=0, verbose_name="plays")),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                ("is_hidden", models.BooleanField(default=False, verbose_name="hidden")),
                ("source_ply", models.PositiveSmallIntegerField(blank=True, null=True)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, verbose_name="made"),
                ),
                (
                    "source",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="puzzles",
                        to="games.game",
                        verbose_name="game",
                    ),
                ),
            ],
            options={
                "verbose_name": "puzzle",
                "verbose_name_plural": "puzzles",
                "ordering": ("pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("is_hidden", False)),
                        fields=["rating"],
                        name="puzzle_by_rating",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("m", "n", "k", "key"), name="puzzle_once"),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("plies__gte", 1), ("value", 1)),
                            models.Q(("plies", None), ("value", 0)),
                            _connector="OR",
                        ),
                        name="puzzle_wins_in_plies_or_draws",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(("rating__gte", 400.0)), name="puzzle_rating_in_bounds"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="DailyPuzzle",
            fields=[
                ("day", models.DateField(primary_key=True, serialize=False)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="days",
                        to="games.puzzle",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="PuzzleAttempt",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.CharField(max_length=10)),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("going", "going on"),
                            ("solved", "solved"),
                            ("wrong", "wrong"),
                            ("given_up", "given up"),
                        ],
                        default="going",
                        max_length=8,
                    ),
                ),
                ("is_rated", models.BooleanField(default=False)),
                ("is_fastest", models.BooleanField(default=True)),
                ("moves", models.JSONField(default=list)),
                ("refutation", models.JSONField(default=list)),
                ("rating_before", models.FloatField(blank=True, null=True)),
                ("rating_after", models.FloatField(blank=True, null=True)),
                ("expected", models.FloatField(blank=True, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "puzzle",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="attempts",
                        to="games.puzzle",
                    ),
                ),
                (
                    "solver",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="puzzle_attempts",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
                "indexes": [
                    models.Index(fields=["solver", "-id"], name="puzzle_attempt_by_solver")
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("solver", "puzzle", "uid"), name="puzzle_attempt_once"
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("is_rated", True)),
                        fields=("solver", "puzzle"),
                        name="puzzle_attempt_rated_once",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("state", "going")),
                        fields=("solver", "puzzle"),
                        name="puzzle_attempt_one_at_a_time",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("expected", None), ("rating_after", None), ("rating_before", None)
                            ),
                            models.Q(
                                ("is_rated", True),
                                ("rating_after__isnull", False),
                                ("rating_before__isnull", False),
                                models.Q(("state", "going"), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="puzzle_attempt_changes_a_rating_at_its_end",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="PuzzleRating",
            fields=[
                ("rating", models.FloatField(default=1500.0, verbose_name="rating")),
                ("deviation", models.FloatField(default=500.0, verbose_name="deviation")),
                ("volatility", models.FloatField(default=0.09, verbose_name="volatility")),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="puzzle_rating",
                        serialize=False,
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                ("plays", models.PositiveIntegerField(default=0)),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                ("is_on", models.BooleanField(default=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("deviation__lte", 90.0), ("plays__gte", 20)),
                        fields=["-rating", "user"],
                        name="puzzle_rating_listed",
                    )
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("rating__gte", 400.0)),
                        name="puzzle_rating_of_a_user_in_bounds",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rating", models.FloatField(default=1500.0, verbose_name="rating")),
                ("deviation", models.FloatField(default=500.0, verbose_name="deviation")),
                ("volatility", models.FloatField(default=0.09, verbose_name="volatility")),
                (
                    "pool",
                    models.CharField(
                        choices=[("fives", "Fives"), ("fours", "Fours")],
                        max_length=5,
                        verbose_name="pool",
                    ),
                ),
                ("of_bot", models.BooleanField(default=False, editable=False)),
                ("rounds", models.PositiveIntegerField(default=0, verbose_name="rounds")),
                ("opponents", models.PositiveIntegerField(default=0, verbose_name="opponents")),
                ("at", models.DateTimeField(blank=True, null=True, verbose_name="last round")),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="ratings",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "rating",
                "verbose_name_plural": "ratings",
                "ordering": ("pool", "-rating"),
                "indexes": [
                    models.Index(
                        condition=models.Q(
                            ("deviation__lte", 90.0), ("opponents__gte", 5), ("rounds__gte", 20)
                        ),
                        fields=["pool", "of_bot", "-rating", "user"],
                        name="rating_listed",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("user", "pool"), name="rating_once"),
                    models.CheckConstraint(
                        condition=models.Q(("rating__gte", 400.0)), name="rating_in_bounds"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RefundNotice",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.CharField(
                        default=games.models.game.new_uid,
                        editable=False,
                        max_length=10,
                        unique=True,
                    ),
                ),
                (
                    "pool",
                    models.CharField(
                        choices=[("fives", "Fives"), ("fours", "Fours")], max_length=5
                    ),
                ),
                ("points", models.PositiveSmallIntegerField()),
                ("is_undone", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
                (
                    "because_of",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="refund_notices",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "reason",
                    models.CharField(
                        choices=[
                            ("cheating", "Cheating (help from an engine or another person)"),
                            ("words", "Abusive chat"),
                            ("name", "Offensive name"),
                            ("stalling", "Stalling, or leaving games on purpose"),
                            ("other", "Something else"),
                        ],
                        max_length=8,
                    ),
                ),
                ("text", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField(auto_now_add=True)),
                (
                    "state",
                    models.CharField(
                        choices=[("open", "open"), ("closed", "closed")],
                        default="open",
                        max_length=6,
                    ),
                ),
                (
                    "decision",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not decided"),
                            ("no_action", "no action"),
                            ("muted", "muted"),
                        ],
                        default="",
                        max_length=9,
                    ),
                ),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("note", models.CharField(blank=True, max_length=200)),
                (
                    "decided_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="reports",
                        to="games.game",
                    ),
                ),
                (
                    "reported",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "reporter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports_made",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "report",
                "verbose_name_plural": "reports",
                "ordering": ("-id",),
                "indexes": [models.Index(fields=["-state", "-id"], name="report_by_state")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "open")),
                        fields=("reporter", "reported", "game"),
                        name="report_once_a_game_while_open",
                    ),
                    models.UniqueConstraint(
                        condition=models.Q(("game__isnull", True), ("state", "open")),
                        fields=("reporter", "reported"),
                        name="report_once_a_person_while_open",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("decided_at__isnull", True), ("decision", ""), ("state", "open")
                            ),
                            models.Q(
                                ("decided_at__isnull", False),
                                ("decided_by__isnull", False),
                                ("state", "closed"),
                                models.Q(("decision", ""), _negated=True),
                            ),
                            _connector="OR",
                        ),
                        name="report_decision_is_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Review",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "grader",
                    models.PositiveSmallIntegerField(help_text="The version of the grader."),
                ),
                ("ply", models.PositiveSmallIntegerField()),
                ("first_accuracy", models.FloatField(blank=True, null=True)),
                ("second_accuracy", models.FloatField(blank=True, null=True)),
                ("grades", models.JSONField()),
                ("created_at", models.DateTimeField(auto_now=True)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="review",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("first_accuracy__isnull", True),
                            ("first_accuracy__range", (0, 100)),
                            _connector="OR",
                        ),
                        name="review_first_accuracy_is_a_percentage",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            ("second_accuracy__isnull", True),
                            ("second_accuracy__range", (0, 100)),
                            _connector="OR",
                        ),
                        name="review_second_accuracy_is_a_percentage",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Tournament",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "uid",
                    models.CharField(
                        default=games.models.game.new_uid,
                        editable=False,
                        max_length=10,
                        unique=True,
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[("arena", "Arena"), ("robin", "Round robin")],
                        max_length=5,
                        verbose_name="kind",
                    ),
                ),
                ("title", models.CharField(max_length=40, verbose_name="title")),
                (
                    "slot",
                    models.CharField(
                        blank=True, editable=False, max_length=24, null=True, unique=True
                    ),
                ),
                (
                    "pool",
                    models.CharField(
                        blank=True,
                        choices=[("fives", "Fives"), ("fours", "Fours")],
                        max_length=5,
                        verbose_name="pool",
                    ),
                ),
                ("m", models.PositiveSmallIntegerField(verbose_name="columns")),
                ("n", models.PositiveSmallIntegerField(verbose_name="rows")),
                ("k", models.PositiveSmallIntegerField(verbose_name="in a row")),
                ("control", models.CharField(max_length=12, verbose_name="clock")),
                (
                    "admits",
                    models.CharField(
                        choices=[
                            ("people", "People"),
                            ("bots", "Bots"),
                            ("all", "People and bots"),
                        ],
                        default="people",
                        max_length=6,
                        verbose_name="open to",
                    ),
                ),
                ("starts_at", models.DateTimeField(verbose_name="starts")),
                (
                    "minutes",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="How long an arena lasts; 0 for a round robin.",
                        verbose_name="minutes",
                    ),
                ),
                (
                    "state",
                    models.CharField(
                        choices=[
                            ("announced", "announced"),
                            ("going", "going on"),
                            ("over", "over"),
                            ("off", "called off"),
                        ],
                        default="announced",
                        max_length=9,
                        verbose_name="state",
                    ),
                ),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                ("over_at", models.DateTimeField(blank=True, null=True)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                (
                    "is_listed",
                    models.BooleanField(
                        default=True,
                        help_text="Else only whoever has the link finds it.",
                        verbose_name="listed",
                    ),
                ),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("version", models.PositiveIntegerField(default=0, editable=False)),
                (
                    "creator",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournaments",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="creator",
                    ),
                ),
            ],
            options={
                "verbose_name": "tournament",
                "verbose_name_plural": "tournaments",
                "ordering": ("-starts_at", "-pk"),
                "indexes": [
                    models.Index(fields=["state", "starts_at"], name="tournament_by_state"),
                    models.Index(fields=["creator", "-id"], name="tournament_by_creator"),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("m__range", (3, 19)), ("n__range", (3, 19))),
                        name="tournament_board_exists",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(("kind", "arena"), ("minutes__gt", 0)),
                            models.Q(("kind", "robin"), ("minutes", 0)),
                            _connector="OR",
                        ),
                        name="tournament_arenas_last",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Round",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.CharField(editable=False, max_length=10, unique=True)),
                (
                    "pool",
                    models.CharField(
                        blank=True,
                        choices=[("fives", "Fives"), ("fours", "Fours")],
                        max_length=5,
                        verbose_name="pool",
                    ),
                ),
                ("m", models.PositiveSmallIntegerField(verbose_name="columns")),
                ("n", models.PositiveSmallIntegerField(verbose_name="rows")),
                ("k", models.PositiveSmallIntegerField(verbose_name="in a row")),
                ("control", models.CharField(max_length=12, verbose_name="clock")),
                ("opening", models.JSONField(default=list)),
                (
                    "state",
                    models.CharField(
                        choices=[("going", "going on"), ("over", "over"), ("off", "called off")],
                        default="going",
                        max_length=5,
                    ),
                ),
                ("halves", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("begun_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("over_at", models.DateTimeField(blank=True, null=True)),
                ("first_network", models.CharField(blank=True, editable=False, max_length=16)),
                ("second_network", models.CharField(blank=True, editable=False, max_length=16)),
                (
                    "unrated_because",
                    models.CharField(
                        blank=True,
                        help_text="The code of why it counts for no rating.",
                        max_length=16,
                    ),
                ),
                ("rated_at", models.DateTimeField(blank=True, null=True)),
                ("annulled_at", models.DateTimeField(blank=True, null=True)),
                ("is_behind", models.BooleanField(default=False, editable=False)),
                (
                    "annulled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "first",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "first_game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "left_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "second_game",
                    models.OneToOneField(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.game",
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rounds",
                        to="games.tournament",
                    ),
                ),
            ],
            options={
                "verbose_name": "round",
                "verbose_name_plural": "rounds",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(
                        condition=models.Q(("state", "going")), fields=["id"], name="round_going"
                    ),
                    models.Index(
                        condition=models.Q(("is_behind", True)), fields=["id"], name="round_behind"
                    ),
                    models.Index(fields=["first", "-id"], name="round_by_first"),
                    models.Index(fields=["second", "-id"], name="round_by_second"),
                    models.Index(fields=["first", "second", "-id"], name="round_of_pair"),
                    models.Index(fields=["tournament", "state", "id"], name="round_of_tournament"),
                    models.Index(
                        condition=models.Q(
                            ("first_network", ""), ("second_network", ""), _negated=True
                        ),
                        fields=["id"],
                        name="round_with_network",
                    ),
                    models.Index(
                        condition=models.Q(("rated_at__isnull", False)),
                        fields=["pool", "rated_at", "id"],
                        name="round_rated",
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("first", models.F("second")), _negated=True),
                        name="round_has_two_players",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("halves__range", (0, 4)),
                                ("over_at__isnull", False),
                                ("state", "over"),
                            ),
                            models.Q(
                                models.Q(("state", "over"), _negated=True),
                                ("halves", None),
                                ("rated_at", None),
                            ),
                            _connector="OR",
                        ),
                        name="round_end_is_whole",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "pool",
                    models.CharField(
                        choices=[("fives", "Fives"), ("fours", "Fours")],
                        max_length=5,
                        verbose_name="pool",
                    ),
                ),
                (
                    "cause",
                    models.CharField(
                        choices=[("round", "a round"), ("refund", "a refund")],
                        default="round",
                        max_length=6,
                        verbose_name="cause",
                    ),
                ),
                ("score", models.FloatField(blank=True, null=True, verbose_name="score")),
                ("weight", models.FloatField(default=1.0, verbose_name="weight")),
                ("rating_before", models.FloatField()),
                ("deviation_before", models.FloatField()),
                ("volatility_before", models.FloatField()),
                ("opponent_rating", models.FloatField(blank=True, null=True)),
                ("opponent_deviation", models.FloatField(blank=True, null=True)),
                ("rating_after", models.FloatField()),
                ("deviation_after", models.FloatField()),
                ("volatility_after", models.FloatField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("undone_at", models.DateTimeField(blank=True, null=True, verbose_name="undone")),
                ("given", models.FloatField(blank=True, null=True, verbose_name="given")),
                (
                    "because_of",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "opponent",
                    models.ForeignKey(
                        blank=True,
                        db_index=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="rating_changes",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "round",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="changes",
                        to="games.round",
                    ),
                ),
            ],
            options={
                "verbose_name": "change of a rating",
                "verbose_name_plural": "changes of ratings",
                "ordering": ("-at", "-pk"),
                "indexes": [
                    models.Index(
                        condition=models.Q(("undone_at", None)),
                        fields=["user", "pool", "at", "id"],
                        name="rating_change_of_user",
                    ),
                    models.Index(
                        condition=models.Q(("cause", "refund"), ("undone_at", None)),
                        fields=["pool", "at", "id"],
                        name="rating_refund",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("cause", "round"), ("undone_at", None)),
                        fields=("round", "user"),
                        name="rating_change_once",
                    ),
                    models.CheckConstraint(
                        condition=models.Q(
                            models.Q(
                                ("because_of__isnull", False),
                                ("cause", "refund"),
                                ("given__gt", 0),
                                ("round", None),
                            ),
                            models.Q(("cause", "round"), ("given", None), ("round__isnull", False)),
                            _connector="OR",
                        ),
                        name="rating_change_has_its_cause",
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seek",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("uid", models.CharField(editable=False, max_length=10, unique=True)),
                (
                    "pool",
                    models.CharField(
                        choices=[("fives", "Fives"), ("fours", "Fours")],
                        max_length=5,
                        verbose_name="pool",
                    ),
                ),
                ("m", models.PositiveSmallIntegerField(verbose_name="columns")),
                ("n", models.PositiveSmallIntegerField(verbose_name="rows")),
                ("k", models.PositiveSmallIntegerField(verbose_name="in a row")),
                ("control", models.CharField(max_length=12, verbose_name="clock")),
                ("reach", models.PositiveSmallIntegerField(default=0, verbose_name="reach")),
                ("widens", models.BooleanField(default=False, verbose_name="widens")),
                ("network", models.CharField(blank=True, editable=False, max_length=16)),
                ("round_uid", models.CharField(blank=True, max_length=10)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("seen_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("declined_at", models.DateTimeField(blank=True, null=True)),
                (
                    "invited",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seek",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "search for an opponent",
                "verbose_name_plural": "searches for opponents",
                "ordering": ("pk",),
            },
        ),
        migrations.CreateModel(
            name="StaffDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("annulled", "round annulled"),
                            ("restored", "round restored"),
                            ("refunded", "opponents refunded"),
                            ("unrefunded", "refunds taken back"),
                            ("repaired", "ratings computed again"),
                            ("called_off", "tournament called off"),
                            ("ended", "tournament ended"),
                            ("removed", "entry removed"),
                        ],
                        max_length=10,
                        verbose_name="kind",
                    ),
                ),
                ("at", models.DateTimeField(default=django.utils.timezone.now, verbose_name="at")),
                ("reason", models.CharField(blank=True, max_length=200, verbose_name="reason")),
                (
                    "uid",
                    models.CharField(blank=True, max_length=10, verbose_name="round or tournament"),
                ),
                (
                    "pool",
                    models.CharField(
                        blank=True,
                        choices=[("fives", "Fives"), ("fours", "Fours")],
                        max_length=5,
                        verbose_name="pool",
                    ),
                ),
                ("before", models.JSONField(blank=True, default=dict, verbose_name="before")),
                ("after", models.JSONField(blank=True, default=dict, verbose_name="after")),
                ("request_id", models.CharField(blank=True, max_length=64)),
                (
                    "staff",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "staff decision",
                "verbose_name_plural": "staff decisions",
                "ordering": ("-pk",),
                "indexes": [
                    models.Index(fields=["uid", "-id"], name="decision_by_uid"),
                    models.Index(fields=["kind", "-id"], name="decision_by_kind"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Streak",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("version", models.PositiveIntegerField(default=0)),
                ("solved", models.PositiveIntegerField(default=0, verbose_name="solved")),
                ("has_skipped", models.BooleanField(default=False)),
                ("seen", models.JSONField(default=list)),
                ("moves", models.JSONField(default=list)),
                ("refutation", models.JSONField(blank=True, default=list)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                (
                    "puzzle",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="games.puzzle",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="streaks",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "streak",
                "verbose_name_plural": "streaks",
                "ordering": ("-pk",),
                "indexes": [models.Index(fields=["user", "-solved"], name="streak_best")],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("ended_at", None)),
                        fields=("user",),
                        name="streak_one_at_a_time",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="TournamentEntry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("paused_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("absences", models.PositiveSmallIntegerField(default=0)),
                ("seen_at", models.DateTimeField(blank=True, null=True)),
                ("free_since", models.DateTimeField(blank=True, null=True)),
                ("halves", models.PositiveIntegerField(default=0)),
                ("rounds", models.PositiveIntegerField(default=0)),
                ("place", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("network", models.CharField(blank=True, editable=False, max_length=16)),
                (
                    "last_opponent",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "tournament",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="entries",
                        to="games.tournament",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="tournament_entries",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name": "entry in a tournament",
                "verbose_name_plural": "entries in tournaments",
                "ordering": ("pk",),
                "indexes": [
                    models.Index(
                        fields=["tournament", "-halves", "id"], name="tournament_standing"
                    ),
                    models.Index(
                        condition=models.Q(("network", ""), _negated=True),
                        fields=["id"],
                        name="entry_with_network",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("tournament", "user"), name="tournament_entry_once"
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="WantedReview",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("asked_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("begun_at", models.DateTimeField(blank=True, null=True)),
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="wanted_review",
                        to="games.game",
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="Workshop",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "code",
                    models.CharField(
                        default=games.models.workshop.new_code,
                        editable=False,
                        max_length=5,
                        unique=True,
                    ),
                ),
                ("title", models.CharField(max_length=40, verbose_name="title")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="made")),
                (
                    "ends_at",
                    models.DateTimeField(
                        default=games.models.workshop.usual_end, verbose_name="ends"
                    ),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True, verbose_name="closed")),
                (
                    "is_kept",
                    models.BooleanField(
                        default=False,
                        help_text="Not deleted some time after its end.",
                        verbose_name="kept",
                    ),
                ),
                (
                    "is_paused",
                    models.BooleanField(
                        default=False,
                        help_text="No game of the round robin begins.",
                        verbose_name="paused",
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="workshops",
                        to=settings.AUTH_USER_MODEL,
                        verbose_name="owner",
                    ),
                ),
            ],
            options={
                "verbose_name": "workshop",
                "verbose_name_plural": "workshops",
                "ordering": ("-id",),
            },
        ),
        migrations.CreateModel(
            name="WorkshopPlayer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("level", models.CharField(blank=True, max_length=32, verbose_name="level")),
                ("name", models.CharField(max_length=20, verbose_name="name")),
                ("canonical", models.CharField(editable=False, max_length=255)),
                (
                    "seen_at",
                    models.DateTimeField(blank=True, null=True, verbose_name="last present"),
                ),
                (
                    "is_removed",
                    models.BooleanField(default=False, verbose_name="removed by the teacher"),
                ),
                (
                    "forgiven",
                    models.PositiveSmallIntegerField(
                        default=0, help_text="Crashes in the round robin that count no more."
                    ),
                ),
                (
                    "refusal",
                    models.CharField(blank=True, max_length=32, verbose_name="last refusal"),
                ),
                ("refused_at", models.DateTimeField(blank=True, null=True)),
                (
                    "verdict",
                    models.CharField(
                        blank=True,
                        choices=[
                            ("", "not asked"),
                            ("asking", "being asked"),
                            ("proven", "never loses"),
                            ("refuted", "can be beaten"),
                            ("by_chance", "plays by chance"),
                            ("silent", "does not answer"),
                        ],
                        default="",
                        max_length=9,
                        verbose_name="verdict",
                    ),
                ),
                (
                    "loses_in",
                    models.PositiveSmallIntegerField(
                        default=0,
                        help_text="The moves of the shortest game that a refuted program loses.",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "workshop",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="players",
                        to="games.workshop",
                    ),
                ),
            ],
            options={
                "verbose_name": "player of a workshop",
                "verbose_name_plural": "players of workshops",
                "ordering": ("id",),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("workshop", "canonical"), name="workshop_names_are_unique"
                    ),
                    models.UniqueConstraint(
                        fields=("workshop", "user"), name="workshop_players_are_unique"
                    ),
                ],
            },
        ),
        migrations.CreateModel(
            name="WorkshopGame",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("counts", models.BooleanField(default=True)),
                (
                    "game",
                    models.OneToOneField(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="workshop_game",
                        to="games.game",
                    ),
                ),
                (
                    "workshop",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="games",
                        to="games.workshop",
                    ),
                ),
                (
                    "o",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.workshopplayer",
                    ),
                ),
                (
                    "x",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="+",
                        to="games.workshopplayer",
                    ),
                ),
            ],
            options={
                "verbose_name": "game of a workshop",
                "verbose_name_plural": "games of workshops",
                "ordering": ("id",),
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(
                            ("game__isnull", False),
                            models.Q(("o__isnull", False), ("x__isnull", False)),
                            _connector="OR",
                        ),
                        name="workshop_game_is_played_or_paired",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DuelSeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                ("seen_at", models.DateTimeField()),
                ("solved", models.PositiveSmallIntegerField(default=0)),
                ("wrong", models.PositiveSmallIntegerField(default=0)),
                ("tried", models.JSONField(default=list)),
                ("finished_ms", models.PositiveIntegerField(blank=True, null=True)),
                ("has_left", models.BooleanField(default=False)),
                (
                    "duel",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="seats",
                        to="games.duel",
                    ),
                ),
                (
                    "user",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="duel_seats",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ("number",),
                "constraints": [
                    models.UniqueConstraint(fields=("duel", "number"), name="duel_seat_once"),
                    models.UniqueConstraint(fields=("duel", "user"), name="duel_seats_are_of_two"),
                    models.CheckConstraint(
                        condition=models.Q(("number__lte", 1)), name="duel_has_two_seats"
                    ),
                ],
            },
        ),
    ]
