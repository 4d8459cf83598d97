"""`python -m tests.system.faults.tell_numbers NUMBER …`: tells each guest each NUMBER."""

import asyncio
import json
import os
import sys


async def tell(user_ids: list[int], numbers: list[int]) -> None:
    from channels.layers import get_channel_layer

    from games.live.announce import group_of_notices
    from tictactoe_site.server.channel_layers import redis_link

    redis_link.PATIENCE = 120.0  # what still waits when this program ends would be lost
    layer = get_channel_layer()
    assert layer
    for number in numbers:
        frame = json.dumps({"type": "number", "number": number})
        hint = {"type": "notices.frame", "frame": frame}
        await asyncio.gather(*(layer.group_send(group_of_notices(pk), hint) for pk in user_ids))


def main() -> None:
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tictactoe_site.settings")
    import django

    django.setup()
    from accounts.models import User

    guests = User.objects.filter(kind=User.Kind.GUEST)
    asyncio.run(tell(list(guests.values_list("pk", flat=True)), list(map(int, sys.argv[1:]))))


if __name__ == "__main__":
    main()
