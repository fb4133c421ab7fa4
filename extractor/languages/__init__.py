"""What the extractor must know of each language: one file a language, its words sorted by topic.

To add a language:

1. Write ``extractor/languages/CODE.toml``, where CODE is the language's code in BCP 47 (``is``,
   ``fil``); ``de.toml`` is an example. ``tables.TOPICS`` says what each topic means.
2. Leave out topics for which you know no words. A word may be in several languages.
3. Run the tests in ``tests/unit/extractor/languages``; put the row that they print for the
   language into ``docs/languages.md``.
4. Add a page in the language to the tests.

``und.toml`` holds what belongs to no single language, or to one that is not certain.
"""
