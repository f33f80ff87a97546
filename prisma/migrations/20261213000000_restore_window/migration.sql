-- A workspace may keep what it deletes for a while, so that it can be restored (docs/adr/0078). What is kept has both a time of deletion and
-- an end of its window. When the end is taken from it, it is deleted like everything else.
ALTER TABLE "workspace"
  ADD COLUMN "deletion_window_hours" integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT "workspace_deletion_window_check" CHECK ("deletion_window_hours" BETWEEN 0 AND 720);

ALTER TABLE "vm"
  ADD COLUMN "restorable_until" timestamptz(3),
  ADD COLUMN "kept_links" jsonb,
  ADD CONSTRAINT "vm_kept_is_deleted" CHECK ("restorable_until" IS NULL OR ("status" = 'deleted' AND "deleted_at" IS NOT NULL));
CREATE INDEX "vm_kept_idx" ON "vm" ("workspace_id", "type", "vm_id") WHERE "restorable_until" IS NOT NULL;
CREATE INDEX "vm_kept_until_idx" ON "vm" ("restorable_until") WHERE "restorable_until" IS NOT NULL;

ALTER TABLE "volume"
  ADD COLUMN "restorable_until" timestamptz(3),
  ADD CONSTRAINT "volume_kept_is_deleted" CHECK ("restorable_until" IS NULL OR "deleted_at" IS NOT NULL);
CREATE INDEX "volume_kept_idx" ON "volume" ("workspace_id", "volume_id") WHERE "restorable_until" IS NOT NULL;
CREATE INDEX "volume_kept_until_idx" ON "volume" ("restorable_until") WHERE "restorable_until" IS NOT NULL;

------------------------------------------------------------------------------------------------------------------------ sites

-- A site may remove what can no longer be restored, and nothing before.
DROP TRIGGER "vm_tombstone" ON "vm";
CREATE TRIGGER "vm_tombstone" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN (NEW."deleted_at" IS NOT NULL AND NEW."restorable_until" IS NULL AND (OLD."deleted_at" IS NULL OR OLD."restorable_until" IS NOT NULL))
  EXECUTE FUNCTION "write_vm_tombstone"('deleted');

------------------------------------------------------------------------------------------------------------------------ networks

-- As before. A VM that is kept leaves its networks as well, so that its addresses are free and its subnets can be deleted. What it was in is
-- written down, and its stopped instance gets the network of a VM that is in none.
CREATE OR REPLACE FUNCTION "release_vm_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.restorable_until IS NOT NULL AND NEW.kept_links -> 'nodes' IS NULL THEN
    NEW.kept_links := coalesce(NEW.kept_links, '{}') || jsonb_build_object(
      'nodes', coalesce((SELECT jsonb_agg(to_jsonb(n) ORDER BY n.allocation_id) FROM vpc_node n WHERE n.workspace_id = NEW.workspace_id AND n.vm_id = NEW.vm_id), '[]'),
      'forwards', coalesce((SELECT jsonb_agg(to_jsonb(f)) FROM port_forward f JOIN vpc_node n USING (workspace_id, vpc_id, allocation_id)
                             WHERE n.workspace_id = NEW.workspace_id AND n.vm_id = NEW.vm_id), '[]'),
      'addresses', coalesce((SELECT jsonb_agg(to_jsonb(r) || jsonb_build_object('address', a.address)) FROM reserved_ip r JOIN public_address a USING (public_ip_id)
                              WHERE r.workspace_id = NEW.workspace_id AND r.attached_vm_id = NEW.vm_id), '[]'),
      'firewall_groups', coalesce((SELECT jsonb_agg(l.firewall_group_id) FROM firewall_group_vm l
                                    WHERE l.workspace_id = NEW.workspace_id AND l.vm_id = NEW.vm_id), '[]'),
      'targets', coalesce((SELECT jsonb_agg(to_jsonb(t)) FROM load_balancer_target t WHERE t.workspace_id = NEW.workspace_id AND t.vm_id = NEW.vm_id), '[]'),
      'backups', (SELECT jsonb_build_object('next_run_at', p.next_run_at, 'start_at', p.start_at) FROM backup_policy p
                   WHERE p.workspace_id = NEW.workspace_id AND p.vm_id = NEW.vm_id AND p.enabled));
  END IF;
  IF NEW.restorable_until IS NOT NULL THEN
    UPDATE backup_policy SET enabled = false, next_run_at = NULL, start_at = NULL, wait_until = NULL
     WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id AND enabled;
  END IF;
  DELETE FROM reserved_ip WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id AND reservation_type = 'platform_assigned';
  UPDATE reserved_ip SET attached_vm_id = NULL, attached_allocation_id = NULL, updated_at = now()
   WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id;
  DELETE FROM vpc_node WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  DELETE FROM firewall_group_vm WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  IF NEW.restorable_until IS NULL THEN
    DELETE FROM network_state WHERE workspace_id = NEW.workspace_id AND resource_type = 'vm' AND resource_id = NEW.vm_id;
  END IF;
  NEW.private_ip := NULL;
  NEW.public_ip := NULL;
  RETURN NEW;
