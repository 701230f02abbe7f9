"""How answers are read and compared, one module for each kind of answer."""
