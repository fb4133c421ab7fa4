"""Re-indexing beside writes and kills, on SQLite and on a real Elasticsearch server."""

import os
import signal
import subprocess
import sys
import threading
from collections.abc import Generator, Iterator, Mapping
from contextlib import closing
from dataclasses import replace
from datetime import UTC, datetime
from itertools import islice
from typing import Any

import pytest

from storage.backends import open_documents
from storage.documents import analysis
from storage.documents.port import Document, Documents, SearchRequest
from storage.documents.query_tree import Query
from storage.settings import Settings
from tests.contract.documents import ask, document, found, store

DECEMBER = datetime(2026, 12, 3, tzinfo=UTC)
_COUNT = 450

# Re-indexes everything again and again, until it is killed.
_REPEATED = """
import sys
from storage.backends import open_documents
from storage.settings import Settings
documents = open_documents(Settings(documents_url=sys.argv[1]))
while True:
    for progress in documents.reindex(everything=True):
        print(progress.done, flush=True)
"""


@pytest.fixture(params=["sqlite", "elasticsearch"])
def url(request: pytest.FixtureRequest, tmp_path: os.PathLike[str]) -> Iterator[str]:
    if request.param == "sqlite":
        yield f"sqlite://{tmp_path}/documents.db"
        return
    from testbed.servers.namespaces import fresh_indices

    with fresh_indices(request.getfixturevalue("elasticsearch")) as address:
        yield address


@pytest.fixture
def documents(url: str) -> Iterator[Documents]:
    with closing(open_documents(Settings(documents_url=url))) as opened:
        yield opened


def _old(number: int) -> Document:
    """A document of a version that neither folded nor told the scripts apart, in one of two
    months.
    """
    months = {} if number % 2 else {"collected": DECEMBER}
    return document(
        f"d{number}", f"香港發展 n{number}", "報告café", lang="zh", author="陳國強", **months
    )


def _write_old(documents: Documents, monkeypatch: pytest.MonkeyPatch, count: int) -> None:
    """Store documents as the version before did."""
    from storage.documents import elasticsearch_schema, sqlite_rows, sqlite_schema

    with monkeypatch.context() as before:
        before.setattr(analysis, "fold_script", lambda text: text)
        before.setattr(analysis, "_without_accents", lambda text: text)
        analysis._unfold.cache_clear()
        for module in (elasticsearch_schema, sqlite_rows, sqlite_schema):
            before.setattr(module, "ANALYSIS_VERSION", 1)
        note = sqlite_schema.NOTE_ANALYSIS.replace(f"ELSE {analysis.ANALYSIS_VERSION}", "ELSE 1")
        before.setattr(sqlite_schema, "NOTE_ANALYSIS", note)
        store(documents, map(_old, range(count)))
    analysis._unfold.cache_clear()


def _exported(documents: Documents) -> list[str]:
    documents.refresh()
    return sorted(each.id for each in documents.export(SearchRequest(query=Query())))


