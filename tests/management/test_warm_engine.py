from io import StringIO

from django.core.management import call_command

from games.engine.kernels import jit
from games.engine.warming import parts


def run(**options):
    output = StringIO()
    call_command("warm_engine", stdout=output, **options)
    return output.getvalue()


def test_it_says_what_it_compiles():
    lines = run().splitlines()
    assert lines[0] == f"[1/{len(parts())}] the exact solver"
    assert len(lines) == len(parts()) + 1
    assert lines[-1].startswith("The engine is ready after")


def test_it_can_be_silent():
    assert run(verbosity=0) == ""


def test_copies_of_older_sources_are_removed(tmp_path, monkeypatch):
    current, older, others = (tmp_path / name for name in ("0" * 12, "00ff00ff00ff", "others"))
    for folder in (current, older, others):
        folder.mkdir()
        folder.joinpath("kernel.nbc").touch()
    monkeypatch.setattr(jit, "FOLDER", str(current))
    run(verbosity=0)
    assert sorted(tmp_path.iterdir()) == [current, others]
