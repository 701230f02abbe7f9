"""What may stay: density selection, document quality, then the gates in their order."""
