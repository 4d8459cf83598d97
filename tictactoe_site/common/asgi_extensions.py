"""Functions that our server puts into the extensions of a socket's scope, by their names there.

Any other server has none of them, and the site does without.
"""

# Sends a text at once.
SEND_NOW = "tictactoe.send_now"
# Takes a function that is called with each text before it is queued, and returns whether it has
# dealt with it.
RECEIVE_NOW = "tictactoe.receive_now"
# Takes a function that is called when the client answers a ping of the server's.
HEAR_PONGS = "tictactoe.hear_pongs"
