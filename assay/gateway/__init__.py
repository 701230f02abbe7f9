"""The way to any model: cache, budget and retries; the only place that knows litellm."""
