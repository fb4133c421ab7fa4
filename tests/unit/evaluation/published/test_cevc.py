"""CEVC: the descent by MCR, by hand; the bodies of articles test the counting of valid
characters.
"""

from evaluation.published import cevc
from tests.unit.evaluation.published.pages import page_of


def _valid(length: int) -> str:
    """Return ``length`` valid characters: a stop word and one long word."""
    return "the " + "a" * (length - 3)


def _stop(html: str) -> str:
    page = page_of(html)
    return str(cevc.descend(page.body, cevc.valid_counts(page.steps)).get("id"))


def test_the_walk_stops_where_no_child_has_half() -> None:
    """body: 80 of 100, MCR 0.8; main: 72 of 80, 0.9; text: 30 of 72, 0.42: the content block."""
    text = "".join(f"<p>{_valid(length)}</p>" for length in (30, 22, 20))
    side = f'<div id="side"><p>{_valid(20)}</p></div>'
    lead = f'<div id="lead"><p>{_valid(8)}</p></div>'
    assert (
        _stop(f'<body><div id="main">{lead}<div id="text">{text}</div></div>{side}</body>')
        == "text"
    )


def test_the_walk_stops_early_where_two_columns_share_the_text() -> None:
    """body: 90 of 100; page: 44 and 46 of 90, MCR 0.51, so it descends into the second; there 20 of
    46, 0.43.
    """
    left = f'<div id="left"><p>{_valid(22)}</p><p>{_valid(22)}</p></div>'
    right = f'<div id="right"><p>{_valid(20)}</p><p>{_valid(13)}</p><p>{_valid(13)}</p></div>'
    foot = f"<div><p>{_valid(10)}</p></div>"
    assert _stop(f'<body><div id="page">{left}{right}</div>{foot}</body>') == "right"
    middle = f'<div id="middle"><p>{_valid(10)}</p></div>'
    assert _stop(f'<body><div id="page">{left}{right}{middle}</div>{foot}</body>') == "page"


def test_links_do_not_draw_the_walk() -> None:
    links = f'<div id="links"><a>{_valid(90)}</a></div>'
    assert (
        _stop(
            f'<body>{links}<div id="text"><p>{_valid(15)}</p><p>{_valid(15)}</p><p>{_valid(16)}</p></div></body>'
        )
        == "text"
    )
