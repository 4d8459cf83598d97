# ruff: noqa: RUF001 (look-alikes are what this is about)
"""Names: what they may look like, and when two are the same."""

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts import names
from accounts.errors import NameRefused
from games.engine import LEVELS

ALLOWED = st.characters(categories=["L"]) | st.sampled_from("0123456789_-")


def code_of(text: str) -> str:
    """The code with which a chosen name is refused, or nothing."""
    try:
        names.clean_own_name(text)
    except NameRefused as refused:
        return refused.code
    return ""


@pytest.mark.parametrize(
    "name", ["Jo", "alice", "Zoë", "Łukasz", "Иван", "김철수", "x_0-9", "a" * 20]
)
def test_ordinary_names_of_many_scripts_are_accepted_unchanged(name: str) -> None:
    assert names.clean_own_name(name) == name


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", "name_too_short"),
        ("a", "name_too_short"),
        ("a" * 21, "name_too_long"),
        ("\ufdfa" * 2, "name_too_long"),  # one character that stands for eighteen
        ("a b", "name_characters"),
        (" ab", "name_characters"),
        ("ab\n", "name_characters"),
        ("a\x00b", "name_characters"),
        ("a@b", "name_characters"),
        ("<b>", "name_characters"),
        ("a\u200bb", "name_characters"),  # invisible
        ("a\u202eb", "name_characters"),  # turns the direction
        ("\u3164\u3164", "name_characters"),  # letters, but invisible
        ("x\u0301\u0302\u0303", "name_characters"),  # piled accents
        ("٣٤٥", "name_characters"),  # digits that look like nothing familiar
        ("😀😀", "name_characters"),
        ("_ab", "name_start"),
        ("--", "name_start"),
        ("admin", "name_reserved"),
        ("ADMIN", "name_reserved"),
        ("adm1n", "name_reserved"),
        ("аdmin", "name_reserved"),  # the first letter is Cyrillic
        ("Perfect", "name_reserved"),
        ("guest", "name_reserved"),
        ("Guest-7K3QX", "name_reserved"),
        ("deleted-abc", "name_reserved"),
        ("admin-", "name_reserved"),
        ("a-d_m-i-n", "name_reserved"),
        ("Site-Admin", "name_reserved"),
        ("SiteAdmin", "name_reserved"),
        ("admin_2", "name_reserved"),
        ("7admin2024", "name_reserved"),
        ("the-M0derator", "name_reserved"),
        ("the-\u041coderator", "name_reserved"),  # its first letter is Cyrillic
        ("5upport", "name_reserved"),
        ("Gue5t-ABC", "name_reserved"),
        ("Guest_ABC", "name_reserved"),
        ("GuestABC", "name_reserved"),
        ("d3leted-abc", "name_reserved"),
        ("tic_tac_toe", "name_reserved"),
        ("Perf3ct", "name_reserved"),
        ("monte_carlo", "name_reserved"),
    ],
)
def test_a_bad_name_is_refused_with_a_code(text: str, code: str) -> None:
    assert code_of(text) == code


@pytest.mark.parametrize("name", ["Guest-7K3QX", "deleted-abc", "Perfect"])
def test_reserved_names_are_good_names_for_the_site_itself(name: str) -> None:
    assert names.clean_name(name) == name


@pytest.mark.parametrize(
    "name",
    [
        "modest",
        "Rooty",
        "badminton",
        "grand-master",
        "youtwo",
        "Ann-4711",
        "home-team",
        "Botticelli",
    ],
)
def test_a_word_that_only_begins_like_a_reserved_one_is_free(name: str) -> None:
    assert names.clean_own_name(name) == name


def test_titles_are_reserved_too() -> None:
    assert names.TITLES <= names.RESERVED


