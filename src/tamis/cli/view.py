"""`tamis view`: Inspect's log viewer."""

from __future__ import annotations

from pathlib import Path

import click


@click.command()
@click.argument("folder", default="runs", type=click.Path(exists=True, path_type=Path))
@click.option("--port", type=int, default=7575, show_default=True, help="The port of the viewer.")
def view(folder: Path, port: int) -> None:
    """Open Inspect's log viewer with the logs in FOLDER  [runs]."""
    import subprocess
    import sys

    command = ["-m", "inspect_ai", "view", "start", "--log-dir", str(folder), "--recursive"]
    raise SystemExit(subprocess.call([sys.executable, *command, "--port", str(port)]))
