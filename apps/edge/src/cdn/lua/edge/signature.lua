-- Signed URLs, as packages/edge-protocol/src/url-signature.ts issues and verifies them.
local crypto = require "edge.crypto"
local path_of = require "edge.path"
local match, find, sub = string.match, string.find, string.sub
local M = {}

local DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"
local NEW_KEY_SECONDS = 10

-- What a query says, or nil unless it is written exactly as issued: expires, disposition and signer (each only when
-- set), key and signature, in this order.
local function read(query)
  local expires, rest = match(query, "^expires=([1-9]%d*)&(.*)$")
  if expires and #expires > 15 then
    return nil
  end
  query = rest or query
  local disposition, after = match(query, "^disposition=(%l+)&(.*)$")
  if disposition and disposition ~= "inline" and disposition ~= "attachment" then
    return nil
  end
  query = after or query
  local signer, last = match(query, "^signer=([%w_]+)&(.*)$")
  query = last or query
  local key, signature = match(query, "^key=([^&]*)&signature=([%w_-]+)$")
  return key, signature, expires, disposition, signer
end

-- The time in a key's identifier, in seconds: the first ten characters of its ULID, in Crockford's base 32, are
-- milliseconds.
local function made_at(key_id)
  local text = match(key_id, "^key_(%w%w%w%w%w%w%w%w%w%w)%w+$")
  if not text then
    return nil
  end
  local milliseconds = 0
  for at = 1, #text do
    local digit = find(DIGITS, sub(text, at, at), 1, true)
    if not digit then
      return nil
    end
    milliseconds = milliseconds * 32 + digit - 1
  end
  return milliseconds / 1000
end

-- Whether the URL names a key that was made a moment ago and has not reached this edge.
function M.awaits_key(access, query)
  local key_id = read(query)
  local made = key_id and made_at(key_id)
  if not made or math.abs(ngx.now() - made) > NEW_KEY_SECONDS then
    return false
  end
  for _, key in ipairs(access.keys) do
    if key.queryId == key_id then
      return false
    end
  end
  return true
end

function M.is_signed(query)
  return sub(query, 1, 10) == "signature=" or find(query, "&signature=", 1, true) ~= nil
end

-- Whether the credential of a URL's signer has ended.
local function has_ended(access, signer, now)
  for _, ended in ipairs(access.endedSigners) do
    if ended.signer == signer and now >= ended["until"] then
      return true
    end
  end
  return false
end

-- Whether one of the keys signed the URL, and neither it nor its signer's credential has ended; with its disposition and
-- its end, each nil if not set.
-- The host is not signed, but its kind is: "common" for the CDN's own domain, else "own". A signature without an expiry
-- was issued for a public object, so it does not open a private one.
function M.verify(access, kind, path, query)
  local key_id, signature, expires, disposition, signer = read(query)
  if not key_id or not path_of.is_plain(path) then
    return false
  end
  local now = ngx.now()
  local ends = expires and tonumber(expires)
  if ends then
    if now >= ends then
      return false
    end
  elseif not access.isPublic then
    return false
  end
  if signer and has_ended(access, signer, now) then
    return false
  end
  for _, key in ipairs(access.keys) do
    if key.queryId == key_id and (not key.validUntil or now < key.validUntil) then
      local text = key.keyId .. "\n" .. kind .. "\n" .. path .. "\n" .. (expires or "") .. "\n" .. (disposition or "")
      if signer then
        text = text .. "\n" .. signer
      end
      if crypto.same(crypto.base64url(crypto.hmac(key.bytes, text)), signature) then
        return true, disposition, ends
      end
    end
  end
  return false
end

return M
