"""Erase pages wherever Newsloom keeps something of them."""

from collections.abc import Iterable, Mapping
from contextlib import closing
from typing import TYPE_CHECKING

import click

from console.startup import load_settings
from console.terminal import author, echo
from hooks.process import features

if TYPE_CHECKING:
    from features.erasure.plan import ErasurePlan
    from storage.settings import Settings
    from watch.stores import Stores

_REACHED = {
    "documents": "documents",
    "versions": "earlier texts of them",
    "comments": "comments, all of those below articles that stay and on which the author commented",
    "changed_articles": "articles that lose their comments",
    "archived": "pages in the archive, and all others of the same addresses",
}
_ERASED = {
    "documents": "documents",
    "comments": "comments",
    "archived": "records of the archive",
    "jobs": "jobs of the queue",
}
_LATER = "What is collected later stays. Pause the sources that would bring more."
_AFTERWARDS = {
    "site": (
        "No page of this site is collected from then on, whatever finds it. Pause the sources that "
        "read its lists: they would bring nothing."
    ),
    "author": _LATER,
    "source": _LATER,
    "query": _LATER,
}
_PROBLEMS = {
    "waits": "waits, and goes on by itself",
    "readers": "waits until nobody reads a store, and goes on by itself",
    "error": "met an error in Newsloom",
}
_REFUSED = {
    "empty": "Name what to erase.",
    "everything": "This query matches every document. Name words, or use --site or --source.",
    "no_address": "“{}” is no http or https address.",
    "no_site": "“{}” is no name of a site. Write it as news.example.",
    "unknown_site": "No document is of the site {}. Nothing is erased.",
    "unknown_source": (
        "No document is of the source {}. Write its name as the page Sources does, with the same "
        "case. Nothing is erased."
    ),
    "unknown_document": "There is no document {}. Nothing is erased.",
    "quoted": "Leave out the quotation marks of the name {}.",
    "too_many": "{} documents match. To erase so many, say how many at most with --max.",
    "too_many_articles": (
        "{} documents and articles with such comments match, added up. To erase so many, say how "
        "many at most with --max."
    ),
    "too_many_comments": (
        "{} articles have this name in their comments. To look into so many, say how many at most "
        "with --max, or leave the comments alone with --only documents."
    ),
    "nothing": "No document matches. Nothing is erased.",
    "only_comments": (
        "No document names this author, but comments below articles do. Articles: {}. Nothing is "
        "erased. To erase the author's comments, leave out --only."
    ),
    "only_documents": (
        "No comment is by this author, but documents name this author: {}. Nothing is erased. To "
        "erase these documents, leave out --only."
    ),
    "no_comments": "No comment is by this author. Nothing is erased.",
}


@click.command(short_help="Erase pages wherever they are, for good.")
@click.option("--document", "documents", multiple=True, help="Id of a document; repeatable.")
@click.option("--address", "addresses", multiple=True, help="Address of a page; repeatable.")
@click.option("--site", help="Host name, such as news.example: all of its pages.")
@click.option(
    "--author",
    help="Name: all documents that name it as an author, and the comments of all articles on which "
    "it commented.",
)
@click.option(
    "--only",
    type=click.Choice(["documents", "comments"]),
    help="With --author: only these; the others stay.",
)
@click.option("--source", help="Name of a source: all documents that it brought.")
@click.option("--query", help="What the search page finds for this.")
@click.option("--copies", is_flag=True, help="Also documents with nearly the same text.")
@click.option(
    "--max",
    "most",
    type=click.IntRange(min=1),
    default=1_000,
    show_default=True,
    help="Refuse to erase more documents than this.",
)
@click.option("--reason", default="", help="Why, for the audit log; needed with --yes.")
@click.option("--yes", is_flag=True, help="Erase. Without it, only show what would be erased.")
@click.option("--go-on", is_flag=True, help="Finish what was ordered before, here and now.")
def erase(
    documents: tuple[str, ...],
    addresses: tuple[str, ...],
    site: str | None,
    author: str | None,
    only: str | None,
    source: str | None,
    query: str | None,
    copies: bool,
    most: int,
    reason: str,
    yes: bool,
    go_on: bool,
) -> None:
    """Erase pages: documents with all that Newsloom keeps of them, and for good.

    Without --yes, nothing is changed: the command shows how much would be erased. With it, the
    pages are erased here; if you stop the command, the role alerts goes on. They are never
    collected again. docs/data-protection.md says what is reached, and what is not.
    """
    settings = load_settings()
    chosen = {
        "document": documents,
        "address": addresses,
        "site": (site,) if site is not None else (),
        "author": (author,) if author is not None else (),
        "source": (source,) if source is not None else (),
        "query": (query,) if query is not None else (),
    }
    named = [kind for kind, values in chosen.items() if values]
    if len(named) + go_on != 1:
        raise click.UsageError(
            "Name what to erase with one of --document, --address, --site, --author, --source and "
            "--query; or finish what was ordered with --go-on."
        )
    if only and author is None:
        raise click.UsageError("--only goes with --author.")
    if yes and not reason.strip():
        raise click.UsageError("Say why with --reason. It stays in the audit log.")
    with closing(_stores(settings)) as stores:
        if not go_on:
            plan = _planned(
                stores, named[0], chosen[named[0]], copies=copies, most=most, texts=only or "all"
            )
            _show(plan)
            if not yes:
                echo("Nothing is erased. To erase it, add --yes and --reason.")
                return
            _order(plan, reason.strip())
        _work(stores)


