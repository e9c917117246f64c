-- How often each value of a column was seen.
SELECT {column} AS code, count(*) AS times
FROM {records}
GROUP BY ALL
ORDER BY ALL
