"""A page's modules in one file: the same names, each module once, and nothing left out."""

import os
import subprocess
from pathlib import Path

import pytest

from tictactoe_site.static_files.joined_scripts import joined_scripts

COUNTER = (
    'let n = 0;\nexport function count() {\n  n += 1;\n  return n;\n}\nexport const NAME = "n";\n'
)
SOURCES = {
    "js/site.js": 'import { count } from "./parts/count.js";\nconsole.log("site", count());\n',
    "js/parts/count.js": COUNTER,
    "js/parts/own.js": (
        'import { count as next } from "./count.js";\n'
        '/** @typedef {import("./count.js").Nothing} Nothing */\n'
        "export class Own {\n  told() {\n    return next();\n  }\n}\n"
    ),
    "js/page.js": (
        'import { NAME, count } from "./parts/count.js";\nimport { Own } from "./parts/own.js";\n'
        'console.log("page", NAME, count(), new Own().told());\n'
    ),
}


def test_each_page_has_one_file_and_shares_that_of_every_page():
    whole = joined_scripts(SOURCES)
    assert whole.keys() == {"js/site.js", "js/page.js"}
    imports = [line for line in whole["js/page.js"].splitlines() if "import" in line]
    assert imports == ['import { shared } from "./site.js";']
    assert "n += 1" in whole["js/site.js"]
    assert "n += 1" not in whole["js/page.js"]


def test_a_script_that_shares_nothing_does_not_load_that_of_every_page():
    alone = {"js/alone.js": 'import { NAME } from "./parts/name.js";\nconsole.log(NAME);\n'}
    named = {"js/parts/name.js": 'export const NAME = "n";\n'}
    assert "import" not in joined_scripts(SOURCES | alone | named)["js/alone.js"]


@pytest.mark.node
def test_a_module_of_two_pages_runs_once(tmp_path: Path) -> None:
    for name, text in joined_scripts(SOURCES).items():
        (tmp_path / Path(name).name).write_text(text)
    (tmp_path / "package.json").write_text('{"type": "module"}')
    done = subprocess.run(
        [os.environ["NODE"], "page.js"], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert done.stdout == "site 1\npage n 2 3\n"


@pytest.mark.parametrize(
    "text",
    [
        "export default 1;\n",
        'export * from "./parts/count.js";\n',
        "export let n = 1;\n",
        'import * as all from "./parts/count.js";\n',
    ],
)
def test_another_form_of_import_or_export_is_refused(text):
    with pytest.raises(ValueError, match=r"js/page\.js cannot be joined"):
        joined_scripts({**SOURCES, "js/page.js": text})


def test_modules_that_import_each_other_are_refused():
    circle = {"js/parts/count.js": 'import { Own } from "./own.js";\nexport const count = Own;\n'}
    with pytest.raises(ValueError, match="imports itself"):
        joined_scripts(SOURCES | circle)
