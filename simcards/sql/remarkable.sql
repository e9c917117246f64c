-- The hands with the highest score of one seat, the first of equals.
SELECT cell, match, hand, seat, strategy, score
FROM seats
ORDER BY score DESC, cell, match, hand, seat
LIMIT 3
