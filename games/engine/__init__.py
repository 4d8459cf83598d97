"""Computer players behind one door: a level's name, a position and limits in, a cell out.

    choose("rules", position, Limits(seconds=0.5, seed=1))

Pure: no Django, no settings, no clock but the one in the limits.
"""

from games.engine.levels import LEVELS, Level, UnknownLevel, choose
from games.engine.limits import Limits

__all__ = ["LEVELS", "Level", "Limits", "UnknownLevel", "choose"]
