-- The version of the PROXY protocol that a load balancer uses towards the targets of a pool.
ALTER TABLE "load_balancer_pool"
  ADD COLUMN "proxy_protocol" text NOT NULL DEFAULT 'none',
  ADD CONSTRAINT "load_balancer_pool_proxy_check"
    CHECK ("proxy_protocol" = 'none' OR ("proxy_protocol" IN ('v1', 'v2') AND "protocol" <> 'udp'));
