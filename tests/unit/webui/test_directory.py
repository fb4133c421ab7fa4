"""The directory of sources: what everybody who searches sees of them."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from tests.html_trees import html_tree
from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add
from tests.unit.webui.test_sources_table import run

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
PATH = "/sources/directory/"


def page_of(client: "Client", path: str, status: int = 200) -> str:
    answer = client.get(path)
    assert answer.status_code == status
    return compact(answer.content.decode())


def test_who_may_not_view_sources_is_led_to_the_directory(browse: Browse) -> None:
    analyst = browse("analyst")
    for look in (analyst.get, analyst.head):
        answer = look("/sources/?tag=a")
        assert (answer.status_code, answer["Location"]) == (302, PATH)
    assert browse("operator").get("/sources/").status_code == 200
    page = page_of(browse("analyst"), PATH)
    assert f'<a href="{PATH}" aria-current="page">' in page
    assert 'href="/sources/add/"' not in page


def test_it_says_what_a_source_gives_and_how_it_is_and_no_more(
    browse: Browse, ports: "Stores"
) -> None:
    source = add(
        "Wire",
        address="https://wire.example/feed.xml?key=s3cret",
        tags=["agency"],
        region="Berlin",
        owner="jane",
        folder="Secret plans",
    )
    run(source, lists={"gone": 1})
    page = page_of(browse("analyst"), PATH)
    for said in ("Wire", "Feed", "agency", "Berlin", "Failing"):
        assert said in page
    for hidden in ("s3cret", "wire.example", "jane", "Secret plans", "Gone"):
        assert hidden not in page


def test_it_is_filtered_and_ordered_by_what_all_may_know(browse: Browse, ports: "Stores") -> None:
    add("Wire", tags=["agency"], region="Berlin", language="de", owner="jane")
    add("Paper", address="https://paper.example/feed.xml?key=s3cret")
    client = browse("analyst")
    page = page_of(client, PATH)
    assert page.index(">Paper</a>") < page.index(">Wire</a>")
    for query in ("tag=agency", "region=Berlin", "language=de", "q=wir"):
        page = page_of(client, f"{PATH}?{query}")
        assert ">Wire</a>" in page
        assert ">Paper</a>" not in page
    page = page_of(client, f"{PATH}?sort=-name")
    assert page.index(">Wire</a>") < page.index(">Paper</a>")
    assert "Nothing matches the filter" in page_of(client, f"{PATH}?q=nothing")
    # Nobody finds out here what only operators see.
    assert "Nothing matches the filter" in page_of(client, f"{PATH}?q=key=s3")
    assert "Paper" in page_of(browse("operator"), "/sources/?q=key=s3")
    for query in ("owner=jane", "state=healthy", "channel=feed", "sort=health"):
        page = page_of(client, f"{PATH}?{query}")
        assert ">Wire</a>" in page
        assert ">Paper</a>" in page
    assert "page" in page_of(client, f"{PATH}?page=x", 400)


def test_an_unknown_value_or_name_or_page_is_said(browse: Browse, ports: "Stores") -> None:
    add("Wire", tags=["agency"], language="de")
    client = browse("analyst")
    for query in ("language=zz", "region=xx", "tag=yy"):
        tree = html_tree(page_of(client, f"{PATH}?{query}"))
        assert tree.cssselect(".nothing h2")[0].text_content() == "Nothing matches the filter"
        name, _equals, value = query.partition("=")
        (chosen,) = tree.cssselect(f"#{name} option[selected]")
        assert chosen.get("value") == value
        assert compact(chosen.text_content()).strip() == f"{value} (0)"
    page = page_of(client, f"{PATH}?lang=zz&country=xx", 400)
    for name in ("lang", "country"):
        assert f"“{name}” is not a filter of this page." in page
    assert ">Wire</a>" not in page
    page = page_of(client, f"{PATH}?page=99999")
    assert "There is no page 99999. This is page 1, the nearest one." in page
    assert ">Wire</a>" in page
    assert "There is no page" not in page_of(client, f"{PATH}?page=1")
