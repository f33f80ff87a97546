-- HMAC and SHA-256 of libcrypto, which nginx has loaded.
local ffi = require "ffi"
local C = ffi.C
ffi.cdef [[
const void *EVP_sha256(void);
unsigned char *HMAC(const void *md, const void *key, int key_len, const unsigned char *data, size_t n, unsigned char *out,
                    unsigned int *out_len);
unsigned char *SHA256(const unsigned char *data, size_t n, unsigned char *out);
int CRYPTO_memcmp(const void *a, const void *b, size_t n);
int RAND_bytes(unsigned char *out, int n);
]]
local out = ffi.new("unsigned char[32]")
local length = ffi.new("unsigned int[1]")
local M = {}

function M.hmac(key, message)
  C.HMAC(C.EVP_sha256(), key, #key, message, #message, out, length)
  return ffi.string(out, 32)
end

function M.sha256(message)
  C.SHA256(message, #message, out)
  return ffi.string(out, 32)
end

-- At most 32 random bytes.
function M.random(bytes)
  C.RAND_bytes(out, bytes)
  return ffi.string(out, bytes)
end

-- Compares in constant time.
function M.same(a, b)
  return #a == #b and C.CRYPTO_memcmp(a, b, #a) == 0
end

local HEX = {}
for byte = 0, 255 do
  HEX[string.char(byte)] = string.format("%02x", byte)
end

function M.hex(bytes)
  return (bytes:gsub(".", HEX))
end

function M.base64url(bytes)
  return (ngx.encode_base64(bytes, true):gsub("+", "-"):gsub("/", "_"))
end

return M
