"""Reads small QR codes out of their SVG, by ISO/IEC 18004 and not by the library that draws them.

Versions 1 to 4, one alphabet of bytes, no damage: what stands on a screen.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

Matrix = list[list[bool]]

# How many data codewords each block has, by version and level of correction.
BLOCKS = {
    (1, "L"): [19],
    (1, "M"): [16],
    (1, "Q"): [13],
    (1, "H"): [9],
    (2, "L"): [34],
    (2, "M"): [28],
    (2, "Q"): [22],
    (2, "H"): [16],
    (3, "L"): [55],
    (3, "M"): [44],
    (3, "Q"): [17, 17],
    (3, "H"): [13, 13],
    (4, "L"): [80],
    (4, "M"): [32, 32],
    (4, "Q"): [24, 24],
}
LEVELS = {0b01: "L", 0b00: "M", 0b11: "Q", 0b10: "H"}
FORMAT_MASK = 0b101010000010010
BYTES = 0b0100
MASKS = [
    lambda row, column: (row + column) % 2 == 0,
    lambda row, column: row % 2 == 0,
    lambda row, column: column % 3 == 0,
    lambda row, column: (row + column) % 3 == 0,
    lambda row, column: (row // 2 + column // 3) % 2 == 0,
    lambda row, column: row * column % 2 + row * column % 3 == 0,
    lambda row, column: (row * column % 2 + row * column % 3) % 2 == 0,
    lambda row, column: ((row + column) % 2 + row * column % 3) % 2 == 0,
]


def read_svg(svg: str, *, quiet_zone: int = 4) -> str:
    """The text of the code that *svg* draws; AssertionError if it is none of those read here."""
    side = int(re.search(r'viewBox="0 0 (\d+) \1"', svg)[1]) - 2 * quiet_zone
    assert side in (21, 25, 29, 33)
    assert f'fill="#fff" d="M0 0h{side + 8}v{side + 8}h-{side + 8}z"' in svg
    return decode(matrix_of(re.search(r'stroke="#000" d="([^"]+)"', svg)[1], side, quiet_zone))


def matrix_of(path: str, side: int, quiet_zone: int) -> Matrix:
    """Which modules are dark: *path* draws each row with strokes of one module's width."""
    matrix = [[False] * side for _ in range(side)]
    x = y = 0.0
    for command, numbers in re.findall(r"([Mmh])([-\d. ]+)", path):
        values = [float(number) for number in numbers.split()]
        if command == "M":
            x, y = values
        elif command == "m":
            x, y = x + values[0], y + values[1]
        else:
            for column in range(round(x), round(x + values[0])):
                matrix[round(y - 0.5) - quiet_zone][column - quiet_zone] = True
            x += values[0]
    return matrix


def decode(matrix: Matrix) -> str:
    version = (len(matrix) - 17) // 4
    level, mask = format_of(matrix)
    bits = "".join(
        "01"[matrix[row][column] ^ MASKS[mask](row, column)] for row, column in data_cells(version)
    )
    stream = [int(bits[at : at + 8], 2) for at in range(0, len(bits) - 7, 8)]
    blocks = BLOCKS[version, level]
    data = [
        stream[at * len(blocks) + block] for block, size in enumerate(blocks) for at in range(size)
    ]
    text = "".join(f"{codeword:08b}" for codeword in data)
    assert int(text[:4], 2) == BYTES
    count = int(text[4:12], 2)
    return bytes(int(text[12 + 8 * at : 20 + 8 * at], 2) for at in range(count)).decode()


def format_of(matrix: Matrix) -> tuple[str, int]:
    """The level of correction and the number of the mask."""
    around = [*((8, column) for column in (0, 1, 2, 3, 4, 5, 7, 8)), *((row, 8) for row in (7, 5))]
    bits = [matrix[row][column] for row, column in around]
    value = int("".join("01"[bit] for bit in bits), 2) ^ FORMAT_MASK >> 5
    return LEVELS[value >> 8], value >> 5 & 0b111


def data_cells(version: int) -> Iterator[tuple[int, int]]:
    """The cells that carry data, in order: up and down in columns of two, from the right."""
    side = 17 + 4 * version
    columns = [*range(side - 1, 6, -2), *range(5, 0, -2)]
    for turn, right in enumerate(columns):
        rows = range(side) if turn % 2 else range(side - 1, -1, -1)
        for row in rows:
            for column in (right, right - 1):
                if not is_pattern(row, column, version):
                    yield row, column


def is_pattern(row: int, column: int, version: int) -> bool:
    """Whether the cell belongs to the corners, the timing lines, or the alignment pattern."""
    side = 17 + 4 * version
    middle = 4 * version + 10
    return (
        (row < 9 and (column < 9 or column >= side - 8))
        or (row >= side - 8 and column < 9)
        or row == 6
        or column == 6
        or (version > 1 and abs(row - middle) <= 2 and abs(column - middle) <= 2)
    )
