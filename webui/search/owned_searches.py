"""Saved searches as a kind of what users own."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from storage.database.models import SavedSearch
from storage.database.owned.models import Owned
from watch.loading import load
from webui.owned.forms import SharedByNameForm
from webui.owned.kinds import OwnedKind
from webui.search.facets import chips
from webui.search.services import saved_searches as service
from webui.search.services.stories import headlines


class SearchSharingForm(SharedByNameForm):
    """With whom a saved search is shared: its name is among its settings."""

    shown = ("sharing",)


def _details(search: Owned) -> Mapping[str, object]:
    """Return what the list shows of a search; without the document store, the number of unread
    matches is unknown.
    """
    assert isinstance(search, SavedSearch)
    params = service.params_of(search)
    return {
        "params": params,
        "chips": chips(params, headlines(params.stories())),
        "read": service.reading_address(search),
        "edit": service.editing_address(search),
        "unread": load(lambda: service.unread(search)).value,
    }


SAVED_SEARCHES = OwnedKind(
    model=SavedSearch,
    form=SearchSharingForm,
    code="saved_searches",
    noun="saved_search",
    address="saved",
    place=10,
    label=_("Saved searches"),
    columns=(_("Unread"), _("Alert"), _("Last run"), _("Feed")),
    row="search/saved_search_row.html",
    details=_details,
    group=lambda search: str(getattr(search, "folder", "")),
    ungrouped=_("No folder"),
    links={"deliveries": _("Deliveries"), "search": _("Search")},
    empty=(
        _("No saved searches yet"),
        _(
            "Search for something and select “Save this search”. Newsloom can then alert you about "
            "new matches by mail or webhook, or publish them as a feed."
        ),
    ),
    feed=_(
        "Anyone with the address of the feed can read the newest 50 matches without a login, in a "
        "feed reader."
    ),
    lost=_("This turns off its feed and alerts. Documents stay."),
    shared=_(
        "Others can then follow this search, with an alert, a feed and an unread state of their "
        "own. Only you change its words and filters."
    ),
)
