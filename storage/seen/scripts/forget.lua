-- ARGV: keys.
local layers = read_layers()
for _, key in ipairs(ARGV) do
  if holds(layers, key) then
    redis.call('SADD', prefix .. 'forgotten', key)
  end
end
