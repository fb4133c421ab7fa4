"""A whole evaluation of a small set."""

from dataclasses import replace
from pathlib import Path

import pytest

from evaluation import rivals, summary
from evaluation.columns import COLUMNS
from evaluation.datasets import load
from evaluation.errors import RivalMissing, UnknownAlgorithm, UnknownRival
from evaluation.methods import find_methods
from evaluation.rivals import Rival, RivalInput, RivalResult
from evaluation.run import Evaluation, Guess, answer_task, evaluate, gather, plan
from tests.unit.evaluation.samples import (
    ARTICLE,
    GOLD_ARTICLE,
    GOLD_THREAD,
    PARAGRAPHS,
    THREAD,
    TITLE,
    write_both,
    write_set,
)


def run_here(folder: Path, *rivals: str, algorithms: tuple[str, ...] = ()) -> Evaluation:
    tasks = plan(load(folder), find_methods(algorithms, rivals))
    return gather([(task, answer_task(task)) for task in tasks])


@pytest.fixture
def broken_rival(monkeypatch: pytest.MonkeyPatch) -> None:
    """A rival that takes the title for the text of articles, and raises on forums."""

    def read(page: RivalInput) -> RivalResult:
        if page.is_forum:
            raise ValueError("no forums,\nplease")
        return RivalResult(TITLE, TITLE)

    monkeypatch.setattr(rivals, "RIVALS", {"broken": Rival("broken", "json", read)})


def test_an_article_and_a_thread_that_are_read_rightly(tmp_path: Path) -> None:
    found = run_here(write_both(tmp_path / "own"))
    article, thread = found.cases
    assert article.result.f1 == 1
    assert (article.result.title, article.result.author, article.result.day) == (True, True, True)
    assert thread.result.posts is not None
    assert thread.result.posts.full.score.f1 == 1
    assert thread.result.posts.floor.share == 1
    assert [guess.page.id for guess in found.guesses] == ["ferry", "float"]


@pytest.mark.slow
def test_processes_give_the_same(tmp_path: Path) -> None:
    folder = write_both(tmp_path / "own")
    steps: list[None] = []
    tasks = plan(load(folder), find_methods((), ()))
    there = evaluate(tasks, jobs=2, on_step=lambda: steps.append(None))
    here = run_here(folder)
    assert [replace(c.result, answer=replace(c.result.answer, ms=None)) for c in there.cases] == [
        replace(c.result, answer=replace(c.result.answer, ms=None)) for c in here.cases
    ]
    assert there.guesses == here.guesses
    assert len(steps) == len(tasks)


def test_the_text_of_a_refused_page_is_measured(tmp_path: Path) -> None:
    untitled = ARTICLE.replace(TITLE, "Bank")
    found = run_here(write_set(tmp_path / "own", [(GOLD_ARTICLE, untitled)]))
    (case,) = found.cases
    (row,) = summary.rows(found)
    assert (case.result.answer.refused, case.result.title, case.result.f1) == ("no_title", False, 1)
    assert (row.figures["bag_f1"], row.figures["bag_f1_stored"]) == (1, 0)


@pytest.mark.usefixtures("broken_rival")
def test_a_method_that_raises_is_a_failure_of_that_page(tmp_path: Path) -> None:
    found = run_here(write_both(tmp_path / "own"), "broken")
    (failure,) = summary.failures(found)
    assert (failure.page.id, failure.result.method) == ("float", "broken")
    assert failure.result.failure.startswith("ValueError: no forums, please")
    (row,) = [row for row in summary.rows(found) if (row.method, row.kind) == ("broken", "article")]
    assert (row.pages, row.failures) == (1, 0)
    assert 0 < (row.figures["bag_f1"] or 0) < 1
    assert (row.figures["title"], row.figures["author"]) == (1, None)


def test_algorithms_are_asked_of_their_kind_of_page_only(tmp_path: Path) -> None:
    found = run_here(write_both(tmp_path / "own"), algorithms=("cevc", "pean"))
    assert [(case.page.id, case.result.method) for case in found.cases] == [
        ("ferry", "cevc"),
        ("float", "pean"),
    ]


def test_unknown_names_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        rivals,
        "RIVALS",
        {"absent": Rival("absent-pkg", "no_such_module", lambda _: RivalResult(""))},
    )
    with pytest.raises(UnknownAlgorithm):
        find_methods(("guesswork",), ())
    with pytest.raises(UnknownRival, match="absent"):
        find_methods((), ("guesswork",))
    with pytest.raises(RivalMissing, match="pip install absent-pkg"):
        find_methods((), ("absent",))


