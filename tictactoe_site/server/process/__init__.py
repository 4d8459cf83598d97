"""The process that serves: its memory, its files, its port, how it begins and ends."""
