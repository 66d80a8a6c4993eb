"""Redraw the picture in the README from a demo's page: `python docs/build.py [PAGE] [CARD]`.

Needs Chromium (or Chrome) on the PATH; where there is none, says so and leaves the picture. CARD is the fragment
of the page's address that opens one chain; without it the page opens the chain that it chooses itself.
"""

from __future__ import annotations

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
        only.write_text(shown, encoding="utf-8")
        address = only.as_uri() + (f"#{card}" if card else "")
        command = [browser, *OPTIONS, f"--user-data-dir={profile}", f"--screenshot={PICTURE}", address]
        subprocess.run(command, check=True, capture_output=True, timeout=120)
    print(PICTURE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
