"""The translations.

Run ``python -m webui.messages update`` after a text changes, and ``compile`` before use.

The core has its catalogues in ``webui/locale/<name>/LC_MESSAGES/django.po``, and each feature its
own in ``locale`` of its folder; the compiled files beside them are not committed.
"""

import io
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_python
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po
from django.utils.translation.template import templatize

from hooks.features import FOLDER, feature_names

_ROOT = Path(__file__).parents[1]
# Pages and messages show texts of these too, so they are translated with the web interface.
_CORE = ("webui", "watch", "notify", "storage/database")
_KEYWORDS = {
    **DEFAULT_KEYWORDS,
    **dict.fromkeys(("gettext_lazy", "ngettext_lazy", "pgettext_lazy", "to_translate")),
}


@dataclass(frozen=True, kw_only=True)
class Room:
    """Folders whose texts are translated together, and the folder of their catalogues."""

    folders: tuple[Path, ...]
    locale: Path

    def collect(self) -> Catalog:
        """Return all translatable texts of code and templates."""
        catalog = Catalog(charset="utf-8")
        for path in self._files("*.py"):
            _add(catalog, path.read_text())
        for path in self._files("*.html"):
            # Django turns a template into pseudo Python; without line breaks it needs no correct
            # indentation.
            _add(catalog, " ".join(templatize(path.read_text()).split()))
        return catalog

    def catalogues(self) -> Iterator[tuple[Path, Catalog]]:
        """Yield the file and the content of each catalogue."""
        for path in sorted(self.locale.glob("*/LC_MESSAGES/django.po")):
            with path.open("rb") as file:
                yield path, read_po(file, locale=path.parts[-3])

    def _files(self, pattern: str) -> list[Path]:
        found = (path for folder in self.folders for path in folder.rglob(pattern))
        return sorted(path for path in found if "tests" not in path.relative_to(_ROOT).parts)


def rooms() -> list[Room]:
    """Return the core, then the features."""
    core = Room(folders=tuple(_ROOT / name for name in _CORE), locale=_ROOT / "webui" / "locale")
    features = (FOLDER / name for name in feature_names())
    return [core, *(Room(folders=(each,), locale=each / "locale") for each in features)]


def update() -> None:
    """Update the catalogues; drop translations of removed texts."""
    for room in rooms():
        for path, catalog in room.catalogues():
            catalog.update(room.collect(), no_fuzzy_matching=True, update_creation_date=False)
            with path.open("wb") as file:
                write_po(
                    file,
                    catalog,
                    width=120,
                    ignore_obsolete=True,
                    omit_header=False,
                    no_location=True,
                )


def compile_all() -> None:
    """Write the compiled catalogues, replacing each old file atomically."""
    for path, catalog in (each for room in rooms() for each in room.catalogues()):
        part = path.with_suffix(f".{os.getpid()}.part")  # several processes may compile at once
        with part.open("wb") as file:
            write_mo(file, catalog)
        part.replace(path.with_suffix(".mo"))


def _add(catalog: Catalog, source: str) -> None:
    for _line, name, texts, _comments in extract_python(
        io.BytesIO(source.encode()), _KEYWORDS, [], {}
    ):
        function = str(name)
        # A call without a literal has no text to translate.
        if isinstance(texts, str):
            found = (texts,)
        else:
            found = tuple(texts or ("",))
        if function.startswith("pgettext"):
            catalog.add(found[1], context=found[0])
        elif function.startswith("ngettext"):
            catalog.add(found[:2])
        elif found[0]:
            catalog.add(found[0])


if __name__ == "__main__":
    {"update": update, "compile": compile_all}[sys.argv[1]]()
