"""Notifications on devices: what waits for somebody is told by the browser's own push service."""
