"""What every stage shares, and the faces that people and programs see."""
