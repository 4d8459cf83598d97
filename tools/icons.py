"""`make icons`: draws the icons of the installed site from static/img/icon.svg.

Home screens want pictures of fixed sizes. Devices cut a maskable icon to a shape of their own, so
the paper fills it and the drawing stays in the middle; Apple's icon is cut in the same way.
"""

from __future__ import annotations

import re
from pathlib import Path

from resvg_py import svg_to_bytes

IMAGES = Path(__file__).resolve().parent.parent / "static/img"
PAPER = re.compile(r"<rect [^>]*/>")
SIDE = 60  # of the drawing, in its own units
# How much of the side the drawing fills; masks leave 0.8 of it in any case.
WHOLE, INNER = 1.0, 0.74
ICONS = {
    "icon-192.png": (192, WHOLE),
    "icon-512.png": (512, WHOLE),
    "icon-maskable-512.png": (512, INNER),
    "apple-touch-icon.png": (180, INNER),
}


def main() -> None:
    drawing = (IMAGES / "icon.svg").read_text()
    for name, (size, share) in ICONS.items():
        picture = svg_to_bytes(svg_string=filling(drawing, share), width=size, height=size)
        (IMAGES / name).write_bytes(bytes(picture))
        print(f"{name}: {len(picture):,} bytes")


def filling(drawing: str, share: float) -> str:
    """Return *drawing* scaled to *share* of the side, on paper that reaches to the edge."""
    if share == WHOLE:
        return drawing
    away = SIDE * (1 - share) / 2
    paper = f'<rect width="{SIDE}" height="{SIDE}" fill="#FBFCFA"/>'
    moved = f'{paper}<g transform="translate({away:.2f} {away:.2f}) scale({share})">'
    return PAPER.sub(moved, drawing).replace("</svg>", "</g></svg>")


if __name__ == "__main__":
    main()
