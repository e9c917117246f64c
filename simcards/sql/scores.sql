-- How often a hand of each contest gave a seat so many points, by fold of blocks.
SELECT contest, match % $folds AS fold, score, count(*)::DOUBLE AS hands
FROM seats
GROUP BY ALL
ORDER BY ALL
