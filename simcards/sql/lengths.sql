-- How often a match of each contest lasted so long, by fold of blocks; {length} is a column.
SELECT cells.contest, match % $folds AS fold, {length} AS length, count(*)::DOUBLE AS matches
FROM matches
JOIN cells USING (cell)
WHERE cells.contest IN ({contests})
GROUP BY ALL
ORDER BY ALL
