"""`python -m simcards`, and the program `simcards`."""

INTERRUPTED = 130


def main() -> None:
    """Run the command line and end with its exit code."""
    try:
        from simcards.cli.program import run  # here, so that a Ctrl-C is heard while it loads

        code = run()
    except KeyboardInterrupt:
        code = INTERRUPTED
    raise SystemExit(code)


if __name__ == "__main__":
    main()
