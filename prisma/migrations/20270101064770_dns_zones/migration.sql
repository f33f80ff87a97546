-- DNS zones that tenants own (docs/adr/0183).
CREATE TABLE "dns_zone" (
  "workspace_id"        bigint NOT NULL,
  "zone_id"             text NOT NULL,
  -- In lower case, without a dot at its end.
  "name"                text NOT NULL,
  "description"         text NOT NULL,
  "status"              text NOT NULL DEFAULT 'pending',
  "deletion_protection" boolean NOT NULL,
  "proof_token"         text NOT NULL,

  -- What the name servers have to get. An active zone is applied anew each day, whether or not it has changed.
  "revision"            integer NOT NULL DEFAULT 1,
  "applied_revision"    integer NOT NULL DEFAULT 0,
  "apply_at"            timestamptz(3),
  "apply_waited"        boolean NOT NULL DEFAULT false,
  "apply_attempts"      integer NOT NULL DEFAULT 0,
  "applied_at"          timestamptz(3),
  "error_message"       text,

  -- Whether its ownership is proven.
  "check_at"            timestamptz(3) NOT NULL DEFAULT now(),
  "check_waited"        boolean NOT NULL DEFAULT false,
  "check_attempts"      integer NOT NULL DEFAULT 0,
  "check_slow"          boolean NOT NULL DEFAULT false,
  "checked_at"          timestamptz(3),
  "delegated_to"        text[],
  "problem"             text,
  "proof_lost_at"       timestamptz(3),

  "created_at"          timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at"          timestamptz(3) NOT NULL DEFAULT now(),

  CONSTRAINT "dns_zone_pkey" PRIMARY KEY ("workspace_id", "zone_id"),
  CONSTRAINT "dns_zone_status_known" CHECK ("status" IN ('pending', 'active')),
  CONSTRAINT "dns_zone_applied_when_active" CHECK (("status" = 'active') = ("apply_at" IS NOT NULL)),
  CONSTRAINT "dns_zone_delegated_to_filled" CHECK (array_position("delegated_to", NULL) IS NULL)
);
CREATE UNIQUE INDEX "dns_zone_name_unique" ON "dns_zone" ("workspace_id", "name");
-- Many may claim a name; one zone of it is served.
CREATE UNIQUE INDEX "dns_zone_served_unique" ON "dns_zone" ("name") WHERE "status" = 'active';
CREATE INDEX "dns_zone_apply_idx" ON "dns_zone" ("apply_at") WHERE "apply_at" IS NOT NULL;
CREATE INDEX "dns_zone_check_idx" ON "dns_zone" ("check_at");

CREATE TABLE "dns_record_set" (
  "workspace_id"  bigint NOT NULL,
  "zone_id"       text NOT NULL,
  "record_set_id" text NOT NULL,
  -- Relative to the zone: labels, or @ for its own name.
  "name"          text NOT NULL,
  "type"          text NOT NULL,
  "ttl"           integer NOT NULL,
  "values"        text[] NOT NULL,
  "created_at"    timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at"    timestamptz(3) NOT NULL DEFAULT now(),

  CONSTRAINT "dns_record_set_pkey" PRIMARY KEY ("workspace_id", "zone_id", "record_set_id"),
  CONSTRAINT "dns_record_set_zone_fkey" FOREIGN KEY ("workspace_id", "zone_id")
    REFERENCES "dns_zone" ("workspace_id", "zone_id") ON DELETE CASCADE ON UPDATE NO ACTION,
  CONSTRAINT "dns_record_set_type_known" CHECK (
    "type" IN ('A', 'AAAA', 'ALIAS', 'CAA', 'CNAME', 'MX', 'NS', 'PTR', 'SRV', 'TXT')),
  CONSTRAINT "dns_record_set_ttl_check" CHECK ("ttl" BETWEEN 1 AND 604800),
  CONSTRAINT "dns_record_set_values_count" CHECK (cardinality("values") BETWEEN 1 AND 100),
  CONSTRAINT "dns_record_set_values_filled" CHECK (array_position("values", NULL) IS NULL)
);
CREATE UNIQUE INDEX "dns_record_set_unique" ON "dns_record_set" ("workspace_id", "zone_id", "name", "type");

SELECT "guard_workspace_rows"('dns_zone');
SELECT "guard_workspace_rows"('dns_record_set');
GRANT SELECT, INSERT, UPDATE, DELETE ON "dns_zone" TO "fulmar_workspace";
GRANT SELECT, INSERT, UPDATE, DELETE ON "dns_record_set" TO "fulmar_workspace";
SELECT "announce_changes"('dns_zone', 'dns_zone', 'zone_id',
  '{check_at,check_waited,check_attempts,check_slow,apply_at,apply_waited,apply_attempts}');
SELECT "announce_changes"('dns_record_set', 'dns_zone', 'zone_id');

