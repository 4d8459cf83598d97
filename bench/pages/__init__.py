"""How the site's pages grow with the games it keeps."""
