"""The first page of the demo leads to one real task of each kind of user."""
