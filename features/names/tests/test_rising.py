"""Names that rise, when a name was first seen, and what is quoted beside it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, Any

import pytest

from features.names.quotations import quotations
from features.names.rising import rising
from storage.documents.port import Document
from tests.html_trees import html_tree
from tests.unit.webui.samples import article

if TYPE_CHECKING:
    from django.test import Client

    from watch.stores import Stores

Browse = Callable[..., "Client"]
NOW = datetime.now(UTC)


def about(number: int, days: float, people: tuple[str, ...], **fields: Any) -> Document:
    moment = NOW - timedelta(days=days)
    named: dict[str, Any] = {
        "people": people,
        "names_by": "test",
        "published": moment,
        "collected": moment,
    }
    made = article(f"https://site{number}.example/{number}", f"Report {number}")
    return replace(made, **named, **fields)


def test_shares_are_compared_not_numbers() -> None:
    counts, before = {"Lee": 9, "Berg": 9, "Few": 4}, {"Lee": 3, "Berg": 4}
    assert rising(counts, 100, before, 100) == {"Lee"}
    # Twice as many documents are no reason.
    assert rising(counts, 200, before, 100) == set()
    assert rising(counts, 100, {}, 100) == {"Lee", "Berg"}
    # Too young to know what is usual.
    assert rising(counts, 100, {}, 49) == set()
    assert rising({}, 0, {}, 0) == set()


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("“We will build the bridge,” Ann Lee said.", ["We will build the bridge"]),
        ('Lee told us: "We will build the bridge" and left.', ["We will build the bridge"]),
        ("« Nous allons construire le pont », dit Lee.", ["Nous allons construire le pont"]),
        ("李安说：“我们将在明年修建这座桥”。", ["我们将在明年修建这座桥"]),
        ("“我们将在明年修建这座桥，”李安说。", ["我们将在明年修建这座桥"]),
        ("Ann Lee read “The Bridge”.", []),
        ("“We will build the bridge,” he said.\nAnn Lee left.", []),
        ("“Ann Lee will build the bridge,” he said.", []),
        ("“We will build the bridge,” Leeson said.", []),
        ("Ann Lee said “nothing that ever ended", []),
    ],
)
def test_quotations_stand_in_a_paragraph_with_the_name(text: str, found: list[str]) -> None:
    assert list(quotations(text, ("Ann Lee", "李安"))) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("“We will build it,” Lee said after Max Berg had left.", ["We will build it"]),
        ("Lee met Max Berg. “We will never build it,” Berg said.", []),
        (
            "Lee came late. “We will build it,” said Berg. Lee: “Not before next year!”",
            ["Not before next year!"],
        ),
        ("“We will build it,” said Tom Lee. Ann Lee left.", []),
        ("李安到场。马力说：“我们将在明年修建这座桥”。", []),
        # What stands between two who speak is of the one in its sentence.
        ("Lee said “we will never build it”. Berg disagreed.", ["we will never build it"]),
        ("Lee said “we will never build it.” Berg disagreed.", ["we will never build it."]),
        ("“No more,” said Lee. “We will build it,” said Berg.", []),
        ("李安说：“我们将在明年修建这座桥。”马力没有同意。", ["我们将在明年修建这座桥。"]),
    ],
)
def test_a_quotation_is_of_whom_is_named_nearest(text: str, found: list[str]) -> None:
    others = ("Max Berg", "Tom Lee", "马力")
    assert list(quotations(text, ("Ann Lee", "李安"), others)) == found


def test_many_quotation_marks_are_read_in_time() -> None:
    assert list(quotations("“" * 20_000 + "Ann Lee " + "”" * 20_000, ("Ann Lee",))) == []
    assert len(list(quotations("Ann Lee: “a b c d” " * 20_000, ("Ann Lee",)))) == 20_000


def test_names_that_rise_are_marked(browse: Browse, ports: "Stores") -> None:
    now = [about(each, 1 + each / 100, ("Lee", "Berg")) for each in range(6)]
    before = [
        about(100 + each, 8 + each / 100, ("Berg",) if each < 40 else ()) for each in range(60)
    ]
    ports.documents().write([*now, *before])
    tree = html_tree(browse("analyst").get("/names/").content)
    marked = {
        each.cssselect(".value")[0].text_content(): bool(each.cssselect(".badge"))
        for each in tree.cssselect(".ranking li")
    }
    assert marked == {"Lee": True, "Berg": False}


def test_the_page_of_a_name_says_when_it_was_first_seen_and_what_is_quoted(
    browse: Browse, ports: "Stores"
) -> None:
    said = "“We will build the bridge next year,” Lee said.\nIt rained."
    ports.documents().write(
        [
            about(1, 1, ("Ann Lee",), content=said),
            about(2, 2, ("Ann Lee",), content=said),
            about(
                3, 3, ("Ann Lee",), content=said.replace("bridge", "port"), rights=("tdm-reserved",)
            ),
            about(4, 40, ("Ann Lee",)),
            about(5, 400, ("Bo Berg",), content=said),
        ]
    )
    client = browse("analyst")
    tree = html_tree(client.get("/names/?person=Ann+Lee&after=-7d").content)
    first = (NOW - timedelta(days=40)).date().isoformat()
    assert f"first seen {first}" in " ".join(
        tree.cssselect(".head .meta")[0].text_content().split()
    )
    quoted = [each.text_content() for each in tree.cssselect(".quotations q")]
    # Each once, and nothing of what must not be taken out.
    assert quoted == ["We will build the bridge next year"]
    other = html_tree(client.get("/names/?person=Bo+Berg").content)
    assert other.cssselect(".quotations q") == []
