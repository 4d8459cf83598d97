"""What all round robins share: who meets whom, what may begin now, and the cross table of it.

A meeting is one game, as in a workshop, or the two games of a round, as in a tournament.
"""
