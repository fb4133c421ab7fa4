"""Build what pyproject.toml cannot say: the translations of a wheel, and the extractor's compiled
parts.
"""

from pathlib import Path

from setuptools import Extension, setup
from setuptools.command.build_py import build_py


class BuildWithTranslations(build_py):
    """Add a compiled catalogue beside each catalogue of the build folder."""

    def run(self) -> None:
        """Copy the packages, then compile their catalogues."""
        super().run()
        if self.editable_mode:
            return
        # Imported here: reading the project's metadata must not need Babel.
        from babel.messages.mofile import write_mo
        from babel.messages.pofile import read_po

        for path in Path(self.build_lib).rglob("locale/*/LC_MESSAGES/*.po"):
            with path.open("rb") as source, path.with_suffix(".mo").open("wb") as target:
                write_mo(target, read_po(source, locale=path.parts[-3]))


def compiled_parts() -> list[Extension]:
    """Return the extensions to build: none without Cython.

    A missing C compiler leaves them out with a warning.
    """
    try:
        import lxml
        from Cython.Build import cythonize
    except ImportError:
        return []
    sources = sorted(Path("extractor/compiled").glob("*.pyx"))
    extensions = [
        Extension(
            f"extractor.compiled.{source.stem}",
            [str(source)],
            include_dirs=lxml.get_include(),
            # Round after each operation, as numpy does; without what debuggers read, it compiles in
            # half the time.
            extra_compile_args=["-ffp-contract=off", "-g0"],
            optional=True,
        )
        for source in sources
    ]
    return cythonize(extensions, build_dir="build/cython", quiet=True)


setup(
    cmdclass={"build_py": BuildWithTranslations},
    ext_modules=compiled_parts(),
    options={"build_ext": {"parallel": True}},  # as many compilers at once as there are cores
)