def _stores(settings: "Settings") -> "Stores":
    from storage.database.setup import migrate, set_up_django

    set_up_django(settings)
    migrate()
    # Models can be imported only now that Django is set up.
    from watch.stores import Stores

    return Stores(settings)


def _planned(
    stores: "Stores", kind: str, values: Iterable[str], *, copies: bool, most: int, texts: str
) -> "ErasurePlan":
    from features.erasure.plan import make_plan
    from features.erasure.selection import ErasedTexts, SelectionError, SelectionKind, selection_of
    from storage.documents.errors import QueryError

    try:
        selection = selection_of(
            SelectionKind(kind), values, with_copies=copies, most=most, texts=ErasedTexts(texts)
        )
        return make_plan(stores, selection)
    except SelectionError as error:
        raise click.ClickException(_REFUSED[error.code].format(error.value)) from error
    except QueryError as error:
        raise click.ClickException(str(error)) from error


def _show(plan: "ErasurePlan") -> None:
    for name, words in _REACHED.items():
        # Without its feature, the archive loses nothing.
        if name in plan.numbers or name != "archived":
            echo(f"{plan.numbers[name]:>9,} {words}")
    for name, words in _of_features(dict(plan.of_features)).items():
        echo(f"{plan.numbers[name]:>9,} {words}")
    if plan.names:
        names = plan.all_names.most_common()
        shown = ", ".join(f"{name} ({count:,})" for name, count in names)
        echo(f"Those of the author bear these names: {shown}.")
        if plan.numbers["archived"]:
            echo("The archive loses the pages of these articles, which show the comments.")
    if left := plan.numbers["archived_left"]:
        echo(
            f"{left:,} pages in the archive, which is off or missing here, stay there. To erase "
            "them too, switch the feature archive on first, or run newsloom archive erase "
            "once it is on again."
        )
    unstored = plan.numbers["pages"] - plan.numbers["documents"]
    if unstored:
        echo(f"{unstored:>9,} addresses without a document, which stay away too")
    if plan.numbers["copies"]:
        echo(
            f"{plan.numbers['copies']:,} more documents have nearly the same text. They stay, "
            "unless you add --copies."
        )
    if articles := plan.numbers["commented_articles"]:
        echo(
            f"The name is in the comments of {articles:,} more articles, which stay as they are. "
            "To erase the author's comments too, leave out --only."
        )
    if off := features().off_with_data():
        echo(
            f"These features are switched off here: {', '.join(off)}. What they keep of the "
            "documents stays. To erase that too, switch them on first."
        )
    if afterwards := _AFTERWARDS.get(plan.selection.kind):
        echo(afterwards)


def _order(plan: "ErasurePlan", reason: str) -> None:
    from features.erasure import store

    erasure = store.order(plan, author(), reason)
    echo(f"Ordered as erasure {erasure.pk}. If this stops, the role alerts goes on.")


def _work(stores: "Stores") -> None:
    """Carry out the orders, or watch another process that does."""
    from features.erasure.eraser import Eraser
    from features.erasure.labels import ERASURE_STEPS
    from features.erasure.steps import count_of_step

    shown = ""
    for erasure in Eraser(stores).until_done():
        doing = _problem(erasure.problem) or ERASURE_STEPS.get(erasure.step, "done")
        line = f"erasure {erasure.pk}: {doing}"
        if erasure.step and not erasure.problem and erasure.done:
            line += f", {erasure.done:,} of {count_of_step(erasure):,} pages"
        if line != shown:
            echo(line, err=True)
            shown = line
        if not erasure.step:
            echo(f"erasure {erasure.pk} is done: {_summary(erasure.erased)}")
            if articles := erasure.planned.get("commented_articles"):
                echo(f"The name was in the comments of {articles:,} more articles, which stayed.")


def _problem(problem: str) -> str:
    """Return why an erasure does not go on now, "" if it does."""
    kind, _, what = problem.partition("\n")
    return f"{_PROBLEMS[kind]}: {what}" if kind in _PROBLEMS else problem


def _summary(erased: Mapping[str, int]) -> str:
    words = {**_ERASED, **_of_features(erased.keys() - _ERASED.keys())}
    found = [f"{erased[name]:,} {text}" for name, text in words.items() if erased.get(name)]
    return ", ".join(found) or "nothing was there"


def _of_features(names: Iterable[str]) -> dict[str, str]:
    """Return what features call those of these names that are theirs."""
    fields = {
        name: str(text)
        for labels in features().ask("audit_labels")
        for name, text in labels.fields.items()
    }
    return {name: fields[name][:1].lower() + fields[name][1:] for name in names if name in fields}
