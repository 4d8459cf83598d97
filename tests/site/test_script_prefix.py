"""Whatever is kept of one visitor's page, the path that the site lies under is not."""

import pytest
from django.test.utils import override_script_prefix

from tests import stored

pytestmark = pytest.mark.django_db


def test_nobody_is_led_to_the_path_of_the_visitor_before(as_user, alice, bob):
    stored.new_game(bob, None)
    over = stored.play(stored.new_game(alice, bob), stored.X_WINS)
    client = as_user(alice)
    paths = ["/", "/me/games/", f"/games/{over.uid}/review/", "/people/", "/games/new/"]
    for prefix, other in (("/here/", "/there/"), ("/there/", "/here/")):
        with override_script_prefix(prefix):
            texts = [client.get(path).text for path in paths]
        assert all(f'href="{prefix}' in text for text in texts)
        assert not any(other in text for text in texts)
