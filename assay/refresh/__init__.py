"""What a changed archive makes due: files to look into, artifacts that moved or changed, tasks that follow."""
