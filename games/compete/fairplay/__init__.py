"""Capability: what may show that somebody does not play fair, with numbers; staff decide."""
