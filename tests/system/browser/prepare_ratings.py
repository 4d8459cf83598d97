"""`python -m tests.system.browser.prepare_ratings`: people and bots who have played rated rounds.

Prints the uid of a round of alice's.
"""

import os
from datetime import timedelta
from random import Random


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from django.db import transaction
    from django.utils import timezone

    from accounts.models import User
    from accounts.programs.bots import make_bot
    from tests.compete.ratings.rounds import rated_round
    from tests.compete.ratings.stored import make_puzzle_rating, make_rating

    now = timezone.now()
    chance = Random(2)
    with transaction.atomic():
        people = [User.objects.create_user(f"rated-{number:02d}") for number in range(24)]
        for number, user in enumerate(people):
            deviation = 45.0 + 2 * number % 40
            for pool in ("fives", "fours"):
                make_rating(user, 2318.0 - 31 * number, deviation, pool=pool, rounds=600 - number)
            make_puzzle_rating(user, 1900.0 - 20 * number, deviation)
        for number, name in enumerate(("rated-line", "rated-beta")):
            bot = make_bot(owner=people[number], name=name)
            make_rating(bot, 2204.0 - 700 * number, 46.0, pool="fives", rounds=1960)
        alice = User.objects.create_user("rated-alice")
        for number in range(24):
            halves = chance.choice((0, 2, 4, 4))
            at = now - timedelta(days=60 - 2.5 * number)
            moves = ((number, 35, 30, 31), (number, 34, 30, 31))
            round = rated_round(alice, people[number % 7], halves, at=at, moves=moves)
        print(round.uid)


if __name__ == "__main__":
    main()
