-- Shared by the scripts for robots.txt; KEYS[1] is the prefix of their keys. Answers are in one hash, and a sorted set has
-- the end of each, in Unix time of this server. So the oldest can give way.
local prefix = KEYS[1]
local clock = redis.call('TIME')
local now = tonumber(clock[1]) + tonumber(clock[2]) / 1000000

local function seconds_left(origin)
  local ends = redis.call('ZSCORE', prefix .. 'ends', origin)
  return ends and tonumber(ends) - now or 0
end

