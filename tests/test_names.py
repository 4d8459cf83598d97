"""One name has one meaning, as CONTRIBUTING.md says."""

from tools.names import shared_class_names


def test_no_two_classes_share_a_name():
    assert shared_class_names() == {}
