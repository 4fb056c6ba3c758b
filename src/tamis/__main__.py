"""`python -m tamis`."""

from tamis.cli import main

main()
