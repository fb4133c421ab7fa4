-- ARGV: origin, milliseconds. Returns 1 if the caller is to ask, otherwise 0.
if seconds_left(ARGV[1]) > 0 then
  return 0
end
return redis.call('SET', prefix .. 'claim:' .. ARGV[1], 1, 'NX', 'PX', ARGV[2]) and 1 or 0
