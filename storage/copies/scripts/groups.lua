-- KEYS: the prefix of the index.
local prefix = KEYS[1]

-- Return the id that a group has now: merged groups refer to the one that they became part of.
local function current(copy)
  local into = redis.call('GET', prefix .. 'merged:' .. copy)
  while into do
    copy = into
    into = redis.call('GET', prefix .. 'merged:' .. copy)
  end
  return copy
end
