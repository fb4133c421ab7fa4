"""Marks and snippets."""

from hypothesis import given
from hypothesis import strategies as st

from storage.documents.highlight import hits, mark, snippets
from storage.documents.query import parse
from storage.documents.query_tree import Phrase, Query, TermMatch, term_matches
from tests.unit.webui.samples import article


def _marked(text: str, query: str) -> list[str]:
    fragment = mark(text, term_matches(parse(query)))
    return [fragment.text[start:end] for start, end in fragment.marks]


def test_neighbours_are_joined() -> None:
    assert _marked("央行降息了", "央行 降息") == ["央行降息"]
    assert _marked("哈哈哈哈，哈", '"哈哈"') == ["哈哈哈哈，哈"]
    assert _marked("central bank", "central bank") == ["central", "bank"]


def test_negated_phrases_are_not_marked() -> None:
    assert _marked("央行降息", "降息 -央行") == ["降息"]


def test_a_phrase_is_one_mark_over_signs() -> None:
    assert _marked("the bank, of\nEngland!", '"bank of england"') == ["bank, of\nEngland"]


def test_the_beginning_where_nothing_is_marked() -> None:
    text = "Markets were calm today. " * 20
    (snippet,) = snippets(text, [])
    assert text.startswith(snippet.text)
    assert 100 < len(snippet.text) <= 240
    assert snippet.text[-1] in " .dymse"
    assert snippets("", term_matches(parse("央行"))) == ()
    assert snippets("短", [])[0].text == "短"


def test_snippets_fill_three_lines_together_and_begin_with_a_sentence_that_is_near() -> None:
    filler = "Nothing happened in the town that day, and nobody went out. "
    text = (
        filler * 20
        + "The harbour was closed. "
        + filler * 20
        + "Later the harbour opened. "
        + filler * 20
    )
    found = snippets(text, term_matches(parse("harbour")))
    assert len(found) == 2
    assert all(len(snippet.text) <= 120 for snippet in found)
    assert all(snippet.text.startswith(("Nothing", "The ", "Later ")) for snippet in found)
    wide = "今天天气很好，大家都出门了。" * 40
    (snippet,) = snippets(wide, [])
    assert len(snippet.text) <= 120


def test_no_snippet_begins_with_a_comma() -> None:
    for mark_after in range(300, 330):
        piece = "and so on, " * 60
        text = f"{piece[:mark_after]} harbour {piece}"
        (snippet,) = snippets(text, term_matches(parse("harbour")))
        assert snippet.text[0].isalpha()
        assert [snippet.text[start:end] for start, end in snippet.marks] == ["harbour"]
    wide = "今天天气很好，大家都出门了，" * 20
    for cut in range(14):
        (snippet,) = snippets(f"{wide[cut:]}港口{wide}", term_matches(parse("港口")))
        assert snippet.text[0] != "，"


def test_snippets_beside_each_other_are_one() -> None:
    text = (
        "台风过后，港口今天恢复通航。"
        + "港口负责人说，损失正在评估。" * 6
        + "市民在岸边观看。" * 30
    )
    (snippet,) = snippets(text, term_matches(parse("港口")))
    assert snippet.text.startswith("台风过后，港口今天恢复通航。港口负责人说，")
    assert len(snippet.marks) == 7


def test_a_long_phrase_is_shown_whole() -> None:
    phrase = "很长的句子" * 60
    (snippet,) = snippets(
        f"前面{phrase}后面", term_matches(Query(root=Phrase(text=phrase, exact=True)))
    )
    assert [snippet.text[start:end] for start, end in snippet.marks] == [phrase]


@given(
    words=st.lists(
        st.sampled_from(
            ["央行", "降息", "bank", "banks", "rate", "，", " ", "今天天气很好", "Weather today "]
        ),
        max_size=120,
    ),
    query=st.sampled_from(["央行", "央行 降息", "bank", '"bank rate"', "行", "bank 央行降息"]),
)
def test_snippets_are_pieces_whose_marks_are_needles(words: list[str], query: str) -> None:
    text = " ".join(words)
    wanted = term_matches(parse(query))
    whole = mark(text, wanted)
    everything = {whole.text[start:end] for start, end in whole.marks}
    shown = snippets(text, wanted)
    position = 0
    for snippet in shown:
        position = text.index(snippet.text, position) + len(snippet.text)
        assert {snippet.text[start:end] for start, end in snippet.marks} <= everything
        edges = [edge for pair in snippet.marks for edge in pair]
        assert edges == sorted(set(edges))
    assert bool(whole.marks) == any(snippet.marks for snippet in shown)


def test_stems_do_not_meet_across_characters() -> None:
    phrase = TermMatch(words=("central", "bank"), stemmed=True)
    assert mark("central 的 banks, central banks", [phrase]).marks == ((17, 30),)


def test_a_page_of_hits_reads_no_more_than_twenty_long_texts() -> None:
    """What is beyond keeps its beginning, and short texts of a page are never beyond."""
    query = parse("harbour")
    long = article("https://a.example/1", "Long", "sea " * 49_000 + "harbour")
    found = hits(((long, 1.0, 0) for _ in range(5)), query)
    assert [bool(each.snippets[0].marks) for each in found] == [True, True, True, False, False]
    assert found[4].snippets[0].text.startswith("sea sea")


def test_a_word_without_end_is_marked_as_often_as_in_a_long_text() -> None:
    marked = mark("的," * 100_000, term_matches(parse("的")))
    assert len(marked.marks) == 5_000
    [snippet, *_others] = snippets("的," * 100_000, term_matches(parse("的")))
    assert snippet.text.startswith("的,")
