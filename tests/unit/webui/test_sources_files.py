"""Import and export of sources in the browser: the dry run names each bad row, and only then
anything is saved.
"""

import base64
import codecs
import re
import zlib
from collections.abc import Callable
from typing import TYPE_CHECKING

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from tests.unit.webui.samples import compact
from tests.unit.webui.test_sources_pages import add, fields_of, only_source

if TYPE_CHECKING:
    from django.test import Client

Browse = Callable[..., "Client"]
LAUGHS = """<?xml version="1.0"?>
<!DOCTYPE opml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;&b;&b;&b;&b;">
<!ENTITY d "&c;&c;&c;&c;&c;&c;&c;&c;"><!ENTITY e "&d;&d;&d;&d;&d;&d;&d;&d;">]>
<opml><body><outline text="&e;" xmlUrl="https://example.org/"/></body></opml>"""


def look(client: "Client", data: bytes | str) -> tuple[int, str]:
    """Upload a file; return the status and the page that says what it would change."""
    data = data.encode() if isinstance(data, str) else data
    answer = client.post("/sources/import/", {"file": SimpleUploadedFile("a.csv", data)})
    return answer.status_code, compact(answer.content.decode())


def confirmation(page: str) -> str:
    """Return what the button of the page sends to confirm an import."""
    found = re.search('name="confirmed" value="([^"]+)"', page)
    assert found
    return found[1]


def test_export_and_import_round_trip(browse: Browse) -> None:
    from storage.database.models import Source

    add("央广网", address="https://cnr.example/rss.xml")
    add("Example", channel="list", address="https://example.org/", patterns=(r"/a\d+",))
    client = browse("operator")
    before = {source.name: source.config() for source in Source.objects.all()}
    for form in ("opml", "csv"):
        data = client.get(f"/sources/export.{form}").content
        Source.objects.all().delete()
        shown = client.post("/sources/import/", {"file": SimpleUploadedFile(f"a.{form}", data)})
        assert Source.objects.count() == 0
        assert shown.status_code == 200
        applied = client.post("/sources/import/", {"confirmed": fields_of(shown)["confirmed"]})
        assert applied["Location"] == "/sources/"
        after = {source.name: source.config() for source in Source.objects.all()}
        assert {name: each.address for name, each in after.items()} == {
            n: e.address for n, e in before.items()
        }
    assert client.get("/sources/export.exe").status_code == 404


@pytest.mark.parametrize(
    "data", [b"", b"\xff\xfe\x00", b"<opml><body>", b"name\n", b"x" * (4 * 1024 * 1024 + 1)]
)
def test_a_file_of_rubbish_is_refused_with_a_reason(browse: Browse, data: bytes) -> None:
    answer = browse("operator").post(
        "/sources/import/", {"file": SimpleUploadedFile("a.csv", data)}
    )
    assert answer.status_code == 422
    assert 'role="alert"' in answer.content.decode() or "Problem" in answer.content.decode()


def test_good_lines_can_be_imported_without_the_bad_ones(browse: Browse) -> None:
    data = b"name,channel,address\nGood,feed,https://example.org/feed\nBad,feed,nonsense\n"
    client = browse("operator")
    shown = client.post("/sources/import/", {"file": SimpleUploadedFile("a.csv", data)})
    assert shown.status_code == 422
    assert (
        client.post("/sources/import/", {"confirmed": fields_of(shown)["confirmed"]}).status_code
        == 422
    )
    client.post("/sources/import/", fields_of(shown))
    assert only_source().name == "Good"
    assert client.post("/sources/import/", {"confirmed": "%%%"}).status_code == 422


