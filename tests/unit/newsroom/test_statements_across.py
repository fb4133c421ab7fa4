"""Which lines of two languages say the same, with made-up likenesses."""

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from newsroom.statements.across import same_lines
from newsroom.statements.reports import Quote, Report
from newsroom.statements.statement import Statement

AT = datetime(2026, 11, 2, tzinfo=UTC)


def line(lang: str, *texts: str, numerals: tuple[float, ...] = ()) -> list[Statement]:
    return [
        Statement(
            quote=Quote(
                report=Report(
                    id=text, site=text, lang=lang, title="", text=text, published=AT, found=AT
                ),
                start=0,
                end=len(text),
            ),
            lang=lang,
            place=1,
            terms=frozenset(),
            numerals=frozenset(numerals),
            figures=(),
            names=frozenset(),
            capitals=(),
        )
        for text in texts
    ]


def key(some: list[Statement], at: int = 0) -> str:
    return some[at].quote.key


ONE, TWO = line("en", "one"), line("en", "two")
YI, ER = line("zh", "一"), line("zh", "二")


def test_the_nearest_lines_go_together() -> None:
    likenesses = {
        (key(ONE), key(YI)): 0.8,
        (key(ONE), key(ER)): 0.5,
        (key(TWO), key(ER)): 0.6,
    }
    assert same_lines([ONE, TWO], [YI, ER], likenesses) == [(0, 0), (1, 1)]


def test_a_rival_that_is_nearly_as_near_keeps_lines_apart() -> None:
    likenesses = {(key(ONE), key(YI)): 0.8, (key(TWO), key(YI)): 0.77}
    assert same_lines([ONE, TWO], [YI], likenesses) == []


def test_lines_that_are_little_alike_stay_apart() -> None:
    assert same_lines([ONE], [YI], {(key(ONE), key(YI)): 0.49}) == []


def test_a_line_is_as_near_as_its_nearest_sentence() -> None:
    both = line("en", "one", "first")
    likenesses = {(key(both), key(YI)): 0.46, (key(both, 1), key(YI)): 0.7}
    assert same_lines([both], [YI], likenesses) == [(0, 0)]


def test_lines_with_other_numbers_stay_apart_and_are_no_rivals() -> None:
    three, five = (line("en", f"{number}", numerals=(number,)) for number in (3.0, 5.0))
    san = line("zh", "三", numerals=(3.0, 11.0))
    likenesses = {(key(three), key(san)): 0.6, (key(five), key(san)): 0.7}
    assert same_lines([five], [san], likenesses) == []
    assert same_lines([three, five], [san], likenesses) == [(0, 0)]


LINES = [line("en", f"e{n}") for n in range(5)]
OTHERS = [line("zh", f"z{n}") for n in range(5)]


@given(
    st.dictionaries(
        st.tuples(st.sampled_from(range(5)), st.sampled_from(range(5))), st.floats(0.45, 1.0)
    )
)
def test_a_line_goes_with_one_at_most_and_with_none_without_a_likeness(
    alike: dict[tuple[int, int], float],
) -> None:
    likenesses = {(key(LINES[a]), key(OTHERS[b])): value for (a, b), value in alike.items()}
    found = same_lines(LINES, OTHERS, likenesses)
    assert all(alike.get(pair, 0.0) >= 0.5 for pair in found)
    assert len({one for one, _ in found}) == len({other for _, other in found}) == len(found)
    assert same_lines(LINES, OTHERS, {}) == []
