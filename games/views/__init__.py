"""The pages. Each view is short: who may, what is read or done, and which page answers."""
