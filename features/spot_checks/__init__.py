"""The pages of spot checks: draw documents, answer four questions about each, see the rates."""
