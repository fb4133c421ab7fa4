"""Stories and hot topics, as the role *stories* writes them."""
