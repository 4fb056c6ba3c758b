"""Make the pictures of pages in the docs: `answer.png`, `report.png` and `leaderboard.png`.

    PYTHONPATH=tests python tools/pictures.py

runs README's `tamis ask` against the scripted model of `tests/example_models.py`, and `tamis run
kitab` and `run acs` without a model, opens the pages that they write in Chromium and takes a
picture of the top of each. Needs Playwright and `chromium-headless-shell` (`make system`).
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

import example_models
import here
from server import Server

DOCS = Path(__file__).parents[1] / "docs"
PICTURES = {
    "answer.html": (1200, 1190),
    "report.html": (1280, 1180),
    "leaderboard.html": (1280, 1180),
}
"""Width and height of each in pixels."""


def main() -> None:
    """Write the pages in a folder for the time being, and the pictures into the docs."""
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ |= {"TAMIS_HOME": f"{folder}/home", "LAB_API_KEY": "none"}
        # As README's output: with it the ranking learns, and when it does depends on the machine.
        sys.modules["sklearn.feature_extraction.text"] = None  # type: ignore[assignment]
        with Server(lambda prompt: example_models.suppliers(prompt.messages)) as server:
            os.environ["LAB_BASE_URL"] = server.url
            here.tamis(
                "ask", "Which suppliers deliver to Norway within a week?",
                "--corpus", str(DOCS / "tables/suppliers.csv"), "--recall", ".9", "--yes",
                "--model", "openai-api/lab/scripted", "--max-connections", "1",
                "--html", "answer.html",
            )  # fmt: skip
        here.tamis("run", "kitab")
        shutil.copy(next(Path("runs").glob("*/report.html")), "report.html")
        here.tamis("run", "acs")
        here.tamis("leaderboard", "runs", "--html", "leaderboard.html")
        with sync_playwright() as play:
            browser = play.chromium.launch(
                executable_path=shutil.which("chromium-headless-shell"),
                args=["--no-sandbox", "--disable-gpu"],
            )
            for name, (width, height) in PICTURES.items():
                page = browser.new_page(viewport={"width": width, "height": height})
                page.goto((Path(folder) / name).as_uri())
                page.screenshot(path=DOCS / Path(name).with_suffix(".png").name)
            browser.close()


if __name__ == "__main__":
    main()