END $$;

-- When a VM can no longer be restored, nothing is wanted of its network any more.
CREATE FUNCTION "forget_network_of_vm"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM network_state WHERE workspace_id = NEW.workspace_id AND resource_type = 'vm' AND resource_id = NEW.vm_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_kept_ended" AFTER UPDATE OF "restorable_until" ON "vm" FOR EACH ROW
  WHEN (OLD."restorable_until" IS NOT NULL AND NEW."restorable_until" IS NULL AND NEW."deleted_at" IS NOT NULL)
  EXECUTE FUNCTION "forget_network_of_vm"();

-- Joins a VM that is restored to what it was in, where that is still there and its place is free. What others have taken meanwhile is theirs.
-- The VM's row is locked. Subnets and balancers are locked in one order, as requests do it.
CREATE FUNCTION "rejoin_vm"("of_workspace" bigint, "of_vm" text) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  links jsonb := (SELECT v.kept_links FROM vm v WHERE v.workspace_id = of_workspace AND v.vm_id = of_vm);
BEGIN
  INSERT INTO firewall_group_vm (workspace_id, firewall_group_id, vm_id)
  SELECT of_workspace, g.firewall_group_id, of_vm FROM firewall_group g
   WHERE g.workspace_id = of_workspace AND links -> 'firewall_groups' ? g.firewall_group_id
      ON CONFLICT DO NOTHING;

  PERFORM FROM subnet s WHERE s.workspace_id = of_workspace
      AND s.subnet_id IN (SELECT n ->> 'subnet_id' FROM jsonb_array_elements(links -> 'nodes') AS n) ORDER BY s.subnet_id FOR NO KEY UPDATE;
  INSERT INTO vpc_node (allocation_id, workspace_id, vpc_id, subnet_id, vm_id, subnet_cidr, gateway, private_ip, nat_gateway_id, site_private_ip, created_at)
  SELECT n.allocation_id, n.workspace_id, n.vpc_id, n.subnet_id, n.vm_id, n.subnet_cidr, n.gateway, n.private_ip, g.nat_gateway_id, n.site_private_ip, n.created_at
    FROM jsonb_populate_recordset(NULL::vpc_node, links -> 'nodes') AS n
    JOIN subnet s ON s.workspace_id = n.workspace_id AND s.vpc_id = n.vpc_id AND s.subnet_id = n.subnet_id AND s.cidr = n.subnet_cidr AND s.gateway = n.gateway
    LEFT JOIN nat_gateway_subnet g ON g.workspace_id = n.workspace_id AND g.nat_gateway_id = n.nat_gateway_id AND g.subnet_id = n.subnet_id
   WHERE NOT EXISTS (SELECT FROM vpc_node o WHERE o.subnet_id = n.subnet_id AND o.private_ip = n.private_ip);

  UPDATE reserved_ip r
     SET attached_vm_id = of_vm, updated_at = now(),
         attached_allocation_id = (SELECT n.allocation_id FROM vpc_node n WHERE n.workspace_id = of_workspace AND n.vm_id = of_vm AND n.allocation_id = k.attached_allocation_id)
    FROM jsonb_populate_recordset(NULL::reserved_ip, links -> 'addresses') AS k
   WHERE r.workspace_id = of_workspace AND r.public_ip_id = k.public_ip_id AND k.reservation_type = 'user_reserved'
     AND num_nonnulls(r.attached_vm_id, r.attached_nat_gateway_id, r.attached_load_balancer_id) = 0;
  WITH taken AS (
    UPDATE public_address a SET public_ip_id = k.public_ip_id, last_assigned_at = now()
      FROM jsonb_to_recordset(links -> 'addresses') AS k (public_ip_id text, site_id text, address inet, label text, reverse_dns text,
                                                          reservation_type reservation_type, attached_allocation_id text)
     WHERE k.reservation_type = 'platform_assigned' AND a.site_id = k.site_id AND a.address = k.address AND a.public_ip_id IS NULL
    RETURNING k.*
  )
  INSERT INTO reserved_ip (public_ip_id, workspace_id, site_id, label, reverse_dns, reservation_type, attached_vm_id, attached_allocation_id)
  SELECT t.public_ip_id, of_workspace, t.site_id, t.label, t.reverse_dns, t.reservation_type, of_vm,
         (SELECT n.allocation_id FROM vpc_node n WHERE n.workspace_id = of_workspace AND n.vm_id = of_vm AND n.allocation_id = t.attached_allocation_id)
    FROM taken t;

  INSERT INTO port_forward (port_forward_id, workspace_id, vpc_id, nat_gateway_id, allocation_id, protocol, public_port, private_port, description, created_at)
  SELECT f.port_forward_id, f.workspace_id, f.vpc_id, f.nat_gateway_id, f.allocation_id, f.protocol, f.public_port, f.private_port, f.description, f.created_at
    FROM jsonb_populate_recordset(NULL::port_forward, links -> 'forwards') AS f
    JOIN vpc_node n USING (workspace_id, vpc_id, allocation_id)
    JOIN nat_gateway g ON g.workspace_id = f.workspace_id AND g.vpc_id = f.vpc_id AND g.nat_gateway_id = f.nat_gateway_id
      ON CONFLICT DO NOTHING;

  PERFORM FROM load_balancer b WHERE b.workspace_id = of_workspace
      AND b.load_balancer_id IN (SELECT t ->> 'load_balancer_id' FROM jsonb_array_elements(links -> 'targets') AS t) ORDER BY b.load_balancer_id FOR NO KEY UPDATE;
  INSERT INTO load_balancer_target (workspace_id, load_balancer_id, pool_id, target_id, vm_id, ip, port, weight, enabled)
  SELECT t.workspace_id, t.load_balancer_id, t.pool_id, t.target_id, t.vm_id, t.ip, t.port, t.weight, t.enabled
    FROM jsonb_populate_recordset(NULL::load_balancer_target, links -> 'targets') AS t
    JOIN load_balancer_pool p USING (workspace_id, load_balancer_id, pool_id)
   WHERE NOT EXISTS (SELECT FROM load_balancer_target o WHERE o.workspace_id = t.workspace_id AND o.load_balancer_id = t.load_balancer_id AND o.target_id = t.target_id);

  UPDATE backup_policy p SET enabled = true, next_run_at = (links -> 'backups' ->> 'next_run_at')::timestamptz, start_at = (links -> 'backups' ->> 'start_at')::timestamptz
   WHERE p.workspace_id = of_workspace AND p.vm_id = of_vm AND jsonb_typeof(links -> 'backups') = 'object' AND NOT p.enabled;
