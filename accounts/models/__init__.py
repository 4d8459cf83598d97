"""Users, with their preferences and relations."""

from accounts.models.event import AccountEvent
from accounts.models.preferences import Preferences, languages
from accounts.models.relation import Relation
from accounts.models.user import User, UserQuerySet
from accounts.programs.token_model import Scope, Token

__all__ = [
    "AccountEvent",
    "Preferences",
    "Relation",
    "Scope",
    "Token",
    "User",
    "UserQuerySet",
    "languages",
]
