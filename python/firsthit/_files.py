"""Files that are there as a whole or not at all."""

from __future__ import annotations

import os
import uuid
from pathlib import Path


def whole(path: Path, content: bytes) -> None:
    """Writes a file; whoever reads it meanwhile, or after a crash, finds the old one or the new one."""
    temporary = path.with_name(f".{path.name}.{uuid.uuid4().hex}")
    temporary.write_bytes(content)
    os.replace(temporary, path)
