from io import StringIO

from games.management.terminal import WIDTH, ProgressLine


class Terminal(StringIO):
    def isatty(self):
        return True


def test_a_bar_fills_up_and_goes_away():
    terminal = Terminal()
    with ProgressLine(terminal, "Games", total=4) as progress:
        progress.show(2)
        progress.show(4)
    half, full, nothing = terminal.getvalue().split("\r")[1:]
    assert half == f"Games {'█' * (WIDTH // 2)}{'·' * (WIDTH // 2)} 2/4\x1b[K"
    assert full == f"Games {'█' * WIDTH} 4/4\x1b[K"
    assert nothing == "\x1b[K"


def test_a_bar_stays_as_wide_when_there_is_more_to_do_than_its_total():
    terminal = Terminal()
    with ProgressLine(terminal, "Games", total=2) as progress:
        progress.show(5)
    assert f"Games {'█' * WIDTH} 5/2" in terminal.getvalue()


def test_without_a_total_it_counts():
    terminal = Terminal()
    with ProgressLine(terminal, "Positions") as progress:
        progress.show(1234)
    assert "Positions 1,234" in terminal.getvalue()


def test_it_does_not_write_all_the_time():
    terminal = Terminal()
    with ProgressLine(terminal, "Games", total=1000) as progress:
        for done in range(1, 101):
            progress.show(done)
    assert terminal.getvalue().count("Games") < 50


def test_where_nobody_looks_it_is_silent():
    nobody = StringIO()
    with ProgressLine(nobody, "Games", total=1) as progress:
        progress.show(1)
    assert nobody.getvalue() == ""
