"""What pages say of comments, and the search help."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import QueryExample, SourceChoice

KEEP = SourceChoice(
    help=_(
        "From the page, and from a feed of comments if the site declares one. Comments are "
        "personal data: keep them only if you may. Those written later are found when articles "
        "are visited again."
    )
)
EXAMPLES = (
    QueryExample(
        query=_("comments:parking"),
        finds=_(
            "In the comments below articles, or in the name of who wrote one, where a source keeps "
            "comments. All other searches leave comments out."
        ),
    ),
)
