"""Sixteen lessons in two courses, on searching and on five in a row, judged by searches."""
