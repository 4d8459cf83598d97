"""QR codes as pictures."""

from __future__ import annotations

import io

import segno

QUIET_ZONE = 4  # modules: what readers need around a code, by ISO/IEC 18004


def qr_svg(text: str) -> bytes:
    """Return an SVG of a QR code that says *text*: black on white, whatever the page's theme."""
    # Medium correction: a phone reads it from a dirty screen too, and it stays small.
    code = segno.make_qr(text, error="m")
    picture = io.BytesIO()
    code.save(
        picture,
        kind="svg",
        border=QUIET_ZONE,
        dark="#000",
        light="#fff",
        # No declaration, no line breaks: the picture also stands inside addresses and pages.
        xmldecl=False,
        omitsize=True,  # the page's style says how large it is
        svgclass=None,
        lineclass=None,
        nl=False,
    )
    return picture.getvalue()
