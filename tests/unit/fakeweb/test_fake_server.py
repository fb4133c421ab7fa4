"""The fake web as a process: what goes over the wire, and how it is controlled."""

import gzip
import http.client
import json
import socket
import time
from collections.abc import Iterator
from urllib.parse import urlsplit

import pytest

from fakeweb.web import FakeWeb, FakeWebError

NAMES = (
    "harbour-times",
    "granite-daily",
    "binhai-ribao",
    "carpenters",
    "bad-429",
    "bad-chain",
    "bad-loop",
    "bad-bomb",
    "bad-pdf",
    "bad-octet",
    "bad-truncate",
    "bad-reset",
    "bad-length",
    "bad-private",
    "bad-410",
    "twins",
)


@pytest.fixture(scope="module")
def web() -> Iterator[FakeWeb]:
    with FakeWeb.start(seed=7, stock=20, sites=NAMES) as running:
        yield running


def ask(
    web: FakeWeb, address: str, method: str = "GET", **headers: str
) -> tuple[http.client.HTTPResponse, bytes]:
    parts = urlsplit(address)
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
    try:
        connection.request(
            method, address.partition(parts.netloc)[2], headers={"Host": parts.netloc, **headers}
        )
        response = connection.getresponse()
        return response, response.read()
    finally:
        connection.close()


def article(web: FakeWeb, name: str, index: int = 0) -> str:
    host = f"{name}.localhost"
    return str([entry["url"] for entry in web.ledger(bodies=False) if entry["host"] == host][index])


def test_a_page_comes_with_length_and_charset_and_the_connection_is_kept(web: FakeWeb) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
    for path in ("/", "/rss.xml", "/no-such-page"):
        connection.request("GET", path, headers={"Host": f"harbour-times.localhost:{web.port}"})
        response = connection.getresponse()
        assert len(response.read()) == int(response.headers["Content-Length"])
        kept = connection.sock
        assert kept is not None
    connection.close()


def test_head_has_the_length_and_no_body(web: FakeWeb) -> None:
    response, body = ask(web, article(web, "harbour-times"), "HEAD")

    assert (response.status, body) == (200, b"")
    assert int(response.headers["Content-Length"]) > 1000


def test_chunked_and_compressed_pages_are_whole(web: FakeWeb) -> None:
    response, body = ask(web, article(web, "binhai-ribao"))
    assert response.headers["Transfer-Encoding"] == "chunked"
    assert body.rstrip().endswith(b"</html>")

    response, body = ask(web, article(web, "granite-daily"), **{"Accept-Encoding": "gzip"})
    assert response.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(body).rstrip().endswith(b"</html>")


def test_requests_to_a_proxy_are_understood(web: FakeWeb) -> None:
    address = article(web, "harbour-times")
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=60)
    connection.request("GET", address)
    assert connection.getresponse().status == 200
    connection.close()


def test_what_is_not_http_gets_400(web: FakeWeb) -> None:
    with socket.create_connection(("127.0.0.1", web.port), 10) as line:
        line.sendall(b"hello\r\n\r\n")
        assert line.recv(100).startswith(b"HTTP/1.1 400 ")


def test_refusals_end_after_a_while(web: FakeWeb) -> None:
    answers = [ask(web, article(web, "bad-429", 1))[0] for _ in range(3)]

    assert [answer.status for answer in answers] == [429, 429, 200]
    assert answers[0].headers["Retry-After"] == "1"


def test_redirect_chains_end_and_loops_do_not(web: FakeWeb) -> None:
    def follow(address: str) -> list[int]:
        seen: list[int] = []
        while len(seen) < 12:
            response, _ = ask(web, address)
            seen.append(response.status)
            if response.status == 200:
                break
            address = f"http://{urlsplit(address).netloc}{response.headers['Location']}"
        return seen

    assert follow(article(web, "bad-chain")) == [301, 302, 301, 302, 200]
    assert set(follow(article(web, "bad-loop"))) == {302}


def test_wrong_contents(web: FakeWeb) -> None:
    response, body = ask(web, article(web, "bad-pdf"))
    assert body.startswith(b"%PDF")
    assert response.headers["Content-Type"].startswith("text/html")
    assert (
        ask(web, article(web, "bad-octet"))[0].headers["Content-Type"] == "application/octet-stream"
    )
    assert ask(web, article(web, "bad-410"))[0].status == 410
    assert urlsplit(ask(web, article(web, "bad-private"))[0].headers["Location"]).hostname in (
        "10.11.12.13",
        "169.254.169.254",
    )
    bomb = ask(web, article(web, "bad-bomb"))[1]
    assert len(bomb) < 200_000
    assert len(gzip.decompress(bomb)) > 100_000_000


def test_broken_deliveries(web: FakeWeb) -> None:
    with pytest.raises(http.client.IncompleteRead):
        ask(web, article(web, "bad-truncate"))
    with pytest.raises(ConnectionResetError):
        ask(web, article(web, "bad-reset"))
    assert not ask(web, article(web, "bad-length"))[1].rstrip().endswith(b"</html>")
    assert ask(web, web.address("bad-truncate"))[1].rstrip().endswith(b"</html>")


