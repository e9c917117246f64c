-- Sums of a game's own rates (topics.py of the game), by its keys.
SELECT {keys} match % $groups AS block_group, {sums}
FROM {view}
WHERE {where}
GROUP BY ALL
ORDER BY ALL
