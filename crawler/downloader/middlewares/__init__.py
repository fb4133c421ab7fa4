"""Scrapy downloader middlewares, one request behaviour a file."""
