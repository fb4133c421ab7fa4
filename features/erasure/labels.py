"""The texts that pages show for codes of erasures."""

from django.utils.translation import gettext_lazy as _

from hooks.answers import AuditLabels

ERASE = _("Erase pages")
ERASED_BY = {
    "document": _("Ids of documents"),
    "address": _("Addresses of pages"),
    "site": _("Site"),
    "author": _("Author"),
    "source": _("Source"),
    "query": _("Search"),
}
ERASED_TEXTS = {
    "all": _("Documents and comments"),
    "documents": _("Only documents; comments stay"),
    "comments": _("Only comments; documents stay"),
}
ERASURE_PROBLEMS = {
    "waits": _("Waits for a store, and goes on by itself. The log says which store it is."),
    "readers": _("Waits until nobody reads a store, to clean its file; it goes on by itself."),
    "error": _("Newsloom had an internal error and tries again by itself. See the log."),
}
ERASURE_STEPS = {
    "block": _("keeping the pages away"),
    "stories": _("erasing them from stories"),
    "documents": _("erasing documents"),
    "mentions": _("erasing what quotes them"),
    "addresses": _("erasing what happened to their addresses"),
    "queue": _("erasing their jobs"),
    "comments": _("taking comments out of articles"),
    "archive": _("erasing pages in the archive"),
    "again": _("looking for what came meanwhile"),
    "comments_again": _("looking for comments that came meanwhile"),
    "archive_again": _("looking for archived pages that came meanwhile"),
    "scrub": _("cleaning the files of the stores"),
}
SELECTION_PROBLEMS = {
    "empty": _("Name what to erase."),
    "everything": _("This search matches every document. Name words, a site or a source."),
    "no_address": _("“%(value)s” is not an http or https address."),
    "no_site": _("“%(value)s” is not the name of a site. Write it as news.example."),
    "unknown_site": _("No document is of the site “%(value)s”. Nothing is erased."),
    "unknown_source": _(
        "No document is of the source “%(value)s”. Write its name as the page Sources does, with "
        "the same case. Nothing is erased."
    ),
    "unknown_document": _("There is no document “%(value)s”. Nothing is erased."),
    "quoted": _("Leave out the quotation marks."),
    "too_many": _("%(value)s documents match. Allow more at once, or narrow it down."),
    "too_many_articles": _(
        "%(value)s documents and articles with such comments match, added up. Allow more at once, "
        "or narrow it down."
    ),
    "too_many_comments": _(
        "%(value)s articles have this name in their comments. Allow more at once, or erase only "
        "the documents."
    ),
    "nothing": _("No document matches. Nothing is erased."),
    "only_comments": _(
        "No document names this author, but comments below articles do. Articles: %(value)s. "
        "Nothing is erased. To erase the author’s comments, choose comments too."
    ),
    "only_documents": _(
        "No comment is by this author, but documents name this author: %(value)s. Nothing is "
        "erased. To erase them, choose documents too."
    ),
    "no_comments": _("No comment is by this author. Nothing is erased."),
}
AUDIT = AuditLabels(
    subjects={"erasure": _("Erasure")},
    actions={
        "erase": _("Erased for good"),
        "lift erasure": _("Lifted the mark of an erased site"),
    },
    fields={
        "by": _("Erased by"),
        "pages": _("Pages"),
        "versions": _("Earlier texts"),
        "archived": _("Pages in the archive"),
        "archived_left": _("Pages in the archive, which is off, and stay"),
        "copies": _("Nearly the same text, and stay"),
        "comments": _("Comments"),
        "changed_articles": _("Articles that lose their comments"),
        "commented_articles": _("Articles with the name in comments, which stay"),
    },
    choices={"by": ERASED_BY},
)
