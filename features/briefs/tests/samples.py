"""Documents, and a feature that groups them, as stories do."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from hooks.answers import DocumentGroups, SaidLine
from hooks.specifications import hookimpl
from tests.unit.webui.samples import article

BLAST = article(
    "https://one.example/mill",
    'A "blast" in <Northgate>',
    "Three people died in the blast at the mill on Monday.\nPolice asked for witnesses.",
)
LATER = article(
    "https://two.example/mill", "Five dead", "Five people died in the blast at the mill."
)
CHINESE = article(
    "https://three.example/mill", "面粉厂爆炸", "周一面粉厂爆炸，造成三人死亡。", lang="zh"
)


class Groups:
    """A feature that has one group, ``mill``, and finds sentences by their first words."""

    def __init__(self, *ids: str) -> None:
        self.ids = list(ids)
        self.lines: list[SaidLine] = []

    @hookimpl
    def document_groups(self) -> DocumentGroups:
        return DocumentGroups(
            documents_of=lambda group: self.ids if group == "mill" else [],
            titles=lambda groups: dict.fromkeys(groups, BLAST.title),
            groups_of=lambda documents: {},
            lines_of=lambda group, documents: self.lines,
        )

    @hookimpl
    def quoted_part(self, text: str, lang: str, key: str) -> tuple[int, int] | None:
        at = text.find(key)
        return (at, text.index(".", at) + 1) if at >= 0 else None

    def contradict(self) -> None:
        """Let the reports contradict each other once more."""
        texts = (f"They say {len(self.lines)}.", "They do not.")
        self.lines.append(
            SaidLine(kind="contradiction", texts=texts, documents=(), sites=("one.example",))
        )


@contextmanager
def grouping(*ids: str) -> Iterator[Groups]:
    """Let there be such a feature in place of the one that groups documents."""
    from hooks.process import features

    manager: Any = features()._manager
    replaced = {
        name: plugin
        for name, plugin in manager.list_name_plugin()
        if hasattr(plugin, "document_groups")
    }
    for plugin in replaced.values():
        manager.unregister(plugin)
    groups = Groups(*ids)
    manager.register(groups, "groups")
    try:
        yield groups
    finally:
        manager.unregister(groups)
        for name, plugin in replaced.items():
            manager.register(plugin, name)
