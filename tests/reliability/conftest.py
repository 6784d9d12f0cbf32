"""What the rows need beyond Python packages."""

import shutil

from parts import PARTS, Part
from reliability import disk

PARTS["strace"] = Part(lambda: shutil.which("strace") is not None, "apt-get install strace")
PARTS[disk.PART] = Part(disk.is_here, "apt-get install mount util-linux")
