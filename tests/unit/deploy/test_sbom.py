"""The bill of materials lists what the image installs, with hashes."""

import json
import re
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from testbed.servers.errors import ServerUnavailable
from tests.plugin import obtain

ROOT = Path(__file__).parents[3]
_SECONDS = 400


def _made() -> dict[str, Any]:
    make = shutil.which("make")
    if make is None:
        raise ServerUnavailable("no make on this machine: install make")
    ran = subprocess.run([make, "sbom"], cwd=ROOT, capture_output=True, text=True, timeout=_SECONDS)
    if ran.returncode:
        raise ServerUnavailable(f"make sbom failed: {ran.stderr[-500:]}")
    made: dict[str, Any] = json.loads((ROOT / "build" / "newsloom.cdx.json").read_text())
    return made


# `make setup` installs by these hashes in every run; this makes an environment for the tool.
@pytest.mark.heavy
@pytest.mark.slow
def test_it_lists_every_locked_package_with_its_hashes(pytestconfig: pytest.Config) -> None:
    made = obtain(pytestconfig, _made)
    text = (ROOT / "requirements.txt").read_text()
    locked = dict(re.findall(r"^([\w.-]+)(?:\[[^\]]*\])?==([\w.+!]+)", text, re.MULTILINE))
    found = {each["name"]: each for each in made["components"]}
    assert {name: each["version"] for name, each in found.items()} == locked
    assert (made["bomFormat"], made["metadata"]["component"]["name"]) == ("CycloneDX", "newsloom")
    for each in found.values():
        assert each["purl"].startswith("pkg:pypi/")
        assert [one["alg"] for one in each["externalReferences"][0]["hashes"]].count("SHA-256") >= 1
