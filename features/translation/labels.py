"""The texts that pages show for codes of translations."""

from django.utils.translation import gettext_lazy as _

from features.translation.translators.opening import Kind
from hooks.answers import AuditLabels

TRANSLATION = _("Translation")
KINDS: dict[str, object] = {
    Kind.LIBRETRANSLATE: "LibreTranslate",
    Kind.CHAT: _("OpenAI-compatible (a model)"),
}
AUDIT = AuditLabels(
    subjects={"enteredtranslator": _("Translator")},
    fields={"translations": _("Translated titles"), "model": _("Model")},
    choices={"kind": KINDS},
)
