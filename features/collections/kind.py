"""Collections as a kind of what users own."""

from django.utils.translation import gettext_lazy as _

from features.collections.models import Collection
from webui.owned.forms import OwnedForm
from webui.owned.kinds import OwnedKind

COLLECTIONS = OwnedKind(
    model=Collection,
    form=OwnedForm,
    code="collections",
    noun="collection",
    place=30,
    label=_("Collections"),
    new=_("New collection"),
    columns=(_("Documents"), _("Shared"), _("Owner")),
    empty=(
        _("No collections yet"),
        _(
            "Star a document in the results, or open it and add it to a collection. You can share "
            "a collection with everybody who may search."
        ),
    ),
    feed=_(
        "Anyone with the address of the feed can read the 50 documents added last without a login."
    ),
    lost=_("Its notes, its tags and its feed are deleted too. The documents stay."),
)
