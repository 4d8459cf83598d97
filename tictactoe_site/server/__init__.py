"""How the site is served: `python -m tictactoe_site.server`, and what holds under every server."""
