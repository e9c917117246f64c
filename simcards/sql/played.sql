-- What there is of each cell: matches with their blocks and hands, and the hands recorded.
SELECT cell, matches, first_block, last_block, hands, coalesce(recorded, 0) AS recorded, capped
FROM (
    SELECT cell, count(*) AS matches, min(match) AS first_block, max(match) AS last_block,
           sum(hands)::BIGINT AS hands, count_if(ending = 1) AS capped
    FROM matches GROUP BY cell
)
LEFT JOIN (SELECT cell, count(*) AS recorded FROM hands GROUP BY cell) USING (cell)
ORDER BY cell
