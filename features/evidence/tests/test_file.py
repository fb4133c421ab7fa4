"""The evidence file of a document, read by other means than those that wrote it."""

import gzip
import hashlib
import json
import string
import zipfile
from base64 import b32encode
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from warcio.archiveiterator import ArchiveIterator

from crawler.redirects import Redirect
from features.archive.tests.store.test_folder import FETCHED, answer, write
from features.evidence.evidence_file import forbidding_evidence, write_evidence
from features.evidence.wacz import surt
from storage.documents.port import Document, DocumentVersion
from testbed.archive import FolderReader, Gone
from tests.unit.webui.samples import article

CREATED = datetime(2026, 11, 27, 9, 0, tzinfo=UTC)
PICTURE = b"\xff\xd8\xff\xe0" + bytes(range(256)) * 20


def evidence(folder: Path, document: Document, *versions: DocumentVersion) -> bytes:
    return write_evidence(document, versions, FolderReader(folder), CREATED)


def opened(content: bytes) -> dict[str, bytes]:
    """Return the files of a WACZ; fail unless all hashes, sizes and ways of storing are right."""
    with zipfile.ZipFile(BytesIO(content)) as package:
        assert package.testzip() is None
        files = {each.filename: package.read(each) for each in package.infolist()}
        stored = {
            each.filename for each in package.infolist() if each.compress_type == zipfile.ZIP_STORED
        }
    assert {"archive/data.warc.gz", "indexes/index.cdx.gz"} <= stored
    manifest = json.loads(files["datapackage.json"])
    digest = json.loads(files["datapackage-digest.json"])
    assert digest == {"path": "datapackage.json", "hash": sha256(files["datapackage.json"])}
    listed = {each["path"]: each for each in manifest["resources"]}
    assert set(listed) == set(files) - {"datapackage.json", "datapackage-digest.json"}
    for path, resource in listed.items():
        assert resource["hash"] == sha256(files[path])
        assert resource["bytes"] == len(files[path])
    assert manifest["profile"] == "data-package"
    assert manifest["wacz_version"] == "1.1.1"
    return files


