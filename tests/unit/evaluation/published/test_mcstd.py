"""MCSTD: the run with the greatest sum, by hand and against every run."""

from hypothesis import given
from hypothesis import strategies as st

from evaluation.published import mcstd
from tests.unit.evaluation.published.pages import page_of, paragraphs
from tests.unit.extractor.samples import ENGLISH


def test_the_best_run_by_hand() -> None:
    assert mcstd.best_run([-1, 4, -2, 3, -6, 4]) == (1, 4)


def test_a_weak_line_between_strong_ones_is_bridged_and_one_far_away_is_not() -> None:
    links = "".join(f"<li><a>Part {number} of the site</a></li>" for number in range(9))
    text = f"{paragraphs(*ENGLISH[:2])}<h3>Why now</h3>{paragraphs(*ENGLISH[2:])}"
    page = page_of(
        f"<body><ul>{links}</ul><div>{text}</div><ul>{links}</ul><p>All rights with us, as ever.</p></body>"
    )
    assert mcstd.extract(page) == "\n".join((*ENGLISH[:2], "Why now", *ENGLISH[2:]))


@given(st.lists(st.integers(-9, 9), min_size=1, max_size=12))
def test_no_run_is_better_and_no_equal_one_longer(values: list[int]) -> None:
    first, last = mcstd.best_run([float(value) for value in values])
    ends = [(a, b) for a in range(len(values)) for b in range(a + 1, len(values) + 1)]
    assert sum(values[first:last]) == max(sum(values[a:b]) for a, b in ends)
