-- What there is of each cell: its matches, their hands, and the hands recorded.
SELECT cell, matches, hands, coalesce(recorded, 0) AS recorded
FROM (SELECT cell, count(*) AS matches, sum(hands)::BIGINT AS hands FROM matches GROUP BY cell)
LEFT JOIN (SELECT cell, count(*) AS recorded FROM hands GROUP BY cell) USING (cell)
ORDER BY cell
