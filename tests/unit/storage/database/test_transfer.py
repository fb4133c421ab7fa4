"""Import and export of sources: nothing lost on the way, and clear words for what cannot be
read.
"""

import csv
import io
from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from storage.channels import Channel, own_channels
from storage.database.errors import Invalid, NotFound
from storage.database.sources.cells import read_cell, write_cell
from storage.database.sources.csv_file import csv_rows, write_csv
from storage.database.sources.opml_file import opml_rows, write_opml
from storage.database.sources.rows import FileRow
from storage.database.sources.source_config import (
    CSS_SELECTORS,
    SourceConfig,
    source_fields,
    typed_values,
)
from storage.database.sources.validation import MAX_HEADERS, check_record
from storage.spreadsheet_cells import guarded, unguarded
from storage.tags import read_tags
from webui.problems import in_words, line_in_words

if TYPE_CHECKING:
    from storage.database.sources.transfer import ImportPlan

FEED = SourceConfig(name="News", channel="feed", address="https://example.org/feed.xml")
BOARD = SourceConfig(
    name="论坛", channel="board", address="https://example.org/forum-1.html", patterns=(r"thread-\d+", r"^/t/\w+"),
    headers={"Cookie": "a=b: c", "X-Empty": ""}, tags=("x | y", "=1+1"), pace_seconds=0.1, enabled=False,
)  # fmt: skip

needs_tables = pytest.mark.usefixtures("tables")
formats = pytest.mark.parametrize("file_format", ["csv", "opml"])

_line = (
    st.text(
        st.characters(
            exclude_categories=("Cs", "Cc", "Zl", "Zp"), exclude_characters="\ufffe\uffff"
        ),
        min_size=1,
    )
    .map(str.strip)
    .filter(bool)
) | st.sampled_from(
    [
        "=1+1",
        "'=x",
        "''@",
        "-1",
        "+49",
        "@a",
        "a,b",
        'a"b',
        "a;b",
        "<&>",
        "＝1",
        "a  b",
        "'",
        "&#10;",
    ]
)
_lines = st.lists(_line, unique=True, max_size=4).map(tuple)
_latin = st.text(st.characters(min_codepoint=32, max_codepoint=126)).map(str.strip)
_OWN = own_channels()
_CHANNELS = [each.value for each in Channel if each != Channel.SEARCH]
_CHANNELS += [name for name, own in _OWN.items() if not own.scheme]
_SELECTORS = sorted(
    {*CSS_SELECTORS}.intersection(*(own.selectors for own in _OWN.values() if own.selectors))
)
_drafts = st.builds(
    SourceConfig,
    name=_line.filter(lambda text: len(text) <= 200),
    channel=st.sampled_from(_CHANNELS),
    address=st.text(st.characters(min_codepoint=33, exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"),
                                  exclude_characters="{}\ufffe\uffff")).map(lambda end: f"https://example.org/{end}"),
    patterns=_lines,
    keywords=_lines,
    # The names that sources of every channel may use.
    selectors=st.dictionaries(st.sampled_from(_SELECTORS), _line),
    interval_seconds=st.integers(10, 86400),
    priority=st.integers(0, 9),
    pace_seconds=st.floats(0, 3600),
    max_pages=st.integers(1, 1000),
    # Names such as Te are set by Newsloom, and a source may not have them.
    headers=st.dictionaries(
        st.from_regex(r"X-[a-z-]{1,10}", fullmatch=True), _latin, max_size=MAX_HEADERS
    ),
    charset=st.sampled_from(["", "utf-8", "gb18030"]),
    tags=_lines.map(read_tags),
    obey_robots=st.booleans(),
    enabled=st.booleans(),
    keyword_lists=_lines,
)  # fmt: skip


def _write(file_format: str, drafts: list[SourceConfig]) -> bytes:
    return write_csv(drafts) if file_format == "csv" else write_opml(drafts)


