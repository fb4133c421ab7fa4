"""What the image holds: every package that the wheel holds, and the licence."""

import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[3]


def test_the_builder_is_sent_every_package_and_the_licence() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    packages = {name.rstrip("*") for name in project["tool"]["setuptools"]["packages"]["find"]["include"]}
    sent = {line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line.startswith("!")}
    assert packages | {"LICENSE", "NOTICE"} <= sent
