"""Pages whose text a script loads: read in a headless Chromium that has no network of its own.

``features.rendering.browser`` is the only module that starts Playwright. Every request of a page
passes through the fetcher of the worker, so that addresses, pace, robots.txt and limits are the
same as for all other fetches.
"""
