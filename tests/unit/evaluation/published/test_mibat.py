"""MiBAT: similarity in a fragment, refinement of the pivots, growth among siblings, and the
matching below.
"""

from hypothesis import given
from hypothesis import strategies as st

from evaluation.published import mibat, tree_matching
from evaluation.published.tree_matching import Matcher
from extractor.page import dom
from tests.unit.evaluation.published.pages import page_of
from tests.unit.extractor.samples import ENGLISH

TIME = "2024-03-05 10:{:02}"


def _ids(html: str) -> list[str]:
    return [str(element.get("id")) for element in mibat.find_posts(page_of(html))]


def _post(number: int, body: str = "<p>It is as they say, I think.</p>") -> str:
    return f'<div id="{number}"><div><b>name</b><i>{TIME.format(number)}</i></div>{body}</div>'


def _trees(*htmls: str) -> tuple[Matcher, list[tree_matching.MatchTree], dict[dom.Element, None]]:
    """Return the trees of fragments, and their ``i`` elements as anchors."""
    matcher = Matcher()
    elements = [dom.body_of(dom.parse(html))[0] for html in htmls]
    return (
        matcher,
        [matcher.read(one) for one in elements],
        dict.fromkeys(i for one in elements for i in one.iter("i")),
    )


def test_posts_that_are_built_alike_are_found() -> None:
    assert _ids(f"<body><h1>x</h1><div>{''.join(map(_post, range(4)))}</div></body>") == list(
        "0123"
    )


def test_bodies_may_differ_where_the_pivots_siblings_do_not() -> None:
    bodies = [
        "<p>a</p>",
        "<ul><li>a<li>b<li>c</ul><pre>d</pre>",
        "<table><tr><td>e</td></tr></table>" * 3,
    ]
    assert _ids(
        "<body>" + "".join(_post(n, body) for n, body in enumerate(bodies)) + "</body>"
    ) == list("012")


def test_a_sibling_whose_pivot_stands_among_others_does_not_join_and_need_not_end_the_set() -> None:
    strange = (
        f'<div id="x"><div><u>a</u><u>b</u><u>c</u><u>d</u><i>{TIME.format(30)}</i></div></div>'
    )
    assert _ids(f"<body>{_post(0)}{strange}{_post(1)}</body>") == ["0", "1"]


def test_likeness_of_fragments_by_hand() -> None:
    """Fragments b i and b i u: two matched nodes of 2.5 on average, 0.8; b i and u u i: one of 2.5,
    0.4.
    """
    matcher, (first, near, far), anchors = _trees(
        "<div><b></b><i></i></div>",
        "<div><b></b><i></i><u></u></div>",
        "<div><u></u><u></u><i></i></div>",
    )
    assert mibat.corresponding([2], first, near, anchors, matcher) == [2]
    assert mibat.corresponding([2], first, far, anchors, matcher) == []


def test_pivots_are_refined_by_each_member() -> None:
    """The first tree has two anchors; the second matches only the one under p, which stays."""
    matcher, (first, second), anchors = _trees(
        "<div><p><b></b><i></i></p><h6><i></i></h6></div>",
        "<div><p><b></b><i></i></p><h6><u></u></h6></div>",
    )
    tags = {
        index: first.elements[first.parents[index]].tag for index in range(1, len(first.elements))
    }
    pivots = [index for index, element in enumerate(first.elements) if element in anchors]
    assert [tags[pivot] for pivot in pivots] == ["p", "h6"]
    assert [
        tags[pivot] for pivot in mibat.corresponding(pivots, first, second, anchors, matcher)
    ] == ["p"]


def test_a_refined_pivot_decides_about_the_next_sibling() -> None:
    """The third tree matches only the anchor under h6, which the second removed: it begins its own
    set.
    """
    trees = [
        "<div><p><b></b><i></i></p><h6><i></i></h6></div>",
        "<div><p><b></b><i></i></p><h6><u></u></h6></div>",
        "<div><p><b></b><u></u></p><h6><i></i></h6></div>",
    ]
    top = dom.body_of(dom.parse("".join(trees)))
    anchors = dict.fromkeys(top.iter("i"))
    sets = mibat.anchor_sets(list(top), anchors, Matcher())
    assert [[list(top).index(one) for one in found] for found in sets] == [[0, 1], [2]]
    assert mibat.anchor_sets([top[0], top[2], top[1]], anchors, Matcher())[0] == [top[0], top[2]]


def test_the_set_with_most_text_is_the_posts() -> None:
    latest = "".join(f"<li><b>x</b><i>{TIME.format(number)}</i></li>" for number in range(9))
    assert _ids(
        f"<body><ul>{latest}</ul><div>{''.join(_post(n, f'<p>{ENGLISH[n]}</p>') for n in range(3))}</div></body>"
    ) == list("012")


def test_a_page_with_one_time_or_none_has_no_posts() -> None:
    assert _ids(f"<body>{_post(1)}</body>") == []
    assert _ids("<body><p>text</p></body>") == []


def test_matching_by_hand() -> None:
    """Order counts: of ul, p, p against p, ul, p two match; below ul one li of two, besides the
    roots.
    """
    matcher, (first, second), _ = _trees(
        "<div><ul><li></li><li></li></ul><p></p><p></p></div>",
        "<div><p></p><ul><li></li></ul><p></p></div>",
    )
    assert matcher.matched(first.shapes[0], second.shapes[0]) == 4
    assert {first.elements[a].tag for a in matcher.pairs(first, second)} == {"div", "ul", "li", "p"}


def test_work_is_bounded_on_hostile_pages() -> None:
    """Two hundred different trees with an anchor each: the matcher stops and reports it."""
    trees = "".join(
        f"<div>{'<b></b><u></u>' * (n % 99)}<i>x</i>{'<em></em>' * (n % 31)}</div>"
        for n in range(200)
    )
    top = dom.body_of(dom.parse(trees))
    matcher = Matcher()
    mibat.anchor_sets(list(top), dict.fromkeys(top.iter("i")), matcher)
    assert matcher.exhausted
    assert matcher.cells_left > -(tree_matching.NODES**2)


_tree = st.recursive(
    st.just("<p></p>"),
    lambda inner: st.lists(inner, max_size=4).map(lambda x: f"<div>{''.join(x)}</div>"),
)


@given(_tree, _tree)
def test_a_matching_is_one_to_one_top_down_in_order_and_as_large_as_it_says(
    first: str, second: str
) -> None:
    matcher, (left, right), _ = _trees(f"<div>{first}</div>", f"<div>{second}</div>")
    pairs = matcher.pairs(left, right)
    assert len(pairs) == matcher.matched(left.shapes[0], right.shapes[0])
    assert len(set(pairs.values())) == len(pairs)
    for ours, theirs in pairs.items():
        assert left.elements[ours].tag == right.elements[theirs].tag
        assert not ours or pairs[left.parents[ours]] == right.parents[theirs]
    assert list(dict(sorted(pairs.items())).values()) == sorted(pairs.values())
    assert matcher.matched(left.shapes[0], left.shapes[0]) == len(left.elements)
