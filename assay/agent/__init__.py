"""The one agent loop: a policy, tools, limits, a trace after every step; endings are values."""
