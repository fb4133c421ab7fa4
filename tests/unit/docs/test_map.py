"""docs/map.md: every path in it exists, and every room of the code has a row; docs/features.md has
those of the features.
"""

import re
from pathlib import Path

from hooks.features import feature_names

ROOT = Path(__file__).parents[3]
MAP = ROOT / "docs" / "map.md"
# Rooms that a row of the map describes together with the room above them, or that tools write.
WITHOUT_ROW = {"migrations", "commands", "forums", "layouts", "words"}

_PATH = re.compile(r"`([\w./-]+(?:/|\.\w+)[\w./-]*)`")


def paths_on_the_map() -> set[str]:
    return {path for path in _PATH.findall(MAP.read_text()) if path != "port.py"}


def rooms() -> set[str]:
    found = (
        path.parent.relative_to(ROOT)
        for path in [*ROOT.glob("*/__init__.py"), *ROOT.glob("*/*/__init__.py")]
    )
    return {
        f"{room.as_posix()}/"
        for room in found
        if room.name not in WITHOUT_ROW
        and room.as_posix() != "tests"
        and room.parent.name != "features"
    }


def test_every_path_on_the_map_exists() -> None:
    paths = paths_on_the_map()
    assert len(paths) > 50
    assert {path for path in paths if not (ROOT / path).exists()} == set()


def test_every_room_has_a_row() -> None:
    described = set(re.findall(r"^\| `([\w./-]+)` \|", MAP.read_text(), re.MULTILINE))
    assert rooms() - described == set()


def test_every_feature_has_a_row() -> None:
    described = re.findall(
        r"^\| \[(\w+)\]", (ROOT / "docs" / "features.md").read_text(), re.MULTILINE
    )
    assert described == feature_names()
