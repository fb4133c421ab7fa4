"""An archive in a folder: standard WARC files, whole after a kill and on a full disk."""

import gzip
import json
import signal
import subprocess
import sys
import time
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, BinaryIO

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator
from warcio.checker import Checker

from crawler.redirects import Redirect
from features.archive.store.folder import FolderReader, FolderWriter, files_to_delete, finish_left
from features.archive.store.names import OPEN, files
from features.archive.store.port import Answer, Gone, NotArchived
from features.archive.store.records import indexed
from storage.errors import Unavailable

ROOM = {"least_free_bytes": 0}
FETCHED = datetime(2026, 11, 20, 8, 30, 15, 250000, tzinfo=UTC)


def answer(number: int = 1, body: bytes = b"<p>Ferry runs again</p>", **fields: Any) -> Answer:
    given = {
        "url": f"https://news.example/{number}?q=\u65b0",
        "status": 200,
        "fetched": FETCHED,
        "body": body,
    }
    headers = {
        "content-type": "text/html; charset=utf-8",
        "last-modified": "Fri, 20 Nov 2026 08:00:00 GMT",
    }
    return Answer(**{**given, "headers": headers, **fields})


def check(folder: Path) -> list[str]:
    """Return the names of the finished files; fail if warcio finds anything wrong with them."""

    class Arguments:
        inputs = [str(path) for path in folder.glob("*.warc.gz")]
        verbose = True

    checker = Checker(Arguments())
    checker.process_all()
    assert checker.exit_value == 0
    return Arguments.inputs


def write(folder: Path, *answers: Answer) -> list[str]:
    writer = FolderWriter(folder, **ROOM)
    places = [writer.append(each) for each in answers]
    writer.close()
    return places


def test_answers_come_back_as_they_were(tmp_path: Path) -> None:
    job = json.dumps({"title": "\u6e21\u8f6e", "line": "a\nb"})
    answers = [answer(1, job=job), answer(2, b""), answer(3, bytes(range(256)) * 4000, status=206)]
    writer = FolderWriter(tmp_path, **ROOM)
    places = [writer.append(each) for each in answers]
    reader = FolderReader(tmp_path)
    for place, wanted in zip(places, answers, strict=True):
        found = reader.read(place)
        assert (found.url, found.status, found.body, found.fetched, found.job) == (
            wanted.url,
            wanted.status,
            wanted.body,
            wanted.fetched,
            wanted.job,
        )
        assert dict(found.headers) == {**wanted.headers, "content-length": str(len(wanted.body))}
    assert [path.name.endswith(OPEN) for path in files(tmp_path)] == [True]
    writer.close()
    assert [reader.read(place).body for place in places] == [each.body for each in answers]
    assert [(place, found.body) for place, found in reader.answers()] == [
        (place, each.body) for place, each in zip(places, answers, strict=True)
    ]
    assert len(check(tmp_path)) == 1


@settings(max_examples=25, deadline=None)
@given(
    body=st.binary(max_size=3000),
    value=st.text(max_size=40),
    job=st.dictionaries(st.text(max_size=10), st.text(max_size=40), max_size=3),
)
@example(body=b"", value=";\x80=0", job={})
def test_any_body_header_and_job_make_a_valid_record(
    tmp_path_factory: pytest.TempPathFactory, body: bytes, value: str, job: dict[str, str]
) -> None:
    folder = tmp_path_factory.mktemp("archive")
    value = value.encode("latin-1", "ignore").decode("latin-1")
    given = answer(1, body, headers={"x-note": value}, job=json.dumps(job))
    (place,) = write(folder, given)
    found = FolderReader(folder).read(place)
    assert (found.body, found.job) == (given.body, given.job)
    check(folder)


def test_files_are_warc_1_1_with_dates_digests_and_addresses(tmp_path: Path) -> None:
    write(tmp_path, answer(1), answer(2))
    with next(tmp_path.glob("*.warc.gz")).open("rb") as file:
        records = [(record.rec_type, record.rec_headers) for record in ArchiveIterator(file)]
    assert [kind for kind, _ in records] == ["warcinfo", "response", "revisit"]
    for _, headers in records[1:]:
        assert headers.protocol == "WARC/1.1"
        assert headers.get_header("WARC-Target-URI").startswith("https://news.example/")
        assert headers.get_header("WARC-Date") == "2026-11-20T08:30:15.250000Z"
        assert headers.get_header("WARC-Payload-Digest").startswith("sha1:")
    assert records[2][1].get_header("WARC-Refers-To-Target-URI") == records[1][1].get_header(
        "WARC-Target-URI"
    )


