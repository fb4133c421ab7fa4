-- KEYS: the list. ARGV: page, life in seconds. Keeps the further page, and prolongs its life.
local page = math.max(tonumber(ARGV[1]), tonumber(redis.call('GET', KEYS[1]) or 0))
redis.call('SET', KEYS[1], page, 'EX', ARGV[2])
