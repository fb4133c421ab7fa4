"""The tables of the documents store in SQLite, and their creation and updates.

    entry   one short row for each document with what hits are filtered, counted and sorted by
            (``sqlite_columns`` keeps it in memory). ``recency`` is minus the milliseconds of
            publication: ascending is newest first. ``shared`` is the ``copy_id`` if several
            documents have it, else "": nearly all are alone, and need no grouping
    facet   the distinct combinations of the exact fields, so that a hit is counted by one number
    body    the text to show
    version the earlier texts of documents, by id and number
    tag     the tags, for filters
    signal  the rights signals, for filters and for exports, which leave out what is reserved
    author  the authors' names, analysed, each word between single spaces
    citation the pages that documents cite, each with its site
    name    the people, organisations and places that documents name, and their authors, by kind
    names_by, nameless
            what finds names, and the documents that wait for it, the last written last
    changed the numbers of documents that were replaced, changed or removed, the last 10,000. Who
            missed more reads everything again
    comment_words
            the full-text index of comments. There are few, so it keeps the words that it indexes,
            and needs nothing else to remove them
    words   the full-text index (FTS5) over analysed text; it stores no text
    word_index  with which version of the analysis ``words`` was made at least; while a new index is
            built beside it (``words_next``), its version, and the number up to which it has all
            documents

    vector_model, vector_block, vectorless
            the vectors of documents, see ``sqlite_vectors``

A document keeps its number; numbers are not reused.

Version 2 added ``author``, version 3 the copies, version 4 ``word_index``, version 5 ``changed``,
version 6 ``version`` and when a document was changed or gone, version 7 the vectors, version 8
``citation``, version 9 ``name``, version 10 the authors in it, version 11 ``comment_words``,
version 12 ``signal``; an older file gets them when it is first opened. Files of versions 2 to 4
have a column ``entry.tags`` that is not used any more.
"""

import json
import sqlite3

from storage.documents.analysis import ANALYSIS_VERSION, name_words
from storage.documents.records import authors
from storage.errors import Refused
from storage.sqlite import execute_all

VERSION = 12
_CACHE_KIBIBYTES = 32 * 1024

# FTS5's tokenizer "ascii" treats every non-ASCII character as a letter, so only spaces separate
# analysed words.
TABLES = """
CREATE TABLE IF NOT EXISTS facet (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL, site TEXT NOT NULL, channel TEXT NOT NULL, lang TEXT NOT NULL,
    kind TEXT NOT NULL,
    UNIQUE (source, site, channel, lang, kind)
);
CREATE TABLE IF NOT EXISTS entry (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    recency INTEGER NOT NULL,
    facet INTEGER NOT NULL,
    collected INTEGER NOT NULL,
    period TEXT NOT NULL,
    thread TEXT NOT NULL,
    copy_id TEXT NOT NULL DEFAULT '',
    shared TEXT NOT NULL DEFAULT '',
    changed INTEGER,
    gone INTEGER
);
CREATE INDEX IF NOT EXISTS entry_collected ON entry (collected, id);
CREATE INDEX IF NOT EXISTS entry_changed ON entry (changed) WHERE changed IS NOT NULL;
CREATE INDEX IF NOT EXISTS entry_gone ON entry (gone) WHERE gone IS NOT NULL;
CREATE INDEX IF NOT EXISTS entry_published ON entry (recency);
CREATE INDEX IF NOT EXISTS entry_copy ON entry (copy_id) WHERE copy_id != '';
CREATE INDEX IF NOT EXISTS entry_period ON entry (period);
CREATE INDEX IF NOT EXISTS entry_thread ON entry (thread) WHERE thread != '';
CREATE TABLE IF NOT EXISTS body (
    number INTEGER PRIMARY KEY,
    analysis INTEGER NOT NULL,
    title TEXT NOT NULL, content TEXT NOT NULL, rest TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS version (
    id TEXT NOT NULL, number INTEGER NOT NULL, seen TEXT NOT NULL, title TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (id, number)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS tag (
    tag TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (tag, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tag_number ON tag (number);
CREATE TABLE IF NOT EXISTS signal (
    code TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (code, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS signal_number ON signal (number);
CREATE TABLE IF NOT EXISTS author (
    number INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (number, name)
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS citation (
    number INTEGER NOT NULL, site TEXT NOT NULL, page TEXT NOT NULL, PRIMARY KEY (number, page)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS citation_page ON citation (site, page);
CREATE TABLE IF NOT EXISTS name (
    kind TEXT NOT NULL, name TEXT NOT NULL COLLATE NOCASE, number INTEGER NOT NULL,
    PRIMARY KEY (kind, name, number)
) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS name_number ON name (number);
CREATE TABLE IF NOT EXISTS names_by (finder TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS nameless (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL UNIQUE
);
CREATE TRIGGER IF NOT EXISTS entry_nameless AFTER INSERT ON entry
WHEN EXISTS (SELECT 1 FROM names_by) BEGIN
    INSERT OR REPLACE INTO nameless (number) VALUES (new.number);
END;
CREATE TRIGGER IF NOT EXISTS nameless_removed AFTER DELETE ON entry BEGIN
    DELETE FROM nameless WHERE number = old.number;
END;
CREATE VIRTUAL TABLE IF NOT EXISTS comment_words USING fts5 (words, stems, tokenize = 'ascii');
CREATE TABLE IF NOT EXISTS word_index (
    name TEXT PRIMARY KEY, analysis INTEGER NOT NULL, position INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS changed (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL
);
CREATE TRIGGER IF NOT EXISTS entry_updated AFTER UPDATE ON entry BEGIN
    INSERT INTO changed (number) VALUES (old.number);
END;
CREATE TRIGGER IF NOT EXISTS entry_removed AFTER DELETE ON entry BEGIN
    INSERT INTO changed (number) VALUES (old.number);
END;
CREATE TABLE IF NOT EXISTS vector_model (model TEXT NOT NULL);
CREATE TABLE IF NOT EXISTS vector_block (block INTEGER PRIMARY KEY, vectors BLOB NOT NULL);
CREATE TABLE IF NOT EXISTS vectorless (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT, number INTEGER NOT NULL UNIQUE
);
CREATE TRIGGER IF NOT EXISTS entry_vectorless AFTER INSERT ON entry
WHEN EXISTS (SELECT 1 FROM vector_model) BEGIN
    INSERT OR REPLACE INTO vectorless (number) VALUES (new.number);
END;
CREATE TRIGGER IF NOT EXISTS vectorless_removed AFTER DELETE ON entry BEGIN
    DELETE FROM vectorless WHERE number = old.number;
END;
CREATE TRIGGER IF NOT EXISTS changed_forgotten AFTER INSERT ON changed BEGIN
    DELETE FROM changed WHERE sequence <= new.sequence - 10000;
END;
"""
WORDS = """
CREATE VIRTUAL TABLE IF NOT EXISTS {} USING fts5 (
    title, content, title_stems, content_stems, content = '', tokenize = 'ascii'
);
"""
# Version 1 of the analysis was the only one before the version was noted.
NOTE_ANALYSIS = f"""
INSERT OR IGNORE INTO word_index (name, analysis)
SELECT 'words', CASE WHEN EXISTS (SELECT 1 FROM entry) THEN 1 ELSE {ANALYSIS_VERSION} END;
"""  # noqa: S608

