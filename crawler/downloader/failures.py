"""Map every error of Scrapy's downloader to a fetch failure with its outcome."""

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from twisted.internet import error as network
from twisted.web.client import ResponseFailed

from crawler.downloader.handler import HeadersTooLarge
from crawler.failures import FetchFailed
from storage.outcomes import Outcome

_BY_CLASS: tuple[tuple[tuple[type[BaseException], ...], Outcome], ...] = (
    ((CannotResolveHostError, network.DNSLookupError), Outcome.DNS),
    ((DownloadTimeoutError, network.TimeoutError, TimeoutError), Outcome.TIMEOUT),
    ((DownloadCancelledError,), Outcome.TOO_LARGE),
    ((ResponseDataLossError,), Outcome.TRUNCATED),
    ((UnsupportedURLSchemeError,), Outcome.NOT_HTML),
    ((network.SSLError,), Outcome.TLS),
    ((DownloadConnectionRefusedError, network.ConnectError, network.ConnectionLost), Outcome.CONNECT),
)
_MAX_DETAIL = 300


def classify(error: Exception) -> FetchFailed:
    """Return the failure that an error of Scrapy's downloader stands for; an unknown one is INTERNAL."""
    if isinstance(error, FetchFailed):
        return error
    text = f"{type(error).__name__}: {error}"[:_MAX_DETAIL]
    if _is_tls(error):
        return FetchFailed(Outcome.TLS, text)
    if (part := next((part for part in _parts(error) if isinstance(part, HeadersTooLarge)), None)) is not None:
        return FetchFailed(Outcome.TOO_LARGE, str(part))
    if isinstance(error, ResponseFailed | DownloadFailedError):
        # The connection ended in the middle of the response.
        return FetchFailed(Outcome.TRUNCATED if "DataLoss" in text else Outcome.CONNECT, text)
    for classes, outcome in _BY_CLASS:
        if isinstance(error, classes):
            return FetchFailed(outcome, text)
    return FetchFailed(Outcome.INTERNAL, text)


def _is_tls(error: BaseException) -> bool:
    return any("OpenSSL" in type(part).__module__ or isinstance(part, network.SSLError) for part in _parts(error))


def _parts(error: BaseException) -> list[BaseException]:
    """Return an error with its cause and the reasons that Twisted wraps in either."""
    wrapped = [error, error.__cause__] if error.__cause__ else [error]
    reasons = [getattr(reason, "value", None) for each in wrapped for reason in getattr(each, "reasons", ())]
    return [*wrapped, *(reason for reason in reasons if reason is not None)]
