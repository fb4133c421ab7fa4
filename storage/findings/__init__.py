"""What workers have found out about sources: failures, layouts, links, moves and hubs."""
