-- Copies of images at other sites than their own (docs/adr/0166). Each workspace has its own, under an id that the site knows it
-- by: what one removes, no other needs.
CREATE TABLE "image_copy" (
  "copy_id"        text NOT NULL,
  "workspace_id"   bigint NOT NULL,
  "image_id"       text NOT NULL,
  "site_id"        text NOT NULL,
  "status"         text NOT NULL DEFAULT 'copying',
  "size_bytes"     bigint NOT NULL,
  "waiting_reason" text,
  "error_message"  text,
  "attempts"       integer NOT NULL DEFAULT 0,
  "copy_at"        timestamptz(3) DEFAULT now(),
  "created_at"     timestamptz(3) NOT NULL DEFAULT now(),
  "available_at"   timestamptz(3),
  "deleted_at"     timestamptz(3),
  "reclaimed_at"   timestamptz(3),
  CONSTRAINT "image_copy_pkey" PRIMARY KEY ("workspace_id", "copy_id"),
  CONSTRAINT "image_copy_workspace_id_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace" ("workspace_id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "image_copy_image_id_fkey" FOREIGN KEY ("image_id") REFERENCES "vm_image" ("image_id")
    ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "image_copy_site_id_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id") ON DELETE RESTRICT ON UPDATE CASCADE,
  CONSTRAINT "image_copy_status_check" CHECK ("status" IN ('copying', 'available', 'error')
    AND ("status" = 'error') = ("error_message" IS NOT NULL) AND ("status" = 'copying') = ("copy_at" IS NOT NULL)),
  CONSTRAINT "image_copy_reclaimed_check" CHECK ("reclaimed_at" IS NULL OR "deleted_at" IS NOT NULL)
);
CREATE UNIQUE INDEX "image_copy_id_idx" ON "image_copy" ("copy_id");
CREATE UNIQUE INDEX "image_copy_once" ON "image_copy" ("workspace_id", "image_id", "site_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "image_copy_image_idx" ON "image_copy" ("image_id") WHERE "deleted_at" IS NULL;
CREATE INDEX "image_copy_due_idx" ON "image_copy" ("copy_at", "copy_id") WHERE "status" = 'copying' AND "deleted_at" IS NULL;
CREATE INDEX "image_copy_unreclaimed_idx" ON "image_copy" ("deleted_at", "copy_id")
  WHERE "deleted_at" IS NOT NULL AND "reclaimed_at" IS NULL;
SELECT "guard_workspace_rows"('image_copy');
GRANT SELECT, INSERT, UPDATE ON "image_copy" TO "fulmar_workspace";
SELECT "announce_changes"('image_copy', 'vm_image', 'image_id', '{attempts,copy_at,reclaimed_at}');

-- What a create reads of another workspace's image: how much has to be brought.
ALTER TABLE "image" ADD COLUMN "size_bytes" bigint;
UPDATE image i SET size_bytes = v.size_bytes FROM vm_image v WHERE v.image_id = i.template_id;
CREATE OR REPLACE FUNCTION "offer_vm_image"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO image AS i (template_id, name, os_type, os_distro, version, min_disk_gb, site_ids, position, retired_at, owner_workspace_id, size_bytes)
  VALUES (NEW.image_id, NEW.name, NEW.os_type, NEW.os_distro, NEW.version, NEW.min_disk_gb,
          CASE WHEN NEW.status = 'available' AND NEW.deleted_at IS NULL THEN ARRAY[NEW.site_id] ELSE '{}' END,
          0, NEW.deleted_at, NEW.workspace_id, NEW.size_bytes)
      ON CONFLICT (template_id) DO UPDATE
     SET name = excluded.name, min_disk_gb = excluded.min_disk_gb, site_ids = excluded.site_ids, retired_at = excluded.retired_at,
         size_bytes = excluded.size_bytes
   WHERE i.owner_workspace_id = excluded.owner_workspace_id;
  RETURN NULL;
END $$;

-- Copies end with their image, and where their workspace may make no VMs from it any more.
CREATE FUNCTION "end_image_copies"("of_image" text) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = public, pg_temp AS $$
  UPDATE image_copy c SET deleted_at = now()
    FROM vm_image i
   WHERE c.image_id = of_image AND i.image_id = c.image_id AND c.deleted_at IS NULL
     AND (i.deleted_at IS NOT NULL OR i.workspace_id <> c.workspace_id AND NOT image_opened(i.image_id, c.workspace_id))
$$;
REVOKE EXECUTE ON FUNCTION "end_image_copies"(text) FROM PUBLIC;
CREATE FUNCTION "end_unneeded_image_copies"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM end_image_copies(OLD.image_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_image_ends_copies" AFTER UPDATE ON "vm_image" FOR EACH ROW
  WHEN (OLD."deleted_at" IS NULL AND NEW."deleted_at" IS NOT NULL OR OLD."published_at" IS NOT NULL AND NEW."published_at" IS NULL)
  EXECUTE FUNCTION "end_unneeded_image_copies"();
CREATE TRIGGER "image_share_ends_copies" AFTER DELETE ON "image_share" FOR EACH ROW EXECUTE FUNCTION "end_unneeded_image_copies"();

-- What a site may still have of a copy: of one that was removed there, and of one that failed.
CREATE FUNCTION "write_image_copy_tombstone"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM write_tombstone(provider_of_site(NEW.site_id), 'image', NEW.copy_id, NULL, TG_ARGV[0]);
  RETURN NULL;
END $$;
CREATE TRIGGER "image_copy_tombstone" AFTER UPDATE ON "image_copy" FOR EACH ROW
  WHEN (OLD."reclaimed_at" IS NULL AND NEW."reclaimed_at" IS NOT NULL) EXECUTE FUNCTION "write_image_copy_tombstone"('deleted');
CREATE TRIGGER "image_copy_failed_tombstone" AFTER UPDATE ON "image_copy" FOR EACH ROW
  WHEN (OLD."status" = 'copying' AND NEW."status" = 'error') EXECUTE FUNCTION "write_image_copy_tombstone"('failed');

-- A workspace is charged for its image, and for its copies of that or of another's, as one quantity.
CREATE FUNCTION "charge_image"("of_workspace" bigint, "of_image" text) RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  stored integer := (
    SELECT coalesce(sum(gigabytes(size_bytes)), 0)::integer FROM (
      SELECT size_bytes FROM vm_image WHERE workspace_id = of_workspace AND image_id = of_image AND status = 'available' AND deleted_at IS NULL
      UNION ALL
      SELECT size_bytes FROM image_copy WHERE workspace_id = of_workspace AND image_id = of_image AND status = 'available' AND deleted_at IS NULL
    ) AS kept);
BEGIN
  IF stored = 0 THEN
    PERFORM set_charges(of_workspace, 'vm_image', of_image, '{}', '{}');
  ELSE
    PERFORM set_charges(of_workspace, 'vm_image', of_image, '{image.storage}', ARRAY[stored]);
  END IF;
END $$;
REVOKE EXECUTE ON FUNCTION "charge_image"(bigint, text) FROM PUBLIC;
CREATE OR REPLACE FUNCTION "charge_vm_image"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM charge_image(coalesce(NEW.workspace_id, OLD.workspace_id), coalesce(NEW.image_id, OLD.image_id));
  RETURN NULL;
END $$;
CREATE TRIGGER "image_copy_charge_made" AFTER INSERT ON "image_copy" FOR EACH ROW
  WHEN (NEW."status" = 'available' AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "charge_vm_image"();
CREATE TRIGGER "image_copy_charge_changed" AFTER UPDATE ON "image_copy" FOR EACH ROW
  WHEN ((OLD."status", OLD."size_bytes", OLD."deleted_at") IS DISTINCT FROM (NEW."status", NEW."size_bytes", NEW."deleted_at"))
  EXECUTE FUNCTION "charge_vm_image"();
CREATE TRIGGER "image_copy_charge_removed" AFTER DELETE ON "image_copy" FOR EACH ROW EXECUTE FUNCTION "charge_vm_image"();

-- A copy on its way counts as what its image stores.
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
    UNION ALL
    SELECT 'image.storage', gigabytes(c.size_bytes) FROM place JOIN image_copy c USING (workspace_id)
     WHERE c.status = 'copying' AND c.deleted_at IS NULL AND (ids IS NULL OR c.image_id = ANY (ids))
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

-- A copy counts as an image.
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
      + (SELECT count(*) FROM image_copy WHERE workspace_id = of_workspace AND deleted_at IS NULL AND status <> 'error')
    ELSE 0 END
$$;

-- As before, and copies of images of others. Those of the workspace's own end with these.
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
  UNION ALL SELECT 'bucket', x.name, x.name FROM bucket x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'access_key', x.credential_id, x.name FROM access_key x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'secret_store', x.store_id, x.name FROM secret_store x WHERE x.workspace_id = of_workspace
$$;
