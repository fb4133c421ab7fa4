"""Measure every page of the web interface on full stores: wall time, CPU time and size.

    python -m benchmarks.pages [--documents 100000] [--sources 1000] [--servers] [--only PART]

Fill empty stores (see ``benchmarks.pages_data``), then request every page from one warm process
through Django's test client, so without the web server's share. Each page is requested once to warm
up and then several times. Pages with a cache are requested again with an empty cache ("cold"). If a
search page shows hits before it has counted, its first row is the answer with the hits, its second
that and the answer with the counts. Embedded stores run in this process, and CPU time includes
them; servers have processes of their own. The table marks what exceeds the bounds. Below it are the
names in urls.py that were not requested.
"""

import argparse
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.pages_data import USER, Filled, Size, fill, say_alive
from storage.settings import PREFIX, Settings
from testbed.servers import Beanstalkd, MariaDB, MeasuredElasticsearch, Redis, Server

if TYPE_CHECKING:
    from django.test import Client
    from django.test.client import _MonkeyPatchedWSGIResponse as Answer
    from django.urls import URLResolver

MAX_MS = 300
MAX_KB = 200
_CONDITIONS = "(央行 OR 量子 OR 上海) -经济 site:site7.example"


@dataclass(frozen=True, kw_only=True)
class PageRequest:
    """One request; ``cold``: nothing is remembered from the one before. With ``data`` it is a POST.

    ``then`` is the address of the part that the page requests when it is there.
    """

    name: str
    address: str
    cold: bool = False
    data: Mapping[str, str] = field(default_factory=dict)
    then: str = ""


@dataclass(kw_only=True)
class Measured:
    """Times in milliseconds, and the bytes of the answer."""

    name: str
    status: int
    wall: list[float]
    cpu: list[float]
    size: int

    def add(self, answer: "Answer", start: tuple[float, float], before: int) -> None:
        """Add an answer to what was asked at ``start`` (wall and CPU time), ``before`` bytes after
        the first one.
        """
        self.wall.append(1000 * (time.perf_counter() - start[0]))
        self.cpu.append(1000 * (time.process_time() - start[1]))
        self.status, self.size = answer.status_code, before + len(answer.content)

    def forget(self) -> None:
        """Forget the times so far."""
        self.wall.clear()
        self.cpu.clear()

    def row(self) -> str:
        """Return a row of the table, marked when it is over the bounds."""
        over = (
            statistics.median(self.wall) > MAX_MS or self.size > MAX_KB * 1000 or self.status >= 400
        )
        wall, cpu = (
            f"{statistics.median(taken):6.0f} {p95(taken):6.0f}" for taken in (self.wall, self.cpu)
        )
        note = f"  OVER ({self.status})" if over else ""
        return f"{self.name:44} {wall}   {cpu}   {self.size / 1000:6.1f}{note}"


def p95(taken: list[float]) -> float:
    """Return the 95th percentile."""
    return statistics.quantiles(taken, n=20, method="inclusive")[-1]


