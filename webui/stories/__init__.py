"""Pages of stories: today's, and one with its reports."""
