"""Measure every page that an administrator can open, with very much in all stores.

    python -m benchmarks.pages [--documents 100000] [--sources 100000] [--rounds 20] [--servers]
        [--home FOLDER] [--only PART]

Fill stores twice, with little and with much (see ``benchmarks.pages_data``), and ask one warm
process for every page of each. The pages are those of ``webui.urls``, so that a new one joins by
itself, and below them some addresses with other words, filters and orders. A page with a parameter
that nothing here knows is named below the table, like those that answer with anything but a page.
``--home`` keeps the stores in a folder, and asks those that are there again.
"""

import argparse
import json
import multiprocessing
import os
import sys
from concurrent.futures import ProcessPoolExecutor
from contextlib import closing
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any, TypeVar

sys.path.insert(0, str(Path(__file__).parents[1]))

from benchmarks.page_times import Page, PageTimes, measure, print_table, stores
from benchmarks.pages_data import (
    Size,
    Values,
    fill_documents,
    fill_tables,
    newest_of,
    say_alive,
)
from storage.settings import Settings
from testbed.memory import family_bytes

_Returned = TypeVar("_Returned")
_SMALL = Size(documents=100, sources=100)
_VALUES = "values.json"
_ENDS_THE_LOGIN = {"logout"}
_SEARCHES = (
    "",
    "?q=经济",
    "?q=经济&sort=time",
    "?q=(央行 OR 量子 OR 上海) -经济 site:site7.example",
    "?q=-中国",
    "?q=发展&channel=feed&lang=zh",
    "?q=nonesuchword",
    "?source=Newspaper 2 第2日报",
    "?after=-7d",
    "?folder=desk 3",
    "?person=Person 1",
)
_FILED = (
    "/search/filed/folder/",
    "/search/filed/region/",
    "/search/filed/owner/",
    "/search/filed/folder/?folder=desk 3",
)
_OTHERS = (
    "/search/over-time/?by=site",
    "/search/over-time/?by=tag",
    "/search/over-time/?q=经济&with=上海",
    "/search/over-time/?by=person",
    "/explore/terms/?q=经济",
    "/explore/terms/?person=Person 1",
    "/names/?person=Person 1",
    "/names/?person=Person 99",
    "/names/?source=Newspaper 7 第7日报",
    "/names/?site=site7.example",
    "/names/all/person/?name=Person&site=site7.example",
    "/stories/?sort=sites",
    "/stories/?q=经济",
    "/edits/?after=-7d",
    "/saved/?q=Search 1",
    "/documents/{thread}/",
    "/dashboards/panels/add/?q=经济",
    "/sources/?sort=health",
    "/sources/?sort=document",
    "/sources/?sort=daily",
    "/sources/?page=1000",
    "/sources/?page=1999",
    "/sources/?q=news",
    "/sources/?q=nonesuch",
    "/sources/?channel=board",
    "/sources/?tag=topic 3",
    "/sources/?folder=desk 3",
    "/sources/?state=failing",
    "/sources/?q=paper&channel=feed&tag=topic 3&state=failing&sort=document",
    "/sources/directory/?tag=topic 3&region=CN",
    "/sources/directory/?q=Newspaper 4711",
    "/sources/20/",
    "/sources/10/edit/",
    "/monitor/?range=7d",
    "/monitor/events/?kind=source&page=500",
    "/monitor/jobs/?state=buried",
    "/monitor/jobs/job/?tube=page&id={job}",
    "/users/audit/?who=user 7",
    "/users/audit/?page=400",
    "/api/v1/openapi.json",
    "/api/v1/documents?q=经济",
    "/api/v1/counts?q=经济&by=site",
    "/api/v1/documents/{document_id}",
    "/api/v1/documents/{document_id}/similar",
    "/api/v1/sources",
    "/api/v1/sources?limit=200&offset=50000",
    "/api/v1/sources/{source_id}",
    "/api/v1/keyword-lists",
    "/api/v1/saved-searches",
    "/api/v1/status",
    "/api/v1/buried",
)
_COLD = ("/", "/monitor/", "/metrics")


