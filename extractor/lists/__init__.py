"""Pages that list others: feeds, sitemaps, list pages, boards, search results, and patterns of
article URLs.
"""
