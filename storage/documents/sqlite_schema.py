"""The tables of the documents store in SQLite, and how a file gets them.

    entry   one short row a document: what hits are filtered, counted and ordered by, so that a search over very
            many hits reads little. ``recency`` is minus the milliseconds of publication: newest first, ascending
            ``tags``: all of them in one text, to be counted
    facet   the distinct combinations of the exact fields, so that a hit is counted by one number
    body    what is shown
    tag     the tags, to filter by
    author  the names of who wrote it, analysed, each word between single spaces
    words   the full text index (FTS5) over analysed text; it keeps no text of its own

A document keeps its number for ever; numbers are not used again.

Version 2 added ``author`` and the tags in ``entry``; a file of version 1 gets them when it is first opened.
"""

import sqlite3

from storage.documents.analysis import name_words
from storage.errors import Refused
from storage.sqlite import execute_all

VERSION = 2
_CACHE_KIBIBYTES = 32 * 1024
# Stands between the tags of an entry.
TAG_END = "\x1f"

# FTS5's tokenizer "ascii" takes every other character as a letter: analysed words are divided by spaces alone.
TABLES = """
CREATE TABLE IF NOT EXISTS facet (
    number INTEGER PRIMARY KEY,
    source TEXT NOT NULL, site TEXT NOT NULL, channel TEXT NOT NULL, lang TEXT NOT NULL, kind TEXT NOT NULL,
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
    tags TEXT NOT NULL DEFAULT ''
);
CREATE INDEX IF NOT EXISTS entry_shown ON entry (recency, id, facet, tags);
CREATE INDEX IF NOT EXISTS entry_period ON entry (period);
CREATE INDEX IF NOT EXISTS entry_thread ON entry (thread) WHERE thread != '';
CREATE TABLE IF NOT EXISTS body (
    number INTEGER PRIMARY KEY,
    analysis INTEGER NOT NULL,
    title TEXT NOT NULL, content TEXT NOT NULL, rest TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS tag (tag TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (tag, number)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tag_number ON tag (number);
CREATE TABLE IF NOT EXISTS author (
    number INTEGER NOT NULL, name TEXT NOT NULL, PRIMARY KEY (number, name)
) WITHOUT ROWID;
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    title, content, title_stems, content_stems, content = '', tokenize = 'ascii'
);
"""

# What a file of version 1 needs besides, before and after; ``name_words`` is that of ``analysis``.
BEFORE_2 = """
ALTER TABLE entry ADD COLUMN tags TEXT NOT NULL DEFAULT '';
DROP INDEX entry_recency;
"""
AFTER_2 = """
UPDATE entry SET tags = (SELECT group_concat(tag, char(31)) FROM tag WHERE tag.number = entry.number)
WHERE number IN (SELECT number FROM tag);
INSERT OR IGNORE INTO author SELECT number, name_words(name) FROM (
    SELECT number, json_extract(rest, '$.author') AS name FROM body
    UNION SELECT number, json_extract(post.value, '$.author') FROM body, json_each(rest, '$.posts') AS post
) WHERE name != '';
"""


def prepare(db: sqlite3.Connection, name: str) -> None:
    """Make the tables, or bring those of an older version up to date; raises Refused for a newer version."""
    db.execute(f"PRAGMA cache_size = -{_CACHE_KIBIBYTES}")
    version = _version(db)
    if version > VERSION:
        raise Refused(name, f"it has format {version}, this Newsloom knows {VERSION}: update Newsloom")
    if version == VERSION:
        return
    db.create_function("name_words", 1, name_words, deterministic=True)
    db.execute("BEGIN IMMEDIATE")
    # Another process may have done it while this one waited.
    steps = {0: TABLES, 1: f"{BEFORE_2}{TABLES}{AFTER_2}"}.get(_version(db), "")
    execute_all(db, f"{steps} PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def _version(db: sqlite3.Connection) -> int:
    (version,) = db.execute("PRAGMA user_version").fetchone()
    return int(version)
