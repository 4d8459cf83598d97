"""`python -m tests.system.faults.prepare_history COUNT`: somebody who has played so many games.

They are copies of one. Prints the player's session key.
"""

import os
import sys

MOVES = range(25)  # on 19×19: no line yet


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.db import transaction

    from accounts.models import User
    from games.core.rules import Mark, Ruleset
    from tests.stored import new_game, play, resign
    from tests.system.deploy.prepare_games import session

    alice, bob = (User.objects.create_user(name) for name in ("alice", "bob"))
    game = play(new_game(alice, bob, ruleset=Ruleset(19, 19, 19)), MOVES)
    with transaction.atomic():
        copy(resign(game, Mark.X), int(sys.argv[1]) - 1)
    print(session(alice))


def copy(game: object, times: int) -> None:
    """Write *game* so many times more, with its moves and its log."""
    from django.db import connection

    from games.models import Event, Game, Move

    def columns(model: type, *without: str) -> list[str]:
        names = (field.column for field in model._meta.concrete_fields)
        return [name for name in names if name not in {"id", *without}]

    own = ", ".join(columns(Game, "uid", "series"))
    with connection.cursor() as cursor:
        cursor.execute(
            "WITH RECURSIVE counted(number) AS "
            "(SELECT 1 UNION ALL SELECT number + 1 FROM counted WHERE number < %s) "
            f"INSERT INTO games_game (uid, series, {own}) "
            f"SELECT 'g' || (100000000 + number), 'g' || (100000000 + number), {own} "
            "FROM counted, games_game WHERE games_game.id = %s",
            [times, game.pk],
        )
        for model in (Move, Event):
            table, names = model._meta.db_table, columns(model, "game_id")
            cursor.execute(
                f"INSERT INTO {table} (game_id, {', '.join(names)}) "
                f"SELECT games_game.id, {', '.join(f'{table}.{name}' for name in names)} "
                f"FROM games_game, {table} WHERE {table}.game_id = %s AND games_game.id <> %s",
                [game.pk, game.pk],
            )


if __name__ == "__main__":
    main()