def test_faults_are_switched_on_and_off(web: FakeWeb) -> None:
    page = web.address("carpenters", "/viewforum.php?f=2")
    web.misbehave("carpenters", "404", path="/viewforum.php")
    assert ask(web, page)[0].status == 404
    web.misbehave("carpenters", "404", path="/viewforum.php", on=False)
    assert ask(web, page)[0].status == 200
    web.misbehave("carpenters", "drip", amount=0.2)
    assert ask(web, page)[1].rstrip().endswith(b"</html>")
    web.misbehave("carpenters", "slow", amount=0.1)
    assert ask(web, page)[1].rstrip().endswith(b"</html>")
    web.misbehave("carpenters", "slow", on=False)


def test_commands_that_make_no_sense_are_refused_with_a_reason(web: FakeWeb) -> None:
    with pytest.raises(FakeWebError, match="unknown kind 'nonsense'"):
        web.misbehave("carpenters", "nonsense")
    with pytest.raises(FakeWebError, match="no such host"):
        web.publish("nobody")
    with pytest.raises(FakeWebError, match="cannot be redesigned"):
        web.redesign("carpenters")
    with pytest.raises(FakeWebError, match="no thread number 999"):
        web.reply("carpenters", 999)
    with pytest.raises(FakeWebError, match="no article number 999"):
        web.edit("harbour-times", 999)
    with pytest.raises(FakeWebError, match="no article number 1"):
        web.remove("carpenters", 1)
    with pytest.raises(FakeWebError, match="no such command"):
        web.command("GET", "/nonsense")


def test_publication_and_replies_on_command_reach_ledger_and_pages(web: FakeWeb) -> None:
    before = len(web.ledger(bodies=False))
    web.publish("harbour-times", 3)
    web.publish("carpenters")
    web.reply("carpenters", 1, 2)
    new = [entry for entry in web.ledger() if not entry["initial"]]

    assert len(web.ledger(bodies=False)) == before + 4
    assert len(new) == 4
    feed = ask(web, web.address("harbour-times", "/rss.xml"))[1].decode()
    assert all(entry["title"] in feed for entry in new if entry["kind"] == "article")


def test_requests_are_logged_with_their_conditional_headers(web: FakeWeb) -> None:
    tag = ask(web, web.address("twins"))[0].headers["ETag"]
    ask(web, web.address("twins"), **{"If-None-Match": tag, "User-Agent": "tester/1"})
    last = web.requests("twins")[-1]

    assert (last["path"], last["status"], last["user_agent"], last["if_none_match"]) == (
        "/",
        304,
        "tester/1",
        tag,
    )


def test_control_is_also_below_a_path_of_every_host(web: FakeWeb) -> None:
    sources = json.loads(ask(web, web.address("twins", "/_control/sources"))[1])

    assert {source["faulty"] for source in sources} == {True, False}


def test_a_redesign_reaches_the_pages(web: FakeWeb) -> None:
    address = article(web, "granite-daily", 5)
    before = ask(web, address)[1]
    web.redesign("granite-daily")

    assert b"<article>" not in before
    assert b"<article>" in ask(web, address)[1]


def test_an_article_is_edited_and_taken_down_without_a_word(web: FakeWeb) -> None:
    address = article(web, "granite-daily", 4)
    before = ask(web, address)[1].decode()
    assert web.edit("granite-daily", 5) == web.edit("granite-daily", 5) == address
    after = ask(web, address)[1].decode()
    assert "(2. edition)" in after
    assert after.replace(" (2. edition)", "") == before
    [listed] = [entry for entry in web.ledger() if entry["url"] == address]
    assert listed["paragraphs"][0].endswith("(2. edition)")

    assert web.remove("granite-daily", 5) == address
    assert ask(web, address)[0].status == 404
    assert ask(web, article(web, "granite-daily", 5))[0].status == 200


def test_articles_are_published_over_time_up_to_the_limit_and_can_be_paused() -> None:
    with FakeWeb.start(stock=2, rate=200, limit=30, sites=("harbour-times", "carpenters")) as web:
        deadline = time.monotonic() + 120
        while len(web.ledger(bodies=False)) < 34 and time.monotonic() < deadline:
            time.sleep(0.05)
        assert len(web.ledger(bodies=False)) == 34

    with FakeWeb.start(stock=2, rate=500, sites=("harbour-times",)) as web:
        web.pause()
        count = len(web.ledger(bodies=False))
        time.sleep(0.05)
        assert len(web.ledger(bodies=False)) == count
        web.resume()
        deadline = time.monotonic() + 120
        while len(web.ledger(bodies=False)) == count and time.monotonic() < deadline:
            time.sleep(0.01)
        assert len(web.ledger(bodies=False)) > count


@pytest.mark.slow
def test_twenty_thousand_articles_are_there_at_once() -> None:
    with FakeWeb.start(stock=20_000, sites=("plain-01",)) as web:
        sources = web.sources()
        assert len(sources) in (1, 500)
        assert len(web.ledger(bodies=False)) == 20_000


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"sites": ("nobody",)}, "no such host: nobody"),
        ({"stock": 40_000}, "stock must be below 32768"),
    ],
)
def test_a_start_that_cannot_work_says_why(options: dict[str, object], reason: str) -> None:
    with pytest.raises(FakeWebError, match=reason):
        FakeWeb.start(**options)
