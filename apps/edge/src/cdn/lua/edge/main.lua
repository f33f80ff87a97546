local cjson = require "cjson.safe"
local settings = require "edge.settings"
local M = {}

local FLUSH_SECONDS = 1

-- Loads everything before the workers begin, so that they share its memory.
function M.start(text)
  for name, value in pairs(cjson.decode(text)) do
    settings[name] = value
  end
  require "edge.visit"
  require "edge.answer"
  require "edge.fetch"
  require "edge.control"
  require "edge.usage"
  require "edge.tls"
end

function M.start_worker()
  ngx.timer.every(FLUSH_SECONDS, require("edge.usage").flush)
end

return M
