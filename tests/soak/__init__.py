"""Long runs: kills, sameness, the server."""
