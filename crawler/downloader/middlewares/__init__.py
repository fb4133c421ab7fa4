"""Scrapy downloader middlewares, one behaviour per file."""
