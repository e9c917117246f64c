-- Points of the highest total over the second highest, side by side, match by match.
SELECT contest, match % $groups AS block_group, count(*)::DOUBLE AS matches,
       sum(ranked[1] - ranked[2])::DOUBLE AS margin
FROM (
    SELECT contest, match,
           list_reverse_sort([total FOR total IN [{totals}] IF total IS NOT NULL]) AS ranked
    FROM matches
    JOIN cells USING (cell)
) AS finals
GROUP BY ALL
ORDER BY ALL
