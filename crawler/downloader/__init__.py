"""Scrapy as the downloader.

No other package imports Scrapy or Twisted; everything else uses ``crawler.fetcher``.
"""
