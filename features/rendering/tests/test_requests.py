"""Which requests of a page in a browser are answered, and how long scripts are kept."""

import time
from typing import Any

import pytest

from crawler.fetcher import PartAnswer
from features.rendering import script_cache
from features.rendering.requests import MAX_BYTES, MAX_FETCHED, ScriptRequest, Spent, Verdict, judge
from features.rendering.script_cache import ScriptCache

PAGE = "https://www.example.org/news/1"


def verdict(url: str, kind: str, spent: Spent | None = None, **fields: Any) -> Verdict:
    return judge(ScriptRequest(url=url, kind=kind, **fields), PAGE, spent or Spent())


@pytest.mark.parametrize("kind", ["script", "xhr", "fetch"])
def test_scripts_and_data_are_fetched_also_from_other_sites(kind: str) -> None:
    assert verdict("https://cdn.example.net/a", kind) is Verdict.FETCH
    assert verdict("http://www.example.org/a", kind) is Verdict.FETCH


@pytest.mark.parametrize(
    "kind",
    [
        "image",
        "font",
        "media",
        "texttrack",
        "eventsource",
        "websocket",
        "manifest",
        "ping",
        "other",
        "beacon",
    ],
)
def test_what_no_text_needs_is_refused(kind: str) -> None:
    assert verdict("https://www.example.org/a", kind) is Verdict.REFUSE


def test_style_sheets_are_empty() -> None:
    assert verdict("https://www.example.org/a.css", "stylesheet") is Verdict.EMPTY


def test_adverts_are_refused_on_all_their_hosts() -> None:
    assert verdict("https://stats.g.doubleclick.net/tag.js", "script") is Verdict.REFUSE
    assert verdict("https://doubleclick.net.example.org/tag.js", "script") is Verdict.FETCH


@pytest.mark.parametrize(
    "scheme", ["file:///etc/passwd", "data:text/html,x", "ftp://example.org/a", "chrome://version"]
)
def test_only_web_addresses_are_fetched(scheme: str) -> None:
    assert verdict(scheme, "fetch") is Verdict.REFUSE
    assert verdict(scheme, "document") is Verdict.REFUSE


def test_a_page_may_lead_on_within_its_host_a_few_times() -> None:
    assert verdict("https://www.example.org/news/1?full", "document") is Verdict.FETCH
    assert (
        verdict("https://www.example.org/news/1?full", "document", Spent(documents=5))
        is Verdict.REFUSE
    )
    assert verdict("https://other.example.org/", "document") is Verdict.REFUSE
    assert (
        verdict("https://www.example.org/frame", "document", in_main_frame=False) is Verdict.REFUSE
    )
    assert verdict("https://www.example.org/form", "document", method="POST") is Verdict.REFUSE


def test_questions_by_post_stay_on_the_site_and_are_short() -> None:
    assert (
        verdict("https://api.example.org/graphql", "fetch", method="POST", sent_bytes=500)
        is Verdict.FETCH
    )
    assert (
        verdict("https://api.example.org/graphql", "fetch", method="POST", sent_bytes=70_000)
        is Verdict.REFUSE
    )
    assert verdict("https://api.example.net/graphql", "fetch", method="POST") is Verdict.REFUSE
    assert verdict("https://api.example.org/1", "fetch", method="DELETE") is Verdict.REFUSE


def test_a_page_has_a_limit_of_requests_and_of_bytes() -> None:
    address = "https://www.example.org/a"
    assert (
        verdict(address, "fetch", Spent(fetched=MAX_FETCHED - 1, received_bytes=MAX_BYTES - 1))
        is Verdict.FETCH
    )
    assert verdict(address, "fetch", Spent(fetched=MAX_FETCHED)) is Verdict.REFUSE
    assert verdict(address, "fetch", Spent(received_bytes=MAX_BYTES)) is Verdict.REFUSE


def script(body: bytes = b"x", status: int = 200, **headers: str) -> PartAnswer:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return PartAnswer(url="https://c.example.net/a.js", status=status, headers=named, body=body)


def test_a_script_is_kept_for_its_site_without_its_cookie() -> None:
    cache = ScriptCache()
    cache.put("example.org", "u", script(set_cookie="reader=1", content_type="text/javascript"))
    found = cache.get("example.org", "u")
    assert found is not None
    assert found.headers == {"content-type": "text/javascript"}
    assert cache.get("example.net", "u") is None


@pytest.mark.parametrize(
    "answer",
    [script(cache_control="no-store"), script(cache_control="private, max-age=60"), script(cache_control="max-age=0"),
     script(status=404)],
)  # fmt: skip
def test_what_must_not_be_kept_is_not(answer: PartAnswer) -> None:
    cache = ScriptCache()
    cache.put("example.org", "u", answer)
    assert cache.get("example.org", "u") is None


def test_scripts_expire_and_give_way(monkeypatch: pytest.MonkeyPatch) -> None:
    cache = ScriptCache()
    monkeypatch.setattr(script_cache, "_MAX_BYTES", 25)
    for name in "abc":
        cache.put("example.org", name, script(b"1234567890", cache_control="max-age=100"))
        cache.get("example.org", "a")
    assert [name for name in "abc" if cache.get("example.org", name)] == ["a", "c"]
    now = time.monotonic()
    monkeypatch.setattr(time, "monotonic", lambda: now + 101)
    assert cache.get("example.org", "a") is None
