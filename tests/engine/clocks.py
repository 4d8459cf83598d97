"""A clock for limits that moves only when it is told or looked at."""


class FakeClock:
    """Seconds that pass by *tick* with every look."""

    def __init__(self, tick: float = 0.0) -> None:
        self.now = 0.0
        self.looks = 0
        self._tick = tick

    def __call__(self) -> float:
        self.looks += 1
        self.now += self._tick
        return self.now
