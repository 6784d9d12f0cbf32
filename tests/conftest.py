import os

pytest_plugins = ["parts", "pytester", "workers"]

# Servers that tests start keep what Python compiles for them, so that the second starts sooner than the first.
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