def test_a_compatible_form_is_stored_in_its_plain_form() -> None:
    assert names.clean_own_name("ａｌｉｃｅ") == "alice"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("alice", "ALICE"),
        ("alice", "aIice"),
        ("alice", "a1ice"),
        ("alice", "аlісе"),  # Cyrillic
        ("BOB", "ВОВ"),  # Cyrillic
        ("Nico", "Νісо"),  # Greek and Cyrillic
        ("mo", "rno"),
        ("zero", "zer0"),
        ("Weiß", "Weiß"),
    ],
)
def test_names_that_look_alike_have_one_skeleton(one: str, other: str) -> None:
    assert names.skeleton(one) == names.skeleton(other)


@pytest.mark.parametrize(
    ("one", "other"), [("vina", "nina"), ("anna", "ana"), ("a-b", "a_b"), ("Zoe", "Zoë")]
)
def test_names_that_can_be_told_apart_have_different_skeletons(one: str, other: str) -> None:
    assert names.skeleton(one) != names.skeleton(other)


def test_lower_and_upper_case_of_another_script_are_one_name() -> None:
    assert names.canonical("Вася") == names.canonical("ВАСЯ")


@given(st.text(max_size=40))
def test_whatever_is_typed_is_accepted_or_refused_with_a_code(text: str) -> None:
    assert code_of(text) in {
        "",
        "name_too_short",
        "name_too_long",
        "name_characters",
        "name_start",
        "name_reserved",
    }


@given(st.text(ALLOWED, min_size=2, max_size=20))
def test_a_cleaned_name_is_within_the_bounds_and_stays_as_it_is(text: str) -> None:
    try:
        name = names.clean_name(text)
    except NameRefused:
        return
    assert names.MIN_LENGTH <= len(name) <= names.MAX_LENGTH
    assert names.clean_name(name) == name
    assert unicodedata.is_normalized("NFKC", name)
    assert name.isprintable()
    assert not any(character.isspace() for character in name)


@given(st.text(ALLOWED, min_size=2, max_size=20))
def test_a_name_in_another_case_is_the_same_name(text: str) -> None:
    assert names.canonical(text) == names.canonical(text.casefold())


@given(st.text(ALLOWED, min_size=1, max_size=20))
def test_the_compared_forms_fit_into_their_columns(text: str) -> None:
    assert len(names.skeleton(text)) <= names.MAX_SKELETON_LENGTH
    assert len(names.canonical(text)) <= names.MAX_SKELETON_LENGTH


def test_no_allowed_character_can_make_a_skeleton_too_long() -> None:
    letters = [chr(code) for code in range(0x110000) if unicodedata.category(chr(code))[0] == "L"]
    longest = max(len(names.skeleton(letter)) for letter in letters)
    assert longest * names.MAX_LENGTH <= names.MAX_SKELETON_LENGTH


def test_every_reserved_name_is_reserved() -> None:
    assert all(names.is_reserved(name) for name in names.RESERVED)


@pytest.mark.parametrize(
    "sign", list("\u02c8\u02b9\u02cb\u02d0\u02c7\u02bc\u02bb\ua717\u0559\u2e2f\u07f4")
)
def test_a_sign_that_unicode_calls_a_letter_makes_no_second_name(sign: str) -> None:
    with pytest.raises(NameRefused, match="name_characters"):
        names.clean_name(f"admin{sign}")


@pytest.mark.parametrize(
    "name",
    [
        "Ka\u02bbiulani",
        "\u041c\u0430\u0440\u02bc\u044f\u043d\u0430",
        "\u30b8\u30e7\u30fc",
        "\u4f50\u3005\u6728",
        "\u0e21\u0e32\u0e01\u0e46",
        "\u0645\u0640\u0640\u0645",
    ],
    ids=["Hawaiian", "Ukrainian", "Japanese", "repeated", "Thai", "Arabic"],
)
def test_the_letters_of_a_script_may_repeat_lengthen_and_stop(name: str) -> None:
    assert names.clean_name(name) == name


@pytest.mark.parametrize("title", [level.title for level in LEVELS.values()])
def test_nobody_takes_the_name_of_a_level(title: str) -> None:
    """Its account could not be made, and no server would start."""
    assert names.is_reserved(title)


def test_an_apostrophe_hides_no_reserved_name() -> None:
    assert names.is_reserved("ad\u02bcmin")
