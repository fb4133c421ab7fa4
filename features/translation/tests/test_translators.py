"""The port *translator*: what both adapters promise, over a server that speaks both interfaces."""

import json
import socket
import threading
import time
from collections.abc import Callable
from ipaddress import ip_network
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crawler.addresses import NetworkRules
from features.translation.translators.opening import Kind, open_translator
from features.translation.translators.port import Interface, Translator
from notify.errors import NoAnswer, NotDelivered
from testbed.servers.process import free_port
from testbed.translators import KEY, MODEL, TranslatorServer, translated

NEAR = NetworkRules(allow=(ip_network("127.0.0.0/8"),))
TEXTS = ["Der Hafen öffnet.", "“Ja” & <b>\n1"]
SECONDS = 10.0
Open = Callable[..., Translator]


@pytest.fixture(params=list(Kind))
def opened(request: pytest.FixtureRequest, server: TranslatorServer) -> Open:
    def of(url: str = "", key: str = KEY, rules: NetworkRules = NEAR) -> Translator:
        path = "/v1" if request.param == Kind.CHAT else ""
        interface = Interface(address=f"{url or server.url}{path}", rules=rules, key=key)
        return open_translator(request.param, interface, MODEL)

    return of


def problem_of(translator: Translator, seconds: float = SECONDS) -> str:
    with pytest.raises(NotDelivered) as refused:
        translator.translate(TEXTS, "de", "en", seconds)
    return str(refused.value)


def test_texts_come_back_in_order_and_in_one_line(opened: Open, server: TranslatorServer) -> None:
    found = opened().translate(TEXTS, "de", "zh-hans", SECONDS)
    assert found == [" ".join(translated(text, "zh").split()) for text in TEXTS]
    assert server.sent() == TEXTS
    assert len(server.asked) == 1
    opened().translate(TEXTS, "zh-Hant", "en", SECONDS)
    assert server.asked[1][2].get("source", "zt") == "zt"


def test_a_server_that_is_away_or_silent_is_named(opened: Open, server: TranslatorServer) -> None:
    away = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(NoAnswer, match=r"Nothing accepts connections at port \d+ of 127"):
        opened(away).translate(TEXTS, "de", "en", SECONDS)
    server.may_answer.clear()
    with pytest.raises(NoAnswer, match="took longer than 20 seconds"):
        opened().translate(TEXTS, "de", "en", 0.2)


def test_a_private_address_is_not_reached(opened: Open, server: TranslatorServer) -> None:
    said = problem_of(opened(rules=NetworkRules(setting="NEWSLOOM_WEBHOOK_ALLOW_NETWORKS")))
    assert "private address 127.0.0.1" in said
    assert "NEWSLOOM_WEBHOOK_ALLOW_NETWORKS" in said
    assert server.asked == []


def test_a_refusal_is_told_in_the_words_of_the_server(
    opened: Open, server: TranslatorServer
) -> None:
    assert "Invalid API key" in problem_of(opened(key="wrong"))
    server.status, server.body = 500, b"[" * 60_000
    assert "answered with status 500. It must" in problem_of(opened())
    server.status, server.body = 302, b""
    assert "answered with status 302" in problem_of(opened())


def test_a_server_that_repeats_the_key_does_not_tell_it_to_readers(
    opened: Open, server: TranslatorServer
) -> None:
    server.status = 401
    server.body = json.dumps({"error": f"Key {KEY} is wrong. {'!' * 900}"}).encode()
    said = problem_of(opened())
    assert "answered with status 401: Key (hidden) is wrong." in said
    assert len(said) < 400


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"<!doctype html><title>Log in</title>",
        b"[" * 60_000,
        b"null",
        b"[]",
        b'{"translatedText": "one"}',
        b'{"translatedText": ["one", 2], "choices": []}',
        b'{"translatedText": {}, "choices": [{"message": {"content": null}}]}',
        b'{"choices": [{"message": {"content": "I cannot do that."}}]}',
        b'{"choices": [{"message": {"content": "[\\"half\\", "}}]}',
        json.dumps({"translatedText": ["x" * 100_000, "y"]}).encode(),
    ],
)
def test_an_answer_of_another_form_is_no_translation(
    opened: Open, server: TranslatorServer, body: bytes
) -> None:
    server.body = body
    said = problem_of(opened())
    assert said.startswith("127.0.0.1 does not answer as a translator. Check the address")


@pytest.mark.parametrize("texts", [[], ["one"], ["one", "two", "three"]])
def test_another_number_of_texts_is_refused(
    opened: Open, server: TranslatorServer, texts: list[Any]
) -> None:
    server.texts = texts
    assert f"asked for 2 texts and answered with {len(texts)}" in problem_of(opened())


@pytest.mark.parametrize("text", ["", " \n", "\x00", "long " * 500])
def test_nothing_and_far_too_much_are_refused(
    opened: Open, server: TranslatorServer, text: str
) -> None:
    server.texts = ["one", text]
    assert "empty, or far longer" in problem_of(opened())


def test_what_a_model_writes_around_its_array_does_not_count(server: TranslatorServer) -> None:
    server.around = ("Here you are:\n```json\n", "\n```")
    interface = Interface(address=f"{server.url}/v1", rules=NEAR, key=KEY)
    chat = open_translator(Kind.CHAT, interface, MODEL)
    assert chat.translate(TEXTS, "de", "en", SECONDS)[0] == translated(TEXTS[0], "en")


def test_an_answer_that_trickles_is_cut_off(opened: Open, server: TranslatorServer) -> None:
    server.trickles = True
    assert problem_of(opened(), 0.3).startswith("127.0.0.1 took longer than 20 seconds")
    assert problem_of(opened(), 0).startswith("127.0.0.1 took longer than 20 seconds")


def test_a_server_that_does_not_end_its_handshake_is_cut_off(opened: Open) -> None:
    """A thread of the web interface waits for it."""
    was_cut = threading.Event()

    def trickle() -> None:
        link, _ = listening.accept()
        with link:
            # The head of a long record, which comes byte by byte.
            link.sendall(b"\x16\x03\x03\x40\x00")
            for _ in range(300):
                time.sleep(0.02)
                try:
                    link.sendall(b"\0")
                except OSError:
                    was_cut.set()
                    return

    with socket.create_server(("127.0.0.1", 0)) as listening:
        thread = threading.Thread(target=trickle, daemon=True)
        thread.start()
        address = f"https://127.0.0.1:{listening.getsockname()[1]}"
        with pytest.raises(NoAnswer, match="took longer than 20 seconds"):
            opened(address).translate(TEXTS, "de", "en", 0.3)
        thread.join()
    assert was_cut.is_set()


@given(st.lists(st.text(min_size=1), min_size=1, max_size=4), st.lists(st.text(), max_size=4))
def test_whatever_comes_back_can_be_stored_or_is_refused(
    texts: list[str], answer: list[str]
) -> None:
    interface = Interface(address="https://translate.example", rules=NetworkRules())
    try:
        found = interface.usable(answer, texts)
    except NotDelivered:
        return
    assert len(found) == len(texts)
    for line in found:
        assert line.encode()
        assert line == " ".join(line.split())
        assert line.isprintable() or not any(ord(each) < 32 for each in line)
