from games.core.errors import GameError, TooFast


def test_what_is_too_fast_says_how_long_to_wait():
    refused = TooFast(wait=7)
    assert isinstance(refused, GameError)
    assert (refused.code, refused.wait) == ("too_fast", 7)
