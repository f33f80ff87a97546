-- What has changed, for the consoles that are looking at it (docs/adr/0020). Rows say which resource of what kind, never what it is now: whoever
-- hears of it asks again, with their own rights. Triggers write them in the transaction of the change; a worker forgets them after an hour.

-- Not a model of Prisma's, which does not know xid8. A row belongs to a workspace or to a whole organization.
CREATE TABLE "change" (
  -- Of the transaction that made the change. Readers go by snapshots: what the last one could not see is new, whenever it began.
  "xid"             xid8 NOT NULL DEFAULT pg_current_xact_id(),
  "change_id"       bigint NOT NULL GENERATED ALWAYS AS IDENTITY,
  "workspace_id"    bigint,
  "organization_id" text,
  "topic"           text NOT NULL,
  "resource_id"     text NOT NULL,
  "at"              timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "change_pkey" PRIMARY KEY ("xid", "change_id"),
  CONSTRAINT "change_place_check" CHECK (num_nonnulls("workspace_id", "organization_id") = 1)
);
SELECT "guard_workspace_rows"('change');
-- Its rows live for an hour: what is left of them is cleared away early.
ALTER TABLE "change" SET (autovacuum_vacuum_scale_factor = 0.05, autovacuum_vacuum_insert_scale_factor = 0.2);

-- Has every change of a table's rows announced. A migration that makes a table which the console shows calls this for it; one that adds a column
-- to a table with unshown columns calls it again.
-- of_topic: as the console's table of topics names it (packages/contract/src/session/change.ts)
-- id_column: of the resource that pages show; a row of a child names its parent there
-- unshown: columns that no page shows, such as leases and the times of the next attempt; an update of these alone is no news
-- place: workspace_id, or organization_id for what belongs to no workspace
CREATE FUNCTION "announce_changes"("of_table" regclass, "of_topic" text, "id_column" text, "unshown" text[] DEFAULT '{}', "place" text DEFAULT 'workspace_id')
  RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  plain text := (SELECT relname FROM pg_class WHERE oid = of_table);
  shown text := (SELECT string_agg(format('%%1$s.%I', attname), ', ' ORDER BY attnum) FROM pg_attribute
                  WHERE attrelid = of_table AND attnum > 0 AND NOT attisdropped AND attname <> ALL (unshown));
  differs text := CASE WHEN cardinality(unshown) = 0 THEN 'OLD.* IS DISTINCT FROM NEW.*'
                       ELSE format('(%s) IS DISTINCT FROM (%s)', format(shown, 'OLD'), format(shown, 'NEW')) END;
BEGIN
  -- As the owner of the tables: a request that changes something may neither read nor write announcements itself.
  EXECUTE format(
    'CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $body$
     BEGIN
       IF TG_OP = ''DELETE'' THEN
         INSERT INTO change (%2$I, topic, resource_id) VALUES (OLD.%2$I, TG_ARGV[0], OLD.%3$I);
       ELSE
         INSERT INTO change (%2$I, topic, resource_id) VALUES (NEW.%2$I, TG_ARGV[0], NEW.%3$I);
       END IF;
       RETURN NULL;
     END $body$', 'announce_' || plain, place, id_column);
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER INSERT OR DELETE ON %s FOR EACH ROW EXECUTE FUNCTION %I(%L)',
                 plain || '_announced', of_table, 'announce_' || plain, of_topic);
  EXECUTE format('CREATE OR REPLACE TRIGGER %I AFTER UPDATE ON %s FOR EACH ROW WHEN (%s) EXECUTE FUNCTION %I(%L)',
                 plain || '_change_announced', of_table, differs, 'announce_' || plain, of_topic);
END $$;
REVOKE EXECUTE ON FUNCTION "announce_changes"(regclass, text, text, text[], text) FROM PUBLIC;

