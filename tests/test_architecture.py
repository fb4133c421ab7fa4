"""The rules of docs/architecture.md, checked from the source: who imports whom, and where drivers live."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("extractor", "storage", "scheduler", "crawler", "webui", "console", "evaluation", "training")

# package: what of ours it may import
MAY_IMPORT = {
    "extractor": set(),
    "storage": {"extractor.results"},
    "scheduler": {"storage"},
    "crawler": {"extractor", "storage", "scheduler"},
    "webui": {
        "extractor",
        "storage",
        "scheduler",
        "crawler.preview",
        "crawler.discovery",
        "crawler.errors",
        "crawler.addresses",
    },
    "evaluation": {"extractor"},
    "training": {"extractor", "evaluation"},
    "console": {"extractor", "storage", "scheduler", "crawler", "webui", "evaluation"},
}

# driver: the only modules that may import it
DRIVERS = {
    "redis": {"storage/seen/connection.py", "storage/seen/redis.py", "storage/stats/redis.py"},
    "greenstalk": {"scheduler/queue/beanstalkd.py", "scheduler/queue/connection.py"},
    "elasticsearch": {"storage/documents/elasticsearch.py"},
    "elastic_transport": {"storage/documents/elasticsearch.py"},
    "pymysql": {"storage/configuration/database.py", "storage/configuration/connection.py"},
    "scrapy": {"crawler/"},
    "twisted": {"crawler/"},
    "feedparser": {"extractor/feeds.py"},
    "lightgbm": {"training/"},
    "sklearn": {"training/"},
}


def sources() -> Iterator[Path]:
    yield ROOT / "newsloom.py"
    for package in PACKAGES:
        yield from (ROOT / package).rglob("*.py")


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_packages_import_only_what_they_may() -> None:
    wrong = []
    for path in sources():
        package = path.relative_to(ROOT).parts[0]
        if package not in MAY_IMPORT:
            continue
        for name in imports(path):
            if name.split(".")[0] not in PACKAGES or name.split(".")[0] == package:
                continue
            if not any(f"{name}.".startswith(f"{allowed}.") for allowed in MAY_IMPORT[package]):
                wrong.append(f"{path.relative_to(ROOT)} imports {name}")
    assert wrong == []


def test_drivers_are_imported_in_their_adapter_only() -> None:
    wrong = []
    for path in sources():
        place = str(path.relative_to(ROOT))
        for name in imports(path):
            allowed = DRIVERS.get(name.split(".")[0])
            if allowed is not None and not any(place.startswith(prefix) for prefix in allowed):
                wrong.append(f"{place} imports {name}")
    assert wrong == []


def test_no_module_is_longer_than_a_reader_wants() -> None:
    assert [
        str(p) for p in (*sources(), *(ROOT / "tests").rglob("*.py")) if len(p.read_text().splitlines()) > 400
    ] == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sources()
        if "migrations" not in path.parts
        and path.read_text().strip()
        and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert silent == []


def test_the_environment_is_read_by_the_settings_alone() -> None:
    """Entry points hand os.environ to Settings.from_mapping; nothing else looks into it."""
    allowed = {"console/startup.py", "console/commands/run.py", "console/commands/roles.py", "webui/settings.py"}
    readers = {
        str(path.relative_to(ROOT)) for path in sources() if re.search(r"os\.(environ|getenv)", path.read_text())
    }
    assert readers <= allowed


@pytest.mark.parametrize("document", ["docs/settings.md", "deploy/env.example"])
def test_every_setting_is_documented(document: str) -> None:
    from storage.settings import PREFIX, Settings

    text = (ROOT / document).read_text()
    missing = [name for name in Settings.__dataclass_fields__ if f"{PREFIX}{name.upper()}" not in text]
    assert missing == []
    unknown = set(re.findall(rf"{PREFIX}([A-Z_]+)", text)) - {name.upper() for name in Settings.__dataclass_fields__}
    assert unknown <= {"CACHE"}


def test_lock_files_name_versions_and_hashes_only() -> None:
    for name in sorted(path.name for path in ROOT.glob("requirements*.txt")):
        for line in (ROOT / name).read_text().splitlines():
            assert re.fullmatch(
                r"[\w.-]+(\[[\w,-]+\])?==[\w.+!]+( ;.*)? \\|    --hash=sha256:[0-9a-f]{64}( \\)?", line
            ), line


def test_sqlite_files_are_opened_and_their_errors_read_in_one_place() -> None:
    pattern = re.compile(r"sqlite3\.(connect|\w*Error|Warning|SQLITE_\w+)")
    found = {str(path.relative_to(ROOT)) for path in sources() if pattern.search(path.read_text())}
    assert found == {"storage/sqlite.py"}
