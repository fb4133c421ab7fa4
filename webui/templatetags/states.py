"""What a page shows in place of what one came for: nothing is here, a part is broken, or work is
under way. Whole pages of this kind are in ``webui/error_pages.py``.
"""

from typing import Any

from django import template
from django.utils.translation import gettext as _

from watch.loading import Outage

register = template.Library()


@register.inclusion_tag("webui/nothing.html")
def nothing(what: str, why: str = "", *, act: str = "", url: str = "") -> dict[str, str]:
    """Say that nothing is here, why, and what to do next: ``act`` leads to ``url``.

    Leave both out for a user without the right to it.
    """
    return {"what": what, "why": why, "act": act, "url": url}


@register.inclusion_tag("webui/nothing.html")
def filtered(url: str, why: str = "") -> dict[str, str]:
    """Say that a filter leaves nothing of what there is; ``url`` is the page without it."""
    what, act = _("Nothing matches the filter"), _("Clear the filter")
    return {"what": what, "why": why, "act": act, "url": url}


@register.inclusion_tag("webui/broken.html", takes_context=True)
def broken(
    context: template.Context, what: str, outage: Outage | None = None, again: str | None = None
) -> dict[str, Any]:
    """Say that a part cannot be shown, what that means, and whether waiting helps. Why it is
    names servers and files, and is for those who may watch them.

    ``again`` leads to another try; without it the page is asked for again, unless a form was sent:
    what was entered would be lost.
    """
    if again is None and context["request"].method == "GET":
        # The page itself, also where the part is an answer of its own.
        again = ""
    return {"what": what, "outage": outage, "again": again, "rights": context.get("rights")}


@register.inclusion_tag("webui/working.html")
def working(what: str) -> dict[str, str]:
    """Say that work is under way, which replaces this when it is done."""
    return {"what": what}
