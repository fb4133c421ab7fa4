"""The two profiles, files alone and servers, and a browser in front of the web interface of
``stack``.
"""

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, StorageState, expect

from testbed.servers.process import free_port
from testbed.stack import Stack
from tests.e2e.browser import DESKTOP, answering, chromium, cookies_of_login, log_in, new_admin

# The containers are brought up by `make compose-test`, which names this file itself.
collect_ignore = [] if "COMPOSE_STACK" in os.environ else ["test_compose.py"]

# Five seconds, the usual, are little where other tests want the same cores of a slow machine.
expect.set_options(timeout=60_000)


@pytest.fixture(params=["embedded", pytest.param("servers", marks=pytest.mark.heavy)])
def stores(request: pytest.FixtureRequest) -> dict[str, str]:
    """Addresses of the four stores; none for the embedded profile.

    The contract suites hold both adapters of each port alike. So ``make test`` shows most promises
    of whole processes on files alone, which costs half as much; ``on_both_profiles`` and
    ``on_servers`` mark those that it shows on servers too.
    """
    if request.param == "embedded":
        return {}
    fixtures: dict[str, str] = {
        "database": "mysql_url",
        "queue": "beanstalkd_url",
        "state": "redis_url",
        "documents": "elasticsearch_url",
    }
    return {port: str(request.getfixturevalue(name)) for port, name in fixtures.items()}


@pytest.fixture
def home(tmp_path: Path) -> Any:
    """A folder for logs and embedded stores."""
    return tmp_path / "home"


@pytest.fixture(scope="module")
def stack(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Stack]:
    """Run a web server on empty embedded stores; modules that need more have a fixture of their
    own.
    """
    with Stack(tmp_path_factory.mktemp("web") / "home", WEB_PORT=free_port()) as running:
        running.migrate()
        running.start("web")
        answering(running)
        yield running


@pytest.fixture(scope="module")
def address(stack: Stack) -> str:
    """Give the address of the web interface that the module's fixture ``stack`` runs."""
    return answering(stack)


@pytest.fixture(scope="module")
def password(stack: Stack, address: str) -> str:
    """Give the password of jane, an admin."""
    return new_admin(stack)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Start one browser for all tests of a module; each test opens a context of its own in it.

    Playwright leaves a running event loop in the thread. No test of another module may meet it:
    neither Django nor ``asyncio.run`` works beside it.
    """
    with chromium() as running:
        yield running


@pytest.fixture(scope="module")
def cookies(browser: Browser, address: str, password: str) -> StorageState:
    """Log jane in once for all tests of the module; a login costs as much as many a test."""
    return cookies_of_login(browser, address, password)


@pytest.fixture
def open_page(
    browser: Browser,
    address: str,
    password: str,
    cookies: StorageState,
    request: pytest.FixtureRequest,
) -> Callable[..., Page]:
    """Open a page as jane; anything that the console calls an error fails the test."""

    def logged_in(size: tuple[int, int] = DESKTOP, **options: Any) -> Page:
        context = browser.new_context(
            base_url=address,
            storage_state=cookies,
            viewport={"width": size[0], "height": size[1]},
            **{"locale": "en", **options},
        )
        request.addfinalizer(context.close)
        page = context.new_page()
        troubles: list[str] = []

        def note(message: ConsoleMessage) -> None:
            # The browser also reports a form that was refused (422) as an error.
            if message.type == "error" and "422" not in message.text:
                troubles.append(message.text)

        page.on("console", note)
        page.on("pageerror", lambda error: troubles.append(str(error)))
        request.addfinalizer(lambda: troubles and pytest.fail(f"the browser complains: {troubles}"))
        log_in(page, password)
        return page

    return logged_in
