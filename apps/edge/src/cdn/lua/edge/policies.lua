-- What the cache policies mean, in seconds; docs/cdn.md has the table. `edge` is how long an answer is kept at most,
-- `visitor` what browsers are told where the origin says nothing, then how long a stale answer may be used.
local DAY = 86400
return {
  ["static-assets"] = { edge = DAY, visitor = 3600, revalidate = 60, failed = DAY },
  media = { edge = 30 * DAY, visitor = DAY, revalidate = 3600, failed = 7 * DAY },
  short = { edge = 60, visitor = 60, revalidate = 30, failed = 3600 },
  ["no-cache"] = { edge = 0, visitor = 0, revalidate = 0, failed = 0 },
}
