"""`python -m veillee.server`: the server alone, without the other commands."""

import argparse
import os
import sys

from veillee.core.game import VeilleeError
from veillee.server import serve, settings


def main() -> int:
    parser = argparse.ArgumentParser(prog="veillee.server", description="Serve tables to browsers and programs.")
    settings.add_arguments(parser)
    try:
        return serve.main(settings.from_arguments(parser.parse_args(), os.environ))
    except VeilleeError as error:
        sys.stderr.write(f"veillee.server: {error}\n")
        return 2


if __name__ == "__main__":
    sys.exit(main())
