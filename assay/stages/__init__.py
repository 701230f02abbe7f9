"""Each stage of a build: what is due, how a batch is computed and committed; flows and `--direct` both run these."""
