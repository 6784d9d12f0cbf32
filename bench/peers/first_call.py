"""What a fresh process waits for: `python first_call.py GAME` prints how long import and first playout took."""

import json
import sys
import time

begun = time.perf_counter()
from veillee import engine  # noqa: E402 - its import is measured

imported = time.perf_counter()
engine.playouts(sys.argv[1], games=1, seats=4, seed=1)
print(json.dumps({"import_s": imported - begun, "first_call_s": time.perf_counter() - imported}))
