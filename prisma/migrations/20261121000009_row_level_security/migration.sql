-- The second wall (docs/adr/0008): the transaction of a change takes this role and names its workspace, and no other workspace's rows exist for it.
-- Whoever connects owns the tables and is not bound: reads, workers and commands work as before.

-- A role belongs to the server, not to the database: another one may have made it long ago, or is making it right now.
DO $$
DECLARE
  may_take text := CASE WHEN current_setting('server_version_num')::int >= 160000 THEN 'SET' ELSE 'MEMBER' END;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'fulmar_workspace') THEN
    BEGIN
      CREATE ROLE "fulmar_workspace" NOLOGIN;
    EXCEPTION
      WHEN duplicate_object OR unique_violation THEN
        RAISE DEBUG 'the role fulmar_workspace was made by another database just now';
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION USING MESSAGE = format(
          'the user %1$I may not create a role; have an administrator run "CREATE ROLE fulmar_workspace NOLOGIN; GRANT fulmar_workspace TO %1$I", then start again', current_user);
    END;
  END IF;
  IF NOT pg_has_role(current_user, 'fulmar_workspace', may_take) THEN
    BEGIN
      GRANT "fulmar_workspace" TO CURRENT_USER;
    EXCEPTION
      WHEN insufficient_privilege THEN
        RAISE EXCEPTION USING MESSAGE = format(
          'the user %1$I may not take the role fulmar_workspace; have an administrator run "GRANT fulmar_workspace TO %1$I", then start again', current_user);
    END;
  END IF;
END $$;

-- A migration that makes a table with a workspace_id calls this for it, and grants what handlers do with it.
CREATE FUNCTION "guard_workspace_rows"("guarded" regclass) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', guarded);
  -- Without a workspace named, the setting is missing or empty: an error, not everything.
  EXECUTE format(
    'CREATE POLICY workspace_rows ON %s TO fulmar_workspace USING (workspace_id = current_setting(''fulmar.workspace_id'')::bigint)', guarded);
END $$;

SELECT "guard_workspace_rows"(c.oid::regclass)
  FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'workspace_id' AND NOT a.attisdropped
 WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p');

-- What a workspace makes, changes and removes.
GRANT SELECT, INSERT, UPDATE, DELETE ON
  "backup_policy", "snapshot_set", "vpc", "subnet", "vpc_node", "nat_gateway", "nat_gateway_subnet", "reserved_ip", "firewall_group", "firewall_rule",
  "bucket", "cdn_distribution", "cdn_custom_domain", "secret_store", "volume", "volume_operation"
  TO "fulmar_workspace";
-- Only workers and their reconcilers remove these for good.
GRANT SELECT, INSERT, UPDATE ON "vm", "operation", "idempotency_key" TO "fulmar_workspace";
-- What was recorded is neither read nor changed by a request that changes something.
GRANT INSERT ON "audit_event" TO "fulmar_workspace";
GRANT SELECT ON "workspace" TO "fulmar_workspace";

-- The catalog belongs to everybody.
GRANT SELECT ON "site", "plan", "image", "sku", "storage_region" TO "fulmar_workspace";

-- Two tables belong to workspaces without saying so in a column: the wallet by the organization, an address by its reservation.
ALTER TABLE "wallet" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "workspace_rows" ON "wallet" FOR SELECT TO "fulmar_workspace"
  USING ("organization_id" = (SELECT w."organization_id" FROM "workspace" w));
GRANT SELECT ON "wallet" TO "fulmar_workspace";

-- The pool is common: everybody sees it, and takes what is free. An address is taken before its reservation is written,
-- so what it becomes is left to the foreign key and the unique index.
ALTER TABLE "public_address" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "pool_is_seen" ON "public_address" FOR SELECT TO "fulmar_workspace" USING (true);
CREATE POLICY "free_is_taken" ON "public_address" FOR UPDATE TO "fulmar_workspace" USING ("public_ip_id" IS NULL) WITH CHECK (true);
GRANT SELECT, UPDATE ("public_ip_id", "last_assigned_at") ON "public_address" TO "fulmar_workspace";
