"""What both applications use and neither owns. It imports neither."""