def pages(filled: Filled) -> list[PageRequest]:
    """Return every page, in the order of ``webui/urls.py``."""
    source, search = f"/sources/{filled.feed_source}/", f"/sources/{filled.search_source}/"
    return [
        PageRequest(name="overview", address="/"),
        PageRequest(name="overview, cold", address="/", cold=True),
        PageRequest(name="overview, live part", address="/live/"),
        *(
            PageRequest(
                name=f"search, {name}", address=f"/search/{query}", then=f"/search/counts/{query}"
            )
            for name, query in _SEARCHES.items()
        ),
        PageRequest(name="search, everything, without scripts", address="/search/counts/"),
        PageRequest(name="over time, everything by site", address="/search/over-time/?by=site"),
        PageRequest(name="over time, everything by tag", address="/search/over-time/?by=tag"),
        PageRequest(name="over time, two queries", address="/search/over-time/?q=经济&with=上海"),
        PageRequest(name="over time, everything by person", address="/search/over-time/?by=person"),
        PageRequest(name="names of the week", address="/names/"),
        PageRequest(name="names, a frequent person", address="/names/?person=Person 1"),
        PageRequest(name="names, a rare person", address="/names/?person=Person 99"),
        PageRequest(name="names, a source", address="/names/?source=Newspaper 7 第7日报"),
        PageRequest(name="names, a site", address="/names/?site=site7.example"),
        PageRequest(name="sources, directory", address="/sources/directory/"),
        PageRequest(name="names, other spellings", address="/names/spellings/"),
        PageRequest(name="dashboards", address="/dashboards/"),
        PageRequest(name="add to dashboard", address="/dashboards/panels/add/?q=经济"),
        PageRequest(name="what documents cite", address="/search/cited/"),
        PageRequest(name="top terms, everything", address="/search/terms/"),
        PageRequest(name="top terms, a word", address="/search/terms/?q=经济"),
        PageRequest(name="top terms, a person", address="/search/terms/?person=Person 1"),
        PageRequest(name="article", address=f"/documents/{filled.article}/"),
        PageRequest(name="thread", address=f"/documents/{filled.thread}/"),
        *(
            PageRequest(name=f"sources by {sort}", address=f"/sources/?sort={sort}")
            for sort in _SORTS
        ),
        PageRequest(name="sources, last page", address="/sources/?page=20"),
        PageRequest(name="sources, one tag", address="/sources/?tag=topic 3"),
        PageRequest(name="sources, failing", address="/sources/?state=failing"),
        PageRequest(
            name="sources, change all",
            address="/sources/bulk/",
            data={"do": "pause", "every": "1", "filter": ""},
        ),
        PageRequest(name="source", address=source),
        PageRequest(name="source, search with keywords", address=search),
        PageRequest(name="source, edit", address=f"{search}edit/"),
        PageRequest(name="source, pause", address=f"{source}pause/"),
        PageRequest(name="source, delete", address=f"{source}delete/"),
        PageRequest(name="source, history", address=f"{source}history/"),
        PageRequest(name="add a source", address="/sources/find/"),
        PageRequest(name="add a source by hand", address="/sources/add/"),
        PageRequest(name="import", address="/sources/import/"),
        PageRequest(name="deleted sources", address="/sources/deleted/"),
        PageRequest(name="keyword lists", address="/keywords/"),
        PageRequest(name="keyword list", address=f"/keywords/{filled.keyword_list}/"),
        PageRequest(name="new keyword list", address="/keywords/add/"),
        PageRequest(name="monitor", address="/monitor/"),
        PageRequest(name="monitor, cold", address="/monitor/", cold=True),
        PageRequest(name="monitor, live part", address="/monitor/live/"),
        PageRequest(name="jobs", address="/monitor/jobs/"),
        PageRequest(name="metrics", address="/metrics"),
        PageRequest(name="metrics, cold", address="/metrics", cold=True),
        PageRequest(name="readyz", address="/readyz"),
        PageRequest(name="users", address="/users/"),
        PageRequest(name="user", address=f"/users/{filled.user}/"),
        PageRequest(name="new user", address="/users/add/"),
        PageRequest(name="audit", address="/users/audit/"),
        PageRequest(name="audit, one author", address="/users/audit/?who=user 7"),
        PageRequest(name="audit, last page", address="/users/audit/?page=400"),
        PageRequest(name="password", address="/password/"),
        PageRequest(name="saved searches", address="/saved/"),
        PageRequest(name="new saved search", address="/saved/add/?q=经济"),
        PageRequest(name="API tokens", address="/tokens/"),
        PageRequest(name="API, list of operations", address="/api/"),
        PageRequest(name="API, description", address="/api/v1/openapi.json"),
        PageRequest(name="API, documents", address="/api/v1/documents?q=经济"),
        PageRequest(name="API, counts", address="/api/v1/counts?q=经济&by=site"),
        PageRequest(name="API, document", address=f"/api/v1/documents/{filled.article}"),
        PageRequest(
            name="API, similar documents", address=f"/api/v1/documents/{filled.article}/similar"
        ),
        PageRequest(name="API, sources", address="/api/v1/sources"),
        PageRequest(name="API, 200 sources", address="/api/v1/sources?limit=200&offset=600"),
        PageRequest(name="API, source", address=f"/api/v1{source}".rstrip("/")),
        PageRequest(name="API, keyword lists", address="/api/v1/keyword-lists"),
        PageRequest(name="API, saved searches", address="/api/v1/saved-searches"),
        PageRequest(name="API, status", address="/api/v1/status"),
        PageRequest(name="API, buried jobs", address="/api/v1/buried"),
    ]


