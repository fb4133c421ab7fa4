"""Which features are on in a process, and how the core asks them."""

import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pluggy

from hooks import specifications

logger = logging.getLogger(__name__)

FOLDER = Path(__file__).parents[1] / "features"
ALL = "all"
NONE = "none"
FEATURE_FAILED = "feature.failed"
"""The event of a feature that raised at a hook. Fields: feature, hook, exception."""
FEATURES_INCOMPLETE = "features.incomplete"
"""The event of a choice that is wrong, or of a feature that is off. Fields: error."""


@dataclass(frozen=True, kw_only=True)
class Features:
    """The features that are on.

    Attributes:
        names: Their names, sorted.
        off: The names of those that are here and off, sorted.
        problems: What is wrong with the choice or with a feature, each as a sentence that names it.
            The rest works.
        passing: The errors that ``ask`` lets pass: those that say that a store does not answer.
        folders: Their folders, in the order of the names.
    """

    names: tuple[str, ...]
    off: tuple[str, ...]
    problems: tuple[str, ...]
    passing: tuple[type[Exception], ...]
    folders: tuple[Path, ...]
    _manager: pluggy.PluginManager = field(repr=False)

    @property
    def apps(self) -> list[str]:
        """The Django applications of the features: each folder is one."""
        return [f"{folder.parent.name}.{folder.name}" for folder in self.folders]

    def ask(self, hook: str, **arguments: object) -> list[Any]:
        """Return the answers of the features that have one at a hook, sorted by their names.

        A feature that raises is logged, and has no answer.
        """
        answers = []
        implementations = getattr(self._manager.hook, hook).get_hookimpls()
        for each in sorted(implementations, key=lambda found: found.plugin_name):
            try:
                answer = each.function(*(arguments[name] for name in each.argnames))
            except self.passing:
                raise
            except Exception:
                what = {"feature": each.plugin_name, "hook": hook}
                logger.exception(FEATURE_FAILED, extra=what)
                continue
            if answer is not None:
                answers.append(answer)
        return answers

    def tell(self, hook: str, **arguments: object) -> None:
        """Let each feature do its part of something that must not be left half done.

        Unlike ``ask``, it lets every error pass.
        """
        getattr(self._manager.hook, hook)(**arguments)

    def ask_for_all(self, hook: str, **arguments: object) -> list[Any]:
        """Return the answers at a hook that asks for several things, in one list."""
        return [each for answer in self.ask(hook, **arguments) for each in answer]


def load_features(
    wanted: Sequence[str] = (ALL,),
    passing: tuple[type[Exception], ...] = (),
    package: str = FOLDER.name,
) -> Features:
    """Import the features that are wanted.

    Args:
        wanted: ``all`` or ``none``, then names: with ``-`` in front they are off, else on, as in
            ``("all", "-dashboards")``. Names alone are those that are on.
        passing: See Features.
        package: The package whose folders are the features.

    What is wrong with one feature or name does not stop the others: see ``Features.problems``.
    """
    folder = Path(next(iter(import_module(package).__path__)))
    known = feature_names(folder)
    chosen, problems = _chosen(wanted, known)
    modules: dict[str, ModuleType] = {}
    for name in chosen:
        try:
            modules[name] = _checked(import_module(f"{package}.{name}.feature"), name)
        except Exception as error:
            logger.exception(FEATURE_FAILED, extra={"feature": name, "hook": "import"})
            problems.append(
                f"The feature {name} cannot be used and is off: {type(error).__name__}: {error}. "
                f"Install what it lacks, or switch it off with NEWSLOOM_FEATURES=all,-{name}."
            )
    problems += _without_needs(modules)
    for problem in problems:
        logger.warning(FEATURES_INCOMPLETE, extra={"error": problem})
    manager = _manager()
    for name, module in modules.items():
        manager.register(module, name)
    return Features(
        names=tuple(sorted(modules)),
        off=tuple(name for name in known if name not in modules),
        problems=tuple(problems),
        passing=passing,
        folders=tuple(folder / name for name in sorted(modules)),
        _manager=manager,
    )


def feature_names(folder: Path = FOLDER) -> list[str]:
    """Return the names of all features that are here, on or off, sorted."""
    return sorted(path.parent.name for path in folder.glob("*/feature.py"))


def _manager() -> pluggy.PluginManager:
    manager = pluggy.PluginManager(specifications.PROJECT)
    manager.add_hookspecs(specifications)
    return manager


def _checked(module: ModuleType, name: str) -> ModuleType:
    """Return a feature whose hooks are those that there are.

    Raises pluggy.PluginValidationError for another one, or for an argument that a hook has not.
    """
    alone = _manager()
    alone.register(module, name)
    alone.check_pending()
    return module


def _chosen(wanted: Sequence[str], known: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return the chosen names, and what is wrong with the choice."""
    begins_with_all = not wanted or wanted[0] == ALL or wanted[0].startswith("-")
    on = set(known) if begins_with_all else set()
    problems = []
    for place, each in enumerate(wanted):
        name = each.removeprefix("-")
        if place == 0 and name in (ALL, NONE):
            continue
        if name not in known:
            problems.append(
                f"NEWSLOOM_FEATURES names “{name}”, which is not a feature. "
                f"The features are {', '.join(known) or 'none'}."
            )
        elif each.startswith("-"):
            on.discard(name)
        else:
            on.add(name)
    return sorted(on), problems


def _without_needs(modules: dict[str, ModuleType]) -> list[str]:
    """Take away each feature that needs one that is off, and return a sentence for each."""
    problems = []
    while lacking := _first_lacking(modules):
        name, needed = lacking
        del modules[name]
        problems.append(
            f"The feature {name} is off because it needs {needed}, which is off. "
            f"Switch {needed} on, or switch off {name} too."
        )
    return problems


def _first_lacking(modules: Mapping[str, ModuleType]) -> tuple[str, str] | None:
    for name, module in sorted(modules.items()):
        for needed in getattr(module, "NEEDS", ()):
            if needed not in modules:
                return name, needed
    return None
