"""What is done where nobody says otherwise, for the command line and for Python alike."""

from pathlib import Path

RESULTS = Path("results")  # the folder that holds the runs
RUN_PATIENCE = 60.0  # seconds one decision may take before a run is ended
CHECK_PATIENCE = 20.0  # the same in a check of a strategy
CHECK_MATCHES = 5  # of a check, for each rule set and line-up