END $$;

-- As before, and for a VM that is kept.
CREATE OR REPLACE FUNCTION "want_network"("kind" "network_resource", "workspaces" bigint[], "ids" text[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  IF ids IS NULL THEN
    RETURN;
  END IF;
  INSERT INTO network_state AS s (workspace_id, resource_type, resource_id)
  SELECT DISTINCT w.workspace_id, kind, w.id FROM unnest(workspaces, ids) AS w (workspace_id, id)
   WHERE CASE kind
           WHEN 'vm' THEN EXISTS (SELECT FROM vm v WHERE v.workspace_id = w.workspace_id AND v.vm_id = w.id AND (v.status <> 'deleted' OR v.restorable_until IS NOT NULL))
           WHEN 'nat_gateway' THEN EXISTS (SELECT FROM nat_gateway g WHERE g.workspace_id = w.workspace_id AND g.nat_gateway_id = w.id)
           ELSE true
         END
   ORDER BY 1, 3
      ON CONFLICT (workspace_id, resource_type, resource_id) DO UPDATE
     SET revision = s.revision + 1, apply_attempts = 0, apply_at = CASE WHEN s.apply_waited THEN s.apply_at ELSE now() END;
END $$;

------------------------------------------------------------------------------------------------------------------------ billing

-- As before. Of a VM that is kept, its whole root disk is charged by the gigabyte: its plan is not paid any more.
CREATE OR REPLACE FUNCTION "charge_vm"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  plan plan%ROWTYPE;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, OLD.type || '_vm', OLD.vm_id, '{}', '{}');
  ELSIF NEW.restorable_until IS NOT NULL THEN
    PERFORM set_charges(NEW.workspace_id, NEW.type || '_vm', NEW.vm_id, '{disk.root}', ARRAY[NEW.disk_gb]);
  ELSIF NEW.status IN ('error', 'deleted') OR NEW.deleted_at IS NOT NULL THEN
    PERFORM set_charges(NEW.workspace_id, NEW.type || '_vm', NEW.vm_id, '{}', '{}');
  ELSE
    SELECT * INTO plan FROM plan p WHERE p.plan_id = NEW.plan_id;
    PERFORM set_charges(NEW.workspace_id, NEW.type || '_vm', NEW.vm_id, ARRAY[plan.sku_code, 'disk.root'], ARRAY[1, NEW.disk_gb - plan.disk_gb]);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "vm_charge_changed" ON "vm";
CREATE TRIGGER "vm_charge_changed" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN (NEW."status" NOT IN ('pending', 'creating', 'provisioning', 'configuring', 'deleting')
    AND (OLD."status", OLD."plan_id", OLD."disk_gb", OLD."deleted_at", OLD."restorable_until")
        IS DISTINCT FROM (NEW."status", NEW."plan_id", NEW."disk_gb", NEW."deleted_at", NEW."restorable_until"))
  EXECUTE FUNCTION "charge_vm"();

-- As before. A volume that is kept is charged on.
CREATE OR REPLACE FUNCTION "charge_volume"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'volume', OLD.volume_id, '{}', '{}');
  ELSIF NEW.status = 'error' OR (NEW.deleted_at IS NOT NULL AND NEW.restorable_until IS NULL) THEN
    PERFORM set_charges(NEW.workspace_id, 'volume', NEW.volume_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'volume', NEW.volume_id, ARRAY['volume.' || NEW.type], ARRAY[NEW.size_gb]);
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "volume_charge_changed" ON "volume";
CREATE TRIGGER "volume_charge_changed" AFTER UPDATE ON "volume" FOR EACH ROW
  WHEN ((NEW."deleted_at" IS NOT NULL OR NEW."status" NOT IN ('creating', 'deleting'))
    AND (OLD."status", OLD."type", OLD."size_gb", OLD."deleted_at", OLD."restorable_until")
        IS DISTINCT FROM (NEW."status", NEW."type", NEW."size_gb", NEW."deleted_at", NEW."restorable_until"))
  EXECUTE FUNCTION "charge_volume"();