# Additional statements for a file of version 1, before and after; ``name_words`` is the function of
# ``analysis``.
BEFORE_2 = "DROP INDEX entry_recency;"
AFTER_2 = """
INSERT OR IGNORE INTO author SELECT number, name_words(name) FROM (
    SELECT number, json_extract(rest, '$.author') AS name FROM body
    UNION SELECT number, json_extract(post.value, '$.author')
        FROM body, json_each(rest, '$.posts') AS post
) WHERE name != '';
"""

# The same for a file of any version before 10; ``author_names`` returns the list ``authors``.
AFTER_10 = """
INSERT OR IGNORE INTO name SELECT 'author', each.value, number
FROM body, json_each(author_names(rest)) AS each;
"""

# The same for a file of any version before 12.
AFTER_12 = """
INSERT OR IGNORE INTO signal SELECT each.value, number
FROM body, json_each(rest, '$.rights') AS each;
"""

# Additional statements for a file of version 1 or 2, and for those of any version before 5 and 6.
BEFORE_3 = """
ALTER TABLE entry ADD COLUMN copy_id TEXT NOT NULL DEFAULT '';
ALTER TABLE entry ADD COLUMN shared TEXT NOT NULL DEFAULT '';
"""
BEFORE_5 = "DROP INDEX IF EXISTS entry_shown;"
BEFORE_6 = (
    "ALTER TABLE entry ADD COLUMN changed INTEGER; ALTER TABLE entry ADD COLUMN gone INTEGER;"
)


def prepare(db: sqlite3.Connection, name: str) -> None:
    """Create the tables, or update those of an older version.

    Raises Refused for a newer version.
    """
    db.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
    version = _version(db)
    if version > VERSION:
        raise Refused(
            name,
            f"its format is {version}, but this version of Newsloom reads {VERSION}; update "
            "Newsloom",
        )
    if version == VERSION:
        return
    db.create_function("name_words", 1, name_words, deterministic=True)
    db.create_function("author_names", 1, lambda rest: json.dumps(authors(json.loads(rest))))
    db.execute("BEGIN IMMEDIATE")
    # Another process may have done this while this one waited.
    tables = f"{TABLES}{WORDS.format('words')}{NOTE_ANALYSIS}"
    newer = f"{BEFORE_5}{BEFORE_6}{tables}"
    older = {1: f"{BEFORE_2}{BEFORE_3}{newer}{AFTER_2}", 2: f"{BEFORE_3}{newer}"}
    steps = {**older, **dict.fromkeys((3, 4, 5), newer), **dict.fromkeys((6, 7, 8, 9), tables)}
    steps = {number: f"{step}{AFTER_10}" for number, step in steps.items()}
    steps |= dict.fromkeys((10, 11), tables)
    steps = {number: f"{step}{AFTER_12}" for number, step in steps.items()} | {0: tables}
    execute_all(db, f"{steps.get(_version(db), '')} PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)
