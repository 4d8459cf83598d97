"""One name has one meaning, as CONTRIBUTING.md says."""

from tools.names import shared_class_names


def test_no_two_modules_define_classes_of_one_name():
    assert shared_class_names() == {}
