"""A bot and its program, which knows nothing but the bot's token."""

import json

import pytest
from django.test import Client

from accounts.programs.bots import make_bot
from accounts.programs.tokens import make_token
from games.models import Game
from tests.stored import new_game


class Program:
    """A program with a token: it sends JSON and nothing that a browser would."""

    def __init__(self, token: str) -> None:
        self.headers = {"authorization": f"Bearer {token}"} if token else {}
        self.client = Client(headers=self.headers)

    def get(self, path: str, **query: str):
        return self.client.get(f"/api/v1/{path}", query)

    def post(self, path: str, body: object = None):
        text = "" if body is None else json.dumps(body)
        return self.client.post(f"/api/v1/{path}", text, content_type="application/json")


@pytest.fixture
def bot(alice):
    return make_bot(owner=alice, name="line")


@pytest.fixture
def program(bot) -> Program:
    scopes = ["read", "play", "challenge"]
    return Program(make_token(account=bot, actor=bot.owner, name="laptop", scopes=scopes))


@pytest.fixture
def game(bot, bob) -> Game:
    return new_game(bot, bob)