def sha256(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"


def as_browsers_ask(url: str) -> str:
    return quote(url, safe=string.printable)


def looked_up(files: dict[str, bytes], url: str) -> tuple[dict[str, Any], Any, bytes]:
    """Find an address as a player does: block index, index, then the bytes of the WARC file.

    Return the entry, the record's headers and its payload.
    """
    url = as_browsers_ask(url)
    meta, block = files["indexes/index.idx"].decode().splitlines()
    assert meta.startswith("!meta 0 ")
    where = json.loads(block.split(" ", 2)[2])
    packed = files[f"indexes/{where['filename']}"]
    lines = gzip.decompress(packed[where["offset"] :][: where["length"]]).decode().splitlines()
    assert lines == sorted(lines)
    [entry] = [
        found for found in (json.loads(each.split(" ", 2)[2]) for each in lines)
        if found["url"] == url
    ]  # fmt: skip
    warc = files[f"archive/{entry['filename']}"]
    member = warc[int(entry["offset"]) :][: int(entry["length"])]
    [(record, payload)] = [
        (each, each.content_stream().read())
        for each in ArchiveIterator(BytesIO(member), check_digests="raise")
    ]
    found = b32encode(hashlib.sha1(payload).digest()).decode()
    assert entry["digest"] == f"sha1:{found}"
    return entry, record, payload


def test_the_page_is_found_in_it_as_it_came(tmp_path: Path) -> None:
    given = answer(1, "<p>渡轮恢复</p>".encode())
    places = write(tmp_path, answer(2), given, answer(3, b"<p>Other</p>"))
    document = article(given.url, "渡轮 “again”", archived=(places[1],), changes=1)
    earlier = DocumentVersion(number=1, seen=FETCHED, title="Ferry", content="Earlier text.")
    files = opened(evidence(tmp_path, document, earlier))
    entry, record, payload = looked_up(files, given.url)
    assert payload == given.body
    assert (entry["status"], entry["mime"]) == ("200", "text/html")
    assert record.http_headers.get_header("last-modified") == "Fri, 20 Nov 2026 08:00:00 GMT"
    assert record.rec_headers.get_header("WARC-Date") == "2026-11-20T08:30:15.250000Z"
    about, page = map(json.loads, files["pages/pages.jsonl"].decode().splitlines())
    assert about["format"] == "json-pages-1.0"
    assert (page["url"], page["ts"], page["title"]) == (
        as_browsers_ask(given.url),
        "2026-11-20T08:30:15Z",
        "渡轮 “again”",
    )
    manifest = json.loads(files["datapackage.json"])
    assert (manifest["mainPageUrl"], manifest["created"]) == (
        as_browsers_ask(given.url),
        "2026-11-27T09:00:00Z",
    )
    assert "Newsloom" in manifest["software"]
    read = json.loads(files["newsloom/document.json"])
    assert (read["title"], read["versions"][0]["content"]) == (document.title, "Earlier text.")
    [facts] = json.loads(files["newsloom/evidence.json"])["pages"]
    assert facts["body_sha256"] == hashlib.sha256(given.body).hexdigest()
    assert facts["after_scripts"] is False
    # The pages of others are not in it.
    kinds = [each.rec_type for each in ArchiveIterator(BytesIO(files["archive/data.warc.gz"]))]
    assert kinds == ["warcinfo", "response"]


def test_the_index_has_addresses_as_players_look_them_up() -> None:
    asked = {
        "https://www2.Mill.example/News/?b=2&A=1": "example,mill)/news?a=1&b=2",
        "http://mill.example:81/": "example,mill:81)/",
        "https://mill.example/a/": "example,mill)/a",
    }
    assert {url: surt(url) for url in asked} == asked


def test_the_picture_of_a_page_is_in_it(tmp_path: Path) -> None:
    given = answer(1, picture=PICTURE)
    place, other = write(tmp_path, given, answer(2, b"<p>Bridge</p>"))
    files = opened(evidence(tmp_path, article(given.url, "Ferry", archived=(place,))))
    assert files["newsloom/picture-1.jpg"] == PICTURE
    entry, _record, payload = looked_up(files, f"urn:view:{given.url}")
    assert (entry["mime"], payload) == ("image/jpeg", PICTURE)
    assert "a browser had run" in files["datapackage.json"].decode().lower()
    # A page knows its own picture only.
    others = opened(evidence(tmp_path, article(answer(2).url, "Bridge", archived=(other,))))
    assert not [each for each in others if each.endswith(".jpg")]


def test_the_redirects_to_a_page_are_in_it(tmp_path: Path) -> None:
    way = tuple(
        Redirect(
            url=f"http://{host}/old",
            status=status,
            location="https://news.example/1?q=\u65b0",
            at=FETCHED,
        )
        for host, status in (("short.example", 302), ("news.example", 301))
    )
    given = answer(1, picture=PICTURE, redirects=way)
    place, other = write(tmp_path, given, answer(2, b"<p>Bridge</p>"))
    files = opened(evidence(tmp_path, article(given.url, "Ferry", archived=(place,))))
    for redirect in way:
        entry, record, payload = looked_up(files, redirect.url)
        assert (entry["status"], payload) == (str(redirect.status), b"")
        assert record.http_headers.get_header("location") == as_browsers_ask(given.url)
        assert record.rec_headers.get_header("WARC-Date").startswith("2026-11-20T08:30:15")
    assert looked_up(files, given.url)[2] == given.body
    assert looked_up(files, f"urn:view:{given.url}")[2] == PICTURE
    _about, *pages = files["pages/pages.jsonl"].decode().splitlines()
    assert [json.loads(each)["url"] for each in pages] == [as_browsers_ask(given.url)]
    assert json.loads(files["datapackage.json"])["mainPageUrl"] == as_browsers_ask(given.url)
    # They are no pages of the archive, and none of the next one.
    reader = FolderReader(tmp_path)
    assert [each for each, _ in reader.answers()] == [place, other]
    assert len(reader.packed(other)) == 1


def test_all_pages_of_an_article_are_in_it(tmp_path: Path) -> None:
    bodies = [b"<p>one</p>", b"<p>two</p>"]
    given = [answer(number, body) for number, body in enumerate(bodies, 1)]
    document = article(given[0].url, "Ferry", archived=tuple(write(tmp_path, *given)))
    files = opened(evidence(tmp_path, document))
    assert [looked_up(files, each.url)[2] for each in given] == bodies
    assert json.loads(files["datapackage.json"])["mainPageUrl"] == as_browsers_ask(given[0].url)


def test_how_its_source_is_collected_is_not_in_it(tmp_path: Path) -> None:
    list_url = "https://news.example/list?key=hunter2"
    job = json.dumps({"list_url": list_url, "keyword": "渡轮", "tags": ["secret"]})
    given = answer(1, b"<p>Newsloom-Job: of the page</p>", job=job, picture=PICTURE)
    places = write(tmp_path, given, answer(2, b"<p>two</p>", job=job))
    document = article(given.url, "Ferry", archived=tuple(places))
    files = opened(evidence(tmp_path, document))
    warc = gzip.decompress(files["archive/data.warc.gz"])
    assert warc.count(b"Newsloom-Job") == 1, "only in the body of the page"
    assert list_url.encode() not in warc
    assert b"hunter2" not in warc
    assert looked_up(files, given.url)[2] == given.body
    assert looked_up(files, f"urn:view:{given.url}")[2] == PICTURE
    _entry, record, _payload = looked_up(files, answer(2).url)
    [stored] = ArchiveIterator(BytesIO(FolderReader(tmp_path).packed(places[1])[0]))
    wanted = [each for each in stored.rec_headers.headers if each[0] != "Newsloom-Job"]
    assert record.rec_headers.headers == wanted
    told = json.loads(files["datapackage.json"])["description"]
    assert "`Newsloom-Job`" in told


def test_another_form_of_the_same_address_is_no_other_page(tmp_path: Path) -> None:
    (place,) = write(tmp_path, answer(1, url="http://www.news.example/1"))
    files = opened(evidence(tmp_path, article("https://news.example/1/", "F", archived=(place,))))
    assert "had the same body" not in json.loads(files["datapackage.json"])["description"]


def test_a_body_that_the_archive_has_from_another_address_is_said(tmp_path: Path) -> None:
    _first, place = write(tmp_path, answer(1), answer(2))
    files = opened(evidence(tmp_path, article(answer(2).url, "Ferry", archived=(place,))))
    told = json.loads(files["datapackage.json"])["description"]
    assert "had the same body, byte for byte" in told
    assert answer(1).url in told


@settings(max_examples=25, deadline=None)
@given(
    body=st.binary(max_size=500),
    title=st.text(max_size=30),
    path=st.text(st.characters(codec="utf-8", exclude_categories=("C", "Z")), max_size=20),
)
def test_any_page_makes_a_whole_file(
    tmp_path_factory: pytest.TempPathFactory, body: bytes, title: str, path: str
) -> None:
    folder = tmp_path_factory.mktemp("archive")
    given = answer(1, body, url=f"https://www.news.example:8443/{path}")
    (place,) = write(folder, given)
    files = opened(evidence(folder, article(given.url, title, archived=(place,))))
    assert looked_up(files, given.url)[2] == body


def test_a_page_that_is_gone_says_so(tmp_path: Path) -> None:
    (place,) = write(tmp_path, answer(1))
    for path in tmp_path.iterdir():
        path.unlink()
    with pytest.raises(Gone, match="the archive has no record"):
        evidence(tmp_path, article(answer(1).url, "Ferry", archived=(place,)))


def test_signals_speak_against_it_as_far_as_they_are_obeyed() -> None:
    document = article("https://news.example/1", "Ferry", rights=("noarchive", "tdm-reserved"))
    assert forbidding_evidence(document, ("archive", "export")) == ("noarchive", "tdm-reserved")
    assert forbidding_evidence(document, ("archive",)) == ("noarchive",)
    assert forbidding_evidence(document, ("assistants",)) == ()
