-- What is worth a look: the highest score of a seat, the longest match, the widest and the closest
-- finish; of equals the first, by cell and match.
WITH finals AS (
    SELECT cell, match, ranked[1] - ranked[2] AS margin
    FROM (
        SELECT cell, match,
               list_reverse_sort([total FOR total IN [{totals}] IF total IS NOT NULL]) AS ranked
        FROM matches
        JOIN cells USING (cell)
    )
)
(SELECT 'highest score of a hand' AS what, cell, match, hand, greatest({scores}) AS size,
        'points' AS unit
 FROM hands ORDER BY size DESC, cell, match, hand LIMIT 1)
UNION ALL
(SELECT 'longest match', cell, match, NULL, {length}, '{unit}'
 FROM matches ORDER BY {length} DESC, cell, match LIMIT 1)
UNION ALL
(SELECT 'widest finish', cell, match, NULL, margin, 'points'
 FROM finals ORDER BY margin DESC, cell, match LIMIT 1)
UNION ALL
(SELECT 'closest finish', cell, match, NULL, margin, 'points'
 FROM finals ORDER BY margin, cell, match LIMIT 1)
