"""What pages say of browsers."""

from collections.abc import Mapping

from django.utils.translation import gettext_lazy as _

from hooks.answers import SourceChoice
from storage.outcomes import Outcome

RENDER = SourceChoice(
    help=_(
        "Some sites load the text by a script. A browser then reads their pages, if an "
        "administrator runs workers for it; that takes several times as long."
    ),
    choices={
        "never": _("Never"),
        "auto": _("When a script loads the text"),
        "always": _("Always"),
    },
)
ADVICE: Mapping[str, object] = {
    Outcome.SCRIPT_SHELL: _(
        "A script loads the text of these pages. Ask an administrator to start workers with a "
        "browser (newsloom worker --pool render), and do not set the source to never use one. Or "
        "look for a feed that has the full text."
    ),
    Outcome.PAGE_CRASH: _(
        "These pages crash the browser. Look for a feed that has the full text, or set the source "
        "to never use a browser."
    ),
}
"""What an operator can do about an outcome."""
