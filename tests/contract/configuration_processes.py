"""Other processes that use the configuration at the same time, for its contract tests."""

import subprocess
import sys
from pathlib import Path

RACER = """
import time
from datetime import timedelta
from storage.database.clock import database_now
from storage.database.models import LeaderLock
from storage.database.store import DjangoConfiguration
configuration = DjangoConfiguration()
configuration.next_due()
print("ready", flush=True)
for line in sys.stdin:
    if line == "release\\n":
        configuration.release_lease(sys.argv[2])
        print("released", flush=True)
    elif line == "expire\\n":
        LeaderLock.objects.update(expires=database_now() - timedelta(seconds=1))
        print("expired", flush=True)
    else:
        # All begin at the same instant, as near as can be.
        while time.time() < float(line):
            pass
        print(configuration.acquire_lease(sys.argv[2], 600), flush=True)
"""
WRONG_CLOCK = """
import time
from datetime import UTC, datetime, timedelta
from django.utils import timezone
wrong = datetime.now(UTC) + timedelta(hours=int(sys.argv[2]))
time.time, timezone.now = wrong.timestamp, lambda: wrong
from storage.database.store import DjangoConfiguration
configuration = DjangoConfiguration()
print(configuration.acquire_lease("a", 600), flush=True)
sys.stdin.readline()
print(configuration.now().isoformat(), flush=True)
"""
MIGRATE = """
from storage.database.setup import migrate
print("ready", flush=True)
sys.stdin.readline()
migrate()
from django.contrib.auth.models import Group
print(Group.objects.count(), flush=True)
"""
_SET_UP = """
import sys
from pathlib import Path
from storage.database.setup import set_up_django
from storage.settings import Settings
set_up_django(Settings(database_url=sys.argv[1], secret_key="x"))
"""
_ROOT = Path(__file__).parents[2]


def start(program: str, *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen(
        [sys.executable, "-c", f"{_SET_UP}\n{program}", *arguments],
        cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def ask(processes: "list[subprocess.Popen[str]]", line: str) -> list[str]:
    for each in processes:
        assert each.stdin
        each.stdin.write(line)
        each.stdin.flush()
    return [answer(each) for each in processes]


def answer(process: "subprocess.Popen[str]") -> str:
    assert process.stdout
    assert process.stderr
    return process.stdout.readline().strip() or process.stderr.read()


def end(processes: "list[subprocess.Popen[str]]") -> None:
    for each in processes:
        each.kill()
        each.communicate()


def migrate_at_once(url: str) -> None:
    processes = [start(MIGRATE, url) for _ in range(4)]
    try:
        assert [answer(each) for each in processes] == ["ready"] * 4
        assert ask(processes, "go\n") == ["5"] * 4
    finally:
        end(processes)


def ask_without_tables(url: str) -> None:
    process = start(
        "from storage.database.store import DjangoConfiguration as C; C().next_due()", url
    )
    _, errors = process.communicate(timeout=60)
    assert process.returncode == 1
    assert "DatabaseRefused" in errors.splitlines()[-1]
    assert "run `newsloom migrate`" in errors.splitlines()[-1]
