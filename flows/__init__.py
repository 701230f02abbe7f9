"""Prefect flows: DAGs of the stages, and nothing else."""