def _read_back(file_format: str, data: bytes) -> list[SourceConfig]:
    drafts = []
    for row in csv_rows(data) if file_format == "csv" else opml_rows(data):
        assert isinstance(row, FileRow)
        assert set(row.cells) == set(source_fields())
        drafts.append(
            SourceConfig(
                **typed_values({name: read_cell(name, text) for name, text in row.cells.items()})
            )
        )
    return drafts


def _reader(file_format: str) -> Callable[..., "ImportPlan"]:
    from storage.database.sources import transfer

    return transfer.read_csv if file_format == "csv" else transfer.read_opml


@formats
@given(drafts=st.lists(_drafts, max_size=3))
def test_what_is_written_is_read(file_format: str, drafts: list[SourceConfig]) -> None:
    assert _read_back(file_format, _write(file_format, drafts)) == drafts


@given(draft=_drafts)
def test_no_cell_is_a_formula(draft: SourceConfig) -> None:
    for row in csv.reader(io.StringIO(write_csv([draft]).decode("utf-8-sig"), newline="")):
        assert not [cell for cell in row if cell.startswith(tuple("=+-@\t\r＝＋－＠"))]


@given(text=st.text(st.sampled_from("; \t\r\n'=+-@＝x")))
def test_a_guarded_cell_is_read_as_it_was(text: str) -> None:
    assert unguarded(guarded(text)) == text


@given(draft=_drafts)
def test_the_drafts_of_these_tests_are_ones_that_can_be_saved(draft: SourceConfig) -> None:
    # Patterns and the selectors of channels with rules of their own are any text here.
    selectors = {} if draft.channel in _OWN else draft.selectors
    assert check_record(replace(draft, patterns=(), selectors=selectors)) == []


@formats
@given(data=st.binary(max_size=300))
@settings(suppress_health_check=[HealthCheck.function_scoped_fixture])
@needs_tables
def test_rubbish_is_an_error_and_no_crash(file_format: str, data: bytes) -> None:
    plan = _reader(file_format)(data)
    assert plan.errors
    assert not plan.new


@formats
@needs_tables
def test_export_and_import_on_an_empty_system(file_format: str) -> None:
    from storage.database.sources.sources import get_source
    from storage.database.sources.transfer import ImportPlan, apply_plan

    plan = _reader(file_format)(_write(file_format, [FEED, BOARD]))
    assert plan == ImportPlan(new=[FEED, BOARD])
    assert apply_plan(plan, "anna").sources == 2
    assert get_source("论坛").config() == BOARD


@formats
@needs_tables
def test_import_again_finds_what_has_changed(file_format: str) -> None:
    from storage.database.sources.keyword_lists import save_keyword_list
    from storage.database.sources.sources import add_source, get_source
    from storage.database.sources.transfer import ChangedSource, apply_plan

    for name in ("b", "a"):
        save_keyword_list(name, ["x"], "anna")
    feed = add_source(
        replace(FEED, keyword_lists=("a", "b"), headers={"B": "1", "A": "2"}), "anna"
    ).config()
    board = add_source(BOARD, "anna").config()
    changed = replace(board, priority=1, headers={})
    plan = _reader(file_format)(
        _write(file_format, [replace(feed, keyword_lists=("B", "a")), changed])
    )
    assert (plan.new, plan.errors) == ([], [])
    assert plan.unchanged == [feed]
    assert plan.changed == [ChangedSource(get_source("论坛").pk, board, changed)]
    assert apply_plan(plan, "anna").sources == 1
    assert get_source("论坛").config() == changed


@needs_tables
def test_all_or_nothing_unless_said_otherwise() -> None:
    from storage.database.sources.sources import list_sources
    from storage.database.sources.transfer import apply_plan, read_csv

    plan = read_csv(write_csv([FEED, replace(BOARD, priority=44)]))
    assert [(error.line, error.field) for error in plan.errors] == [(3, "priority")]
    with pytest.raises(Invalid, match=r"line 3: priority: “44” out_of_range \(low 0, high 9\)"):
        apply_plan(plan, "anna")
    assert list_sources() == []
    assert apply_plan(plan, "anna", partly=True).sources == 1
    assert [source.name for source in list_sources()] == ["News"]


