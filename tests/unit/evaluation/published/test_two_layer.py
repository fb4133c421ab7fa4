"""Two-layer decision: merged leaves, candidates, features by hand, the choice of a scope, and the
trained trees.
"""

import json
from importlib.resources import files

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from evaluation.published import two_layer
from evaluation.published.two_layer_features import (
    CUE_WORDS,
    NODE_FEATURES,
    PARAGRAPH_FEATURES,
    TwoLayerOutline,
    node_features,
    outline,
    paragraph_features,
)
from tests.unit.evaluation.published.pages import page_of, paragraphs
from tests.unit.extractor.samples import CHINESE, ENGLISH, article_page


def _outline(html: str) -> TwoLayerOutline:
    return outline(page_of(html).steps)


def _nodes(html: str) -> dict[str, dict[str, float]]:
    """Return the features of each candidate by its tag."""
    seen = _outline(html)
    places = seen.candidates()
    rows = node_features(seen, places)
    return {
        seen.nodes[place].tag: dict(zip(NODE_FEATURES, row, strict=True))
        for place, row in zip(places, rows.tolist(), strict=True)
    }


def _paragraph(html: str) -> dict[str, float]:
    row = paragraph_features(_outline(html).paragraphs)[-1]
    return {
        name: value for name, value in zip(PARAGRAPH_FEATURES, row.tolist(), strict=True) if value
    }


def test_leaves_are_merged_up_to_the_next_block_tag() -> None:
    seen = _outline(
        "<body>one <b>two</b> <i>three</i><p>four<br>five</p>six<table><tr><td>seven</td></tr></table></body>"
    )
    assert [paragraph.text for paragraph in seen.paragraphs] == [
        "one two three",
        "four",
        "five",
        "six",
        "seven",
    ]
    assert [paragraph.tag for paragraph in seen.paragraphs] == ["body", "p", "br", "", "td"]


def test_candidates_hold_several_children_or_one_leaf() -> None:
    """The outer div has one child with text and no leaf; the empty span does not count as a
    child.
    """
    seen = _outline("<body><div><span></span><div>text <b>bold</b></div></div></body>")
    assert [seen.nodes[place].tag for place in seen.candidates()] == ["div", "b"]
    assert seen.nodes[seen.candidates()[0]].children == 2


def test_features_of_a_node_by_hand() -> None:
    """The div contains 8 plain and 2 linked characters of 12 and 7; beside it are 4 plain and 5
    linked ones.
    """
    html = "<body><div><p>abcde</p>fgh<br><a>ij</a></div><ul><li>klmn</li><li><a>opqrs</a></li></ul></body>"
    found = _nodes(html)
    assert found["div"] == {
        "plain": 8, "plain of page": np.float32(8 / 12), "linked": 2, "linked of node": np.float32(0.2),
        "plain of parent": np.float32(8 / 12), "children": 3,
        "table above": 0, "div above": 1, "tr above": 0, "td above": 0,
        "p": 1, "p of page": 1, "br": 1, "br of page": 1,
        "linked beside": 5, "linked of beside": np.float32(5 / 9), "in table": 0,
    }  # fmt: skip
    assert found["body"]["plain of parent"] == 1
    assert found["body"]["linked beside"] == 0


def test_tags_between_a_candidate_and_the_one_above_it() -> None:
    """The table and its row have one child with text and are passed through."""
    cell = _nodes("<body>menu<table><tr><td>one<br>two</td></tr></table></body>")["td"]
    assert [
        cell[name] for name in ("table above", "div above", "tr above", "td above", "in table")
    ] == [1, 0, 1, 1, 1]


def test_features_of_a_paragraph() -> None:
    assert _paragraph("<body><p>ab <a>cd</a></p></body>") == {
        "p": 1,
        "linked share": 0.5,
        "plain": 2,
        "linked": 2,
    }
    assert _paragraph("<body>x<h3>abc</h3></body>") == {"heading": 1, "plain": 3}
    assert _paragraph("<body>x<br>abc</body>") == {"br": 1, "plain": 3}
    assert _paragraph("<body><ul><li>abc</li></ul></body>") == {"li": 1, "plain": 3}


def test_marks_of_a_paragraph() -> None:
    assert _paragraph("<body><p>x</p><img><p>abc</p></body>")["under image"] == 1
    assert "under image" not in _paragraph("<body><img><p>x</p><p>abc</p></body>")
    assert _paragraph("<body><center>abc</center></body>")["centred"] == 1
    assert (
        _paragraph('<body><div style="text-align: center"><p>abc</p></div></body>')["centred"] == 1
    )
    assert _paragraph('<body><div style="display:none"><p>abc</p></div></body>')["hidden"] == 1
    assert _paragraph("<body><p>新华社五月三日电 图书馆</p></body>")["dateline"] == 1
    assert "dateline" not in _paragraph(f"<body><p>{CHINESE[0][:16]}来电</p></body>")
    assert _paragraph("<body><p>版权所有，不得转载</p></body>")["cue word"] == 1
    assert _paragraph("<body><p>All Rights Reserved</p></body>")["cue word"] == 1


def test_there_are_22_cue_words() -> None:
    assert len(set(CUE_WORDS)) == 22


def test_a_tree_decides_by_its_questions() -> None:
    """Feature 1 at most 0.5: 0.1; else feature 0 at most 3: 0.9, else 0.4."""
    columns: dict[str, list[float]] = {
        "feature": [1, 0, 0, 0, 0],
        "threshold": [0.5, 0, 3, 0, 0],
        "left": [1, 1, 3, 3, 4],
        "right": [2, 1, 4, 3, 4],
        "probability": [0, 0.1, 0, 0.9, 0.4],
    }
    tree = two_layer.read_trees({"node": columns, "paragraph": columns}).node
    rows = np.array([[9, 0.5], [3, 0.6], [3.5, 0.6]], np.float32)
    assert tree.predict(rows).tolist() == [0.1, 0.9, 0.4]


def test_the_most_probable_node_is_the_scope_and_the_lowest_of_equals() -> None:
    columns: dict[str, list[float]] = {
        "feature": [0],
        "threshold": [0],
        "left": [0],
        "right": [0],
        "probability": [0.5],
    }
    tree = two_layer.read_trees({"node": columns, "paragraph": columns}).node
    seen = _outline(f"<body><div><div><div>{paragraphs('one', 'two')}</div></div></div></body>")
    scope = two_layer.find_scope(seen, tree)
    assert scope is not None
    assert (scope.tag, scope.first, scope.end, scope.children) == ("div", 0, 2, 2)


def test_a_page_without_text_has_no_content() -> None:
    assert two_layer.extract(page_of("<body><div></div></body>")) == ""


def test_the_trained_trees_find_an_article() -> None:
    for texts in (ENGLISH * 2, CHINESE * 2):
        found = two_layer.extract(page_of(article_page(paragraphs=texts))).split("\n")
        assert set(texts) <= set(found)
        assert "Section 1" not in found


@given(
    st.lists(st.floats(0, 1e6, width=32), min_size=len(NODE_FEATURES), max_size=len(NODE_FEATURES))
)
def test_the_trained_trees_answer_as_a_walk_through_their_columns_does(row: list[float]) -> None:
    columns = json.loads((files("evaluation.published") / two_layer.DATA).read_text("utf-8"))[
        "node"
    ]
    place = 0
    while columns["left"][place] != place:
        low = row[columns["feature"][place]] <= columns["threshold"][place]
        place = columns["left" if low else "right"][place]
    assert two_layer.load().node.predict(np.array([row], np.float32)).tolist() == [
        columns["probability"][place]
    ]