-- Zones have no price, so their number has a limit. Inserts of one workspace wait for each other.
CREATE FUNCTION "limit_dns_zones"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(1718580183, hashint8(NEW.workspace_id));
  IF (SELECT count(*) FROM dns_zone WHERE workspace_id = NEW.workspace_id) >= 100 THEN
    RAISE EXCEPTION 'a workspace has at most 100 DNS zones: constraint "dns_zone_limit"'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'dns_zone_limit';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "dns_zone_limited" BEFORE INSERT ON "dns_zone" FOR EACH ROW EXECUTE FUNCTION "limit_dns_zones"();

-- Zones that the name servers must no longer have. They keep the id of a zone beside its name, so that a later zone of
-- the name stays.
CREATE TABLE "dns_removal" (
  "zone_id"    text NOT NULL,
  "name"       text NOT NULL,
  "due_at"     timestamptz(3) NOT NULL DEFAULT now(),
  "waited"     boolean NOT NULL DEFAULT false,
  -- How often it was removed. A call that was under way may have made it once more after the first time.
  "removals"   integer NOT NULL DEFAULT 0,
  "attempts"   integer NOT NULL DEFAULT 0,
  CONSTRAINT "dns_removal_pkey" PRIMARY KEY ("zone_id")
);
CREATE INDEX "dns_removal_due_idx" ON "dns_removal" ("due_at");

-- As the owner: neither a workspace nor the deletion of one writes removals.
CREATE FUNCTION "remove_dns_zone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO dns_removal (zone_id, name) VALUES (OLD.zone_id, OLD.name)
      ON CONFLICT (zone_id) DO UPDATE SET due_at = now(), removals = 0, attempts = 0;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "remove_dns_zone"() FROM PUBLIC;
CREATE TRIGGER "dns_zone_deleted" AFTER DELETE ON "dns_zone" FOR EACH ROW
  WHEN (OLD."status" = 'active') EXECUTE FUNCTION "remove_dns_zone"();
CREATE TRIGGER "dns_zone_released" AFTER UPDATE OF "status" ON "dns_zone" FOR EACH ROW
  WHEN (OLD."status" = 'active' AND NEW."status" = 'pending') EXECUTE FUNCTION "remove_dns_zone"();
-- A zone that is served again is not removed.
CREATE FUNCTION "keep_dns_zone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM dns_removal WHERE zone_id = NEW.zone_id;
  RETURN NULL;
END $$;
REVOKE EXECUTE ON FUNCTION "keep_dns_zone"() FROM PUBLIC;
CREATE TRIGGER "dns_zone_served" AFTER UPDATE OF "status" ON "dns_zone" FOR EACH ROW
  WHEN (OLD."status" = 'pending' AND NEW."status" = 'active') EXECUTE FUNCTION "keep_dns_zone"();

-- A workspace with zones is not empty.
CREATE OR REPLACE FUNCTION "workspace_contents"("of_workspace" bigint) RETURNS TABLE ("type" text, "id" text, "name" text) LANGUAGE sql STABLE AS $$
  SELECT v.type::text || '_vm', v.vm_id, v.name FROM vm v WHERE v.workspace_id = of_workspace AND (v.deleted_at IS NULL OR v.restorable_until IS NOT NULL)
  UNION ALL SELECT 'vm_group', x.vm_group_id, x.name FROM vm_group x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'volume', x.volume_id, x.name FROM volume x WHERE x.workspace_id = of_workspace AND (x.deleted_at IS NULL OR x.restorable_until IS NOT NULL)
  UNION ALL SELECT 'volume_snapshot', x.snapshot_id, x.name FROM volume_snapshot x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'snapshot', x.snapshot_set_id, x.name FROM snapshot_set x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'backup', x.backup_id, x.backup_id FROM backup x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'vm_image', x.image_id, x.name FROM vm_image x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT DISTINCT 'vm_image', c.image_id, i.name FROM image_copy c JOIN vm_image i USING (image_id)
   WHERE c.workspace_id = of_workspace AND c.deleted_at IS NULL AND i.workspace_id <> of_workspace
  UNION ALL SELECT 'vpc', x.vpc_id, x.name FROM vpc x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'firewall_group', x.firewall_group_id, x.name FROM firewall_group x WHERE x.workspace_id = of_workspace AND NOT x.is_default
  UNION ALL SELECT 'reserved_ip', x.public_ip_id, x.label FROM reserved_ip x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'load_balancer', x.load_balancer_id, x.name FROM load_balancer x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'cdn_distribution', x.distribution_id, x.name FROM cdn_distribution x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'dns_zone', x.zone_id, x.name FROM dns_zone x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'bucket', x.name, x.name FROM bucket x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'access_key', x.credential_id, x.name FROM access_key x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'secret_store', x.store_id, x.name FROM secret_store x WHERE x.workspace_id = of_workspace
$$;

-- The simulated name servers, and the registry of names below .test.
CREATE TABLE "simulated"."dns_zone" (
  "name"        text PRIMARY KEY,
  "zone_id"     text NOT NULL,
  "record_sets" jsonb NOT NULL
);
ALTER TABLE "simulated"."dns_record" DROP CONSTRAINT "dns_record_type_check",
  ADD CONSTRAINT "dns_record_type_check" CHECK ("type" IN ('TXT', 'CNAME', 'A', 'NS'));
