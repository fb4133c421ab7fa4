"""Saved searches as a kind of what users own."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from hooks.process import search_settings
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
        "settings": search_settings(),
        "unread": load(lambda: service.unread(search)).value,
    }


_SETTINGS = search_settings()
SAVED_SEARCHES = OwnedKind(
    model=SavedSearch,
    form=SearchSharingForm,
    code="saved_searches",
    noun="saved_search",
    address="saved",
    place=10,
    label=_("Saved searches"),
    columns=(_("Unread"), *(said for each in _SETTINGS for said in each.columns), _("Feed")),
    row="search/saved_search_row.html",
    details=_details,
    group=lambda search: str(getattr(search, "folder", "")),
    ungrouped=_("No folder"),
    links={"search": _("Search")},
    empty=(
        _("No saved searches yet"),
        next((each.offers for each in _SETTINGS), None)
        or _(
            "Search for something and select “Save this search”. Newsloom then counts its new "
            "matches, and can publish them as a feed."
        ),
    ),
    feed=_(
        "Anyone with the address of the feed can read the newest 50 matches without a login, in a "
        "feed reader."
    ),
    lost=_("This turns off its feed and all that it sends. Documents stay."),
    shared=_(
        "Others can then follow this search, with settings, a feed and an unread state of their "
        "own. Only you change its words and filters."
    ),
)
