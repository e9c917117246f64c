"""`python -m simcards`."""

from simcards.cli import main

main()