@formats
@needs_tables
def test_a_repeated_name_is_left_out_or_numbered(file_format: str) -> None:
    from storage.database.sources.sources import get_source, list_sources
    from storage.database.sources.transfer import apply_plan

    data = _write(
        file_format,
        [
            FEED,
            replace(FEED, name="NEWS", address="https://other.example/rss"),
            replace(FEED, address="http://www.example.org/feed.xml/"),
            replace(FEED, address="https://third.example/rss"),
            replace(FEED, address="https://www.third.example/rss/"),
        ],
    )
    plan = _reader(file_format)(data)
    assert (plan.new, plan.errors) == ([FEED], [])
    assert [each.draft and each.draft.name for each in plan.repeated] == [
        "NEWS (2)",
        None,
        "News (3)",
        None,
    ]
    assert apply_plan(plan, "anna").sources == 1
    assert apply_plan(_reader(file_format)(data), "anna", numbered=True).sources == 2
    assert get_source("News (3)").config() == replace(
        FEED, name="News (3)", address="https://third.example/rss"
    )
    again = _reader(file_format)(data)
    assert (again.new, again.unchanged, [each.draft for each in again.repeated]) == (
        [],
        [FEED],
        [None] * 4,
    )
    assert apply_plan(again, "anna", numbered=True).sources == 0
    assert len(list_sources()) == 3


@needs_tables
def test_a_long_repeated_name_has_room_for_its_number() -> None:
    from storage.database.sources.transfer import read_csv
    from storage.database.sources.validation import NAME_LENGTH

    long = replace(FEED, name="x" * NAME_LENGTH)
    plan = read_csv(write_csv([long, replace(long, address="https://other.example/rss")]))
    (found,) = plan.repeated
    assert found.draft is not None
    assert found.draft.name == "x" * (NAME_LENGTH - 4) + " (2)"


@needs_tables
def test_a_failure_in_the_middle_saves_nothing() -> None:
    from storage.database.sources.sources import add_source, list_sources
    from storage.database.sources.transfer import apply_plan, read_csv

    plan = read_csv(write_csv([FEED, BOARD]))
    add_source(BOARD, "ben")
    with pytest.raises(Invalid, match="name_taken"):
        apply_plan(plan, "anna")
    assert [source.name for source in list_sources()] == ["论坛"]


@needs_tables
def test_a_source_that_was_changed_meanwhile_is_not_overwritten() -> None:
    from storage.database.sources.sources import add_source, change_source, delete_source
    from storage.database.sources.transfer import apply_plan, read_csv

    source = add_source(FEED, "anna")
    plan = read_csv(write_csv([replace(FEED, priority=1)]))
    change_source(source.pk, replace(FEED, tags=("new",)), "ben")
    with pytest.raises(Invalid, match="source_changed"):
        apply_plan(plan, "anna")
    delete_source(source.pk, "ben")
    with pytest.raises(NotFound):
        apply_plan(plan, "anna")


@needs_tables
def test_a_csv_of_few_columns_changes_only_these() -> None:
    from storage.database.sources.sources import add_source
    from storage.database.sources.transfer import read_csv

    board = add_source(BOARD, "anna").config()
    plan = read_csv(
        "Name;Channel;Address;Tags\n论坛;board;https://example.org/f;a\nx;feed;https://x.org/;\n".encode()
    )
    assert plan.errors == []
    assert plan.changed[0].after == replace(board, address="https://example.org/f", tags=("a",))
    assert plan.new == [SourceConfig(name="x", channel="feed", address="https://x.org/")]


