-- Signed URLs, as packages/core/src/cdn/url-signature.ts issues and verifies them.
local crypto = require "edge.crypto"
local path_of = require "edge.path"
local match, find, sub = string.match, string.find, string.sub
local M = {}

-- What a query says, or nil unless it is written exactly as issued: expires and disposition (each only when set), key
-- and signature, in this order.
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
  local key, signature = match(query, "^key=([^&]*)&signature=([%w_-]+)$")
  return key, signature, expires, disposition
end

function M.is_signed(query)
  return sub(query, 1, 10) == "signature=" or find(query, "&signature=", 1, true) ~= nil
end

-- Whether one of the keys signed the URL, and it has not expired; with its disposition and its end, each nil if not set.
-- The host is not signed, but its kind is: "common" for the CDN's own domain, else "own". A signature without an expiry
-- was issued for a public object, so it does not open a private one.
function M.verify(access, kind, path, query)
  local key_id, signature, expires, disposition = read(query)
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
  for _, key in ipairs(access.keys) do
    if key.queryId == key_id and (not key.validUntil or now < key.validUntil) then
      local text = key.keyId .. "\n" .. kind .. "\n" .. path .. "\n" .. (expires or "") .. "\n" .. (disposition or "")
      if crypto.same(crypto.base64url(crypto.hmac(key.bytes, text)), signature) then
        return true, disposition, ends
      end
    end
  end
  return false
end

return M
