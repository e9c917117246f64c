-- How often a hand of each contest gave a seat so many points, by fold of blocks.
SELECT contest, match % $folds AS fold, score, count(*)::DOUBLE AS hands
FROM seats
WHERE contest IN ({contests})
GROUP BY ALL
ORDER BY ALL
