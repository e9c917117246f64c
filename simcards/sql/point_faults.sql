-- Rows whose parts do not add up to the score: none, or the records are wrong.
SELECT count_if({parts} <> score) AS faults
FROM seats
