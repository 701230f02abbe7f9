"""The rules author: walks over the join graph of an archive's facts become questions, programs and plans."""
