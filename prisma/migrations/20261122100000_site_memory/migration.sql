-- What the database remembers of the sites it drives, so that a database that is behind its site destroys nothing (docs/adr/0028).

-- A resource that this database ended, or failed to make. A worker removes from a site what has a tombstone, and nothing else.
-- Not a workspace's business: it is granted to nobody.
CREATE TABLE "tombstone" (
  "provider"    text NOT NULL,
  "kind"        text NOT NULL,
  "resource_id" text NOT NULL,
  -- Of a snapshot or a backup: its provider asks for it.
  "vm_id"       text,
  "reason"      text NOT NULL,
  "ended_at"    timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "tombstone_pkey" PRIMARY KEY ("provider", "kind", "resource_id"),
  CONSTRAINT "tombstone_kind_check" CHECK ("kind" IN ('vm', 'volume', 'snapshot', 'backup', 'subnet', 'vm_network', 'nat_gateway', 'load_balancer', 'cdn_distribution')),
  CONSTRAINT "tombstone_reason_check" CHECK ("reason" IN ('deleted', 'failed'))
);

-- A resource at a site that bears our marks and that this database does not know. It is kept until an operator decides.
CREATE TABLE "unknown_resource" (
  "provider"      text NOT NULL,
  "kind"          text NOT NULL,
  "resource_id"   text NOT NULL,
  "name"          text,
  -- In words, such as "1 CPU, 1 GB, 20 GB disk".
  "size"          text,
  "made_at"       timestamptz(3),
  -- The rows that the installation had of it, as its marks have them; null where they have none.
  "record"        jsonb,
  -- Of the installation that made it; null for what was made before marks said so.
  "installation_id" text,
  "first_seen_at" timestamptz(3) NOT NULL DEFAULT now(),
  "last_seen_at"  timestamptz(3) NOT NULL DEFAULT now(),
  -- When an operator resumed the site knowing of it; before that, it keeps its site fenced.
  "accepted_at"   timestamptz(3),
  CONSTRAINT "unknown_resource_pkey" PRIMARY KEY ("provider", "kind", "resource_id")
);

-- How far this database and a site have come together. With a reason, the site is fenced: no worker changes anything there.
CREATE TABLE "site_fence" (
  "provider"        text NOT NULL,
  "installation_id" text NOT NULL,
  -- The database that last wrote the site's mark: the server's system identifier and the database's oid.
  "database_id"     text NOT NULL,
  "epoch"           bigint NOT NULL DEFAULT 0,
  -- Drawn with every epoch, so that two databases at one epoch are told apart.
  "token"           text NOT NULL,
  "reason"          text,
  "detail"          text,
  "fenced_at"       timestamptz(3),
  -- Until when a site that lacks most of what is known there is believed: its operator resumed it knowing that.
  "loss_believed_until" timestamptz(3),
  CONSTRAINT "site_fence_pkey" PRIMARY KEY ("provider"),
  CONSTRAINT "site_fence_reason_check" CHECK ("reason" IN
    ('database_behind', 'database_copied', 'other_installation', 'mark_missing', 'site_incomplete', 'unknown_resources')),
  CONSTRAINT "site_fence_whole_check" CHECK (num_nonnulls("reason", "detail", "fenced_at") IN (0, 3))
);

CREATE TABLE "installation" (
  "installation_id" text NOT NULL,
  "created_at"      timestamptz(3) NOT NULL DEFAULT now(),
  "only"            boolean NOT NULL DEFAULT true,
  CONSTRAINT "installation_pkey" PRIMARY KEY ("installation_id"),
  CONSTRAINT "installation_only_check" CHECK ("only"),
  CONSTRAINT "installation_only_unique" UNIQUE ("only")
);