SELECT "announce_changes"('vm', 'vm', 'vm_id');
-- Steps move together with their operation, whose moment of the last change they share.
SELECT "announce_changes"('operation', 'operation', 'operation_id', '{saga,input,outcome,deadline_at,run_at,lease_owner,lease_until}');
SELECT "announce_changes"('volume', 'volume', 'volume_id', '{reclaimed_at}');
SELECT "announce_changes"('volume_operation', 'volume', 'volume_id', '{idempotency_key}');
SELECT "announce_changes"('volume_snapshot', 'volume_snapshot', 'snapshot_id', '{reclaimed_at}');
SELECT "announce_changes"('snapshot_set', 'snapshot', 'snapshot_set_id');
SELECT "announce_changes"('backup', 'backup', 'backup_id');
SELECT "announce_changes"('backup_policy', 'backup_policy', 'vm_id', '{start_at,wait_until}');
SELECT "announce_changes"('vpc', 'vpc', 'vpc_id');
SELECT "announce_changes"('subnet', 'subnet', 'subnet_id');
SELECT "announce_changes"('vpc_node', 'vpc_node', 'allocation_id');
SELECT "announce_changes"('nat_gateway', 'nat_gateway', 'nat_gateway_id');
SELECT "announce_changes"('nat_gateway_subnet', 'nat_gateway', 'nat_gateway_id');
SELECT "announce_changes"('port_forward', 'port_forward', 'port_forward_id');
SELECT "announce_changes"('reserved_ip', 'reserved_ip', 'public_ip_id');
SELECT "announce_changes"('firewall_group', 'firewall_group', 'firewall_group_id');
SELECT "announce_changes"('firewall_rule', 'firewall_group', 'firewall_group_id');
SELECT "announce_changes"('firewall_group_vm', 'firewall_group', 'firewall_group_id');
SELECT "announce_changes"('network_state', 'network', 'resource_id', '{applied_at,apply_at,apply_waited,apply_attempts}');
-- Pools, targets, listeners and rules count up their balancer's revision.
SELECT "announce_changes"('load_balancer', 'load_balancer', 'load_balancer_id', '{apply_at,apply_waited,apply_attempts}');
SELECT "announce_changes"('load_balancer_health', 'load_balancer', 'load_balancer_id', '{checked_at}');
SELECT "announce_changes"('cdn_distribution', 'cdn_distribution', 'distribution_id', '{deploy_at,deploy_waited,deploy_attempts}');
SELECT "announce_changes"('cdn_custom_domain', 'cdn_distribution', 'distribution_id', '{check_at,check_waited,check_attempts}');
SELECT "announce_changes"('cdn_purge', 'cdn_distribution', 'distribution_id', '{run_at,waited,attempts}');
SELECT "announce_changes"('cdn_website', 'cdn_distribution', 'distribution_id');
SELECT "announce_changes"('cdn_signing_key', 'cdn_signing_key', 'key_id', '{salt,signs_unexpiring}');
SELECT "announce_changes"('bucket', 'bucket', 'bucket_id');
SELECT "announce_changes"('access_key', 'access_key', 'credential_id', '{sealed_secret,last_used_at}');
SELECT "announce_changes"('access_key_bucket', 'access_key', 'credential_id');
SELECT "announce_changes"('secret_store', 'secret_store', 'store_id');
SELECT "announce_changes"('secret', 'secret', 'secret_id');
SELECT "announce_changes"('secret_version', 'secret', 'secret_id', '{sealed}');
SELECT "announce_changes"('secret_use', 'secret', 'secret_id');
SELECT "announce_changes"('quota', 'quota', 'resource');
-- Every entry of the ledger moves the wallet's balance.
SELECT "announce_changes"('wallet', 'wallet', 'organization_id', '{}', 'organization_id');
SELECT "announce_changes"('api_token', 'api_token', 'token_id', '{hash,last_used_at,last_used_ip,refused_at,refused_ip,old_hash,old_used_at}', 'organization_id');
SELECT "announce_changes"('member', 'member', 'user_id', '{}', 'organization_id');
SELECT "announce_changes"('workspace', 'workspace', 'workspace_id', '{}', 'organization_id');
