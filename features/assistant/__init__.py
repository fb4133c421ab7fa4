"""A server for assistants (Model Context Protocol) over the services of search and stories.

It only reads.
"""
