"""The loop of an agent: model, tools, sandbox and a trace after every step."""
