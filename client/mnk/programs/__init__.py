"""What can play: programs of several kinds behind one face, in the way that each understands."""