@pytest.mark.parametrize(
    "data",
    [
        "name\tchannel\taddress\n新闻\tfeed\thttps://a.example/\n".encode("utf-16"),
        "sep=;\r\nname;channel;address\r\n新闻;feed;https://a.example/\r\n".encode("utf-8-sig"),
        "\n,,\nname,channel,address,,\n新闻,feed,https://a.example/,,\n".encode(),
        "name,channel,address\n新闻,feed,https://a.example/,,,\n".encode(),
        '"sep=;"\nname;channel;address\n新闻;feed;https://a.example/\n'.encode(),
    ],
    ids=["utf-16", "line of the delimiter", "empty lines and columns", "empty cells", "quoted"],
)
def test_csv_as_spreadsheets_write_it(data: bytes) -> None:
    (row,) = csv_rows(data)
    assert isinstance(row, FileRow)
    assert row.cells == {"name": "新闻", "channel": "feed", "address": "https://a.example/"}


def test_empty_cells_at_the_end_of_a_line_may_be_left_out() -> None:
    (row,) = csv_rows(b"name,channel,address,tags,folder\nx,feed,https://a.example/,a\n")
    assert isinstance(row, FileRow)
    assert (row.cells["tags"], row.cells["folder"]) == ("a", "")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_the_line_of_the_delimiter_counts_as_one(end: str) -> None:
    lines = ["sep=;", "name;channel;address", "新闻;feed;https://a.example/"]
    (row,) = csv_rows(end.join(lines).encode())
    assert row.line == len(lines)


@pytest.mark.parametrize(
    ("data", "line", "part"),
    [
        (b"", 1, "empty"),
        (b"\xef\xbb\xbf \n", 1, "empty"),
        ("name,channel,address\n新闻,feed,http://x/\n".encode("gbk"), 2, "is not UTF-8"),
        ("name,channel,address\n".encode("utf-16"), 1, "no sources"),
        ("name,channel,address\n".encode("utf-16")[:-1], 1, "is not UTF-8"),
        (b"PK\x03\x04\x14\0\x06\0", 1, "is not UTF-8"),
        ("name,channel,address\n".encode("utf-16-le"), 1, "is not UTF-8"),
        (b"name,channel\nx,feed\n", 1, "column “address” is missing"),
        (b"name,channel,address,colour\n", 1, "no sources"),
        (b"name,channel,address,name\n", 1, "column “name” appears twice"),
        (b"<html><body>404</body></html>", 1, "column “name” is missing"),
        (b"name,channel,address\n", 1, "no sources"),
        (b"name,channel,address\n\nx,feed\n", 3, "2 cells"),
        (b'name,channel,address\nx,feed,"http://x/\n', 2, "not valid CSV"),
        (b'name,channel,address\nx,feed,"http://x/"y\n', 2, "not valid CSV"),
        (
            b"name,channel,address,priority\nx,feed,http://x/,high\n",
            2,
            "“high” must be a whole number",
        ),
        (
            b"name,channel,address,pace_seconds\nx,feed,http://x/,fast\n",
            2,
            "“fast” must be a number",
        ),
        (b"name,channel,address,enabled\nx,feed,http://x/,perhaps\n", 2, "must be yes or no"),
        (
            b"name,channel,address,headers\nx,feed,http://x/,Cookie\n",
            2,
            "“name: value” on each line",
        ),
        (b'name,channel,address,headers\nx,feed,http://x/,"A: 1\nA: 2"\n', 2, "“A” is given twice"),
        (
            b"name,channel,address,keyword_lists\nx,feed,http://x/,none\n",
            2,
            "“none” is not a keyword list",
        ),
        (b"name,channel,address\nx,rss,http://x/\n", 2, "“rss” is not valid"),
        (b"name,channel,address\n" + b"x" * 200_000, 2, "not valid CSV"),
    ],
)
@needs_tables
def test_bad_csv(data: bytes, line: int, part: str) -> None:
    from storage.database.sources.transfer import read_csv

    plan = read_csv(data)
    assert (plan.new, plan.changed, plan.unchanged) == ([], [], [])
    assert [error.line for error in plan.errors] == [line]
    assert part in line_in_words(plan.errors[0])


