"""Eight lessons about how games like this are searched, judged by the search itself."""
