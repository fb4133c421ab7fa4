"""tdmrep.json and ai.txt: what they say, and that they are asked for politely."""

import asyncio
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.declared_rights import read_ai_txt, read_tdmrep
from crawler.failures import FetchFailed
from storage.outcomes import Outcome
from tests.unit.crawler.worker_stores import robots_cache

TDMREP = json.dumps(
    [
        {"location": "/", "tdm-reservation": 0},
        {"location": "/news/*", "tdm-reservation": 1, "tdm-policy": "https://a.example/p"},
        {"location": "/news/open.html$", "tdm-reservation": 0},
        {"location": "/odd", "tdm-reservation": True},
        {"location": "/text", "tdm-reservation": "1"},
        {"tdm-reservation": 1},
        "no rule",
    ]
).encode()
AI_TXT = b"""# models
User-Agent: *
Disallow: *.html
Allow: /free/

User-Agent: Other
Disallow: /
"""


@pytest.mark.parametrize(
    ("path", "codes"),
    [
        ("/about", ("tdm-open",)),
        ("/news/1", ("tdm-reserved",)),
        ("/news/open.html", ("tdm-open",)),
        ("/odd", ("tdm-open",)),
        ("/text", ("tdm-reserved",)),
    ],
)
def test_the_longest_location_counts(path: str, codes: tuple[str, ...]) -> None:
    assert read_tdmrep(TDMREP, "Newsloom").codes(f"https://a.example{path}") == codes


@pytest.mark.parametrize("value", [1, "1", " 1 "])
def test_an_object_alone_is_a_rule(value: object) -> None:
    body = json.dumps({"location": "/", "tdm-reservation": value}).encode()
    assert read_tdmrep(body, "Newsloom").codes("https://a.example/news") == ("tdm-reserved",)


@pytest.mark.parametrize(
    "written",
    [
        {"tdmrep": [{"location": "/news/", "tdm-reservation": 1}]},
        [{"location": ["/about/", "/news/"], "tdm-reservation": 1}],
        [{"location": "./news/", "tdm-reservation": "1"}],
    ],
)
def test_a_file_in_another_shape_is_a_rule(written: object) -> None:
    rules = read_tdmrep(json.dumps(written).encode(), "Newsloom")
    assert rules.codes("https://a.example/news/1") == ("tdm-reserved",)
    assert rules.codes("https://a.example/other") == ()


@pytest.mark.parametrize(
    "body",
    [b"", b"<html>", b"{}", b"null", b"[[]]", b"[" * 100_000, b"\xff\xfe", b'[{"location": 1}]'],
)
def test_what_cannot_be_read_says_nothing(body: bytes) -> None:
    assert read_tdmrep(body, "Newsloom").codes("https://a.example/") == ()


@pytest.mark.parametrize(
    ("agent", "path", "codes"),
    [
        ("Newsloom", "/news/1.html", ("train-ai=n",)),
        ("Newsloom", "/news/1", ()),
        ("Newsloom", "/free/1", ("train-ai=y",)),
        ("Other", "/news/1", ("train-ai=n",)),
    ],
)
def test_ai_txt_speaks_of_training(agent: str, path: str, codes: tuple[str, ...]) -> None:
    assert read_ai_txt(AI_TXT, agent).codes(f"https://a.example{path}") == codes


@given(st.binary(max_size=200))
def test_any_bytes_are_read(body: bytes) -> None:
    for read in (read_tdmrep, read_ai_txt):
        read(body, "Newsloom").codes("https://a.example/")


class Web:
    """A host with files by path; all others are missing."""

    def __init__(self, **files: bytes) -> None:
        self.files = {name.replace("_", "."): body for name, body in files.items()}
        self.asked: list[str] = []

    async def download(self, url: str, _source: object) -> bytes:
        name = url.rpartition("/")[2]
        self.asked.append(name)
        if name not in self.files:
            raise FetchFailed(Outcome.HTTP_4XX, "404", status=404)
        return self.files[name]


def statements(web: Web, home: Path, url: str, *files: str) -> tuple[str, ...]:
    cache = robots_cache(web.download, home=home, rights_files=files)
    return asyncio.run(cache.rules(url, None)).usage_statements(url)


def test_the_files_are_asked_for_once_for_all_processes(tmp_path: Path) -> None:
    web = Web(tdmrep_json=TDMREP, ai_txt=AI_TXT)
    for _process in range(2):
        found = statements(web, tmp_path, "https://a.example/news/1.html", "tdmrep", "ai")
        assert found == (
            "tdm-reserved: /.well-known/tdmrep.json",
            "train-ai=n: /ai.txt",
        )
    assert sorted(web.asked) == ["ai.txt", "robots.txt", "tdmrep.json"]


def test_no_file_is_asked_for_unless_it_is_wanted_and_allowed(tmp_path: Path) -> None:
    web = Web(tdmrep_json=TDMREP, ai_txt=AI_TXT)
    assert statements(web, tmp_path / "1", "https://a.example/news/1") == ()
    assert web.asked == ["robots.txt"]
    web = Web(robots_txt=b"User-agent: *\nDisallow: /ai.txt", ai_txt=AI_TXT)
    assert statements(web, tmp_path / "2", "https://a.example/1.html", "ai", "tdmrep") == ()
    assert web.asked == ["robots.txt", "tdmrep.json"]


def test_a_file_that_does_not_come_keeps_nothing_from_being_fetched(tmp_path: Path) -> None:
    class Slow(Web):
        async def download(self, url: str, source: object) -> bytes:
            if not url.endswith("robots.txt"):
                self.asked.append(url)
                raise FetchFailed(Outcome.TIMEOUT, "no answer")
            return await super().download(url, source)

    web = Slow(robots_txt=b"User-agent: *\nContent-Usage: / train-ai=n")
    for _process in range(2):
        found = statements(web, tmp_path, "https://a.example/1", "tdmrep", "ai")
        assert found == ("train-ai=n: robots.txt",)
    assert len(web.asked) == 3
