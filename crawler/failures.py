"""Why a fetch gave no page, as an outcome: every error of the downloader has one."""

from email.utils import parsedate_to_datetime

from scrapy.exceptions import (
    CannotResolveHostError,
    DownloadCancelledError,
    DownloadConnectionRefusedError,
    DownloadFailedError,
    DownloadTimeoutError,
    IgnoreRequest,
    ResponseDataLossError,
    UnsupportedURLSchemeError,
)
from twisted.internet import error as network
from twisted.web.client import ResponseFailed

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


class FetchFailed(IgnoreRequest):
    """A fetch that gave no page. Scrapy takes it, by its parent, for a request that was dropped on purpose."""

    def __init__(self, outcome: Outcome, detail: str, retry_after_seconds: float = 0.0) -> None:
        self.outcome = outcome
        self.detail = detail
        self.retry_after_seconds = retry_after_seconds
        super().__init__(f"{outcome}: {detail}")


class CrossHostRedirect(IgnoreRequest):
    """The page lies on another host, at ``url``; nothing was asked there yet."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(url)


def classify(error: Exception) -> FetchFailed:
    """Return the failure that an error of Scrapy's downloader stands for."""
    if isinstance(error, FetchFailed):
        return error
    text = f"{type(error).__name__}: {error}"[:300]
    if _is_tls(error):
        return FetchFailed(Outcome.TLS, text)
    if isinstance(error, ResponseFailed | DownloadFailedError):
        # The connection ended while the answer was under way.
        return FetchFailed(Outcome.TRUNCATED if "DataLoss" in text else Outcome.CONNECT, text)
    for classes, outcome in _BY_CLASS:
        if isinstance(error, classes):
            return FetchFailed(outcome, text)
    return FetchFailed(Outcome.INTERNAL, text)


def check_status(status: int, retry_after: str, now: float) -> None:
    """Raise FetchFailed unless the status (RFC 9110, 15) brings a page or says that it has not changed."""
    if 200 <= status < 300 or status == 304:
        return
    if status in (404, 410):
        raise FetchFailed(Outcome.GONE, f"HTTP {status}")
    if status == 429 or (status == 503 and retry_after):
        raise FetchFailed(Outcome.THROTTLED, f"HTTP {status}", _seconds(retry_after, now))
    if 300 <= status < 400:
        # Scrapy follows what can be followed; this one names no address, or one that is not of the web.
        raise FetchFailed(Outcome.REDIRECT_LOOP, f"HTTP {status} leads nowhere")
    raise FetchFailed(Outcome.HTTP_5XX if status >= 500 else Outcome.HTTP_4XX, f"HTTP {status}")


def _seconds(retry_after: str, now: float) -> float:
    """Read Retry-After, seconds or a date (RFC 9110, 10.2.3); a minute where it says nothing readable."""
    if retry_after.strip().isdigit():
        return min(float(retry_after), 86_400.0)
    try:
        wait = parsedate_to_datetime(retry_after).timestamp() - now
    except ValueError:
        return 60.0
    return min(max(wait, 0.0), 86_400.0)


def _is_tls(error: BaseException) -> bool:
    reasons = getattr(error, "reasons", ())
    parts = [error, error.__cause__, *(getattr(reason, "value", None) for reason in reasons)]
    return any("OpenSSL" in type(part).__module__ or isinstance(part, network.SSLError) for part in parts if part)
