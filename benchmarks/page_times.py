"""Ask one warm process for pages, in random order, and say what each costs.

Pages go through Django's test client, so without the web server's share. CPU time is that of this
process and of all servers that the process that started it has started; embedded stores run in this
process.
"""

import os
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from http import HTTPStatus
from typing import TYPE_CHECKING, Any

import psutil

from storage.settings import PREFIX, Settings
from testbed.servers import Beanstalkd, MariaDB, MeasuredElasticsearch, Redis, Server

if TYPE_CHECKING:
    from django.test import Client

MAX_MS = 300
USER = "benchmark"
_NAME_WIDTH = 58


@dataclass(frozen=True, kw_only=True)
class Page:
    """One request.

    ``cold``: nothing is remembered from the one before. ``is_part``: htmx asks for a part of a
    page.
    """

    name: str
    address: str
    cold: bool = False
    is_part: bool = False


@dataclass(kw_only=True)
class PageTimes:
    """What a page cost: milliseconds of each request, queries of the database and bytes of the
    answer.
    """

    name: str
    status: int
    queries: int
    size: int
    wall: list[float] = field(default_factory=list)
    cpu: list[float] = field(default_factory=list)

    @property
    def is_slow(self) -> bool:
        """Return whether it exceeds the bound."""
        return p95(self.wall) > MAX_MS

    def row(self, small: "PageTimes | None" = None) -> str:
        """Return a row of the table; ``small`` is what the same page costs with little data."""
        wall, cpu = (
            f"{statistics.median(each):6.0f}{p95(each):6.0f}{max(each):6.0f}"
            for each in (self.wall, self.cpu)
        )
        times = ""
        if small:
            times = f"{statistics.median(self.cpu) / max(statistics.median(small.cpu), 0.1):6.1f}"
        sign = "*" if self.is_slow else " "
        name = self.name[:_NAME_WIDTH]
        return f"{name:{_NAME_WIDTH}}{self.queries:4} |{wall}{sign}|{cpu} |{times}{self.size:9,}"


def p95(taken: Sequence[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(taken, n=20, method="inclusive")[-1]


def measure(
    pages: Sequence[Page], rounds: int, before_round: Callable[[], object]
) -> tuple[list[PageTimes], dict[str, int]]:
    """Ask for all pages once to warm up, then in each of some rounds in a random order.

    Returns:
        Those that answered, and the statuses of the others by name: a redirect, or a page that
        needs what is not there.
    """
    client, servers = logged_in(), _started_servers()
    before_round()
    first = {page.name: _warm_up(client, page) for page in pages}
    found = {name: each for name, each in first.items() if each.status == HTTPStatus.OK}
    asked, rng = [page for page in pages if page.name in found], random.Random(1)
    for number in range(rounds):
        before_round()
        print(f"\rround {number + 1} of {rounds}", end="", file=sys.stderr, flush=True)
        for page in rng.sample(asked, len(asked)):
            _ask_once(client, page, found[page.name], servers)
    print(file=sys.stderr)
    others = {name: each.status for name, each in first.items() if name not in found}
    return list(found.values()), others


def _warm_up(client: "Client", page: Page) -> PageTimes:
    from django.core.cache import cache
    from django.db import connection
    from django.test.utils import CaptureQueriesContext

    _send(client, page)
    if page.cold:
        cache.clear()
    with CaptureQueriesContext(connection) as queries:
        answer = _send(client, page)
    # Of a download only the beginning counts: its end is as far away as there are rows.
    size = 0 if answer.streaming else len(answer.content)
    return PageTimes(name=page.name, status=answer.status_code, queries=len(queries), size=size)


def _ask_once(
    client: "Client", page: Page, times: PageTimes, servers: Sequence[psutil.Process]
) -> None:
    from django.core.cache import cache

    if page.cold:
        cache.clear()
    wall, cpu = time.perf_counter(), time.process_time() + _cpu_seconds(servers)
    _send(client, page)
    times.wall.append(1000 * (time.perf_counter() - wall))
    times.cpu.append(1000 * (time.process_time() + _cpu_seconds(servers) - cpu))


def _send(client: "Client", page: Page) -> Any:
    headers = {"HX-Request": "true"} if page.is_part else {}
    return client.get(page.address, headers=headers)


def _started_servers() -> list[psutil.Process]:
    own = psutil.Process()
    started = psutil.Process(own.ppid()).children(recursive=True)
    return [each for each in started if each not in (own, *own.children(recursive=True))]


def _cpu_seconds(servers: Sequence[psutil.Process]) -> float:
    total = 0.0
    for each in servers:
        with suppress(psutil.NoSuchProcess):
            spent = each.cpu_times()
            total += spent.user + spent.system
    return total


def print_table(found: Sequence[PageTimes], small: Sequence[PageTimes] = ()) -> None:
    """Print what was measured, slowest first; beside it how many times the CPU time with little
    data that is.
    """
    with_little = {each.name: each for each in small}
    print(f"\n{'':{_NAME_WIDTH}}     |     wall ms       |      CPU ms      | times")
    print(f"{'page':{_NAME_WIDTH}}   q |   p50   p95   max |   p50   p95   max | small    bytes")
    for each in sorted(found, key=lambda one: -p95(one.wall)):
        print(each.row(with_little.get(each.name)))
    slow = sum(each.is_slow for each in found)
    print(f"{slow} of {len(found)} over {MAX_MS} ms at the 95th percentile (*)")
    print(f"load of the machine, one minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


@contextmanager
def stores(home: str, *, servers: bool) -> Iterator[Settings]:
    """Yield settings for stores in a folder, or for empty ones that are gone afterwards, and put
    them into the environment for the web interface.
    """
    with ExitStack() as stack:
        folder = home or stack.enter_context(tempfile.TemporaryDirectory(prefix="newsloom-pages-"))
        values = {"HOME": folder}
        if servers:
            kinds: dict[str, Callable[[], Server]] = {
                "DATABASE": MariaDB,
                "QUEUE": Beanstalkd,
                "STATE": Redis,
                "DOCUMENTS": MeasuredElasticsearch,
            }
            values |= {
                f"{name}_URL": stack.enter_context(kind()).url for name, kind in kinds.items()
            }
        for name in [name for name in os.environ if name.startswith(PREFIX)]:
            del os.environ[name]
        os.environ.update({f"{PREFIX}{name}": value for name, value in values.items()})
        os.environ["DJANGO_SETTINGS_MODULE"] = "webui.settings"
        yield Settings.from_mapping(os.environ)


def make_user() -> Any:
    """Make the user who asks, with every right."""
    from django.contrib.auth.models import Group, User

    user = User.objects.create_user(USER)
    user.groups.set(Group.objects.all())
    return user


def logged_in() -> "Client":
    """Return a client of the benchmark's user, as a browser that runs scripts."""
    from django.contrib.auth.models import User
    from django.test import Client

    from webui.preferences import ZONE_COOKIE

    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    client.cookies[ZONE_COOKIE] = "UTC"
    client.force_login(User.objects.get(username=USER), "django.contrib.auth.backends.ModelBackend")
    return client
