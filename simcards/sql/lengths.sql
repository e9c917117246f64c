-- How often a match of each contest lasted so many hands, by fold of blocks.
SELECT cells.contest, match % $folds AS fold, hands, count(*)::DOUBLE AS matches
FROM matches
JOIN cells USING (cell)
WHERE cells.contest IN ({contests})
GROUP BY ALL
ORDER BY ALL