@pytest.mark.parametrize(
    ("data", "said"),
    [
        ("name,channel,address\n新闻,feed,https://a.example/\n".encode("gbk"), "is not UTF-8"),
        (
            codecs.BOM_UTF16_LE + "name,channel,address\n".encode("utf-16-le") + b"\x00",
            "is not UTF-8",
        ),
        (LAUGHS, "declares a document type"),
        ("<html><body></body></html>", "is not OPML"),
        ("<opml><body></body></opml>", "contains no sources"),
        ("name,channel\nA,feed\n", "column “address” is missing"),
        ("name,name,channel,address\nA,B,feed,https://a.example/\n", "column “name” appears twice"),
        ('name,channel,address\n"A,feed,https://a.example/\n', "is not valid CSV"),
        (b"\x89PNG\r\n\x1a\n" + bytes(range(256)) * 50, "is not UTF-8"),
        (b"a" * 3_000_000, "is not valid CSV"),
        (b"name,channel,address\x00\n", "is not UTF-8"),
    ],
    ids=[
        "gbk",
        "utf-16 cut in two",
        "laughs",
        "html",
        "empty",
        "missing",
        "twice",
        "quote",
        "png",
        "long",
        "nul",
    ],
)
def test_files_of_rubbish_say_what_is_wrong_with_them(
    browse: Browse, data: bytes | str, said: str
) -> None:
    from storage.database.models import Source

    status, page = look(browse("operator"), data)
    assert status == 422
    assert said in page
    assert len(page) < 200_000
    assert "confirmed" not in page
    assert Source.objects.count() == 0


def test_unknown_columns_warn_and_the_rest_is_imported(browse: Browse) -> None:
    client = browse("operator")
    status, page = look(client, "name,channel,address,colour\nA,feed,https://a.example/,red\n")
    assert status == 200
    assert "does not know the column “colour”" in page
    client.post("/sources/import/", {"confirmed": confirmation(page)})
    assert only_source().name == "A"


def test_the_sample_file_is_read_without_a_complaint_and_every_column_is_explained(
    browse: Browse,
) -> None:
    from storage.database.sources.source_config import source_fields

    client = browse("operator")
    sample = client.get("/sources/import/sample.csv")
    assert sample["Content-Disposition"] == 'attachment; filename="newsloom-sample.csv"'
    status, page = look(client, sample.content)
    assert status == 200
    assert "<b>0</b><span>with errors</span>" in page
    assert "does not know" not in page
    columns = compact(client.get("/sources/import/").content.decode())
    assert [name for name in source_fields() if f"<code>{name}</code>" not in columns] == []


def test_the_folders_of_a_feed_reader_become_tags(browse: Browse) -> None:
    client = browse("operator")
    feed = '<outline text="A" type="rss" xmlUrl="https://a.example/feed"/>'
    _, page = look(
        client,
        f'<opml><body><outline text="News"><outline text="Asia">{feed}</outline></outline></body>'
        "</opml>",
    )
    assert "News" in page
    client.post("/sources/import/", {"confirmed": confirmation(page)})
    assert only_source().tags == ["News", "Asia"]


def test_ten_megabytes_are_refused(browse: Browse) -> None:
    status, page = look(browse("operator"), b"name,channel,address\n" + b"x" * 10_000_000)
    assert status == 422
    assert "at most 4 MB" in page


def test_a_file_that_ends_within_its_last_line_looks_cut_off(browse: Browse) -> None:
    client, whole = browse("operator"), "name,channel,address,priority\nA,feed,https://a.example/"
    status, page = look(client, whole)
    assert status == 422
    assert "The file looks cut off: its last line has 3 of 4 cells" in page
    assert look(client, f"{whole},5")[0] == 200
    assert look(client, f"{whole}\n")[0] == 200


def test_each_bad_row_is_named_by_line_and_field(browse: Browse) -> None:
    rows = [
        "name,channel,address,priority,tags",
        "Good,feed,https://good.example/,5,a",
        "Bad,smoke,nowhere,77,a",
        "GOOD,feed,https://again.example/,5,a",
        "Short,feed",
        "Text,feed,https://t.example/,high,a",
    ]
    status, page = look(browse("operator"), "\n".join(rows))
    assert status == 422
    for line, said in (
        (3, "“smoke” is not valid"),
        (3, "“nowhere” is not a valid web address"),
        (3, "“77” must be from 0 to 9"),
        (4, "Line 2 has this name: leave this one out, or add it as “GOOD (2)”."),
        (5, "has 2 cells, but the file has 5 columns"),
        (6, "“high” must be a whole number"),
    ):
        assert any(
            f'<td class="number">{line}</td>' in row and said in row for row in page.split("<tr>")
        ), (line, said)


