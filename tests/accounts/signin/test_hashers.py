"""How passwords are hashed."""

from django.contrib.auth.hashers import check_password, identify_hasher, make_password

from accounts.backends import SwiftArgon2Hasher
from tictactoe_site import settings as site


def test_a_password_is_known_again(settings) -> None:
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    hashed = make_password("grid-and-pen-7")
    assert hashed.startswith("argon2$argon2id$v=19$m=19456,t=2,p=1$")
    assert isinstance(identify_hasher(hashed), SwiftArgon2Hasher)
    assert check_password("grid-and-pen-7", hashed)
    assert not check_password("grid-and-pen-8", hashed)


def test_a_hash_with_other_parameters_is_good_until_it_is_renewed(settings) -> None:
    settings.PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
    hashed = make_password("grid-and-pen-7")
    settings.PASSWORD_HASHERS = site.PASSWORD_HASHERS
    renewed: list[str] = []
    assert check_password("grid-and-pen-7", hashed, setter=renewed.append)
    assert renewed == ["grid-and-pen-7"]
