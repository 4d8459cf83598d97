"""`make fonts`: makes the fonts that the site serves from the originals in tools/fonts/.

Each original becomes files in static/vendor/fonts/. `name.woff2` has the characters of the
interface and is loaded by every page. `name-more.woff2` has the original's other characters; a
browser loads it when a page shows one, for example in a player's name. `name-extended.woff2` has
the letters of Czech and other European languages, from an original of their own.

The font of headlines has to be there when a page is first painted. So its `name.woff2` has only the
characters of headlines, and `name-figures.woff2` the rest of the interface's.

The character ranges, which are printed, stand in static/css/tokens.css. The fonts' licence (OFL
1.1) reserves no names here, so changed fonts keep theirs; its text has to lie beside each copy.
"""

from __future__ import annotations

import io
import shutil
from collections.abc import Collection, Iterator, Mapping
from itertools import pairwise
from pathlib import Path
from string import ascii_letters

from fontTools.merge import Merger
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

ROOT = Path(__file__).resolve().parent.parent
ORIGINALS = ROOT / "tools/fonts"
SERVED = ROOT / "static/vendor/fonts"
INTERFACE = frozenset(range(0x20, 0x7F)) | frozenset(
    map(ord, "\N{NO-BREAK SPACE}±·×½–—‘’“”…‹›↑↓−")  # noqa: RUF001
)
EXTENDED = frozenset(range(0x100, 0x180))  # Latin Extended-A
HEADLINES = frozenset(map(ord, ascii_letters + " .,-:!?’"))
# The interface's characters in each file, by the suffix of its name; `main` adds -more and
# -extended. A font may lack some: Instrument Sans has no ± and no ½, which a browser then takes
# from the next font of the list.
PARTS: Mapping[str, Mapping[str, frozenset[int]]] = {
    "bricolage-grotesque": {"": HEADLINES, "-figures": INTERFACE - HEADLINES},
    "instrument-sans": {"": INTERFACE},
}
# The range of weights that static/css/ uses, to which each variable font is cut.
WEIGHTS: Mapping[str, tuple[int, int]] = {
    "bricolage-grotesque": (600, 800),
    "instrument-sans": (400, 700),
}
FOR_CARDS = ROOT / "games/learn/cards/fonts"
CARD_FONTS: Mapping[str, tuple[str, int]] = {
    "bricolage-grotesque": ("Card display", 700),
    "instrument-sans": ("Card text", 500),
}
FEATURES = ("ccmp", "kern", "liga", "locl", "mark", "mkmk", "tnum")  # tnum: figures of one width


def main() -> None:
    for name, weights in WEIGHTS.items():
        original = ORIGINALS / f"{name}.woff2"
        shutil.copy(ORIGINALS / f"{name}.LICENSE.txt", SERVED)
        known = characters(original)
        for suffix, part in {**PARTS[name], "-more": known - INTERFACE}.items():
            write_font(f"{name}{suffix}", original, known & part, weights)
        write_font(f"{name}-extended", *extended_part(name), weights)
    write_card_fonts()


def extended_part(name: str) -> tuple[Path, frozenset[int]]:
    """Return the original that has the European letters of the font *name*, and those letters."""
    extended = ORIGINALS / f"{name}-extended.woff2"
    known = characters(ORIGINALS / f"{name}.woff2")
    return extended, characters(extended) & EXTENDED - known


def write_font(
    name: str, original: Path, wanted: Collection[int], weights: tuple[int, int]
) -> None:
    """Write *name* with the characters *wanted* of *original*, and print its range."""
    target = SERVED / f"{name}.woff2"
    target.write_bytes(subset(original, wanted, weights))
    print(f"{target.name}: {target.stat().st_size:,} bytes")
    print(f"  unicode-range: {', '.join(ranges(wanted))};")


def write_card_fonts() -> None:
    """Write the fonts for pictures of games, each of one weight under a name of its own.

    The program that draws them reads no WOFF2, cannot choose a weight of a variable font, and takes
    letters that a font lacks from any other font.
    """
    for name, (family, weight) in CARD_FONTS.items():
        shutil.copy(ORIGINALS / f"{name}.LICENSE.txt", FOR_CARDS)
        whole = TTFont(ORIGINALS / f"{name}.woff2", recalcTimestamp=False)
        more = TTFont(io.BytesIO(subset(*extended_part(name), (weight, weight))))
        font = _merged(instantiateVariableFont(whole, {"wght": weight}), more)
        for record in font["name"].names:
            if record.nameID in (1, 16):
                record.string = family
            elif record.nameID in (2, 17):
                record.string = "Regular"
        font["OS/2"].usWeightClass = 400
        font.flavor = None
        target = FOR_CARDS / f"{name}.ttf"
        font.save(target)
        print(f"{target.name}: {target.stat().st_size:,} bytes")


def characters(font: Path) -> frozenset[int]:
    """Return the characters that *font* has."""
    return frozenset(TTFont(font).getBestCmap())


def subset(font: Path, wanted: Collection[int], weights: tuple[int, int]) -> bytes:
    """Return *font* with the characters *wanted* and *weights* only, as WOFF2."""
    whole = TTFont(font, recalcTimestamp=False)
    options = Options(layout_features=[*FEATURES], name_IDs=["*"], notdef_outline=True)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted)
    subsetter.subset(whole)
    fewer = instantiateVariableFont(_read_again(whole), {"wght": weights})
    return _woff2_bytes(fewer)


def ranges(wanted: Collection[int]) -> Iterator[str]:
    """Yield *wanted* as CSS has it: U+20-7E, U+A0."""
    ordered = sorted(wanted)
    starts = [ordered[0], *(right for left, right in pairwise(ordered) if right > left + 1)]
    ends = [*(left for left, right in pairwise(ordered) if right > left + 1), ordered[-1]]
    for start, end in zip(starts, ends, strict=True):
        yield f"U+{start:X}" if start == end else f"U+{start:X}-{end:X}"


def _merged(font: TTFont, more: TTFont) -> TTFont:
    """Return *font* with the letters of *more*, none of which it has."""
    dated = font["head"].created, font["head"].modified
    merged = Merger().merge([io.BytesIO(_woff2_bytes(part)) for part in (font, more)])
    merged.recalcTimestamp = False
    merged["head"].created, merged["head"].modified = dated
    return merged


def _read_again(font: TTFont) -> TTFont:
    """Return *font* without the variations left over from glyphs that it no longer has."""
    return TTFont(io.BytesIO(_woff2_bytes(font)), recalcTimestamp=False)


def _woff2_bytes(font: TTFont) -> bytes:
    font.flavor = "woff2"
    file = io.BytesIO()
    font.save(file)
    return file.getvalue()


if __name__ == "__main__":
    main()
