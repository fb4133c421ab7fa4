-- KEYS: the list. ARGV: page, time to live in seconds. Keeps the later page and extends its time to live.
local page = math.max(tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[1]) or 0))
redis.call('SET', KEYS[1], page, 'EX', ARGV[2])
