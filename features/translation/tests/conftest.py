"""A translator of our own, and the stores of a web interface that may reach it."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from ipaddress import ip_network
from typing import TYPE_CHECKING

import pytest

from testbed.translators import KEY, MODEL, TranslatorServer, translator_server

if TYPE_CHECKING:
    from watch.stores import Stores

Enter = Callable[..., None]


@pytest.fixture
def server() -> Iterator[TranslatorServer]:
    with translator_server() as running:
        yield running


@pytest.fixture
def near(ports: "Stores") -> "Stores":
    """The ports of a web interface that may reach this machine."""
    ports.settings = replace(ports.settings, webhook_allow_networks=(ip_network("127.0.0.0/8"),))
    return ports


@pytest.fixture
def enter(tables: None, near: "Stores", server: TranslatorServer) -> Enter:
    """Enter the server as a translator of a kind."""
    from features.translation.entered import drafted, save

    def entered(kind: str = "libretranslate", key: str = KEY) -> None:
        address = f"{server.url}/v1" if kind == "chat" else server.url
        model = MODEL if kind == "chat" else ""
        save(drafted(near.settings, kind=kind, address=address, key=key, model=model), "a")

    return entered
