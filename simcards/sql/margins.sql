-- Points of the highest total over the second highest, match by match.
SELECT cells.contest, match % $groups AS block_group, count(*)::DOUBLE AS matches,
       sum(ranked[1] - ranked[2])::DOUBLE AS margin
FROM (
    SELECT cell, match,
           list_reverse_sort([total FOR total IN [{totals}] IF total IS NOT NULL]) AS ranked
    FROM matches
) AS finals
JOIN cells USING (cell)
GROUP BY ALL
ORDER BY ALL