def test_a_repeated_payload_is_written_once_in_a_file(tmp_path: Path) -> None:
    large = bytes(range(256)) * 400
    writer = FolderWriter(tmp_path, **ROOM)
    places = [writer.append(answer(number, large)) for number in range(20)]
    assert len(set(places)) == 1
    assert FolderReader(tmp_path).read(places[-1]).body == large
    writer.close()
    # Another file does not lean on this one.
    (other,) = write(tmp_path, answer(1, large))
    assert other != places[0]
    for path in files(tmp_path)[:1]:
        path.unlink()
    assert FolderReader(tmp_path).read(other).body == large


def test_a_repeated_payload_keeps_the_redirects_that_led_to_it(tmp_path: Path) -> None:
    def came_by(*hosts: str) -> Answer:
        way = tuple(
            Redirect(url=f"http://{host}/", status=302, location="/1", at=FETCHED) for host in hosts
        )
        return answer(1, redirects=way)

    given = [came_by("a.example"), came_by("b.example"), came_by(), came_by("b.example")]
    places = write(tmp_path, *given)
    assert places[1] == places[3]
    for place, each in zip(places, given, strict=True):
        _page, *redirects = FolderReader(tmp_path).packed(place)
        assert [indexed(packed).url for packed in redirects] == [
            redirect.url for redirect in each.redirects
        ]


def test_secrets_stay_out(tmp_path: Path) -> None:
    headers = {
        "content-type": "text/html",
        "set-cookie": "sid=HUSH; Path=/",
        "set-cookie2": "sid=HUSH",
        "x-csrf-token": "HUSH",
        "x-session-id": "HUSH",
        "proxy-authenticate": "Basic HUSH",
        "www-authenticate": "Bearer HUSH",
        "etag": "kept\r\nSet-Cookie: HUSH2",
    }
    (place,) = write(tmp_path, answer(1, headers=headers))
    whole = b"".join(gzip.decompress(path.read_bytes()) for path in files(tmp_path))
    assert whole.count(b"HUSH") == whole.count(b"HUSH2") == 1
    found = FolderReader(tmp_path).read(place).headers
    assert set(found) == {"content-type", "etag", "content-length"}


