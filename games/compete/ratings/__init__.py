"""How strong somebody is: pools, ratings, and the levels that stand on the same scale."""
