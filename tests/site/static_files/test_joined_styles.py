"""A page's style sheets in one file: each once, behind what it builds on."""

import pytest

from tictactoe_site.static_files.joined_styles import joined_styles

SOURCES = {
    "css/page.css": '/* A page. */\n\n@import "board.css";\n@import "lists.css";\n\n.page {}\n',
    "css/lists.css": '@import "board.css";\n\n.list {}\n',
    "css/board.css": ".board {}\n",
}


def test_a_sheet_has_all_that_it_builds_on_before_it_and_once():
    whole = joined_styles(SOURCES)
    assert whole.keys() == {"css/page.css", "css/lists.css"}
    assert "@import" not in whole["css/page.css"]
    rules = [line for line in whole["css/page.css"].splitlines() if line.endswith("{}")]
    assert rules == [".board {}", ".list {}", ".page {}"]


@pytest.mark.parametrize(
    "line",
    [
        '@import "board.css" screen;',
        '@import url("board.css");',
        "@import 'board.css';",
        '@media print { @import "board.css"; }',
    ],
)
def test_another_form_of_import_is_refused(line):
    with pytest.raises(ValueError, match=r"css/page\.css cannot be joined"):
        joined_styles({**SOURCES, "css/page.css": f"{line}\n"})


def test_a_sheet_of_another_folder_may_have_no_addresses():
    page = {"css/play/page.css": '@import "../board.css";\n\n.page {}\n'}
    whole = joined_styles(SOURCES | page)["css/play/page.css"]
    assert whole.split() == [".board", "{}", ".page", "{}"]
    fonts = {"css/board.css": '.board { src: url("../vendor/font.woff2") }\n'}
    with pytest.raises(ValueError, match=r"css/board\.css has addresses"):
        joined_styles(SOURCES | page | fonts)


def test_sheets_that_import_each_other_are_refused():
    with pytest.raises(ValueError, match="imports itself"):
        joined_styles({**SOURCES, "css/board.css": '@import "page.css";\n'})