def test_files_are_finished_by_size_and_age(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = FolderWriter(tmp_path, most_bytes=1_000, most_seconds=100, **ROOM)
    for number in range(10):
        writer.append(answer(number, str(number).encode() * 50))
    names = [path.name for path in files(tmp_path)]
    assert len(names) > 2
    assert [name.endswith(OPEN) for name in names] == [False] * (len(names) - 1) + [True]
    now = time.monotonic()
    monkeypatch.setattr("features.archive.store.folder.time.monotonic", lambda: now + 101)
    writer.append(answer(11, b"later"))
    assert len(files(tmp_path)) == len(names) + 1
    writer.close()
    check(tmp_path)


_WRITES_FOR_EVER = """
import sys
from datetime import UTC, datetime
from pathlib import Path
from features.archive.store.folder import FolderWriter
from features.archive.store.port import Answer
writer = FolderWriter(Path(sys.argv[1]), least_free_bytes=0)
for number in range(10**9):
    body = (f"page {number} " * 20_000).encode()
    page = Answer(url="https://news.example/", status=200, headers={}, body=body, fetched=datetime.now(UTC))
    place = writer.append(page)
    print(place, number, flush=True)
"""


@pytest.mark.parametrize("after", [1, 40])
def test_a_killed_writer_leaves_whole_files(tmp_path: Path, after: int) -> None:
    command = [sys.executable, "-c", _WRITES_FOR_EVER, str(tmp_path)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    assert process.stdout
    said = [process.stdout.readline().split() for _ in range(after)]
    assert finish_left(tmp_path) == 0, "the file of a living writer is its own"
    process.send_signal(signal.SIGKILL)
    said += [line.split() for line in process.stdout.read().splitlines() if len(line.split()) == 2]
    process.stdout.close()
    process.wait()
    (left,) = files(tmp_path)
    with left.open("ab") as file:
        file.write(gzip.compress(b"WARC/1.1\r\nhalf a record")[:-9])
    reader = FolderReader(tmp_path)
    assert len(list(reader.answers())) >= len(said)
    assert finish_left(tmp_path) == 1
    assert [path.name.endswith(OPEN) for path in files(tmp_path)] == [False]
    for place, number in said:
        assert reader.read(place).body.startswith(f"page {number} ".encode())
    check(tmp_path)
    assert finish_left(tmp_path) == 0


_FILLS_ITS_LIMIT = """
import resource, signal, sys
from pathlib import Path
from features.archive.store.folder import FolderWriter
from features.archive.store.port import NotArchived
from features.archive.tests.store.test_folder import answer
import random
signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))
writer = FolderWriter(Path(sys.argv[1]), least_free_bytes=0)
stored = []
try:
    while True:
        stored.append(writer.append(answer(len(stored), random.randbytes(30_000))))
except NotArchived as error:
    print(len(stored), error)
try:
    writer.append(answer(99))
except NotArchived as error:
    print("still", error)
"""


def test_a_disk_that_takes_no_more_leaves_whole_records_and_a_reason(tmp_path: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-c", _FILLS_ITS_LIMIT, str(tmp_path)],
        capture_output=True,
        text=True,
        check=True,
    )
    first, second = done.stdout.splitlines()
    assert first.startswith(f"3 the archive {tmp_path} takes nothing: File too large")
    assert second == f"still the archive {tmp_path} takes nothing: File too large"
    assert [path.name.endswith(OPEN) for path in files(tmp_path)] == [False]
    assert len(list(FolderReader(tmp_path).answers())) == 3
    check(tmp_path)


def test_a_disk_that_is_nearly_full_gets_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = FolderWriter(tmp_path / "new", least_free_bytes=10**18)
    with pytest.raises(NotArchived, match=r"only [\d.]+ GB of the disk are free"):
        writer.append(answer())
    assert files(tmp_path / "new") == []
    # It looks again after a minute.
    now = time.monotonic()
    monkeypatch.setattr("features.archive.store.folder.time.monotonic", lambda: now + 61)
    monkeypatch.setattr(writer, "_least_free", 0)
    assert writer.append(answer())
    writer.close()


def test_a_file_that_someone_deletes_is_replaced(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    writer = FolderWriter(tmp_path / "archive", **ROOM)
    writer.append(answer())
    for path in files(tmp_path / "archive"):
        path.unlink()
    (tmp_path / "archive").rmdir()
    now = time.monotonic()
    monkeypatch.setattr("features.archive.store.folder.time.monotonic", lambda: now + 6)
    assert FolderReader(tmp_path / "archive").read(writer.append(answer(2))).body == answer().body
    writer.close()
    assert len(check(tmp_path / "archive")) == 1


def test_what_is_gone_or_no_place_is_said(tmp_path: Path) -> None:
    (place,) = write(tmp_path, answer())
    reader = FolderReader(tmp_path)
    name = place.partition(":")[0]
    (tmp_path / "secret").write_text("x")
    for wrong in (
        "",
        "x",
        f"{name}:1",
        f"{name}:x",
        f"{name}:-5",
        "../x.warc.gz:0",
        "secret:0",
        f"{name}:0",
    ):
        with pytest.raises(Gone):
            reader.read(wrong)
    files(tmp_path)[0].unlink()
    with pytest.raises(Gone):
        reader.read(place)


def test_a_disk_that_refuses_is_not_said_to_lack_a_record(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (place,) = write(tmp_path, answer())

    def refused(*_: object) -> BinaryIO:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refused)
    for read in (FolderReader(tmp_path).read, FolderReader(tmp_path).packed):
        with pytest.raises(Unavailable, match="Permission denied"):
            read(place)


def test_old_files_go_by_age_and_size(tmp_path: Path) -> None:
    for _ in range(4):
        write(tmp_path, answer(1, b"x" * 100))
    kept = files(tmp_path)
    size = max(path.stat().st_size for path in kept)
    pruner = FolderWriter(tmp_path)
    assert pruner.prune(0, 0) == pruner.prune(2, 0) == (0, 0)
    assert pruner.prune(0, 2 * size + size // 2)[0] == 2
    assert files(tmp_path) == kept[2:]
    writer = FolderWriter(tmp_path, **ROOM)
    place = writer.append(answer())
    names = [(path.name, 1) for path in files(tmp_path)]
    later = datetime.now(UTC) + timedelta(days=2)
    assert files_to_delete(names, keep_days=1, keep_bytes=0, now=later) == [
        name for name, _ in names[:2]
    ]
    assert files_to_delete(names, keep_days=0, keep_bytes=1, now=later) == [
        name for name, _ in names[:2]
    ]
    assert FolderReader(tmp_path).read(place)
    writer.close()
