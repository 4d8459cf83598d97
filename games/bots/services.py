"""What an owner does with a bot's conditions."""

from __future__ import annotations

from accounts.models import User
from games.bots.conditions import conditions_of
from games.core.errors import GameError
from games.models import BotConditions

NAMES = tuple(field.name for field in BotConditions._meta.concrete_fields if not field.primary_key)


def set_conditions(*, owner: User, bot: User, **values: object) -> BotConditions:
    """Have *bot* play by these conditions from now on; the others stay as they are.

    Raises GameError("not_your_bot"), and ValidationError if they make no sense.
    """
    if bot.owner_id != owner.pk:
        raise GameError("not_your_bot")
    conditions = conditions_of(bot)
    for name, value in values.items():
        setattr(conditions, name, value)
    conditions.full_clean(validate_unique=False)
    conditions.save()
    return conditions
