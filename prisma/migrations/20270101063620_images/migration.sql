-- Images that a workspace makes of its VMs (docs/adr/0133). What a VM is made of stays a row of `image`: a trigger keeps one
-- for each image of a workspace.
CREATE TABLE "vm_image" (
  "image_id"      text NOT NULL,
  "workspace_id"  bigint NOT NULL,
  "name"          text NOT NULL,
  "description"   text,
  "tags"          text[] NOT NULL DEFAULT '{}',
  "status"        text NOT NULL DEFAULT 'creating',
  "source_type"   text NOT NULL,
  "source_id"     text NOT NULL,
  "vm_id"         text NOT NULL,
  "vm_name"       text NOT NULL,
  "site_id"       text NOT NULL,
  "os_type"       text NOT NULL,
  "os_distro"     text NOT NULL,
  "version"       text NOT NULL,
  "architecture"  text,
  "min_disk_gb"   integer NOT NULL,
  "size_bytes"    bigint,
  "deprecated"    boolean NOT NULL DEFAULT false,
  "operation_id"  text,
  "error_message" text,
  "created_at"    timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updated_at"    timestamptz(3),
  "deleted_at"    timestamptz(3),
  "reclaimed_at"  timestamptz(3),
  CONSTRAINT "vm_image_pkey" PRIMARY KEY ("workspace_id", "image_id"),
  CONSTRAINT "vm_image_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace" ("workspace_id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "vm_image_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "vm_image_tags_filled" CHECK (array_position("tags", NULL) IS NULL),
  CONSTRAINT "vm_image_status_check" CHECK ("status" IN ('creating', 'available', 'error')
    AND ("status" = 'error') = ("error_message" IS NOT NULL) AND ("status" <> 'available' OR "size_bytes" IS NOT NULL)),
  CONSTRAINT "vm_image_source_check" CHECK ("source_type" IN ('vm', 'snapshot', 'backup')),
  CONSTRAINT "vm_image_deleted_check" CHECK (("deleted_at" IS NULL OR "status" <> 'creating')
    AND ("reclaimed_at" IS NULL OR "deleted_at" IS NOT NULL))
);
CREATE UNIQUE INDEX "vm_image_name_unique" ON "vm_image" ("workspace_id", "name") WHERE "deleted_at" IS NULL AND "status" <> 'error';
CREATE UNIQUE INDEX "vm_image_id_idx" ON "vm_image" ("image_id");
CREATE INDEX "vm_image_list_idx" ON "vm_image" ("workspace_id", "image_id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "vm_image_unreclaimed_idx" ON "vm_image" ("deleted_at", "image_id") WHERE "deleted_at" IS NOT NULL AND "reclaimed_at" IS NULL;

SELECT "guard_workspace_rows"('vm_image');
GRANT SELECT, INSERT, UPDATE ON "vm_image" TO "fulmar_workspace";
SELECT "announce_changes"('vm_image', 'vm_image', 'image_id', '{reclaimed_at}');

-- The catalog belongs to everybody, an image of a workspace to that alone. Only the trigger below writes the latter.
ALTER TABLE "image" ADD COLUMN "owner_workspace_id" bigint;
ALTER TABLE "image" ENABLE ROW LEVEL SECURITY;
CREATE POLICY "offered_images" ON "image" FOR SELECT TO "fulmar_workspace"
  USING ("owner_workspace_id" IS NULL OR "owner_workspace_id" = current_setting('fulmar.workspace_id')::bigint);

-- At position 0 nothing of the catalog lists it. A deleted one stays for the VMs that were made from it.
CREATE FUNCTION "offer_vm_image"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO image AS i (template_id, name, os_type, os_distro, version, min_disk_gb, site_ids, position, retired_at, owner_workspace_id)
  VALUES (NEW.image_id, NEW.name, NEW.os_type, NEW.os_distro, NEW.version, NEW.min_disk_gb,
          CASE WHEN NEW.status = 'available' AND NEW.deleted_at IS NULL THEN ARRAY[NEW.site_id] ELSE '{}' END,
          0, NEW.deleted_at, NEW.workspace_id)
      ON CONFLICT (template_id) DO UPDATE
     SET name = excluded.name, min_disk_gb = excluded.min_disk_gb, site_ids = excluded.site_ids, retired_at = excluded.retired_at
   WHERE i.owner_workspace_id = excluded.owner_workspace_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_image_offered" AFTER INSERT OR UPDATE ON "vm_image" FOR EACH ROW EXECUTE FUNCTION "offer_vm_image"();

-- What a site may still have of it: of one that was removed there, and of one that failed.
ALTER TABLE "site_decision" DROP CONSTRAINT "site_decision_kind_known",
  ADD CONSTRAINT "site_decision_kind_known" CHECK ("kind" IN
    ('vm', 'volume', 'snapshot', 'backup', 'image', 'subnet', 'vm_network', 'nat_gateway', 'load_balancer'));
ALTER TABLE "tombstone" DROP CONSTRAINT "tombstone_kind_check",
  ADD CONSTRAINT "tombstone_kind_check" CHECK ("kind" IN ('vm', 'volume', 'snapshot', 'backup', 'image', 'subnet', 'vm_network',
    'nat_gateway', 'load_balancer', 'cdn_distribution'));
CREATE FUNCTION "write_image_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone(provider_of_site(NEW.site_id), 'image', NEW.image_id, NULL, TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_image_tombstone" AFTER UPDATE ON "vm_image" FOR EACH ROW
  WHEN (OLD."reclaimed_at" IS NULL AND NEW."reclaimed_at" IS NOT NULL) EXECUTE FUNCTION "write_image_tombstone"('deleted');
CREATE TRIGGER "vm_image_failed_tombstone" AFTER UPDATE ON "vm_image" FOR EACH ROW
  WHEN (OLD."status" = 'creating' AND NEW."status" = 'error') EXECUTE FUNCTION "write_image_tombstone"('failed');

-- An image is charged from its success until its deletion was asked for.
CREATE FUNCTION "charge_vm_image"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.status <> 'available' OR NEW.deleted_at IS NOT NULL THEN
    PERFORM set_charges(OLD.workspace_id, 'vm_image', OLD.image_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'vm_image', NEW.image_id, '{image.storage}', ARRAY[gigabytes(NEW.size_bytes)]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_image_charge_made" AFTER INSERT ON "vm_image" FOR EACH ROW
  WHEN (NEW."status" = 'available' AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "charge_vm_image"();
CREATE TRIGGER "vm_image_charge_changed" AFTER UPDATE ON "vm_image" FOR EACH ROW
  WHEN ((OLD."status", OLD."size_bytes", OLD."deleted_at") IS DISTINCT FROM (NEW."status", NEW."size_bytes", NEW."deleted_at"))
  EXECUTE FUNCTION "charge_vm_image"();
CREATE TRIGGER "vm_image_charge_removed" AFTER DELETE ON "vm_image" FOR EACH ROW EXECUTE FUNCTION "charge_vm_image"();

-- One on its way counts as what it can store at most.
CREATE OR REPLACE FUNCTION "resources_hourly"("of_organization" text, "ids" text[], "in_workspace" bigint) RETURNS numeric LANGUAGE sql STABLE AS $$
  WITH place AS MATERIALIZED (SELECT workspace_id FROM workspace WHERE organization_id = of_organization AND (in_workspace IS NULL OR workspace_id = in_workspace)),
  due (sku_code, quantity) AS (
    SELECT c.sku_code, sum(c.quantity) FROM place JOIN charge c USING (workspace_id) WHERE c.charged_until IS NULL AND (ids IS NULL OR c.resource_id = ANY (ids))
     GROUP BY c.sku_code
    UNION ALL
    SELECT coming.sku_code, coming.quantity FROM place JOIN vm v USING (workspace_id) JOIN plan p USING (plan_id)
     CROSS JOIN LATERAL (VALUES (p.sku_code, 1), ('disk.root', v.disk_gb - p.disk_gb)) AS coming (sku_code, quantity)
     WHERE v.status IN ('pending', 'creating', 'provisioning', 'configuring') AND v.deleted_at IS NULL AND coming.quantity > 0
       AND (ids IS NULL OR v.vm_id = ANY (ids))
    UNION ALL
    SELECT 'disk.root', (o.input ->> 'to_disk_gb')::int - v.disk_gb FROM place JOIN vm v USING (workspace_id) JOIN operation o USING (operation_id)
     WHERE o.action = 'resize_root_disk' AND v.deleted_at IS NULL AND (o.input ->> 'to_disk_gb')::int > v.disk_gb
       AND (ids IS NULL OR v.vm_id = ANY (ids))
    UNION ALL
    SELECT 'volume.' || v.type, CASE WHEN v.status = 'creating' THEN v.size_gb ELSE (o.input ->> 'size_gb')::int - v.size_gb END
      FROM place JOIN volume v USING (workspace_id) LEFT JOIN operation o USING (operation_id)
     WHERE v.deleted_at IS NULL AND (v.status = 'creating' OR (o.action = 'resize' AND (o.input ->> 'size_gb')::int > v.size_gb))
       AND (ids IS NULL OR v.volume_id = ANY (ids))
    UNION ALL
    SELECT 'load-balancer', count(*) FROM place JOIN load_balancer USING (workspace_id) WHERE applied_revision = 0 AND (ids IS NULL OR load_balancer_id = ANY (ids))
    UNION ALL
    SELECT 'cdn.distribution', count(*) FROM place JOIN cdn_distribution d USING (workspace_id)
     WHERE NOT EXISTS (SELECT FROM charge c WHERE c.workspace_id = d.workspace_id AND c.resource_type = 'cdn_distribution'
                          AND c.resource_id = d.distribution_id AND c.charged_until IS NULL)
       AND (ids IS NULL OR d.distribution_id = ANY (ids))
    UNION ALL
    SELECT 'snapshot.storage', captured_gb(s.source_disk_size_gb, s.data_volumes) FROM place JOIN snapshot_set s USING (workspace_id)
     WHERE s.status IN ('queued', 'running') AND s.deleted_at IS NULL AND (ids IS NULL OR s.snapshot_set_id = ANY (ids))
    UNION ALL
    SELECT 'backup.storage', captured_gb(b.source_disk_size_gb, b.data_volumes) FROM place JOIN backup b USING (workspace_id)
     WHERE b.status IN ('queued', 'running') AND b.deleted_at IS NULL AND (ids IS NULL OR b.backup_id = ANY (ids))
    UNION ALL
    SELECT 'snapshot.storage', s.size_gb FROM place JOIN volume_snapshot s USING (workspace_id)
     WHERE s.status IN ('queued', 'running') AND s.deleted_at IS NULL AND (ids IS NULL OR s.snapshot_id = ANY (ids))
    UNION ALL
    SELECT 'image.storage', i.min_disk_gb FROM place JOIN vm_image i USING (workspace_id)
     WHERE i.status = 'creating' AND (ids IS NULL OR i.image_id = ANY (ids))
  ),
  -- Another plan changes two products at once. Until it is reached, the dearer of both counts.
  moving AS (
    SELECT sum(greatest(0, coalesce(next.hourly_price, 0) - coalesce(now.hourly_price, 0) + coalesce(disk.hourly_price, 0) * (
             greatest(0, (o.input -> 'to' ->> 'disk_gb')::int - p2.disk_gb) - greatest(0, v.disk_gb - p.disk_gb)))) AS hourly
      FROM place JOIN vm v USING (workspace_id) JOIN operation o ON o.operation_id = v.operation_id AND o.action = 'resize_plan'
      JOIN plan p ON p.plan_id = v.plan_id LEFT JOIN LATERAL price_of(of_organization, p.sku_code, now()) AS now ON true
      JOIN plan p2 ON p2.plan_id = o.input ->> 'plan_id' LEFT JOIN LATERAL price_of(of_organization, p2.sku_code, now()) AS next ON true
      LEFT JOIN LATERAL price_of(of_organization, 'disk.root', now()) AS disk ON true
     WHERE v.deleted_at IS NULL AND v.plan_id <> p2.plan_id AND (ids IS NULL OR v.vm_id = ANY (ids))
  )
  SELECT coalesce((SELECT sum(p.hourly_price * due.quantity) FROM due CROSS JOIN LATERAL price_of(of_organization, due.sku_code, now()) AS p), 0) + coalesce((SELECT hourly FROM moving), 0)
$$;

-- Images have a quota of their own.
ALTER TABLE "quota" DROP CONSTRAINT "quota_resource_check",
  ADD CONSTRAINT "quota_resource_check" CHECK ("resource" IN ('buckets', 'cdn_distributions', 'cloud_vms', 'cpus', 'gpu_vms', 'images', 'load_balancers', 'nat_gateways', 'reserved_ips',
    'volume_gb', 'volumes'));
ALTER TABLE "default_quota" DROP CONSTRAINT "default_quota_resource_check",
  ADD CONSTRAINT "default_quota_resource_check" CHECK ("resource" IN ('buckets', 'cdn_distributions', 'cloud_vms', 'cpus', 'gpu_vms', 'images', 'load_balancers', 'nat_gateways', 'reserved_ips',
    'volume_gb', 'volumes'));
ALTER TABLE "quota_class_limit" DROP CONSTRAINT "quota_class_limit_resource_check",
  ADD CONSTRAINT "quota_class_limit_resource_check" CHECK ("resource" IN ('buckets', 'cdn_distributions', 'cloud_vms', 'cpus', 'gpu_vms', 'images', 'load_balancers', 'nat_gateways', 'reserved_ips',
    'volume_gb', 'volumes'));
INSERT INTO "quota_class_limit" ("class_id", "resource", "limit") SELECT "class_id", 'images', 50 FROM "quota_class" WHERE "is_default"
    ON CONFLICT DO NOTHING;
INSERT INTO "quota" ("workspace_id", "resource", "limit", "from_class")
SELECT w."workspace_id", l."resource", l."limit", true
  FROM "workspace" w JOIN "organization" o USING ("organization_id") JOIN "quota_class_limit" l ON l."class_id" = o."quota_class_id"
 WHERE w."deleted_at" IS NULL AND l."resource" = 'images'
    ON CONFLICT DO NOTHING;
CREATE OR REPLACE FUNCTION "quota_used"("of_workspace" bigint, "resource" text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE resource
    WHEN 'cloud_vms' THEN (SELECT count(*) FROM vm WHERE workspace_id = of_workspace AND type = 'cloud' AND deleted_at IS NULL)
    WHEN 'gpu_vms' THEN (SELECT count(*) FROM vm WHERE workspace_id = of_workspace AND type = 'gpu' AND deleted_at IS NULL)
    WHEN 'cpus' THEN (
      SELECT coalesce(sum(greatest(v.cpu, CASE WHEN o.action = 'resize_plan' THEN (o.input -> 'to' ->> 'cpu')::bigint END)), 0)
        FROM vm v LEFT JOIN operation o ON o.operation_id = v.operation_id WHERE v.workspace_id = of_workspace AND v.deleted_at IS NULL)
    WHEN 'volumes' THEN (SELECT count(*) FROM volume WHERE workspace_id = of_workspace AND (deleted_at IS NULL OR restorable_until IS NOT NULL))
    WHEN 'volume_gb' THEN (
      SELECT coalesce(sum(greatest(v.size_gb, CASE WHEN o.action = 'resize' THEN (o.input ->> 'size_gb')::bigint END)), 0)
        FROM volume v LEFT JOIN operation o ON o.operation_id = v.operation_id
       WHERE v.workspace_id = of_workspace AND (v.deleted_at IS NULL OR v.restorable_until IS NOT NULL))
    WHEN 'buckets' THEN (SELECT count(*) FROM bucket WHERE workspace_id = of_workspace AND (deleted_at IS NULL OR restorable_until IS NOT NULL))
    WHEN 'reserved_ips' THEN (SELECT count(*) FROM reserved_ip WHERE workspace_id = of_workspace AND reservation_type = 'user_reserved')
    WHEN 'nat_gateways' THEN (SELECT count(*) FROM nat_gateway WHERE workspace_id = of_workspace)
    WHEN 'load_balancers' THEN (SELECT count(*) FROM load_balancer WHERE workspace_id = of_workspace)
    WHEN 'cdn_distributions' THEN (SELECT count(*) FROM cdn_distribution WHERE workspace_id = of_workspace)
    WHEN 'images' THEN (SELECT count(*) FROM vm_image WHERE workspace_id = of_workspace AND deleted_at IS NULL)
    ELSE 0 END
$$;
CREATE OR REPLACE FUNCTION "quota_additions"("sku" text, "quantity" bigint) RETURNS TABLE ("resource" text, "added" bigint) LANGUAGE sql STABLE AS $$
  SELECT p.type || '_vms', quantity FROM plan p WHERE p.sku_code = sku
  UNION ALL SELECT 'cpus', p.cpu * quantity FROM plan p WHERE p.sku_code = sku
  UNION ALL SELECT 'volumes', 1 WHERE sku IN ('volume.ssd', 'volume.nvme', 'volume.hdd')
  UNION ALL SELECT 'volume_gb', quantity WHERE sku IN ('volume.ssd', 'volume.nvme', 'volume.hdd')
  UNION ALL SELECT 'buckets', quantity WHERE sku = 'bucket.standard'
  UNION ALL SELECT 'reserved_ips', quantity WHERE sku = 'ip.reserved'
  UNION ALL SELECT 'nat_gateways', quantity WHERE sku = 'nat.gateway'
  UNION ALL SELECT 'cdn_distributions', quantity WHERE sku = 'cdn.distribution'
  UNION ALL SELECT 'load_balancers', quantity WHERE sku = 'load-balancer'
  UNION ALL SELECT 'images', 1 WHERE sku = 'image.storage'
$$;

-- As before, and images.
CREATE OR REPLACE FUNCTION "workspace_contents"("of_workspace" bigint) RETURNS TABLE ("type" text, "id" text, "name" text) LANGUAGE sql STABLE AS $$
  SELECT v.type::text || '_vm', v.vm_id, v.name FROM vm v WHERE v.workspace_id = of_workspace AND (v.deleted_at IS NULL OR v.restorable_until IS NOT NULL)
  UNION ALL SELECT 'volume', x.volume_id, x.name FROM volume x WHERE x.workspace_id = of_workspace AND (x.deleted_at IS NULL OR x.restorable_until IS NOT NULL)
  UNION ALL SELECT 'volume_snapshot', x.snapshot_id, x.name FROM volume_snapshot x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'snapshot', x.snapshot_set_id, x.name FROM snapshot_set x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'backup', x.backup_id, x.backup_id FROM backup x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'vm_image', x.image_id, x.name FROM vm_image x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'vpc', x.vpc_id, x.name FROM vpc x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'firewall_group', x.firewall_group_id, x.name FROM firewall_group x WHERE x.workspace_id = of_workspace AND NOT x.is_default
  UNION ALL SELECT 'reserved_ip', x.public_ip_id, x.label FROM reserved_ip x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'load_balancer', x.load_balancer_id, x.name FROM load_balancer x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'cdn_distribution', x.distribution_id, x.name FROM cdn_distribution x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'bucket', x.name, x.name FROM bucket x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'access_key', x.credential_id, x.name FROM access_key x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'secret_store', x.store_id, x.name FROM secret_store x WHERE x.workspace_id = of_workspace
$$;

-- The simulated site keeps of an image what its root disk had.
CREATE TABLE "simulated"."image" (
  "image_id"   text PRIMARY KEY,
  "provider"   text NOT NULL,
  "size_bytes" bigint NOT NULL,
  "content"    text,
  "record"     jsonb NOT NULL,
  "made_at"    timestamptz(3) NOT NULL DEFAULT now()
);
