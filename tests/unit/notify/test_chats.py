"""What each chat is sent, and what is said if it refuses: a server here answers as theirs do."""

import base64
import hashlib
import hmac
import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_network
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, quote_plus, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from notify.errors import NotDelivered
from notify.message import Message, cut, shortened
from notify.slack import slack_body
from notify.teams import teams_body
from storage.settings import Settings

LOOPBACK = (ip_network("127.0.0.0/8"),)
MESSAGE = Message(
    number="ab12",
    subject="Häfen: 2 new documents",
    text="Hafen <zu> & offen\nhttps://news.example/1\n",
    body=b"{}",
)
SECRET = "SEC1"


@dataclass
class Request:
    """What a chat was sent."""

    method: str
    path: str
    headers: dict[str, str]
    body: Any

    @property
    def query(self) -> dict[str, list[str]]:
        return parse_qs(urlsplit(self.path).query)


@dataclass
class Chat:
    """A server that answers as a chat does."""

    url: str
    taken: list[Request] = field(default_factory=list)
    status: int = 200
    answer: bytes = b"{}"


@pytest.fixture
def chat() -> Iterator[Chat]:
    with _serving() as running:
        yield running


@contextmanager
def _serving() -> Iterator[Chat]:
    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            content = self.rfile.read(int(self.headers["Content-Length"]))
            sent = Request(self.command, self.path, dict(self.headers.items()), json.loads(content))
            running.taken.append(sent)
            self.send_response(running.status)
            self.end_headers()
            self.wfile.write(running.answer)

        do_PUT = do_POST  # noqa: N815 http.server's name

        def log_message(self, *_: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        running = Chat(f"http://127.0.0.1:{server.server_port}")
        thread = Thread(target=server.serve_forever, args=(0.05,), daemon=True)
        thread.start()
        try:
            yield running
        finally:
            server.shutdown()
            thread.join()


ADDRESSES = {
    "wecom": "/cgi-bin/webhook/send?key=k1",
    "dingtalk": f"/robot/send?access_token=t1&secret={SECRET}",
    "feishu": f"/open-apis/bot/v2/hook/h1?secret={SECRET}",
    "telegram": "/bot12:token/sendMessage?chat_id=-100",
    "ntfy": "/desk",
    "matrix": "/_matrix/client/v3/rooms/!r:m.example?access_token=t1",
}
TAKEN = {
    "wecom": b'{"errcode":0,"errmsg":"ok"}',
    "dingtalk": b'{"errcode":0,"errmsg":"ok"}',
    "feishu": b'{"StatusCode":0,"StatusMessage":"success","code":0,"data":{},"msg":"success"}',
    "telegram": b'{"ok":true,"result":{}}',
    "ntfy": b'{"id":"1","event":"message"}',
    "matrix": b'{"event_id":"$1"}',
}
REFUSED = {
    "wecom": (200, {"errcode": 93000, "errmsg": "invalid webhook url"}, "invalid webhook url"),
    "dingtalk": (200, {"errcode": 310000, "errmsg": "sign not match"}, "sign not match (310000)"),
    "feishu": (200, {"code": 19021, "msg": "sign match fail"}, "sign match fail (19021)"),
    "telegram": (
        400,
        {"ok": False, "error_code": 400, "description": "Bad Request: chat not found"},
        "status 400: Bad Request: chat not found",
    ),
    "ntfy": (429, {"code": 42901, "http": 429, "error": "limit reached"}, "429: limit reached"),
    "matrix": (403, {"errcode": "M_FORBIDDEN", "error": "not in room"}, "403: not in room"),
}


def send(chat: Chat, way: str, message: Message = MESSAGE) -> Request:
    from notify.messenger import Messenger

    settings = Settings(home=Path("unused"), webhook_allow_networks=LOOPBACK)
    chat.answer = chat.answer if chat.answer != b"{}" else TAKEN[way]
    Messenger(settings).send(way, f"{chat.url}{ADDRESSES[way]}", message, "")
    return chat.taken[-1]


def text_in(request: Request, way: str) -> str:
    """Return what the chat shows."""
    shown: dict[str, Callable[[Any], str]] = {
        "wecom": lambda body: body["text"]["content"],
        "dingtalk": lambda body: body["text"]["content"],
        "feishu": lambda body: body["content"]["text"],
        "telegram": lambda body: body["text"],
        "ntfy": lambda body: f"{body['title']}\n{body['message']}",
        "matrix": lambda body: body["body"],
    }
    return shown[way](request.body)


@pytest.mark.parametrize("way", ADDRESSES)
def test_a_chat_shows_subject_and_text_as_they_are(chat: Chat, way: str, django: None) -> None:
    assert text_in(send(chat, way), way) == f"{MESSAGE.subject}\n{MESSAGE.text}"


@pytest.mark.parametrize(
    ("way", "limit"),
    [
        ("wecom", 2_048),
        ("dingtalk", 20_000),
        ("feishu", 20_000),
        ("telegram", 4_096),
        ("ntfy", 4_096 + 250),
        ("matrix", 65_000),
    ],
)
def test_a_long_message_is_cut_to_what_the_chat_takes(
    chat: Chat, way: str, limit: int, django: None
) -> None:
    all_of_it = "All matches: https://news.example/search/?q=%E9%93%B6"
    text = '银行 “"”\nhttps://bank.example/1\n' * 50_000 + f"{all_of_it}\n"
    shown = text_in(send(chat, way, Message(number="1", subject="银行", text=text, body=b"")), way)
    size = len(shown.encode("utf-16-le")) // 2 if way == "telegram" else len(shown.encode())
    assert limit / 2 < size <= limit
    subject, *lines, left_out, last = shown.split("\n")
    assert (subject, left_out, last) == ("银行", "…", all_of_it)
    assert set(lines) == {'银行 “"”', "https://bank.example/1"}, "no line is cut"
    assert len(json.dumps(chat.taken[-1].body, ensure_ascii=False).encode()) <= max(limit, 20_000)


@pytest.mark.parametrize("way", ADDRESSES)
def test_what_a_chat_says_of_a_refused_message_is_told(chat: Chat, way: str, django: None) -> None:
    chat.status, answer, said = REFUSED[way]
    chat.answer = json.dumps(answer).encode()
    with pytest.raises(NotDelivered) as error:
        send(chat, way)
    assert said in str(error.value)
    assert "t1" not in str(error.value), "the address is a key"


@pytest.mark.parametrize("way", ["wecom", "dingtalk", "feishu"])
@pytest.mark.parametrize("answer", [b"", b"<html>moved</html>", b"[]", b'{"ok":1}'])
def test_an_answer_that_is_not_the_robots_is_no_success(
    chat: Chat, way: str, answer: bytes, django: None
) -> None:
    chat.answer = answer or b" "
    with pytest.raises(NotDelivered, match="did not take the message"):
        send(chat, way)


def test_an_error_of_teams_behind_its_webhook_is_no_success(chat: Chat, django: None) -> None:
    from notify.teams import deliver

    settings = Settings.from_mapping({"NEWSLOOM_WEBHOOK_ALLOW_NETWORKS": "127.0.0.0/8"})
    # A workflow of one's own may answer with what it was sent.
    for said in (b"1", b'{"text": "News: HTTP error 503"}'):
        chat.answer = said
        deliver(settings, f"{chat.url}/webhookb2/1", MESSAGE, "")
    chat.answer = b"Webhook message delivery failed with error: it returned HTTP error 429"
    with pytest.raises(NotDelivered, match="HTTP error 429"):
        deliver(settings, f"{chat.url}/webhookb2/1", MESSAGE, "")


@pytest.mark.parametrize("way", ADDRESSES)
def test_no_chat_may_be_on_a_private_network(chat: Chat, way: str, django: None) -> None:
    from notify.messenger import Messenger

    with pytest.raises(NotDelivered, match="NEWSLOOM_WEBHOOK_ALLOW_NETWORKS"):
        Messenger(Settings(home=Path("unused"))).send(
            way, f"{chat.url}{ADDRESSES[way]}", MESSAGE, ""
        )
    assert not chat.taken


def test_dingtalk_gets_a_signature_and_not_the_secret(chat: Chat, django: None) -> None:
    request = send(chat, "dingtalk")
    (timestamp,) = request.query["timestamp"]
    digest = hmac.new(SECRET.encode(), f"{timestamp}\n{SECRET}".encode(), hashlib.sha256).digest()
    assert f"sign={quote_plus(base64.b64encode(digest))}" in request.path
    assert request.query["access_token"] == ["t1"]
    assert SECRET not in request.path


def test_feishu_gets_a_signature_and_not_the_secret(chat: Chat, django: None) -> None:
    request = send(chat, "feishu")
    key = f"{request.body['timestamp']}\n{SECRET}".encode()
    digest = hmac.new(key, b"", hashlib.sha256).digest()
    assert request.body["sign"] == base64.b64encode(digest).decode()
    assert request.path == "/open-apis/bot/v2/hook/h1"


def test_telegram_gets_the_chat_and_shows_no_preview(chat: Chat, django: None) -> None:
    request = send(chat, "telegram")
    assert request.path == "/bot12:token/sendMessage"
    assert request.body["chat_id"] == "-100"
    assert request.body["link_preview_options"] == {"is_disabled": True}


def test_ntfy_gets_the_topic_at_its_root(chat: Chat, django: None) -> None:
    request = send(chat, "ntfy")
    assert (request.path, request.body["topic"]) == ("/", "desk")


def test_a_repeated_message_is_the_same_event_of_a_matrix_room(chat: Chat, django: None) -> None:
    first, second = send(chat, "matrix"), send(chat, "matrix")
    assert first.method == "PUT"
    assert first.path == second.path
    assert first.path.endswith("/rooms/!r:m.example/send/m.room.message/newsloom-ab12")
    assert first.headers["Authorization"] == "Bearer t1"


@pytest.mark.parametrize(
    ("way", "target"),
    [
        ("wecom", "https://qyapi.weixin.qq.com/cgi-bin/webhook/send"),
        ("dingtalk", "https://oapi.dingtalk.com/robot/send?secret=SEC1"),
        ("feishu", "https://open.feishu.cn/open-apis/bot/v2/"),
        ("telegram", "https://api.telegram.org/bot1:a/sendMessage"),
        ("ntfy", "https://ntfy.sh/"),
        ("matrix", "https://matrix.example.org/_matrix/client/v3/rooms/!a:b"),
    ],
)
def test_an_address_without_its_key_is_refused_with_an_example(
    tmp_path: Path, way: str, target: str, django: None
) -> None:
    from notify.targets import TARGETS, target_problems
    from webui.problems import in_words

    (problem,) = target_problems(Settings(home=tmp_path), way, target, "alert")
    assert in_words(problem) == f"Enter an address of this form: {TARGETS[way].example}"


@pytest.mark.parametrize("way", ADDRESSES)
def test_the_addresses_here_and_the_examples_are_taken(
    tmp_path: Path, way: str, django: None
) -> None:
    from notify.targets import TARGETS, target_problems

    for target in (f"https://chat.example{ADDRESSES[way]}", TARGETS[way].example.replace("…", "x")):
        assert not list(target_problems(Settings(home=tmp_path), way, target, "alert"))


TITLES = (
    '<at user_id="all">everyone</at> @all @everyone',
    "<!channel> <@U123> @channel",
    "@room <a href='http://evil.example/'>a link</a> <b>bold</b>",
    "[a link](http://evil.example/2)",
)


@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("way", ["wecom", "dingtalk", "feishu", "telegram"])
def test_a_title_calls_nobody_and_makes_no_link(
    chat: Chat, way: str, title: str, django: None
) -> None:
    shown = text_in(send(chat, way, Message(number="1", subject=title, text=title, body=b"")), way)
    for sign in ("<at", "</at", "@all", "@every", "@chan", "@room", "<!", "<@", "<a ", "<b", "]("):
        assert sign not in shown
    assert shown.replace("\u200b", "") == f"{title}\n{title}", "it looks the same"


def test_signs_that_mean_nothing_stay(chat: Chat, django: None) -> None:
    text = "5 < 6 > 4, a@b.example, AT&T, https://s.example/@ann?u=@b, <noise> [1] (2)"
    for way in ADDRESSES:
        sent = send(chat, way, Message(number="1", subject="S", text=text, body=b""))
        assert text_in(sent, way) == f"S\n{text}"


def test_a_matrix_message_names_nobody(chat: Chat, django: None) -> None:
    sent = send(chat, "matrix", Message(number="1", subject="S", text="@room", body=b""))
    assert (sent.body["body"], sent.body["m.mentions"]) == ("S\n@room", {})


def test_telegram_takes_no_text_for_markup(chat: Chat, django: None) -> None:
    from notify.messenger import Messenger

    target = f"{chat.url}{ADDRESSES['telegram']}&parse_mode=HTML&disable_notification=true"
    settings = Settings(home=Path("unused"), webhook_allow_networks=LOOPBACK)
    Messenger(settings).send("telegram", target, MESSAGE, "")
    assert "parse_mode" not in chat.taken[-1].body
    assert chat.taken[-1].body["disable_notification"] == "true"


@pytest.mark.parametrize("title", TITLES)
def test_slack_and_its_like_call_nobody(title: str) -> None:
    shown = json.loads(slack_body("S", title))["text"]
    for sign in ("<", ">", "@all", "@every", "@chan", "@room", "@U123", "]("):
        assert sign not in shown
    shown = json.loads(slack_body("S", "5 < 6 > 4\n" * 9_000 + "All: https://a.example/"))["text"]
    assert shown.endswith("5 &lt; 6 &gt; 4\n…\nAll: https://a.example/")


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("[a link](http://evil.example/2)", "\\[a link\\]\u200b(http://evil.example/2)"),
        ("*Stars* and _lines_", "\\*Stars\\* and \\_lines\\_"),
        ("2. Second", "2\\. Second"),
        ("- First", "\\- First"),
        ("5 < 6 - 4, 2.5", "5 < 6 - 4, 2.5"),
        ("https://a.example/a_b_c*d", "https://a.example/a_b_c*d"),
        ("All matches: https://a.example/?a_b=_c_", "All matches: https://a.example/?a_b=_c_"),
        ("http://x[a](http://evil.example/)", "http://x\\[a\\]\u200b(http://evil.example/)"),
    ],
)
def test_teams_gets_no_markdown_of_a_title(line: str, shown: str) -> None:
    card = json.loads(teams_body(line, line))["attachments"][0]["content"]
    assert [block["text"] for block in card["body"]] == [shown] * 2


def test_a_long_message_to_teams_keeps_its_last_line() -> None:
    body = teams_body("S", "银行\n" * 9_000 + "All: https://a.example/")
    texts = [each["text"] for each in json.loads(body)["attachments"][0]["content"]["body"]]
    assert texts[-3:] == ["银行", "…", "All: https://a.example/"]
    assert 14_000 < len(body) < 28_000


@given(st.text(), st.integers(20, 200))
def test_a_shortened_text_fits_and_loses_whole_lines(text: str, room: int) -> None:
    short = shortened(text, room)
    assert len(short.encode()) <= room
    *lines, last = text.rstrip("\n").split("\n")
    if short.endswith(f"…\n{last}"):
        assert lines[: short.count("\n") - 1] == short.split("\n")[:-2]


@given(st.text(), st.integers(3, 200))
def test_a_cut_text_fits_and_is_a_beginning(text: str, most: int) -> None:
    short = cut(text, most)
    assert len(short.encode()) <= most
    assert short == text or text.startswith(short.removesuffix("…"))
