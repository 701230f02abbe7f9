"""Prefect and nothing else: flows as DAGs of stages, the local server, deployments."""
