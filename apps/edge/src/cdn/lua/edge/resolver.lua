-- Resolves the names of origins by DNS (RFC 1035), so that the address of a connection can be checked before it is made.
-- nginx's own resolver does not show the addresses that it finds.
local crypto = require "edge.crypto"
local lru = require "resty.lrucache"
local settings = require "edge.settings"
local addresses = require "edge.addresses"
local bit = require "bit"
local byte, char, sub, format = string.byte, string.char, string.sub, string.format
local M = {}

local known = lru.new(2000)
local A, AAAA = 1, 28
local TIMEOUT_MS = 2000
local LONGEST_SECONDS, SHORTEST_SECONDS, FAILED_SECONDS = 300, 5, 5

local function two(text, at)
  local a, b = byte(text, at, at + 1)
  if not b then
    error("short answer")
  end
  return a * 256 + b
end

local function question_of(name, kind)
  local labels = {}
  for label in name:gmatch("[^.]+") do
    labels[#labels + 1] = char(#label) .. label
  end
  return table.concat(labels) .. "\0" .. char(0, kind) .. "\0\1"
end

-- The place after a name, which may end with a pointer.
local function after_name(text, at)
  while true do
    local length = byte(text, at)
    if not length then
      error("short answer")
    elseif length == 0 then
      return at + 1
    elseif length >= 192 then
      return at + 2
    end
    at = at + 1 + length
  end
end

local function read(text, id, question, kind)
  if sub(text, 1, 2) ~= id or bit.band(byte(text, 3), 0x80) == 0 then
    error("another answer")
  end
  local status = bit.band(byte(text, 4), 0x0f)
  if status ~= 0 and status ~= 3 then
    error("the name server answered with status " .. status)
  end
  if sub(text, 13, 12 + #question):lower() ~= question:lower() then
    error("the answer to another question")
  end
  local at = 13 + #question
  local found, lasts = {}, LONGEST_SECONDS
  for _ = 1, two(text, 7) do
    at = after_name(text, at)
    local of, length = two(text, at), two(text, at + 8)
    local seconds = two(text, at + 4) * 65536 + two(text, at + 6)
    if of == kind then
      lasts = math.min(lasts, seconds)
      if kind == A and length == 4 then
        local address = format("%d.%d.%d.%d", byte(text, at + 10, at + 13))
        found[#found + 1] = { text = address, public = addresses.is_public_ipv4(address) }
      elseif kind == AAAA and length == 16 then
        local groups = {}
        for group = 0, 7 do
          groups[group + 1] = format("%x", two(text, at + 10 + group * 2))
        end
        local address = table.concat(groups, ":")
        found[#found + 1] = {
          text = "[" .. address .. "]",
          public = addresses.is_public_ipv6(two(text, at + 10), two(text, at + 12)),
        }
      end
    end
    at = at + 10 + length
  end
  return found, lasts
end

local function by_udp(server, packet)
  local socket = ngx.socket.udp()
  socket:settimeout(TIMEOUT_MS)
  assert(socket:setpeername(server.host, server.port))
  assert(socket:send(packet))
  local answer, problem = socket:receive(4096)
  socket:close()
  return assert(answer, problem)
end

local function by_tcp(server, packet)
  local socket = ngx.socket.tcp()
  socket:settimeout(TIMEOUT_MS)
  assert(socket:connect(server.host, server.port))
  assert(socket:send(char(math.floor(#packet / 256), #packet % 256) .. packet))
  local answer = assert(socket:receive(two(assert(socket:receive(2)), 1)))
  socket:close()
  return answer
end

local function ask(name, kind)
  local problem = "no name server is configured"
  for _, server in ipairs(settings.nameservers) do
    local id = crypto.random(2)
    local question = question_of(name, kind)
    local packet = id .. "\1\0\0\1\0\0\0\0\0\0" .. question
    local ok, found, lasts = pcall(function()
      local answer = by_udp(server, packet)
      if bit.band(byte(answer, 3) or 0, 2) ~= 0 then
        answer = by_tcp(server, packet)
      end
      return read(answer, id, question, kind)
    end)
    if ok then
      return found, lasts
    end
    problem = found
  end
  return nil, problem
end

-- The addresses of a name, each with whether it is public. IPv6 only where there is no IPv4 address.
function M.resolve(name)
  local before = known:get(name)
  if before then
    return before
  end
  local found, lasts = ask(name, A)
  if found and #found == 0 then
    found, lasts = ask(name, AAAA)
  end
  if not found then
    ngx.log(ngx.WARN, "the name ", name, " could not be resolved: ", lasts)
    known:set(name, {}, FAILED_SECONDS)
    return {}
  end
  known:set(name, found, #found == 0 and FAILED_SECONDS or math.max(SHORTEST_SECONDS, lasts))
  return found
end

return M
