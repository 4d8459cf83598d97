from django.apps import AppConfig
from django.urls import register_converter
from django.urls.converters import StringConverter
from django.utils.translation import gettext_lazy as _

from tictactoe_site.common.uids import UID_PATTERN


class UidConverter(StringConverter):
    """A game's uid in a path."""

    regex = UID_PATTERN


class GamesConfig(AppConfig):
    name = "games"
    verbose_name = _("Games")
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from games.compete.ratings import receivers as of_ratings  # noqa: F401
        from games.compete.rounds import receivers as of_rounds  # noqa: F401
        from games.compete.tournaments import receivers as of_tournaments  # noqa: F401
        from games.learn.puzzles import receivers as of_puzzles  # noqa: F401
        from games.people.moderation import receivers as of_moderation  # noqa: F401
        from games.play.game import receivers  # noqa: F401
        from games.play.push import receivers as of_devices  # noqa: F401
        from games.programs.lab import receivers as of_the_lab  # noqa: F401 - they connect signals

        register_converter(UidConverter, "uid")