-- As before. Volumes that are kept count: they take the room that they had.
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
    WHEN 'buckets' THEN (SELECT count(*) FROM bucket WHERE workspace_id = of_workspace)
    WHEN 'reserved_ips' THEN (SELECT count(*) FROM reserved_ip WHERE workspace_id = of_workspace AND reservation_type = 'user_reserved')
    WHEN 'nat_gateways' THEN (SELECT count(*) FROM nat_gateway WHERE workspace_id = of_workspace)
    WHEN 'load_balancers' THEN (SELECT count(*) FROM load_balancer WHERE workspace_id = of_workspace)
    WHEN 'cdn_distributions' THEN (SELECT count(*) FROM cdn_distribution WHERE workspace_id = of_workspace)
    ELSE 0 END
$$;

------------------------------------------------------------------------------------------------------------------------ workspaces

-- As before. What is kept is still there.
CREATE OR REPLACE FUNCTION "workspace_contents"("of_workspace" bigint) RETURNS TABLE ("type" text, "id" text, "name" text) LANGUAGE sql STABLE AS $$
  SELECT v.type::text || '_vm', v.vm_id, v.name FROM vm v WHERE v.workspace_id = of_workspace AND (v.deleted_at IS NULL OR v.restorable_until IS NOT NULL)
  UNION ALL SELECT 'volume', x.volume_id, x.name FROM volume x WHERE x.workspace_id = of_workspace AND (x.deleted_at IS NULL OR x.restorable_until IS NOT NULL)
  UNION ALL SELECT 'volume_snapshot', x.snapshot_id, x.name FROM volume_snapshot x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'snapshot', x.snapshot_set_id, x.name FROM snapshot_set x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'backup', x.backup_id, x.backup_id FROM backup x WHERE x.workspace_id = of_workspace AND x.deleted_at IS NULL
  UNION ALL SELECT 'vpc', x.vpc_id, x.name FROM vpc x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'firewall_group', x.firewall_group_id, x.name FROM firewall_group x WHERE x.workspace_id = of_workspace AND NOT x.is_default
  UNION ALL SELECT 'reserved_ip', x.public_ip_id, x.label FROM reserved_ip x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'load_balancer', x.load_balancer_id, x.name FROM load_balancer x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'cdn_distribution', x.distribution_id, x.name FROM cdn_distribution x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'bucket', x.name, x.name FROM bucket x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'access_key', x.credential_id, x.name FROM access_key x WHERE x.workspace_id = of_workspace
  UNION ALL SELECT 'secret_store', x.store_id, x.name FROM secret_store x WHERE x.workspace_id = of_workspace
$$;
