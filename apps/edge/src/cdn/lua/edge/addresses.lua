-- Which addresses are public (RFC 6890), as packages/core/src/cdn/custom-origin.ts has it.
local M = {}

local SPECIAL_IPV4 = {
  { "0.0.0.0", 8 }, { "10.0.0.0", 8 }, { "100.64.0.0", 10 }, { "127.0.0.0", 8 }, { "169.254.0.0", 16 },
  { "172.16.0.0", 12 }, { "192.0.0.0", 24 }, { "192.0.2.0", 24 }, { "192.88.99.0", 24 }, { "192.168.0.0", 16 },
  { "198.18.0.0", 15 }, { "198.51.100.0", 24 }, { "203.0.113.0", 24 }, { "224.0.0.0", 4 }, { "240.0.0.0", 4 },
}
-- Within 2000::/3, the only global IPv6 addresses: tunnels, which can carry a private IPv4 address, and documentation.
local SPECIAL_IPV6 = {
  { { 0x2001, 0x0000 }, 23 }, { { 0x2001, 0x0db8 }, 32 }, { { 0x2002, 0x0000 }, 16 }, { { 0x3fff, 0x0000 }, 20 },
}

local function number_of(address)
  local a, b, c, d = address:match("^(%d+)%.(%d+)%.(%d+)%.(%d+)$")
  a, b, c, d = tonumber(a), tonumber(b), tonumber(c), tonumber(d)
  if not a or a > 255 or b > 255 or c > 255 or d > 255 then
    return nil
  end
  return ((a * 256 + b) * 256 + c) * 256 + d
end

local function begins_alike(a, b, bits, width)
  local unit = 2 ^ (width - bits)
  return math.floor(a / unit) == math.floor(b / unit)
end

function M.is_public_ipv4(address)
  local number = number_of(address)
  if not number then
    return false
  end
  for _, range in ipairs(SPECIAL_IPV4) do
    if begins_alike(number, number_of(range[1]), range[2], 32) then
      return false
    end
  end
  return true
end

-- The first two groups decide, since no range is narrower than 32 bits.
function M.is_public_ipv6(first, second)
  if first < 0x2000 or first > 0x3fff then
    return false
  end
  for _, range in ipairs(SPECIAL_IPV6) do
    if begins_alike(first * 65536 + second, range[1][1] * 65536 + range[1][2], range[2], 32) then
      return false
    end
  end
  return true
end

-- The first two groups of an IPv6 address in text.
function M.groups_of(address)
  local head = address:match("^(.-)::") or address
  local groups = {}
  for group in head:gmatch("[^:]+") do
    groups[#groups + 1] = tonumber(group, 16)
  end
  return groups[1] or 0, groups[2] or 0
end

function M.is_loopback(address)
  return address:sub(1, 4) == "127." or address == "::1"
end

return M