def test_kinds_are_asked_only_where_a_set_has_several(tmp_path: Path) -> None:
    assert run_here(write_set(tmp_path / "own", [(GOLD_ARTICLE, ARTICLE)])).guesses == ()


def test_pages_without_their_gold_are_told_apart(tmp_path: Path) -> None:
    empty = ({**GOLD_ARTICLE, "id": "empty"}, "<html><body><div id=app></div></body></html>")
    script = (
        {**GOLD_ARTICLE, "id": "script"},
        f"<body><script>show({PARAGRAPHS!r})</script></body>",
    )
    found = run_here(write_set(tmp_path / "own", [(GOLD_ARTICLE, ARTICLE), empty, script]))
    assert [case.page.id for case in summary.unreachable(found)] == ["empty"]
    facts = {case.page.id: case.facts for case in found.cases}
    assert facts["script"].visible == 0
    assert facts["script"].anywhere == 1
    every, reachable = summary.rows(found)
    assert (every.reachable, every.pages, reachable.reachable, reachable.pages) == (
        False,
        3,
        True,
        2,
    )
    assert (every.figures["bag_f1"] or 0) < (reachable.figures["bag_f1"] or 0)


def test_conventions_tell_what_the_gold_holds(tmp_path: Path) -> None:
    lead = f'<meta name="description" content="{PARAGRAPHS[0]}"></head>'
    page = ARTICLE.replace("</head>", lead)
    with_title = {**GOLD_ARTICLE, "id": "with", "text": f"{TITLE}\n{PARAGRAPHS[1]}"}
    found = summary.conventions(
        run_here(write_set(tmp_path / "own", [(GOLD_ARTICLE, page), (with_title, page)]))
    )
    assert [(row.kind, row.headline, row.lead, row.summary) for row in found] == [
        ("article", 0.5, 0.5, False)
    ]


def test_a_lead_kept_apart_is_scored_a_second_time_with_it(tmp_path: Path) -> None:
    gold = {**GOLD_ARTICLE, "summary": PARAGRAPHS[0], "text": "\n".join(PARAGRAPHS[1:])}
    (row,) = summary.rows(run_here(write_set(tmp_path / "own", [(gold, ARTICLE)])))
    assert (row.figures["bag_f1"] or 1) < 1
    assert row.figures["bag_f1_summary"] == 1


def test_kinds_are_counted_from_what_pages_were_taken_for(tmp_path: Path) -> None:
    pages = load(
        write_set(
            tmp_path / "own",
            [
                *(({"id": f"a{number}", "kind": "article"}, ARTICLE) for number in range(4)),
                *(({"id": f"l{number}", "kind": "listing"}, ARTICLE) for number in range(2)),
                ({**GOLD_THREAD, "id": "t1"}, THREAD),
                ({**GOLD_THREAD, "id": "t2"}, THREAD),
                ({"id": "no-posts", "kind": "forum"}, THREAD),
            ],
        )
    )
    taken_for = [
        "article",
        "article",
        "article",
        "thread",
        "listing",
        "article",
        "thread",
        "other",
        "article",
    ]
    found = Evaluation((), (), tuple(map(Guess, pages, taken_for)))
    (kinds,) = summary.kinds(found)
    assert (kinds.article_or_not, kinds.articles_kept, kinds.listings_refused) == (
        4 / 6,
        3 / 4,
        1 / 2,
    )
    assert (kinds.threads_kept, kinds.false_threads) == (1 / 2, 1 / 6)


def test_the_confidence_gap_is_the_mean_distance_from_f1(tmp_path: Path) -> None:
    (case,) = run_here(write_set(tmp_path / "own", [(GOLD_ARTICLE, ARTICLE)])).cases
    (column,) = [column for column in COLUMNS if column.key == "confidence_gap"]
    stated = [
        replace(
            case,
            result=replace(case.result, answer=replace(case.result.answer, confidence=confidence)),
        )
        for confidence in (0.9, 0.7, None)
    ]
    assert column.compute(stated) == pytest.approx(0.2)


def test_every_column_is_none_without_pages_and_has_a_name_of_its_own() -> None:
    assert [column.key for column in COLUMNS if column.compute([]) is not None] == []
    assert len({column.key for column in COLUMNS}) == len(COLUMNS)
