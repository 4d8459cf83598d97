"""How dates are written everywhere: "22 Nov 2026"."""

DATE_FORMAT = SHORT_DATE_FORMAT = "j M Y"
DATETIME_FORMAT = SHORT_DATETIME_FORMAT = "j M Y, H:i"
TIME_FORMAT = "H:i"
