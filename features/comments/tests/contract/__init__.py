"""Comments on all stores."""