-- Tombstones are written by the database itself, in the commit that ends a resource: no statement can forget one.
-- An operator's resume, which ends operations that a restored backup has as under way, sets fulmar.restoring: what those made is kept.
CREATE FUNCTION "write_tombstone"("of_provider" text, "of_kind" text, "of_id" text, "of_vm" text, "why" text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO tombstone (provider, kind, resource_id, vm_id, reason)
  SELECT of_provider, of_kind, of_id, of_vm, why
   WHERE of_provider IS NOT NULL AND current_setting('fulmar.restoring', true) IS DISTINCT FROM 'on'
      ON CONFLICT (provider, kind, resource_id) DO UPDATE SET reason = excluded.reason, ended_at = now()
$$;
CREATE FUNCTION "provider_of_site"("of_site" text) RETURNS text LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT provider FROM site WHERE site_id = of_site
$$;
REVOKE EXECUTE ON FUNCTION "write_tombstone"(text, text, text, text, text), "provider_of_site"(text) FROM PUBLIC;

CREATE FUNCTION "write_vm_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone(provider_of_site(NEW.site_id), 'vm', NEW.vm_id, NULL, TG_ARGV[0]);
  IF TG_ARGV[0] = 'deleted' THEN PERFORM write_tombstone(provider_of_site(NEW.site_id), 'vm_network', NEW.vm_id, NULL, 'deleted'); END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_tombstone" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL) EXECUTE FUNCTION "write_vm_tombstone"('deleted');
CREATE TRIGGER "vm_failed_tombstone" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN (NEW."status" = 'error' AND OLD."status" IN ('pending', 'creating', 'provisioning', 'configuring')) EXECUTE FUNCTION "write_vm_tombstone"('failed');

-- A deleted volume is remembered by its row until it was reclaimed, and from then on by its tombstone.
CREATE FUNCTION "write_volume_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone(provider_of_site(NEW.site_id), 'volume', NEW.volume_id, NULL, TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER "volume_tombstone" AFTER UPDATE ON "volume" FOR EACH ROW
  WHEN (OLD."reclaimed_at" IS NULL AND NEW."reclaimed_at" IS NOT NULL) EXECUTE FUNCTION "write_volume_tombstone"('deleted');
CREATE TRIGGER "volume_failed_tombstone" AFTER UPDATE ON "volume" FOR EACH ROW
  WHEN (NEW."status" = 'error' AND OLD."status" = 'creating') EXECUTE FUNCTION "write_volume_tombstone"('failed');

-- The same with snapshots and backups, whose rows go when their provider no longer has them.
CREATE FUNCTION "write_recovery_point_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  gone jsonb := CASE TG_OP WHEN 'DELETE' THEN to_jsonb(OLD) ELSE to_jsonb(NEW) END;
BEGIN
  PERFORM write_tombstone(gone ->> 'storage_backend', TG_ARGV[0], gone ->> TG_ARGV[1], gone ->> 'vm_id', CASE TG_OP WHEN 'DELETE' THEN 'deleted' ELSE 'failed' END);
  RETURN NULL;
END $$;
CREATE TRIGGER "snapshot_set_tombstone" AFTER DELETE ON "snapshot_set" FOR EACH ROW EXECUTE FUNCTION "write_recovery_point_tombstone"('snapshot', 'snapshot_set_id');
CREATE TRIGGER "snapshot_set_failed_tombstone" AFTER UPDATE ON "snapshot_set" FOR EACH ROW
  WHEN (NEW."status" IN ('failed', 'cancelled') AND OLD."status" NOT IN ('failed', 'cancelled')) EXECUTE FUNCTION "write_recovery_point_tombstone"('snapshot', 'snapshot_set_id');
CREATE TRIGGER "backup_tombstone" AFTER DELETE ON "backup" FOR EACH ROW EXECUTE FUNCTION "write_recovery_point_tombstone"('backup', 'backup_id');
CREATE TRIGGER "backup_failed_tombstone" AFTER UPDATE ON "backup" FOR EACH ROW
  WHEN (NEW."status" IN ('failed', 'cancelled') AND OLD."status" NOT IN ('failed', 'cancelled')) EXECUTE FUNCTION "write_recovery_point_tombstone"('backup', 'backup_id');

-- A restore keeps what it overwrites under its operation's id for as long as it runs.
CREATE FUNCTION "write_restore_copy_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone(NEW.input ->> 'provider', 'snapshot', NEW.operation_id, NEW.resource_id, 'deleted');
  RETURN NULL;
END $$;
CREATE TRIGGER "operation_restore_copy_tombstone" AFTER UPDATE ON "operation" FOR EACH ROW
  WHEN (NEW."action" = 'restore' AND OLD."finished_at" IS NULL AND NEW."finished_at" IS NOT NULL) EXECUTE FUNCTION "write_restore_copy_tombstone"();

CREATE FUNCTION "write_site_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone(provider_of_site(OLD.site_id), TG_TABLE_NAME, to_jsonb(OLD) ->> (TG_TABLE_NAME || '_id'), NULL, 'deleted');
  RETURN NULL;
END $$;
CREATE TRIGGER "subnet_tombstone" AFTER DELETE ON "subnet" FOR EACH ROW EXECUTE FUNCTION "write_site_tombstone"();
CREATE TRIGGER "nat_gateway_tombstone" AFTER DELETE ON "nat_gateway" FOR EACH ROW EXECUTE FUNCTION "write_site_tombstone"();
CREATE TRIGGER "load_balancer_tombstone" AFTER DELETE ON "load_balancer" FOR EACH ROW EXECUTE FUNCTION "write_site_tombstone"();

-- The CDN belongs to no site: its provider is the one named cdn.
CREATE FUNCTION "write_cdn_distribution_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone('cdn', 'cdn_distribution', OLD.distribution_id, NULL, CASE TG_OP WHEN 'DELETE' THEN 'deleted' ELSE 'failed' END);
  RETURN NULL;
END $$;
CREATE TRIGGER "cdn_distribution_tombstone" AFTER DELETE ON "cdn_distribution" FOR EACH ROW EXECUTE FUNCTION "write_cdn_distribution_tombstone"();
CREATE TRIGGER "cdn_distribution_failed_tombstone" AFTER UPDATE ON "cdn_distribution" FOR EACH ROW
  WHEN (NEW."status" = 'failed' AND OLD."status" <> 'failed') EXECUTE FUNCTION "write_cdn_distribution_tombstone"();

-- What ended before there were tombstones: a worker may not have removed it yet.
SELECT write_tombstone(provider_of_site(site_id), 'vm', vm_id, NULL, 'deleted'), write_tombstone(provider_of_site(site_id), 'vm_network', vm_id, NULL, 'deleted')
  FROM "vm" WHERE "deleted_at" IS NOT NULL;
SELECT write_tombstone(provider_of_site(site_id), 'volume', volume_id, NULL, 'deleted') FROM "volume" WHERE "reclaimed_at" IS NOT NULL;
SELECT write_tombstone(storage_backend, 'snapshot', snapshot_set_id, vm_id, 'failed') FROM "snapshot_set" WHERE "status" IN ('failed', 'cancelled');
SELECT write_tombstone(storage_backend, 'backup', backup_id, vm_id, 'failed') FROM "backup" WHERE "status" IN ('failed', 'cancelled');
SELECT write_tombstone('cdn', 'cdn_distribution', distribution_id, NULL, 'failed') FROM "cdn_distribution" WHERE "status" = 'failed';

-- An operation of a fenced site is on hold: no worker claims it, and its deadline is put off when the site is resumed.
ALTER TABLE "operation" ADD COLUMN "held_at" timestamptz(3), ADD COLUMN "hold_reason" text,
  ADD CONSTRAINT "operation_hold_check" CHECK (("held_at" IS NULL) = ("hold_reason" IS NULL));
SELECT "announce_changes"('operation', 'operation', 'operation_id', '{saga,input,outcome,deadline_at,run_at,lease_owner,lease_until}');

CREATE FUNCTION "hold_operation"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  SELECT now(), detail INTO NEW.held_at, NEW.hold_reason FROM site_fence WHERE provider = NEW.input ->> 'provider' AND fenced_at IS NOT NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "operation_held" BEFORE INSERT ON "operation" FOR EACH ROW EXECUTE FUNCTION "hold_operation"();

-- Makes rows again from what a site's marks have kept of them: columns that a row does not name get their defaults, names that are no columns are
-- passed over, rows that are there stay. An operator's command calls it.
CREATE FUNCTION "insert_rows"("into_table" regclass, "rows" jsonb) RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
  named text;
  inserted bigint := 0;
  made bigint;
  item jsonb;
BEGIN
  FOR item IN SELECT value FROM jsonb_array_elements(rows) LOOP
    SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) INTO named FROM pg_attribute
     WHERE attrelid = into_table AND attnum > 0 AND NOT attisdropped AND attgenerated = '' AND item ? attname;
    EXECUTE format('INSERT INTO %1$s (%2$s) SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, $1) ON CONFLICT DO NOTHING', into_table, named) USING item;
    GET DIAGNOSTICS made = ROW_COUNT;
    inserted := inserted + made;
  END LOOP;
  RETURN inserted;
END $$;
REVOKE EXECUTE ON FUNCTION "insert_rows"(regclass, jsonb) FROM PUBLIC;

-- What an operator does with a site may concern no organization.
ALTER TABLE "audit_event" DROP CONSTRAINT "audit_event_owner_check",
  ADD CONSTRAINT "audit_event_owner_check"
    CHECK ("organization_id" IS NOT NULL OR ("workspace_id" IS NULL AND split_part("action", '.', 1) IN ('account', 'site')));

-- The simulated site keeps records and its mark as a real one does.
ALTER TABLE "simulated"."instance" ADD COLUMN "record" jsonb;
ALTER TABLE "simulated"."volume" ADD COLUMN "record" jsonb;
ALTER TABLE "simulated"."network_configuration" ADD COLUMN "record" jsonb;
ALTER TABLE "simulated"."load_balancer" ADD COLUMN "record" jsonb;
CREATE TABLE "simulated"."recovery_record" (
  "id"     text PRIMARY KEY,
  "record" jsonb NOT NULL
);
CREATE TABLE "simulated"."site_mark" (
  "only" boolean PRIMARY KEY DEFAULT true CHECK ("only"),
  "mark" jsonb NOT NULL
);
