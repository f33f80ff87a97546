-- A balancer without a VPC is in the site's own network, which workspaces share: an address there may belong to somebody
-- else (docs/adr/0035). Such targets get no new connections any more, and the API refuses to enable them.
UPDATE "load_balancer_target" t SET "enabled" = false
  FROM "load_balancer" b
 WHERE b."workspace_id" = t."workspace_id" AND b."load_balancer_id" = t."load_balancer_id" AND b."vpc_id" IS NULL AND t."ip" IS NOT NULL AND t."enabled";