def test_an_old_index_is_noticed_and_rebuilt(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    _write_old(documents, monkeypatch, 250)
    assert documents.info().outdated
    assert found(documents, "发展局 OR n7") == {"d7"}
    assert found(documents, "香港发展 n7 cafe") == set()

    progress = list(documents.reindex())
    assert (progress[-1].done, progress[-1].total) == (250, 250)
    assert [each.done for each in progress] == sorted(each.done for each in progress)
    assert found(documents, "香港发展 n7 cafe author:陈国强 lang:zh-hant") == {"d7"}
    assert ask(documents, "發展").total == 250
    assert dict(ask(documents, "").facets["lang"]) == {"zh-hant": 250}
    assert len(_exported(documents)) == documents.info().documents == 250
    assert not documents.info().outdated
    assert list(documents.reindex()) == []
    # The new index takes writes and deletions like any other.
    store(documents, [replace(_old(7), title="其他"), _old(1000)])
    assert found(documents, "发展 (n7 OR n1000)") == {"d1000"}
    assert documents.drop_before(datetime(2026, 12, 1, tzinfo=UTC).date()) == 1
    assert documents.info().documents == 126
    assert list(documents.reindex(everything=True))[-1].total == 126
    assert ask(documents, "發展").total == 126


def test_changes_between_the_steps_are_not_lost(
    documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What a writer does while the new index is built is in it: new, changed, moved and deleted
    documents.
    """
    _write_old(documents, monkeypatch, _COUNT)
    run = documents.reindex()
    for step, _progress in enumerate(run):
        # Documents that were copied already, and others that were not.
        changed = [
            replace(_old(number), title=f"改变 s{step}")
            for number in (1, 2, _COUNT - 2, _COUNT - 1)
        ]
        moved = replace(_old(3 + 2 * step), collected=DECEMBER, title=f"移动 s{step}")
        store(documents, [*changed, moved, document(f"new{step}", f"新增 s{step}")])
        assert found(documents, f"s{step}") == {
            "d1",
            "d2",
            f"d{_COUNT - 2}",
            f"d{_COUNT - 1}",
            moved.id,
            f"new{step}",
        }
    assert found(documents, "移動 OR 新增") == {f"d{3 + 2 * n}" for n in range(step + 1)} | {
        f"new{n}" for n in range(step + 1)
    }
    assert found(documents, "改變") == {"d1", "d2", f"d{_COUNT - 2}", f"d{_COUNT - 1}"}
    # Nothing is left of the former titles.
    assert found(documents, "发展 (n1 OR n2 OR n3)") == set()
    ids = _exported(documents)
    assert len(ids) == len(set(ids)) == _COUNT + step + 1
    assert not documents.info().outdated


def test_a_stopped_run_is_repeated(documents: Documents, monkeypatch: pytest.MonkeyPatch) -> None:
    _write_old(documents, monkeypatch, _COUNT)
    for steps in (1, 2):
        run = documents.reindex()
        assert len(list(islice(run, steps))) == steps
        assert isinstance(run, Generator)
        run.close()
        store(documents, [replace(_old(0), title=f"改变 s{steps}")])
    assert documents.info().outdated
    assert list(documents.reindex())[-1].total == _COUNT
    assert found(documents, "改變") == found(documents, "s2") == {"d0"}
    assert ask(documents, "發展").total == _COUNT - 1
    assert len(_exported(documents)) == _COUNT


def test_a_run_that_dies_after_the_switch_is_finished(
    elasticsearch: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old index still gets a write that was under way; the next run takes it over, and a
    deletion too.
    """
    from storage.documents.elasticsearch import ElasticsearchDocuments
    from storage.documents.elasticsearch_bulk import index_line, store_line
    from storage.documents.elasticsearch_reindex import ElasticsearchReindex
    from storage.documents.elasticsearch_schema import IndexedDocument
    from testbed.servers.namespaces import fresh_indices

    def die(run: ElasticsearchReindex, new: str, meta: Mapping[str, str]) -> None:
        run._client.indices.put_alias(index=meta["replaces"], name="late")
        late = [
            document("late", "晚到"),
            replace(_old(1), title="晚到"),
            replace(_old(3), title="晚到"),
        ]
        lines: list[Any] = [index_line(IndexedDocument("", each), "late") for each in late]
        lines.append(store_line("delete", "late", "d5"))
        run._client.bulk(operations=lines, require_alias=True)
        raise KeyboardInterrupt

    with fresh_indices(elasticsearch) as url, closing(ElasticsearchDocuments(url)) as documents:
        store(documents, [_old(number) for number in range(1, 20, 2)])
        with monkeypatch.context() as once:
            once.setattr(ElasticsearchReindex, "_finish", die)
            with pytest.raises(KeyboardInterrupt):
                list(documents.reindex(everything=True))
        store(documents, [replace(_old(3), title="更晚")])
        assert ask(documents, "發展").total == 9
        assert documents.info().outdated
        list(documents.reindex())
        assert found(documents, "晚到") == {"late", "d1"}
        assert found(documents, "更晚") == {"d3"}
        assert _exported(documents) == sorted(
            ["late", *(f"d{n}" for n in range(1, 20, 2) if n != 5)]
        )


@pytest.mark.slow
def test_writes_go_on_while_runs_are_killed(url: str, documents: Documents) -> None:
    """One process re-indexes without end and is killed again and again; another thread writes all
    the time.
    """
    store(documents, map(_old, range(_COUNT)))
    stop = threading.Event()
    written: dict[str, str] = {f"d{number}": f"n{number}" for number in range(_COUNT)}

    def write() -> None:
        number = 0
        while not stop.is_set():
            changed, new = f"d{number % _COUNT}", f"w{number}"
            documents.write(
                [
                    replace(_old(number % _COUNT), title=f"发展 v{number}"),
                    document(
                        new,
                        f"发展 {new}",
                        collected=DECEMBER if number % 3 else datetime(2026, 11, 1, tzinfo=UTC),
                    ),
                ]
            )
            written[changed], written[new] = f"v{number}", new
            number += 1

    writer = threading.Thread(target=write)
    writer.start()
    try:
        for progress in (1, 3, 5):
            command = [sys.executable, "-c", _REPEATED, url]
            with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
                assert process.stdout is not None
                assert len(list(islice(process.stdout, progress))) == progress
                process.send_signal(signal.SIGKILL)
    finally:
        stop.set()
        writer.join()
    for _progress in documents.reindex(everything=True):
        pass
    assert _exported(documents) == sorted(written)
    assert ask(documents, "發展").total == len(written)
    for name, word in list(written.items())[:: len(written) // 40]:
        assert found(documents, word) == {name}
    assert documents.info().documents == len(written)
