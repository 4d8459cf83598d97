"""What both applications use and neither owns. It imports none of them."""
