pytest_plugins = ["parts", "pytester"]
