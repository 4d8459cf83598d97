"""Games of a workshop that have been played."""

from asgiref.sync import async_to_sync

from games.models import Workshop, WorkshopGame, WorkshopPlayer
from games.play.game.services import resign
from tests.playing import begun

X_WINS = (0, 3, 1, 4, 2)
O_WINS = (0, 3, 1, 4, 8, 5)
DRAW = (4, 0, 8, 2, 1, 7, 3, 5, 6)


def played(
    workshop: Workshop, x: WorkshopPlayer, o: WorkshopPlayer, *cells: int, paired: bool = True
) -> WorkshopGame:
    """A game after *cells*, of the round robin if it is *paired*."""
    game = begun(x.user, o.user, *cells)
    seats = {"x": x, "o": o} if paired else {}
    return WorkshopGame.objects.create(workshop=workshop, game=game, **seats)


def resigned(workshop: Workshop, x: WorkshopPlayer, o: WorkshopPlayer) -> WorkshopGame:
    """A game of the round robin that X has lost by going away."""
    pair = played(workshop, x, o, 4, 0)
    async_to_sync(resign)(uid=pair.game.uid, player=x.user)
    return pair
