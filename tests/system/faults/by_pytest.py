"""Faults that are tests of pytest's, because they need its database: run in full size from here."""

from __future__ import annotations

import os
import subprocess
import sys
from xml.etree import ElementTree

from tests.serving import ROOT
from tests.system.faults.place import Place, require

FULL = "FAULTS_IN_FULL"  # in the environment of tests that try everything
HELD = "held"  # the property of a test that says what it has tried, and what held

is_full = os.environ.get(FULL) == "1"


def held_in_full(place: Place, *, tests: str) -> str:
    """What the module *tests* says of itself once all have passed. Raises Broken if one fails."""
    report = place.folder / "report.xml"
    options = ["--junitxml", str(report), "-o", "junit_family=xunit1", "--show-capture", "no"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-x", "--timeout=0", *options, tests],
        cwd=ROOT,
        env=os.environ | {FULL: "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    require(done.returncode == 0, done.stdout[-3000:])
    properties = ElementTree.parse(report).iter("property")
    return " ".join(one.attrib["value"] for one in properties if one.attrib["name"] == HELD)
