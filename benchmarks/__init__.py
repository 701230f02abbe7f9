"""What the readers give back, and what they cost."""
