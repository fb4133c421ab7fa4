"""Metrics for Prometheus, protected by a token or open to this machine only."""

from hmac import compare_digest
from ipaddress import ip_address

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from features.metrics.exposition import MAX_LABELLED, exposition
from storage.database.searches.events import event_counts
from storage.settings import Settings
from watch.events.upkeep import judge_for_page
from watch.loading import load
from watch.sources.source_recalls import lowest_recalls
from watch.system.snapshot import take_snapshot
from webui.apps import stores

_TYPE = "text/plain; version=0.0.4; charset=utf-8"
# Headers that a proxy adds. Behind a proxy every client seems to be on this machine.
_FORWARDED = ("Forwarded", "X-Forwarded-For", "X-Forwarded-Proto", "X-Real-Ip")


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Answer a scrape, or 401 or 403 with the reason."""
    settings = stores().settings
    if settings.metrics_token:
        if not _has_token(request, settings.metrics_token):
            answer = HttpResponse(
                "send the token as Authorization: Bearer\n", content_type="text/plain", status=401
            )
            answer["WWW-Authenticate"] = "Bearer"
            return answer
    # Numbers of a newsroom's sources are not for everyone; a Prometheus beside Newsloom needs no
    # token.
    elif not _is_local(request, settings):
        text = "set NEWSLOOM_METRICS_TOKEN: without it only programs on this machine may read\n"
        return HttpResponse(text, content_type="text/plain", status=403)
    judge_for_page(stores())
    events = load(event_counts).value or ()
    recalls = load(lambda: lowest_recalls(MAX_LABELLED)).value or {}
    return HttpResponse(exposition(take_snapshot(stores()), events, recalls), content_type=_TYPE)


def _has_token(request: HttpRequest, token: str) -> bool:
    kind, _, given = request.headers.get("Authorization", "").partition(" ")
    return kind.lower() == "bearer" and compare_digest(given.strip().encode(), token.encode())


def _is_local(request: HttpRequest, settings: Settings) -> bool:
    if settings.web_origin or any(name in request.headers for name in _FORWARDED):
        return False
    try:
        return ip_address(request.META["REMOTE_ADDR"]).is_loopback
    except ValueError:
        return False
