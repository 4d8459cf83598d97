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
        from games.upkeep.capabilities import modules_called

        modules_called("receivers")  # their import connects them to signals
        register_converter(UidConverter, "uid")
