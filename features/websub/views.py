"""What hubs call: to verify a subscription, and to tell that a feed has changed.

The address is the secret.
"""

import hmac
import logging

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods

from features.websub import store
from features.websub.callback_keys import hub_secrets, is_hub_token
from features.websub.decisions import lease_of, next_attempt, renewal
from features.websub.log_events import HubEvent
from features.websub.models import HubSubscription
from notify.errors import ProblemText, to_translate
from storage.database.clock import database_now
from storage.database.secret_keys import search_number

logger = logging.getLogger(__name__)

_METHODS = frozenset({"sha1", "sha256", "sha384", "sha512"})
"""The methods of ``X-Hub-Signature`` (WebSub, section 7.1)."""
_DENIED = to_translate("The hub has denied the subscription.")
_DENIED_WITH_REASON = to_translate("The hub has denied the subscription: %(why)s")
_DENIED_ATTEMPTS = 16
_MAX_CHALLENGE_LENGTH = 1_000
State = HubSubscription.State


@csrf_exempt
@require_http_methods(["GET", "POST"])
def callback(request: HttpRequest, token: str) -> HttpResponse:
    """Answer a hub.

    For an address that is not, or no longer, in use the answer is 404, or 410 to a message.
    """
    number = search_number(token)
    subscription = store.find_hub_subscription(number) if number is not None else None
    if subscription is None or not is_hub_token(subscription, token):
        if request.method == "POST":
            return HttpResponse(
                "This subscription has ended.\n", content_type="text/plain", status=410
            )
        raise Http404
    if request.method == "POST":
        return _taken(request, subscription)
    return _verified(request.GET, subscription)


def _verified(query: QueryDict, subscription: HubSubscription) -> HttpResponse:
    """Agree to what Newsloom has asked for, and to nothing else; take note of a denial."""
    mode, challenge = query.get("hub.mode"), query.get("hub.challenge", "")
    # Anybody may ask here; agreeing would echo what a stranger has sent.
    if query.get("hub.topic") != subscription.topic or len(challenge) > _MAX_CHALLENGE_LENGTH:
        raise Http404
    now = database_now()
    if mode == "denied":
        reason = query.get("hub.reason", "")
        problem = ProblemText(_DENIED)
        if reason:
            problem = ProblemText(_DENIED_WITH_REASON, {"why": reason})
        store.record_denied(subscription, problem.packed(), next_attempt(now, _DENIED_ATTEMPTS))
        return HttpResponse(status=200)
    lease = lease_of(query.get("hub.lease_seconds", ""))
    if mode == "subscribe" and store.record_verified(
        subscription, now + lease, renewal(now, lease)
    ):
        return HttpResponse(challenge, content_type="text/plain; charset=utf-8")
    # A hub that asks unasked must not end a subscription that is wanted.
    if mode == "unsubscribe" and subscription.state == State.ENDING:
        store.drop_subscription(subscription.pk)
        return HttpResponse(challenge, content_type="text/plain; charset=utf-8")
    raise Http404


def _taken(request: HttpRequest, subscription: HubSubscription) -> HttpResponse:
    """Bring the visit forward if the hub's signature is right.

    A wrong signature is answered alike, so that nobody can try out secrets (WebSub, section 7.1).
    What the hub sends is not read: the visit asks the site itself.
    """
    fields = {"source_id": subscription.source_id, "url": subscription.hub}
    if not any(_is_signed(request, each) for each in hub_secrets(subscription)):
        logger.warning(HubEvent.PUSH_NOT_SIGNED, extra=fields)
    elif subscription.state == State.ACTIVE:
        now = database_now()
        logger.info(
            HubEvent.PUSH_TAKEN,
            extra=fields | {"brought_forward": store.record_push(subscription, now)},
        )
    return HttpResponse(status=202)


def _is_signed(request: HttpRequest, secret: str) -> bool:
    method, _, given = request.headers.get("X-Hub-Signature", "").partition("=")
    if method.lower() not in _METHODS:
        return False
    expected = hmac.digest(secret.encode(), request.body, method.lower()).hex()
    return hmac.compare_digest(expected.encode(), given.strip().lower().encode())
