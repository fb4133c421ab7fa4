"""PEAN: the descent by RMD and MPR, by hand; threads test the choice among the children."""

from evaluation.published import pean
from tests.unit.evaluation.published.pages import page_of


def _posts(html: str) -> list[str]:
    return [str(element.get("id")) for element in pean.find_posts(page_of(html))]


def _post(number: int) -> str:
    return f'<div id="{number}"><i>2024-03-05 10:1{number}</i><p>text</p></div>'


def test_the_walk_goes_on_while_one_child_has_most_anchors() -> None:
    """body: anchors 1 and 6, RMD 2.5 / 3.5 = 0.71, MPR 6 / 7 = 0.86, too large; the list: RMD 0,
    MPR 1 / 6.
    """
    shown = "".join(map(_post, range(6)))
    assert _posts(
        f'<body><div id="head"><i>2024-03-05 09:00</i></div><div>{shown}</div></body>'
    ) == list("012345")


def test_the_walk_stops_at_even_counts() -> None:
    """Two children with three anchors each: RMD 0, MPR 0.5, so that they are the posts."""
    left, right = ("".join(map(_post, numbers)) for numbers in ((0, 1, 2), (3, 4, 5)))
    assert _posts(f'<body><div id="left">{left}</div><div id="right">{right}</div></body>') == [
        "left",
        "right",
    ]


def test_the_walk_stops_nowhere_on_a_page_with_one_anchor() -> None:
    assert _posts(f"<body><div>{_post(1)}</div></body>") == []
