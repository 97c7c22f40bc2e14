"""Progress of uploads and builds: a bar of tqdm where it is installed, and else a line in a terminal."""

from __future__ import annotations

import sys
from typing import Any, Optional


class Progress:
    """A bar from 0 to 1, closed with the block that it is opened for. Without `is_shown` it does nothing."""

    def __init__(self, title: str, is_shown: Optional[bool]) -> None:
        self.title = title
        self.bar: Any = None
        self.line: str = ""
        self.share: float = 0.0
        self.is_shown: bool = sys.stderr.isatty() or in_notebook() if is_shown is None else is_shown
        if not self.is_shown:
            return
        try:
            from tqdm.auto import tqdm
        except ImportError:
            return
        self.bar = tqdm(total=100, desc=title, bar_format="{desc}: {percentage:3.0f}%|{bar}| {elapsed}")

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        if self.bar is not None:
            self.bar.close()
        elif self.line:
            sys.stderr.write("\n")

    def show(self, doing: str, share: Optional[float] = None) -> None:
        if not self.is_shown:
            return
        line = doing if share is None else f"{doing}: {100 * share:.0f} %"
        if line == self.line:
            return
        if self.bar is not None:
            self.bar.set_description_str(doing, refresh=False)
            if share is not None:
                # A build that starts again goes back.
                self.bar.n = round(100 * share)
            self.bar.refresh()
        else:
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        self.line = line


def in_notebook() -> bool:
    return "ipykernel" in sys.modules
