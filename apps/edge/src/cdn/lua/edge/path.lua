-- Paths of URLs. A canonical path is decoded and encoded again, so that every spelling of a path becomes the same one.
local find, gsub, byte, char, format = string.find, string.gsub, string.byte, string.char, string.format
local M = {}

local function encode(character)
  return format("%%%02X", byte(character))
end

local function decode(digits)
  return char(tonumber(digits, 16))
end

-- The path in the spelling of AWS Signature Version 4, or nil for a path that no object can have: with a wrong escape, a
-- NUL, or the segments . and .., which would lead out of the bucket or out of the origin's folder.
function M.canonical(path)
  if find(path, "[^%w%-%._~/]") then
    if find(path, "%%[^%x]") or find(path, "%%.?$") or find(path, "%%%x[^%x]") or find(path, "#", 1, true) then
      return nil
    end
    path = gsub(path, "%%(%x%x)", decode)
    if find(path, "%z") then
      return nil
    end
    if find(path, "/.", 1, true) and (find(path, "/%.%.?/") or find(path, "/%.%.?$")) then
      return nil
    end
    return (gsub(path, "[^%w%-%._~/]", encode))
  end
  if find(path, "/.", 1, true) and (find(path, "/%.%.?/") or find(path, "/%.%.?$")) then
    return nil
  end
  return path
end

-- Whether URL parsers leave the path as it is. A signature is only for such a path, byte for byte.
function M.is_plain(path)
  return not find(path, "[^%w%-%._~!$&'()*+,;=:@/%%|%[%]]") and M.canonical(path) ~= nil
end

return M
