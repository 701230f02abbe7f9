"""Tests of the gateway, over real HTTP on loopback where the wire matters, else within the process."""
