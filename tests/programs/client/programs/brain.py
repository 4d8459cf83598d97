"""A small Gomocup brain: it takes the first free cell beside the last mark.

Its arguments change what it does: "rect" refuses START, "small" plays up to 10×10, "suggest"
suggests its moves, "noise" remarks on everything, "error" fails on its third move, "narrow"
knows no INFO, "short" no RESTART, "busy" does not hear what comes right after its move.
"""

import sys
import time

ways = set(sys.argv[1:])
width = height = moves = 0
moved = 0.0  # when it last did
marked: set[tuple[int, int]] = set()


def say(text):
    print(text, end="\r\n", flush=True)


def move():
    global moves, moved
    moves += 1
    moved = time.monotonic()
    if "error" in ways and moves == 3:
        say("ERROR out of ideas")
        return
    cells = [(x, y) for y in range(height) for x in range(width) if (x, y) not in marked]
    if "noise" in ways:
        say("MESSAGE thinking")
        say("DEBUG 1 node")
        say("")
    marked.add(cells[0])
    say(f"{'SUGGEST ' if 'suggest' in ways else ''}{cells[0][0]},{cells[0][1]}")


def read_board():
    for line in sys.stdin:
        print(line.strip(), file=sys.stderr)
        if line.strip() == "DONE":
            return
        x, y, _ = line.split(",")
        marked.add((int(x), int(y)))


def start(sides):
    global width, height
    if "small" in ways and max(sides) > 10:
        say("ERROR too large")
        return
    width, height = sides
    marked.clear()
    say("OK")


for line in sys.stdin:
    assert line.endswith("\r\n"), "orders end with CR LF"
    if "busy" in ways and time.monotonic() - moved < 0.005:
        continue
    order, _, rest = line.strip().partition(" ")
    print(line.strip(), file=sys.stderr)
    match order:
        case "START":
            say("ERROR only rectangles") if "rect" in ways else start([int(rest)] * 2)
        case "RECTSTART":
            start([int(side) for side in rest.split(",")])
        case "RESTART" if "short" not in ways:
            marked.clear()
            say("OK")
        case "BEGIN":
            move()
        case "TURN":
            marked.add(tuple(map(int, rest.split(","))))
            move()
        case "BOARD":
            read_board()
            move()
        case "PLAY":
            say(rest)
        case "END":
            break
        case "INFO":
            if "narrow" in ways:
                say("UNKNOWN command")
        case _:
            say("UNKNOWN")
