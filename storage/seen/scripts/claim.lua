-- ARGV: owner, time to live in milliseconds, keys. Returns 1 for each granted key, otherwise 0.
local layers = read_layers()
local owner, life = ARGV[1], tonumber(ARGV[2])
local now = drop_expired_claims()
local granted, answers = {}, {}
for index = 3, #ARGV do
  local key = ARGV[index]
  local ours = 0
  if not granted[key] then
    local claim = prefix .. 'claim:' .. key
    local holder = redis.call('GET', claim)
    if (not holder or holder == owner) and not is_committed(layers, key) then
      redis.call('SET', claim, owner, 'PX', life)
      redis.call('ZADD', claims, now + life, key)
      granted[key] = true
      ours = 1
    end
  end
  answers[#answers + 1] = ours
end
return answers
