"""The list of storylines, the page of one, and who follows."""

from urllib.parse import urlencode

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from features.storylines import following, services
from features.storylines.forms import FollowerForm
from features.storylines.models import Chapter
from features.storylines.services import StorylineList
from storage.database.models import MessageWay
from storage.database.people.rights import Right
from watch.loading import load
from webui.address_fields import AddressFields
from webui.apps import stores
from webui.labels import MESSAGE_WAYS
from webui.paging import Paging
from webui.rights import needs, user_of
from webui.target_fields import show_subscription

_PAGE_SIZE = 20


@require_safe
@needs(Right.SEARCH)
def storylines(request: HttpRequest) -> HttpResponse:
    """List the storylines with several chapters; 503 if the database does not answer."""
    asked = AddressFields(request.GET)
    text, page = asked.text("q"), asked.number("page", _("Page")) or 1
    only_followed = bool(asked.choice("followed", _("Followed"), ("1",)))
    user = user_of(request)

    def found_on(paging: int) -> StorylineList:
        return services.list_storylines(
            user.pk,
            translation.get_language() or "en",
            text=text,
            only_followed=only_followed,
            start=(paging - 1) * _PAGE_SIZE,
            most=_PAGE_SIZE,
        )

    def near() -> tuple[StorylineList, Paging]:
        """Return the page that is asked for, or the last one."""
        found = found_on(page)
        paging = Paging.near(page, found.total, _PAGE_SIZE)
        return (found if paging.missing is None else found_on(paging.number)), paging

    loaded = load(near) if not asked.problems else None
    listing, paging = (loaded.value if loaded else None) or (None, None)
    chosen = {"q": text, "followed": "1" if only_followed else ""}
    kept = urlencode({name: value for name, value in chosen.items() if value})
    outage = loaded.outage if loaded else None
    context = {
        "asked": asked,
        "text": text,
        "only_followed": only_followed,
        "outage": outage,
        "found": listing,
        "paging": paging,
        "pager": f"{kept}&" if kept else "",
        "text_query": urlencode({"q": text}) if text else "",
    }
    wrong = 400 if asked.problems else 200
    return render(request, "storylines/storylines.html", context, status=503 if outage else wrong)


@require_safe
@needs(Right.SEARCH)
def storyline(request: HttpRequest, storyline_id: str) -> HttpResponse:
    """Show the chapters of a storyline, the newest first: who comes back wants what is new."""
    user, lang = user_of(request), translation.get_language() or "en"
    found = load(lambda: services.read(storyline_id, user.pk, lang))
    if not found.outage and found.value is None:
        raise Http404
    context = {"outage": found.outage, "storyline": found.value}
    status = 503 if found.outage else 200
    return render(request, "storylines/storyline.html", context, status=status)


@require_POST
@needs(Right.SEARCH)
def follow(request: HttpRequest, storyline_id: str) -> HttpResponse:
    """Follow a storyline, or with ``end`` no longer."""
    user, page = user_of(request), redirect("storyline", storyline_id)
    if "end" in request.POST:
        following.unfollow(user, storyline_id)
        messages.success(request, _("You no longer follow this storyline."))
        return page
    lang, has_mail = translation.get_language() or "en", bool(stores().settings.smtp_url)
    try:
        is_followed = following.follow(user, storyline_id, lang, has_mail_server=has_mail)
    except Chapter.DoesNotExist:
        raise Http404 from None
    if not is_followed:
        text = _("You follow %(most)s storylines already. Unfollow one first.")
        messages.error(request, text % {"most": following.MAX_FOLLOWED})
        return page
    follower = following.follower_of(user)
    if follower.channel == MessageWay.NONE:
        messages.warning(request, _("You follow this storyline. Choose how Newsloom tells you."))
        return redirect("storyline_notifications")
    told = {"way": MESSAGE_WAYS.get(follower.channel, follower.channel), "to": follower.target}
    messages.success(
        request, _("Newsloom tells you when a chapter begins, %(way)s (%(to)s).") % told
    )
    return page


@require_http_methods(["GET", "POST"])
@needs(Right.SEARCH)
def notifications(request: HttpRequest) -> HttpResponse:
    """Show and save how the user is told of new chapters."""
    user = user_of(request)
    follower = following.follower_of(user)
    given = request.POST if request.method == "POST" else None
    form = FollowerForm(given, initial={"channel": follower.channel, "target": follower.target})
    if request.method == "POST" and form.is_valid():
        lang = translation.get_language() or "en"
        following.save_follower(user, lang, **form.cleaned_data)
        messages.success(request, _("Your notifications are saved."))
        return redirect(f"{reverse('storylines')}?followed=1")
    secret = following.hook_secret(follower)
    return show_subscription(request, "storylines/notifications.html", form, follower, secret)
