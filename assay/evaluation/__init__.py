"""Matching answers, running probes, and the subjects that are asked."""
