"""The version stands in ``storage/version.py`` and reaches everybody from there."""

import re
import tomllib
from pathlib import Path

from click.testing import CliRunner

from newsloom import cli
from storage.settings import Settings
from storage.version import VERSION

ROOT = Path(__file__).parents[1]


def test_it_is_a_plain_release() -> None:
    assert re.fullmatch(r"\d+\.\d+\.\d+", VERSION)


def test_the_package_reads_it() -> None:
    configuration = tomllib.loads((ROOT / "pyproject.toml").read_text())
    assert "version" in configuration["project"]["dynamic"]
    assert configuration["tool"]["setuptools"]["dynamic"]["version"] == {
        "attr": "storage.version.VERSION"
    }


def test_the_command_line_says_it() -> None:
    assert CliRunner().invoke(cli, ["--version"]).output == f"newsloom, version {VERSION}\n"


def test_sites_are_told_it() -> None:
    assert Settings.from_mapping({}).user_agent.startswith(f"Newsloom/{VERSION} (")


def test_the_changelog_begins_with_it_or_with_what_is_not_released() -> None:
    headings = re.findall(r"^## (.+)$", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)
    released = [heading.split()[0] for heading in headings if heading != "Unreleased"]
    assert released[0] == VERSION


def test_it_is_written_nowhere_else() -> None:
    sources = [ROOT / "newsloom.py", ROOT / "pyproject.toml", *(ROOT / "storage").rglob("*.py")]
    holders = [str(path.relative_to(ROOT)) for path in sources if f'"{VERSION}' in path.read_text()]
    assert holders == ["storage/version.py"]