@needs_tables
def test_unknown_columns_are_left_out_with_a_warning_each() -> None:
    from storage.database.sources.transfer import read_csv

    plan = read_csv(b"name,channel,address,colour,tag\nx,feed,http://x.example/,red,a\n")
    assert plan.errors == []
    assert plan.new == [SourceConfig(name="x", channel="feed", address="http://x.example/")]
    assert [warning.line for warning in plan.warnings] == [1, 1]
    assert "“colour”" in line_in_words(plan.warnings[0])
    assert "Did you mean “tags”?" in line_in_words(plan.warnings[1])


_LAUGHS = b"""<!DOCTYPE opml [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c SYSTEM "file:///etc/passwd">]>
<opml><body><outline text="&b;&c;" xmlUrl="http://x/"/></body></opml>"""


@pytest.mark.parametrize(
    ("data", "part"),
    [
        (b" ", "empty"),
        (b"name,channel,address\n", "not valid XML"),
        (b"<opml><body><outline", "not valid XML"),
        (
            '<?xml version="1.0" encoding="utf-8"?><opml><body><outline text="新"/></body></opml>'.encode(
                "gbk"
            ),
            "not valid XML",
        ),
        (b"<rss><channel/></rss>", "begins with <rss>"),
        (b"<opml><head/><body/></opml>", "no sources"),
        (b'<opml><body><outline text="x"/></body></opml>', "no address"),
        (
            b'<opml><body><outline text="x" xmlUrl="javascript:alert(1)"/></body></opml>',
            "must start with http",
        ),
        (_LAUGHS.replace(b"&c;", b""), "document type"),
        (b'<!DOCTYPE opml SYSTEM "http://127.0.0.1:9/x.dtd"><opml/>', "no sources"),
        *(
            (
                f'<opml><body><outline text="x" xmlUrl="{address}"/></body></opml>'.encode(),
                "address",
            )
            for address in ("feed:http://[::1", "feed://[::1", "http://[::1", "feed:", "rss:a:b:c")
        ),
        (
            b"<opml><body><outline xmlUrl='http://x/' "
            + b" ".join(b"a%d=''" % number for number in range(40_000))
            + b"/></body></opml>",
            "line 1: The outline has more than 300 attributes",
        ),
    ],
)
@needs_tables
def test_bad_opml(data: bytes, part: str) -> None:
    from storage.database.sources.transfer import read_opml

    plan = read_opml(data)
    assert plan.new == []
    assert len(plan.errors) == 1
    assert part in line_in_words(plan.errors[0])


@needs_tables
def test_an_external_entity_is_not_read() -> None:
    from storage.database.sources.transfer import read_opml

    assert "root:" not in str(read_opml(_LAUGHS))


@needs_tables
def test_opml_of_another_reader() -> None:
    from storage.database.sources.sources import add_source
    from storage.database.sources.transfer import read_opml

    known = add_source(
        replace(FEED, name="Known", interval_seconds=60, tags=("kept",)), "anna"
    ).config()
    plan = read_opml(
        """<?xml version="1.0" encoding="UTF-8"?>
        <opml version="1.0"><head><title>x</title></head><body>
        <outline text="World"><outline title="新闻">
        <outline type="rss" text=" A&#10; feed " xmlUrl=" https://a.org/f "/>
        <outline type="rss" text="known" xmlUrl="https://example.org/feed.xml" htmlUrl="https://example.org/"/>
        </outline></outline><outline xmlUrl="https://b.org/f" category="/x"/></body></opml>""".encode()
    )
    assert plan.errors == []
    assert plan.new == [
        SourceConfig(
            name="A feed",
            channel="feed",
            address="https://a.org/f",
            tags=("World", "新闻"),
            folder="World",
        ),
        SourceConfig(name="https://b.org/f", channel="feed", address="https://b.org/f"),
    ]
    assert [change.after for change in plan.changed] == [replace(known, name="known")]


