-- What the edges of the CDN served, one row for each distribution and minute with requests. Edges add to it.
CREATE TABLE "cdn_metric" (
    "workspace_id"    BIGINT NOT NULL,
    -- No foreign key: the rows of a distribution that is gone expire like the others.
    "distribution_id" TEXT NOT NULL,
    "minute"          TIMESTAMPTZ(0) NOT NULL,
    "requests"        BIGINT NOT NULL,
    -- Requests that a cache answered.
    "cache_hits"      BIGINT NOT NULL,
    "bytes_sent"      BIGINT NOT NULL,
    "status_2xx"      BIGINT NOT NULL,
    "status_3xx"      BIGINT NOT NULL,
    "status_4xx"      BIGINT NOT NULL,
    "status_5xx"      BIGINT NOT NULL,
    CONSTRAINT "cdn_metric_pkey" PRIMARY KEY ("workspace_id", "distribution_id", "minute")
);
CREATE INDEX "cdn_metric_minute" ON "cdn_metric" ("minute");
-- Edges' reports write it, and only reads read it: a change has nothing to do here.
SELECT "guard_workspace_rows"('cdn_metric');
