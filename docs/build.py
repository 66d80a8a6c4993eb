"""Redraw the picture in the README from a demo's page: `python docs/build.py [PAGE] [CARD]`.

Needs Chromium (or Chrome) on the PATH; where there is none, says so and leaves the picture. CARD is the number of
the chain to open, counted from 1; without it the page opens the one that it chooses itself.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

PICTURE = Path(__file__).parent / "images" / "report.png"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chrome")
OPTIONS = (
    "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--hide-scrollbars",
    "--disable-background-networking", "--disable-component-update", "--disable-sync", "--window-size=1240,1500",
)  # fmt: skip

_ONLY_CHAINS = "section:not(#chains), header, nav { display: none !important }"


def main() -> int:
    page = Path(sys.argv[1] if len(sys.argv) > 1 else "demo/report.html").resolve()
    card = sys.argv[2] if len(sys.argv) > 2 else ""
    if not page.is_file():
        print(f"no page {page}: run 'make demo' first", file=sys.stderr)
        return 2
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    if browser is None:
        print("no Chromium or Chrome found: the picture stays as it is", file=sys.stderr)
        return 0
    PICTURE.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        # A headless browser takes its picture of the top of the page, so all but the chains is left out.
        only = Path(profile) / "chains.html"
        shown = page.read_text(encoding="utf-8").replace("</head>", f"<style>{_ONLY_CHAINS}</style></head>", 1)
        # By its address the chain would be scrolled to, and the picture begin with an empty stretch.
        if card:
            shown = re.sub(r'data-opens="\d+"', f'data-opens="{int(card) - 1}"', shown, count=1)
        only.write_text(shown, encoding="utf-8")
        command = [browser, *OPTIONS, f"--user-data-dir={profile}", f"--screenshot={PICTURE}", only.as_uri()]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    print(PICTURE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
