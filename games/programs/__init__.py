"""Other people's programs: bots, the API, the lab, workshops, and the client."""
