"""A small archive with planted candidates, and what each gate has to make of them."""
