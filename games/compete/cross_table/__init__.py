"""Cross tables: who has what against whom where each plays each, as values, a picture, a file.

It knows names, results and verdicts, and nothing of where they come from.
"""
