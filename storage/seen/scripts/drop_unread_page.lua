-- KEYS: the list. ARGV: page. Drops the mark unless it names a later page.
if tonumber(redis.call('GET', KEYS[1]) or 0) <= tonumber(ARGV[1]) then
  redis.call('DEL', KEYS[1])
end
