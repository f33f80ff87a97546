-- What load balancers did on their edges, one row for each listener or target and minute with traffic. Edges add to it.
CREATE TABLE "load_balancer_metric" (
    "workspace_id"     BIGINT NOT NULL,
    -- No foreign keys: the rows of what is gone expire like the others.
    "load_balancer_id" TEXT NOT NULL,
    "minute"           TIMESTAMPTZ(0) NOT NULL,
    "part_id"          TEXT NOT NULL,
    "part"             TEXT NOT NULL,
    -- HTTP requests, or connections by TCP.
    "requests"         BIGINT NOT NULL,
    "bytes_received"   BIGINT NOT NULL,
    "bytes_sent"       BIGINT NOT NULL,
    "status_2xx"       BIGINT NOT NULL,
    "status_3xx"       BIGINT NOT NULL,
    "status_4xx"       BIGINT NOT NULL,
    "status_5xx"       BIGINT NOT NULL,
    "errors"           BIGINT NOT NULL,
    -- Milliseconds until the target answered, added up over its requests.
    "response_ms"      BIGINT NOT NULL,
    CONSTRAINT "load_balancer_metric_pkey" PRIMARY KEY ("workspace_id", "load_balancer_id", "minute", "part_id"),
    CONSTRAINT "load_balancer_metric_part_check" CHECK ("part" IN ('listener', 'target'))
);
CREATE INDEX "load_balancer_metric_minute" ON "load_balancer_metric" ("minute");
-- Edges' reports write it, and only reads read it: a change has nothing to do here.
SELECT "guard_workspace_rows"('load_balancer_metric');