def test_repeated_names_are_added_only_if_wanted(browse: Browse) -> None:
    from storage.database.models import Source

    client = browse("operator")
    rows = "name,channel,address\nBlog,feed,https://one.example/\nBlog,feed,https://two.example/\n"
    status, page = look(client, rows)
    assert status == 200
    assert "Add 1 source with a repeated name too" in page
    for more, names in (({}, ["Blog"]), ({"numbered": "1"}, ["Blog", "Blog (2)"])):
        assert (
            client.post("/sources/import/", {"confirmed": confirmation(page), **more}).status_code
            == 302
        )
        assert sorted(Source.objects.values_list("name", flat=True)) == names


def test_known_addresses_are_added_only_if_wanted(browse: Browse) -> None:
    from storage.database.models import Source

    add("Gazette", address="https://example.org/feed")
    data = 'name,channel,address,tags\nTwin,feed,http://example.org/feed/,"news, economy，ports"\n'
    client = browse("operator")
    _, page = look(client, data)
    assert "Twin" in page
    assert "Add 1 source too whose address another source has" in page
    client.post("/sources/import/", {"confirmed": confirmation(page)})
    assert only_source().name == "Gazette"
    client.post("/sources/import/", {"confirmed": confirmation(page), "known": "1"})
    twin = Source.objects.get(name="Twin")
    assert twin.tags == ["news", "economy", "ports"]


def test_formulas_are_text_on_the_way_there_and_back(browse: Browse) -> None:
    add("=HYPERLINK(1)", tags=("+1", "@x"))
    client = browse("operator")
    data = client.get("/sources/export.csv").content
    assert b"'=HYPERLINK" in data
    assert b",=" not in data
    assert b"\n=" not in data
    status, page = look(client, data)
    assert (status, "Unchanged</summary>" in page or "Unchanged (1)" in page) == (200, True)


def test_what_changes_is_shown_field_by_field_without_secrets(browse: Browse) -> None:
    add("A", tags=("old", "kept"), headers={"Cookie": "secret-1"})
    rows = 'name,channel,address,tags,headers\nA,feed,https://example.org/feed.xml,"kept\nnew",Cookie: secret-2\n'
    status, page = look(browse("operator"), rows)
    assert status == 200
    assert "secret" not in page
    for said in ("</span>old</del>", "</span>new</ins>", "Cookie: (hidden, changed)"):
        assert said in page
    assert "kept</" not in page


def test_a_thousand_rows_make_no_endless_page(browse: Browse) -> None:
    rows = "\n".join(
        f"Source {number},feed,https://s{number}.example/feed" for number in range(1000)
    )
    bad = "\n".join(f"Bad {number},feed,nowhere" for number in range(1000))
    client = browse("operator")
    status, page = look(client, f"name,channel,address\n{rows}\n{bad}\n")
    assert status == 422
    assert "Showing the first 200 of 1,000." in page
    assert len(page) < 200_000


@pytest.mark.parametrize(
    "confirmed",
    [
        "%%%",
        base64.b64encode(b"name,channel").decode(),
        base64.b64encode(zlib.compress(b"a" * 50_000_000)).decode(),
    ],
    ids=["no base64", "not packed", "a bomb"],
)
def test_a_confirmation_that_we_did_not_write_is_refused(browse: Browse, confirmed: str) -> None:
    answer = browse("operator").post("/sources/import/", {"confirmed": confirmed})
    assert answer.status_code == 422
    assert "at most 4 MB" in answer.content.decode()
