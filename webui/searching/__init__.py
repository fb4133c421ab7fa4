"""What the pages of search and documents decide, no stores."""
