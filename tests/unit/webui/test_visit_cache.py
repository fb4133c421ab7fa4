"""What is kept of a trial visit between two requests: values as JSON, and nothing that could be
run.
"""

import pickle
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path
from typing import Any

from crawler.samples import SamplePage, SampleRequest
from extractor.results import (
    Article,
    DateEvidence,
    Link,
    Paragraph,
    Post,
    Rejection,
    RejectionReason,
    Thread,
)
from tests.unit.webui.test_source_form_lookup import PAGE, RECORD, SITE, VISIT


def test_what_a_file_of_the_cache_holds_is_never_run(tmp_path: Path) -> None:
    from webui.sources.services.visit_cache import VisitCache

    cache = VisitCache(tmp_path / "visits")
    cache.put("1", RECORD, VISIT)
    (file,) = (tmp_path / "visits").iterdir()
    file.write_bytes(pickle.dumps(_Touch(tmp_path / "run")))
    assert cache.get("1", RECORD) is None
    assert not (tmp_path / "run").exists()


class _Touch:
    """An object whose pickle makes a file when it is loaded."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __reduce__(self) -> tuple[Callable[[Path], None], tuple[Path]]:
        return Path.touch, (self._path,)


def test_a_visit_comes_back_from_the_cache_as_it_was(tmp_path: Path) -> None:
    from webui.sources.services.visit_cache import VisitCache

    moment = datetime(2026, 3, 5, 12, 0, 0, 123456, tzinfo=UTC)
    link = Link(url=f"{SITE}/1", title="標題 🗞", published=moment, author="Ann", version="3")
    common: dict[str, Any] = {
        "url": f"{SITE}/1",
        "canonical_url": f"{SITE}/1",
        "title": "T",
        "confidence": 0.25,
    }
    results = (
        Article(
            **common,
            content="甲\nb",
            published=moment.astimezone(timezone(timedelta(hours=8))),
            date_evidence=(DateEvidence(value=moment, source="meta", raw="2026"),),
            paragraphs=(Paragraph(text="甲", kind="heading"), Paragraph(text="b")),
            links=(link,),
            tags=("x",),
        ),
        Thread(
            **common,
            thread_url=f"{SITE}/1",
            posts=(Post(body="b", published=moment, floor=1), Post(body="")),
        ),
        Rejection(reason=RejectionReason.TOO_SHORT, detail="12 characters"),
        None,
    )
    samples = tuple(
        SamplePage(
            link=link,
            url=f"{SITE}/1",
            outcome="stored",
            asked=SampleRequest("article", charset="gbk"),
            result=result,
            notes={"origins": {"runs": [{"total": 2, "text": "甲"}], "is_cut": False}},
        )
        for result in results
    )
    page = replace(PAGE, body=bytes(range(256)))
    visit = replace(VISIT, links=(link,), fetched=page, samples=samples, elapsed_seconds=1.5)
    cache = VisitCache(tmp_path)
    cache.put("1", RECORD, visit)
    found = cache.get("1", RECORD)
    assert found is not None
    assert found == visit
    assert [type(sample.result) for sample in found.samples] == [
        Article,
        Thread,
        Rejection,
        type(None),
    ]
    # What UTF-8 cannot hold is not kept, and does not fail.
    cache.put("2", RECORD, replace(visit, error="\ud800"))
    assert cache.get("2", RECORD) is None