_ODD = """<!DOCTYPE opml SYSTEM "http://127.0.0.1:9/x.dtd">
<OPML><head/><body>
<outline text="Empty"/>
<outline type="link" text="A page" url="https://a.example/"/>
<outline type="include" text="More" url="https://a.example/more.opml"/>
<outline text="Small" xmlurl="https://small.example/rss"/>
<outline text="Scheme" xmlUrl="feed://scheme.example/rss"/>
<outline text="Secure" XMLURL="feed:https://secure.example/rss"/>
<Outline text="Fish & chips &eacute; &lt;" type="rss" xmlUrl="https://amp.example/?a=1&b=2&amp;c=3"/>
<outline text="News"><outline text="Twice" xmlUrl="https://twice.example/rss"/></outline>
<outline text="World"><outline text="Twice" xmlUrl="https://twice.example/rss"/></outline>
<outline text="Bad" xmlUrl="ftp://bad.example/rss"/>
<outline text="URL" type="rss" url="https://url.example/rss"/>
<outline text="No host" xmlUrl="feed:http://[::1"/>
</body></OPML>"""


@needs_tables
def test_what_can_be_imported_is_imported_and_the_rest_is_named() -> None:
    from storage.database.sources.sources import list_sources
    from storage.database.sources.transfer import apply_plan, read_opml

    plan = read_opml(_ODD.encode())
    assert [(each.name, each.address, each.tags) for each in plan.new] == [
        ("Small", "https://small.example/rss", ()),
        ("Scheme", "http://scheme.example/rss", ()),
        ("Secure", "https://secure.example/rss", ()),
        ("Fish & chips é <", "https://amp.example/?a=1&b=2&c=3", ()),
        ("Twice", "https://twice.example/rss", ("News", "World")),
        ("URL", "https://url.example/rss", ()),
    ]
    assert [(each.line, in_words(each.problem).split(" ")[0]) for each in plan.warnings] == [
        (3, "“Empty”"),
        (4, "“A"),
        (5, "“More”"),
    ]
    assert [(each.line, each.draft) for each in plan.repeated] == [(11, None)]
    assert [(each.line, each.field) for each in plan.errors] == [(12, "address"), (14, "address")]
    # The import does what the plan says.
    assert apply_plan(plan, "anna", partly=True).sources == len(plan.new)
    stored = [source.config() for source in list_sources()]
    assert sorted(each.name for each in stored) == sorted(each.name for each in plan.new)
    assert next(each.tags for each in stored if each.name == "Twice") == ("News", "World")
    again = read_opml(_ODD.encode())
    assert (again.new, again.changed, len(again.unchanged)) == ([], [], 6)


@pytest.mark.parametrize(
    "address",
    [
        "https://example.org/feed.xml",
        "http://example.org/feed.xml",
        "https://EXAMPLE.org/feed.xml/",
        "https://www.example.org:443/feed.xml?utm_source=x&utm_medium=rss",
        "https://example.org/feed.xml#top",
    ],
)
@formats
@needs_tables
def test_an_address_that_exists_is_left_out_and_named(file_format: str, address: str) -> None:
    from storage.database.sources.sources import add_source
    from storage.database.sources.transfer import KnownAddress, apply_plan

    data = _write(file_format, [replace(FEED, name="Again", address=address), BOARD])
    add_source(FEED, "anna")
    plan = _reader(file_format)(data)
    line = 2 if file_format == "csv" else plan.known[0].line
    again = replace(FEED, name="Again", address=address)
    assert plan.known == [KnownAddress(line, again, "News")]
    assert (plan.new, plan.errors) == ([BOARD], [])
    assert apply_plan(plan, "anna").sources == 1


@needs_tables
def test_an_address_that_exists_is_added_if_wanted() -> None:
    from storage.database.models import Source
    from storage.database.sources.sources import add_source
    from storage.database.sources.transfer import apply_plan

    add_source(FEED, "anna")
    # The name of the last one is that of another line, which comes first.
    again = [replace(FEED, name=name) for name in ("Again", "again", "Twin", "Board")]
    plan = _reader("csv")(_write("csv", [replace(BOARD, name="Board"), *again]))
    assert [draft.name for draft in plan.addable_known()] == ["Again", "Twin"]
    assert apply_plan(plan, "anna", known=True).sources == 3
    assert sorted(Source.objects.values_list("name", flat=True)) == [
        "Again",
        "Board",
        "News",
        "Twin",
    ]


