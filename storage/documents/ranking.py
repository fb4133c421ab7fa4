"""The weights by which both stores rank hits, in one place.

The stores score on scales of their own: Elasticsearch adds scores of fields, SQLite weighs
occurrences inside one BM25. So a weight of the one means nothing to the other. The values are those
with which ``benchmarks.relevance`` finds known articles best.
"""

# Elasticsearch: one occurrence in the title outweighs many in the content. A document with both
# gets a share of the smaller score.
TITLE_BOOST = 5.0
CONTENT_BOOST = 1.0
TIE_BREAKER = 0.3
# The server scores a phrase by its words, however rare the phrase is: words of a query that are
# side by side count so many times.
SIDE_BY_SIDE_BOOST = 5.0

FIRST_STEP = 1_000.0
"""What each place among the hits that come first adds to the score: more than any words do."""

# SQLite (FTS5): the weight of one occurrence, as a word and as a stem. BM25 dampens repetitions
# across all columns together, so the title needs more than in Elasticsearch.
BM25_TITLE = 20.0
BM25_CONTENT = 1.0
