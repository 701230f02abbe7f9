"""Search over an archive: index, similarity and near-duplicates."""
