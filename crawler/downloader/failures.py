"""Map every error of Scrapy's downloader to a fetch failure with its outcome."""

from scrapy.core.downloader.handlers.http11 import TunnelError
from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    UnsupportedURLSchemeError,
)
from twisted.internet import error as network
from twisted.web.client import ResponseFailed

from crawler.downloader.handler import HeadersTooLarge
from crawler.failures import FetchFailed
from storage.outcomes import Outcome

_BY_CLASS: tuple[tuple[tuple[type[BaseException], ...], Outcome, str], ...] = (
    ((CannotResolveHostError, network.DNSLookupError), Outcome.DNS, "the host name has no address"),
    (
        (DownloadTimeoutError, network.TimeoutError, TimeoutError),
        Outcome.TIMEOUT,
        "the server did not answer in time",
    ),
    ((DownloadCancelledError,), Outcome.TOO_LARGE, "the response is too large"),
    ((UnsupportedURLSchemeError,), Outcome.NOT_HTML, "this is not an http or https address"),
    (
        (DownloadConnectionRefusedError, network.ConnectionRefusedError),
        Outcome.CONNECT,
        "the server refuses connections",
    ),
    ((TunnelError,), Outcome.CONNECT, "the proxy does not connect to the site"),
    ((network.ConnectError, network.ConnectionLost), Outcome.CONNECT, "the connection failed"),
)
_MAX_DETAIL = 300


def classify(error: Exception) -> FetchFailed:
    """Return the failure that an error of Scrapy's downloader stands for; an unknown one is
    INTERNAL.
    """
    if isinstance(error, FetchFailed):
        return error
    if _is_tls(error):
        return FetchFailed(Outcome.TLS, _detail("the TLS connection failed", error))
    for part in _parts(error):
        if isinstance(part, HeadersTooLarge):
            return FetchFailed(Outcome.TOO_LARGE, str(part))
    if isinstance(error, ResponseFailed | DownloadFailedError):
        # The connection ended in the middle of the response.
        is_cut = "DataLoss" in f"{type(error).__name__}: {error}"
        outcome = Outcome.TRUNCATED if is_cut else Outcome.CONNECT
        return FetchFailed(outcome, _detail("the connection ended before the response", error))
    for classes, outcome, what in _BY_CLASS:
        if isinstance(error, classes):
            return FetchFailed(outcome, _detail(what, error))
    return FetchFailed(Outcome.INTERNAL, _detail(type(error).__name__, error))


def _detail(what: str, error: Exception) -> str:
    """Return what happened in plain words, then the library's own words."""
    if str(error):
        return f"{what} ({error})"[:_MAX_DETAIL]
    return what


def _is_tls(error: BaseException) -> bool:
    return any(
        "OpenSSL" in type(part).__module__ or isinstance(part, network.SSLError)
        for part in _parts(error)
    )


def _parts(error: BaseException) -> list[BaseException]:
    """Return an error with its cause and the reasons that Twisted wraps in either."""
    parts = [error, error.__cause__] if error.__cause__ else [error]
    for each in tuple(parts):
        values = (getattr(reason, "value", None) for reason in getattr(each, "reasons", ()))
        parts += [value for value in values if value is not None]
    return parts