@formats
@needs_tables
def test_an_address_of_an_earlier_line_is_left_out(file_format: str) -> None:
    twin = replace(FEED, name="Twin", address="http://example.org/feed.xml/")
    plan = _reader(file_format)(_write(file_format, [FEED, twin]))
    assert (plan.new, [each.known_as for each in plan.known]) == ([FEED], ["News"])
    # Two ways to read one address are two sources.
    part = replace(FEED, name="Part", patterns=("/a/",))
    page = replace(FEED, name="Page", channel="list")
    plan = _reader(file_format)(_write(file_format, [FEED, part, page]))
    assert (plan.new, plan.known) == ([FEED, part, page], [])


@needs_tables
@pytest.mark.parametrize(
    ("folders", "part"),
    [
        (["a"] * 11, "more than 10 deep"),
        (["a"] * 240, "more than 10 deep"),
        (["ok", "x" * 201], "longer than 200 characters"),
    ],
)
def test_folders_that_cost_too_much_time_are_refused(folders: list[str], part: str) -> None:
    from storage.database.sources.transfer import read_opml

    opened = "".join(f'<outline text="{name}">' for name in folders)
    sources = "".join(f'<outline text="{n}" xmlUrl="http://a.example/{n}"/>' for n in range(100))
    plan = read_opml(
        f"<opml><body>{opened}{sources}{'</outline>' * len(folders)}</body></opml>".encode()
    )
    assert (plan.new, [part in line_in_words(error) for error in plan.errors]) == ([], [True])


@needs_tables
def test_ten_folders_become_ten_tags() -> None:
    from storage.database.sources.transfer import read_opml

    opened = "".join(f'<outline text="f{n}">' for n in range(10))
    data = (
        f'<opml><body>{opened}<outline xmlUrl="http://a.example/"/>{"</outline>" * 10}</body>'
        "</opml>"
    )
    (source,) = read_opml(data.encode()).new
    assert sorted(source.tags) == [f"f{n}" for n in range(10)]


@pytest.mark.slow
@needs_tables
@formats
def test_a_file_with_too_many_rows_is_refused(file_format: str) -> None:
    from storage.database.sources.transfer import MAX_ROWS

    if file_format == "csv":
        data = "name,channel,address\n" + "x\n" * (MAX_ROWS + 1)
    else:
        data = f"<opml><body>{'<outline/>' * (MAX_ROWS + 1)}</body></opml>"
    plan: Any = _reader(file_format)(data.encode())
    assert ["more than 20000 rows" in line_in_words(error) for error in plan.errors] == [True]


def test_cells_are_plain_text() -> None:
    assert write_cell(("a", "b")) == "a\nb"
    assert write_cell({"b": "1", "a": "2"}) == "a: 2\nb: 1"
    assert write_cell(True) == "yes"
    assert read_cell("tags", " a \r\n\n b") == ("a", "b")
    assert read_cell("headers", "A:b:c\n") == {"A": "b:c"}
    assert [read_cell("obey_robots", text) for text in ("", "No", "TRUE")] == [True, False, True]
    assert read_cell("interval_seconds", "") == 900


@needs_tables
def test_an_import_is_not_one_wave_of_visits() -> None:
    from storage.database.models import Source
    from storage.database.sources.transfer import apply_plan, read_csv

    file = write_csv(
        [replace(FEED, name=f"N{n}", address=f"https://n{n}.example/feed") for n in range(200)]
    )
    assert apply_plan(read_csv(file), "anna").sources == 200
    due = list(Source.objects.order_by("pk").values_list("next_visit", flat=True))
    assert due == sorted(due)
    assert 3 < (due[-1] - due[0]).total_seconds() < 10
