"""Which URLs were handled, and when a host may be visited next."""
