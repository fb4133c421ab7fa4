"""The browser of tests of whole processes, logged in."""

from tests.e2e.conftest import address, browser, cookies, open_page, password

__all__ = ["address", "browser", "cookies", "open_page", "password"]
