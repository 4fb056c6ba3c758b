"""The tests and their children heed signals, whatever started the tests."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

PARENT = """
import os, signal, subprocess, sys
from signals import heed
heed()
number = int(sys.argv[1])
try:
    os.kill(os.getpid(), number)
except KeyboardInterrupt:
    print("interrupted")
said = "import time; print('up', flush=True); time.sleep(60)"
child = subprocess.Popen([sys.executable, "-c", said], stdout=subprocess.PIPE)
child.stdout.readline()
child.send_signal(number)
try:
    print(child.wait(20))
finally:
    child.kill()
"""


@pytest.mark.parametrize("number", [signal.SIGHUP, signal.SIGINT, signal.SIGTERM])
def test_a_signal_that_was_ignored_ends_a_child_and_interrupts_the_tests(number):
    """As under `nohup` or in a background job: the tests live on, and their child does not."""
    started = (
        f"import os, signal, sys; signal.signal({int(number)}, signal.SIG_IGN); "
        f"os.execv(sys.executable, [sys.executable, '-c', {PARENT!r}, '{int(number)}'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", started],
        env={**os.environ, "PYTHONPATH": str(Path(__file__).parent)},
        capture_output=True,
        text=True,
        timeout=60,
    )
    # Python turns SIGINT into KeyboardInterrupt and ends with that signal too.
    interrupted = ["interrupted"] * (number == signal.SIGINT)
    assert done.stdout.split() == [*interrupted, str(-number)], done.stderr


STOPPED = """
import os, sys
module, number = sys.argv[1], int(sys.argv[2])

class Finder:
    def find_spec(self, name, path=None, target=None):
        if name == module:
            sys.meta_path.remove(self)
            os.kill(os.getpid(), number)

sys.meta_path.insert(0, Finder())
sys.argv = ["tamis", "list"]
from tamis._command import main
main()
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    "module",
    ["tamis.cli", "click", "tamis.cli.wiki", "tamis.benchmarks", "tamis.benchmarks.kiwi.options"],
)
def test_a_signal_while_the_command_loads_ends_it_in_silence(module, number):
    """From the first module that it loads to the last, with 128 and the signal's number."""
    done = subprocess.run(
        [sys.executable, "-c", STOPPED, module, str(int(number))],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 128 + number, done.stderr
    assert done.stderr.strip() in ("", "Interrupted.")


@pytest.mark.parametrize(("answer", "code"), [(KeyboardInterrupt, 143), (EOFError, 1)])
def test_only_an_interrupt_is_one(answer, code, monkeypatch):
    """A question that is left open at the end of the input is no signal."""
    import click

    from tamis import cli

    @click.command()
    def asks() -> None:
        """Ask, and get a signal in the place of a reply."""
        if answer is KeyboardInterrupt:
            os.kill(os.getpid(), signal.SIGTERM)
        raise click.Abort

    monkeypatch.setattr(cli, "tamis", asks)
    monkeypatch.setattr(sys, "argv", ["tamis"])
    with pytest.raises(SystemExit) as end:
        cli.main()
    assert end.value.code == code
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
