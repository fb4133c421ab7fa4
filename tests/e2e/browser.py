"""What the browser tests share: the browser, a session in it, and the checks that every page must
pass.
"""

import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, StorageState, sync_playwright

from testbed.servers.errors import IN_CI
from testbed.stack import Stack, wait_until

_SHELL, _WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = _SHELL if _SHELL.exists() else _WHOLE
"""The browser without its windows needs a third of the CPU time; the whole one serves where that is
all there is.
"""
DESKTOP, PHONE = (1280, 900), (360, 740)
_WIDEST_PHONE = 480
_HARDEST = (PHONE, "dark", "zh-CN")
_EVERYDAY = ((DESKTOP, "light", "en"), _HARDEST)
LOOKS = [
    pytest.param(
        (size, scheme, language),
        id=f"{'phone' if size == PHONE else 'desktop'}-{scheme}-{language}",
        marks=() if (size, scheme, language) == _HARDEST else pytest.mark.heavy,
    )
    for size in (DESKTOP, PHONE)
    for scheme in ("light", "dark")
    for language in ("en", "zh-CN")
]
"""Every way a page may be looked at. One is everyday, which leaves least room; the others are heavy.

Light pages in English are those of test_webui_sources.py and test_webui_overview.py, and of all
tests that read pages in both everyday looks.
"""
WALKED = [look for look in LOOKS if look.values[0] in _EVERYDAY]
"""The looks in which a test walks through pages from one end to the other: the one that leaves
least room, and weekly a light desktop in English.
"""
Look = tuple[tuple[int, int], str, str]
_FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
)


def pages_in_everyday_looks(
    browser: Browser, address: str, cookies: StorageState
) -> Iterator[tuple[Page, int]]:
    """Yield a page with its width on a desktop, light and English; then one on a phone, dark and
    Chinese.
    """
    for look in _EVERYDAY:
        page, width = page_in(browser, address, cookies, look)
        yield page, width
        page.context.close()


def page_in(browser: Browser, address: str, cookies: StorageState, look: Look) -> tuple[Page, int]:
    """Return a page that is looked at in this way, with its width."""
    (width, height), scheme, language = look
    context = browser.new_context(
        base_url=address,
        locale=language,
        storage_state=cookies,
        viewport={"width": width, "height": height},
        color_scheme="dark" if scheme == "dark" else "light",
    )
    return context.new_page(), width


needs_chromium = pytest.mark.skipif(
    # In CI a missing browser fails, as a missing server does.
    not CHROMIUM.exists() and not IN_CI,
    reason="server not available: chromium; try `python -m testbed.servers install`",
)


@contextmanager
def chromium() -> Iterator[Browser]:
    """Start a browser without windows."""
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=str(CHROMIUM), args=list(_FLAGS))
        yield running
        running.close()


def answering(stack: Stack) -> str:
    """Wait for the web interface; return its address."""
    address = f"http://127.0.0.1:{stack.settings.web_port}"

    def answers() -> bool:
        try:
            with urllib.request.urlopen(f"{address}/readyz", timeout=5) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    wait_until(answers, 180, "the web interface answers", stack.logs)
    return address


def new_admin(stack: Stack) -> str:
    """Add jane; return her password."""
    return stack.run("user", "add", "jane", "--group", "admin").stdout.strip().rpartition(" ")[2]


def cookies_of_login(browser: Browser, address: str, password: str) -> StorageState:
    """Log in as jane; return the cookies with which other contexts are logged in too."""
    context = browser.new_context(base_url=address)
    log_in(context.new_page(), password)
    cookies = context.storage_state()
    context.close()
    return cookies


def log_in(page: Page, password: str, user: str = "jane") -> None:
    """Log in, unless the page has the cookies of a login already."""
    # Half a minute, the usual, is little where other tests want the same cores of a slow machine.
    page.context.set_default_timeout(120_000)
    page.goto("/")
    if page.locator("form.account").count():
        return
    page.locator("#id_username").fill(user)
    page.locator("#id_password").fill(password)
    page.locator("#id_password").press("Enter")
    page.wait_for_selector("form.account")


def assert_fits_and_is_accessible(page: Page, width: int) -> None:
    """Check that the page needs no sideways scrolling, and that axe finds nothing, good practice
    included; on a phone, also that fingers have 24 pixels for each target (WCAG 2.5.8).
    """
    # A click returns when the next page is under way: it may have no element yet.
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    rules = {"target-size": {"enabled": width <= _WIDEST_PHONE}}
    results = Axe().run(page, options={"resultTypes": ["violations"], "rules": rules})
    assert results.violations_count == 0, f"{page.url}: {results.generate_report()}"
