-- ARGV: number of layers that the caller knows, number of new layers that it offers, their texts, keys.
-- Returns nothing. If the caller does not know all layers, changes nothing and returns the layers.
local layers = read_layers()
if #layers ~= tonumber(ARGV[1]) then
  return redis.call('LRANGE', prefix .. 'layers', 0, -1)
end
local offer, first_key = 3, 3 + tonumber(ARGV[2])
local counts = prefix .. 'items'
local items = tonumber(redis.call('HGET', counts, #layers) or 0)
for index = first_key, #ARGV do
  local key = ARGV[index]
  if not holds(layers, key) then
    if #layers == 0 or items >= layers[#layers].capacity then
      if #layers > 0 then
        redis.call('HSET', counts, #layers, items)
      end
      redis.call('RPUSH', prefix .. 'layers', ARGV[offer])
      offer = offer + 1
      layers, items = read_layers(), 0
    end
    add(layers[#layers], key)
    items = items + 1
  end
  redis.call('SREM', prefix .. 'forgotten', key)
  drop_claim(key)
end
if #layers > 0 then
  redis.call('HSET', counts, #layers, items)
end
return nil