_SORTS = ("name", "health", "success", "daily")
_SEARCHES = {
    "everything": "",
    "a word": "?q=经济",
    "a word, newest first": "?q=经济&sort=time",
    "conditions": f"?q={_CONDITIONS}",
    "only not": "?q=-中国",
    "filters": "?q=发展&channel=feed&lang=zh",
}


def measure(client: "Client", page: PageRequest, repeats: int) -> Iterator[Measured]:
    """Ask once to warm up, then ``repeats`` times; yield the first answer, then all that the page
    requests.
    """
    from django.core.cache import cache

    first = Measured(name=page.name, status=0, wall=[], cpu=[], size=0)
    both = Measured(name=f"{page.name}, with its counts", status=0, wall=[], cpu=[], size=0)
    for number in range(repeats + 1):
        if page.cold:
            cache.clear()
        start = time.perf_counter(), time.process_time()
        answer = client.post(page.address, page.data) if page.data else client.get(page.address)
        first.add(answer, start, 0)
        if b"aria-busy" in answer.content:
            both.add(
                client.get(page.then, headers={"HX-Request": "true"}), start, len(answer.content)
            )
        if not number:
            first.forget()
            both.forget()
    yield first
    if both.wall:
        yield both


def unasked(asked: list[PageRequest]) -> list[str]:
    """Return the names of addresses that no page of the table has."""
    from django.urls import get_resolver, resolve

    known = {
        resolve(each.partition("?")[0]).view_name
        for page in asked
        for each in (page.address, page.then)
        if each
    }
    return sorted(set(_names(get_resolver())) - known)


def _names(resolver: "URLResolver", prefix: str = "") -> Iterator[str]:
    from django.urls import URLResolver

    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _names(pattern, f"{pattern.namespace}:" if pattern.namespace else prefix)
        elif pattern.name:
            yield prefix + pattern.name


@contextmanager
def empty_home(servers: bool) -> Iterator[Settings]:
    """Yield settings for empty stores, and put them into the environment for the web interface."""
    with ExitStack() as stack:
        values = {
            "HOME": stack.enter_context(tempfile.TemporaryDirectory(prefix="newsloom-pages-"))
        }
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


def logged_in() -> "Client":
    """Return a client of the benchmark's user, as a browser that runs scripts."""
    from django.contrib.auth.models import User
    from django.test import Client

    from webui.preferences import ZONE_COOKIE

    client = Client(SERVER_NAME="localhost", raise_request_exception=False)
    client.cookies[ZONE_COOKIE] = "UTC"
    client.force_login(User.objects.get(username=USER), "django.contrib.auth.backends.ModelBackend")
    return client


def main() -> None:
    """Fill the stores, request every page, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--sources", type=int, default=1_000)
    parser.add_argument("--days", type=int, default=14, help="of runs and counters")
    parser.add_argument("--runs", type=int, default=300_000, help="of all sources together")
    parser.add_argument("--repeats", type=int, default=20)
    parser.add_argument(
        "--servers", action="store_true", help="MariaDB, Redis, Beanstalkd, Elasticsearch"
    )
    parser.add_argument("--only", default="", help="ask only pages with this in their name")
    given = parser.parse_args()
    with empty_home(given.servers) as settings:
        _run(settings, given)


def _run(settings: Settings, given: argparse.Namespace) -> None:
    import django

    django.setup()
    from storage.backends import open_workers
    from webui.messages import compile_all
    from webui.serve import migrate

    compile_all()
    migrate()
    size = Size(documents=given.documents, sources=given.sources, days=given.days, runs=given.runs)
    asked = pages(fill(settings, size))
    client = logged_in()
    print(f"{'page':44}     wall ms         CPU ms          kB")
    print(f"{'':44} median    p95   median    p95")
    with closing(open_workers(settings)) as workers:
        for page in asked:
            if given.only in page.name:
                say_alive(workers)
                for measured in measure(client, page, given.repeats):
                    print(measured.row(), flush=True)
    print(f"\nnot asked: {', '.join(unasked(asked))}")
    print(f"load of the machine, one minute: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
