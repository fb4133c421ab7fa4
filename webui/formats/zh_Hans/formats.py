"""Numbers in Chinese: without a separator, 2018 documents read like a year."""

THOUSAND_SEPARATOR = ","
NUMBER_GROUPING = 3