def all_pages(values: Values) -> tuple[list[Page], list[str]]:
    """Return the pages of ``webui.urls`` and others, and the routes with parameters that ``values``
    does not have.
    """
    from django.urls import URLPattern, reverse

    from webui import urls

    pages, unknown = [], []
    patterns = [each for each in urls.urlpatterns if isinstance(each, URLPattern)]
    for pattern in patterns:
        parameters, route = list(pattern.pattern.converters), str(pattern.pattern)
        if pattern.name in _ENDS_THE_LOGIN or not values.keys() >= {*parameters}:
            unknown.append(route)
            continue
        choices = (
            values[each] if isinstance(values[each], list) else [values[each]]
            for each in parameters
        )
        for place, chosen in enumerate(product(*choices)):
            address = reverse(str(pattern.name), kwargs=dict(zip(parameters, chosen, strict=True)))
            name = f"/{route}" + (f" ({place + 1})" if place else "")
            pages.append(Page(name=name, address=address))
    pages += [Page(name=each, address=each.format(**values)) for each in _OTHERS]
    pages += [Page(name=f"{each} cold", address=each, cold=True) for each in _COLD]
    for query in filter(None, _SEARCHES):
        pages.append(Page(name=f"/search/{query}", address=f"/search/{query}"))
    for query in _SEARCHES:
        counts = f"/search/counts/{query}"
        pages.append(Page(name=f"{counts} part", address=counts, is_part=True))
    for filed in _FILED:
        pages.append(Page(name=f"{filed} part", address=filed, is_part=True))
    return pages, unknown


def main() -> None:
    """Fill the stores, ask for every page, and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--documents", type=int, default=100_000)
    parser.add_argument("--sources", type=int, default=100_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument(
        "--servers", action="store_true", help="MariaDB, Redis, Beanstalkd, Elasticsearch"
    )
    parser.add_argument("--home", default="", help="where the stores stay")
    parser.add_argument("--only", default="", help="ask only pages with this in their name")
    given = parser.parse_args()
    small = _measured(given, "little", _SMALL)
    print_table(
        _measured(given, "much", Size(documents=given.documents, sources=given.sources)), small
    )


def _measured(given: argparse.Namespace, name: str, size: Size) -> list[PageTimes]:
    home = given.home and str(Path(given.home) / name)
    with stores(home, servers=given.servers) as settings:
        values = Path(settings.home) / _VALUES
        # Filling has a process of its own, so that the memory of the other is that of the pages.
        if not values.exists():
            values.write_text(json.dumps(_in_process(_fill, size)))
        found: list[PageTimes] = _in_process(_ask, json.loads(values.read_text()), given)
        return found


def _in_process(function: Any, *given: Any) -> Any:
    """Run it in a process of its own: Django can be set up for one database in a process."""
    with _process() as other:
        return other.submit(function, *given).result()


def _process() -> ProcessPoolExecutor:
    return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def _fill(size: Size) -> Values:
    import django

    django.setup()
    from benchmarks.pages_features import fill_features
    from webui.serve import migrate

    migrate()
    settings, now = Settings.from_mapping(os.environ), datetime.now(UTC)
    with _process() as other:
        filling = other.submit(fill_documents, settings, size, now)
        values = fill_tables(settings, size, now)
        filling.result()
    return values | fill_features(settings, newest_of(size, now), now)


def _ask(values: Values, given: argparse.Namespace) -> list[PageTimes]:
    import django

    django.setup()
    from storage.backends import open_workers
    from webui.messages import compile_all

    compile_all()
    pages, unknown = all_pages(values)
    asked = [page for page in pages if given.only in page.name]
    with closing(open_workers(Settings.from_mapping(os.environ))) as workers:
        found, others = measure(asked, given.rounds, lambda: say_alive(workers))
    print(f"\nnot asked: {', '.join(unknown)}")
    print(f"no page: {', '.join(f'{name} ({status})' for name, status in others.items())}")
    print(f"memory of the web process: {family_bytes(os.getpid()) / 2**20:.0f} MB", flush=True)
    return found


if __name__ == "__main__":
    main()
