"""The tables of the documents store in SQLite.

    entry   one short row a document: what hits are filtered, counted and ordered by, so that a search over very
            many hits reads little. ``recency`` is minus the milliseconds of publication: newest first, ascending
    facet   the distinct combinations of the exact fields, so that a hit is counted by one number
    body    what is shown
    tag     the tags, to filter by
    words   the full text index (FTS5) over analysed text; it keeps no text of its own

A document keeps its number for ever; numbers are not used again.
"""

VERSION = 1

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
    thread TEXT NOT NULL
);
CREATE INDEX IF NOT EXISTS entry_recency ON entry (recency, id, facet);
CREATE INDEX IF NOT EXISTS entry_period ON entry (period);
CREATE INDEX IF NOT EXISTS entry_thread ON entry (thread) WHERE thread != '';
CREATE TABLE IF NOT EXISTS body (
    number INTEGER PRIMARY KEY,
    analysis INTEGER NOT NULL,
    title TEXT NOT NULL, content TEXT NOT NULL, rest TEXT NOT NULL
);
CREATE TABLE IF NOT EXISTS tag (tag TEXT NOT NULL, number INTEGER NOT NULL, PRIMARY KEY (tag, number)) WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS tag_number ON tag (number);
CREATE VIRTUAL TABLE IF NOT EXISTS words USING fts5 (
    title, content, title_stems, content_stems, content = '', tokenize = 'ascii'
);
"""
