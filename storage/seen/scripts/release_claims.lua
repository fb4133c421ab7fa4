-- ARGV: keys.
for _, key in ipairs(ARGV) do
  drop_claim(key)
end
