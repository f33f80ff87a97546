-- What an organization has is the sum of its ledger, what it uses is told by the resources themselves, and what a workspace may have can be limited.

-- Rows that are history: written once, neither changed nor removed, whoever asks.
CREATE FUNCTION "refuse_change_of_history"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'restrict_violation';
END $$;

------------------------------------------------------------------------------------------------------------------------ ledger

ALTER TABLE "wallet"
  ADD COLUMN "entries" bigint NOT NULL DEFAULT 0,
  ADD COLUMN "suspended_by" text,
  ADD COLUMN "suspended_reason" text;
UPDATE "wallet" SET "suspended_by" = 'operator', "suspended_reason" = 'Suspended before reasons were kept.' WHERE "suspended_at" IS NOT NULL;
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_suspension_check" CHECK (
  ("suspended_at" IS NULL) = ("suspended_by" IS NULL) AND ("suspended_at" IS NULL) = ("suspended_reason" IS NULL)
  AND "suspended_by" IN ('operator', 'metering'));

CREATE TABLE "ledger_entry" (
  "organization_id" text NOT NULL,
  -- Counts from 1 without a gap; entries happen one after the other, and each says what was left after it.
  "entry_number"    bigint NOT NULL,
  "workspace_id"    bigint,
  "kind"            text NOT NULL,
  -- Wider than a balance: one entry may lead from the largest debt to the largest balance.
  "amount"          numeric(20,8) NOT NULL,
  "balance_after"   numeric(18,8) NOT NULL,
  -- The hour of a usage entry; of the others, what the operator calls it, such as the number of a payment.
  "reference"       text,
  "at"              timestamptz(3) NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT "ledger_entry_pkey" PRIMARY KEY ("organization_id", "entry_number"),
  CONSTRAINT "ledger_entry_wallet_fkey" FOREIGN KEY ("organization_id") REFERENCES "wallet" ("organization_id"),
  CONSTRAINT "ledger_entry_workspace_fkey" FOREIGN KEY ("organization_id", "workspace_id") REFERENCES "workspace" ("organization_id", "workspace_id"),
  CONSTRAINT "ledger_entry_kind_check" CHECK ("kind" IN ('opening', 'top_up', 'usage', 'adjustment')),
  CONSTRAINT "ledger_entry_usage_check" CHECK ("kind" <> 'usage' OR ("workspace_id" IS NOT NULL AND "reference" IS NOT NULL)),
  CONSTRAINT "ledger_entry_amount_check" CHECK (
    "amount" <> 0 AND ("kind" <> 'top_up' OR "amount" > 0) AND ("kind" <> 'usage' OR "amount" < 0))
);
-- An hour is charged to a workspace once, and a payment is credited once.
CREATE UNIQUE INDEX "ledger_entry_usage_unique" ON "ledger_entry" ("workspace_id", "reference") WHERE "kind" = 'usage';
CREATE UNIQUE INDEX "ledger_entry_reference_unique" ON "ledger_entry" ("organization_id", "kind", "reference")
  WHERE "reference" IS NOT NULL AND "kind" <> 'usage';
SELECT "guard_workspace_rows"('ledger_entry');
CREATE TRIGGER "ledger_entry_history" BEFORE UPDATE OR DELETE ON "ledger_entry" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "ledger_entry_history_whole" BEFORE TRUNCATE ON "ledger_entry" EXECUTE FUNCTION "refuse_change_of_history"();

-- An entry moves the balance: the lock of the wallet's row puts entries that come together one after the other.
CREATE FUNCTION "post_ledger_entry"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  -- An opening entry tells what the wallet was made with; every other one adds to it.
  UPDATE wallet w SET balance = w.balance + CASE NEW.kind WHEN 'opening' THEN 0 ELSE NEW.amount END, entries = w.entries + 1
   WHERE w.organization_id = NEW.organization_id AND (NEW.kind <> 'opening' OR (w.entries = 0 AND w.balance = NEW.amount))
  RETURNING w.balance, w.entries INTO NEW.balance_after, NEW.entry_number;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the organization % has no wallet that takes this entry', NEW.organization_id USING ERRCODE = 'foreign_key_violation';
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER "ledger_entry_post" BEFORE INSERT ON "ledger_entry" FOR EACH ROW EXECUTE FUNCTION "post_ledger_entry"();

CREATE FUNCTION "refuse_balance_without_entry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a balance changes by an entry in ledger_entry, and in no other way' USING ERRCODE = 'restrict_violation';
END $$;
-- Depth 0 is a statement of somebody's own; the ledger's trigger is deeper.
CREATE TRIGGER "wallet_balance_guard" BEFORE UPDATE ON "wallet" FOR EACH ROW
  WHEN (pg_trigger_depth() = 0 AND (OLD."balance" <> NEW."balance" OR OLD."entries" <> NEW."entries"))
  EXECUTE FUNCTION "refuse_balance_without_entry"();

CREATE FUNCTION "open_ledger"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO ledger_entry (organization_id, kind, amount) VALUES (NEW.organization_id, 'opening', NEW.balance);
  RETURN NULL;
END $$;
CREATE TRIGGER "wallet_opening" AFTER INSERT ON "wallet" FOR EACH ROW WHEN (NEW."balance" <> 0) EXECUTE FUNCTION "open_ledger"();
ALTER TABLE "wallet" ADD CONSTRAINT "wallet_entries_check" CHECK ("entries" >= 0);

INSERT INTO "ledger_entry" ("organization_id", "kind", "amount") SELECT "organization_id", 'opening', "balance" FROM "wallet" WHERE "balance" <> 0;

---------------------------------------------------------------------------------------------------------------------- metering

-- What is charged, from when to when: each row is one product of one resource, in one quantity.
CREATE TABLE "charge" (
  "charge_id"     bigint GENERATED BY DEFAULT AS IDENTITY PRIMARY KEY,
  "workspace_id"  bigint NOT NULL,
  "resource_type" text NOT NULL,
  "resource_id"   text NOT NULL,
  "sku_code"      text NOT NULL,
  "quantity"      integer NOT NULL,
  "charged_from"  timestamptz(3) NOT NULL,
  "charged_until" timestamptz(3),
  CONSTRAINT "charge_quantity_check" CHECK ("quantity" > 0),
  CONSTRAINT "charge_period_check" CHECK ("charged_until" >= "charged_from")
);
CREATE UNIQUE INDEX "charge_open_unique" ON "charge" ("workspace_id", "resource_type", "resource_id", "sku_code") WHERE "charged_until" IS NULL;
CREATE INDEX "charge_until_idx" ON "charge" ("workspace_id", "charged_until");
SELECT "guard_workspace_rows"('charge');

-- An hour (UTC) of a charge, at the price of when it was metered.
CREATE TABLE "usage_record" (
  "workspace_id"  bigint NOT NULL,
  "hour"          timestamptz(3) NOT NULL,
  "charge_id"     bigint NOT NULL,
  "resource_type" text NOT NULL,
  "resource_id"   text NOT NULL,
  "sku_code"      text NOT NULL,
  "seconds"       numeric(7,3) NOT NULL,
  "quantity"      integer NOT NULL,
  "unit_price"    numeric(18,8) NOT NULL,
  "amount"        numeric(18,8) NOT NULL,
  CONSTRAINT "usage_record_pkey" PRIMARY KEY ("workspace_id", "hour", "charge_id"),
  CONSTRAINT "usage_record_seconds_check" CHECK ("seconds" > 0 AND "seconds" <= 3600)
);
SELECT "guard_workspace_rows"('usage_record');
CREATE TRIGGER "usage_record_history" BEFORE UPDATE OR DELETE ON "usage_record" FOR EACH ROW EXECUTE FUNCTION "refuse_change_of_history"();
CREATE TRIGGER "usage_record_history_whole" BEFORE TRUNCATE ON "usage_record" EXECUTE FUNCTION "refuse_change_of_history"();

-- Up to when an organization's usage has been written: always a whole hour. Every organization has one.
CREATE TABLE "meter" (
  "organization_id" text NOT NULL,
  "metered_until"   timestamptz(3) NOT NULL DEFAULT date_trunc('hour', now(), 'UTC'),
  CONSTRAINT "meter_pkey" PRIMARY KEY ("organization_id"),
  CONSTRAINT "meter_organization_fkey" FOREIGN KEY ("organization_id") REFERENCES "organization" ("organization_id") ON DELETE CASCADE,
  CONSTRAINT "meter_hour_check" CHECK ("metered_until" = date_trunc('hour', "metered_until", 'UTC'))
);
CREATE INDEX "meter_due_idx" ON "meter" ("metered_until", "organization_id");
INSERT INTO "meter" ("organization_id") SELECT "organization_id" FROM "organization";

CREATE FUNCTION "start_meter"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  INSERT INTO meter (organization_id) VALUES (NEW.organization_id);
  RETURN NULL;
END $$;
CREATE TRIGGER "organization_meter" AFTER INSERT ON "organization" FOR EACH ROW EXECUTE FUNCTION "start_meter"();

-- Makes exactly these products in these quantities what a resource is charged for from now on. What is charged so already goes on;
-- the rest ends, and begins anew in its new quantity, at one moment. It is the clock's and not the transaction's: who waited for
-- another change of the resource comes after it.
CREATE FUNCTION "set_charges"("of_workspace" bigint, "type" text, "id" text, "skus" text[], "quantities" integer[]) RETURNS void
  LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
DECLARE
  moment timestamptz(3) := clock_timestamp();
BEGIN
  UPDATE charge c SET charged_until = greatest(c.charged_from, moment)
   WHERE c.workspace_id = of_workspace AND c.resource_type = type AND c.resource_id = id AND c.charged_until IS NULL
     AND NOT EXISTS (SELECT FROM unnest(skus, quantities) AS due (sku_code, quantity) WHERE due.sku_code = c.sku_code AND due.quantity = c.quantity);
  INSERT INTO charge (workspace_id, resource_type, resource_id, sku_code, quantity, charged_from)
  SELECT of_workspace, type, id, due.sku_code, due.quantity, moment FROM unnest(skus, quantities) AS due (sku_code, quantity)
   WHERE due.quantity > 0
     AND NOT EXISTS (SELECT FROM charge c WHERE c.workspace_id = of_workspace AND c.resource_type = type AND c.resource_id = id
                        AND c.sku_code = due.sku_code AND c.charged_until IS NULL);
END $$;
-- The triggers below call it as the tables' owner; nobody else does.
REVOKE EXECUTE ON FUNCTION "set_charges"(bigint, text, text, text[], integer[]) FROM PUBLIC;

-- A VM is charged from when its create has succeeded until it is deleted or lost. On the way to another state it goes on as it was, so that a
-- VM in error that is being deleted stays free; these states never come here. A root disk is charged for what it has beyond its plan's.
CREATE FUNCTION "charge_vm"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  plan plan%ROWTYPE;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, OLD.type || '_vm', OLD.vm_id, '{}', '{}');
  ELSIF NEW.status IN ('error', 'deleted') OR NEW.deleted_at IS NOT NULL THEN
    PERFORM set_charges(NEW.workspace_id, NEW.type || '_vm', NEW.vm_id, '{}', '{}');
  ELSE
    SELECT * INTO plan FROM plan p WHERE p.plan_id = NEW.plan_id;
    PERFORM set_charges(NEW.workspace_id, NEW.type || '_vm', NEW.vm_id, ARRAY[plan.sku_code, 'disk.root'], ARRAY[1, NEW.disk_gb - plan.disk_gb]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "vm_charge_made" AFTER INSERT ON "vm" FOR EACH ROW
  WHEN (NEW."status" NOT IN ('pending', 'creating', 'provisioning', 'configuring', 'deleting')) EXECUTE FUNCTION "charge_vm"();
CREATE TRIGGER "vm_charge_changed" AFTER UPDATE ON "vm" FOR EACH ROW
  WHEN (NEW."status" NOT IN ('pending', 'creating', 'provisioning', 'configuring', 'deleting')
    AND (OLD."status", OLD."plan_id", OLD."disk_gb", OLD."deleted_at") IS DISTINCT FROM (NEW."status", NEW."plan_id", NEW."disk_gb", NEW."deleted_at"))
  EXECUTE FUNCTION "charge_vm"();
CREATE TRIGGER "vm_charge_removed" AFTER DELETE ON "vm" FOR EACH ROW EXECUTE FUNCTION "charge_vm"();

-- A volume is charged by the gigabyte from when it is available; one that is being deleted goes on until it is deleted.
CREATE FUNCTION "charge_volume"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'volume', OLD.volume_id, '{}', '{}');
  ELSIF NEW.status = 'error' OR NEW.deleted_at IS NOT NULL THEN
    PERFORM set_charges(NEW.workspace_id, 'volume', NEW.volume_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'volume', NEW.volume_id, ARRAY['volume.' || NEW.type], ARRAY[NEW.size_gb]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "volume_charge_made" AFTER INSERT ON "volume" FOR EACH ROW
  WHEN (NEW."status" NOT IN ('creating', 'deleting')) EXECUTE FUNCTION "charge_volume"();
CREATE TRIGGER "volume_charge_changed" AFTER UPDATE ON "volume" FOR EACH ROW
  WHEN ((NEW."deleted_at" IS NOT NULL OR NEW."status" NOT IN ('creating', 'deleting'))
    AND (OLD."status", OLD."type", OLD."size_gb", OLD."deleted_at") IS DISTINCT FROM (NEW."status", NEW."type", NEW."size_gb", NEW."deleted_at"))
  EXECUTE FUNCTION "charge_volume"();
CREATE TRIGGER "volume_charge_removed" AFTER DELETE ON "volume" FOR EACH ROW EXECUTE FUNCTION "charge_volume"();

-- An address that the platform lent with an attachment costs nothing; one that was reserved does, attached or not.
CREATE FUNCTION "charge_reserved_ip"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'reserved_ip', OLD.public_ip_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'reserved_ip', NEW.public_ip_id, ARRAY['ip.reserved'], ARRAY[CASE NEW.reservation_type WHEN 'user_reserved' THEN 1 ELSE 0 END]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "reserved_ip_charge_made" AFTER INSERT ON "reserved_ip" FOR EACH ROW
  WHEN (NEW."reservation_type" = 'user_reserved') EXECUTE FUNCTION "charge_reserved_ip"();
CREATE TRIGGER "reserved_ip_charge_changed" AFTER UPDATE ON "reserved_ip" FOR EACH ROW
  WHEN (OLD."reservation_type" <> NEW."reservation_type") EXECUTE FUNCTION "charge_reserved_ip"();
CREATE TRIGGER "reserved_ip_charge_removed" AFTER DELETE ON "reserved_ip" FOR EACH ROW
  WHEN (OLD."reservation_type" = 'user_reserved') EXECUTE FUNCTION "charge_reserved_ip"();

CREATE FUNCTION "charge_nat_gateway"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'nat_gateway', OLD.nat_gateway_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'nat_gateway', NEW.nat_gateway_id, '{nat.gateway}', '{1}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "nat_gateway_charge" AFTER INSERT OR DELETE ON "nat_gateway" FOR EACH ROW EXECUTE FUNCTION "charge_nat_gateway"();

-- A bucket is known to its owner by its name, which it keeps.
CREATE FUNCTION "charge_bucket"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'bucket', OLD.name, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'bucket', NEW.name, '{bucket.standard}', '{1}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_charge" AFTER INSERT OR DELETE ON "bucket" FOR EACH ROW EXECUTE FUNCTION "charge_bucket"();

-- A distribution is charged from its first deployment until it is deleted, switched on or off. One that is deployed anew, or was in vain, goes
-- on as it was: the edge has what it had.
CREATE FUNCTION "charge_cdn_distribution"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'cdn_distribution', OLD.distribution_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'cdn_distribution', NEW.distribution_id, '{cdn.distribution}', '{1}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "cdn_distribution_charge_made" AFTER INSERT ON "cdn_distribution" FOR EACH ROW
  WHEN (NEW."status" IN ('active', 'disabled')) EXECUTE FUNCTION "charge_cdn_distribution"();
CREATE TRIGGER "cdn_distribution_charge_changed" AFTER UPDATE ON "cdn_distribution" FOR EACH ROW
  WHEN (NEW."status" IN ('active', 'disabled') AND OLD."status" <> NEW."status") EXECUTE FUNCTION "charge_cdn_distribution"();
CREATE TRIGGER "cdn_distribution_charge_removed" AFTER DELETE ON "cdn_distribution" FOR EACH ROW EXECUTE FUNCTION "charge_cdn_distribution"();

CREATE FUNCTION "charge_backup_policy"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM set_charges(OLD.workspace_id, 'backup_policy', OLD.policy_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'backup_policy', NEW.policy_id, '{backup.policy}', ARRAY[NEW.enabled::int]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "backup_policy_charge_made" AFTER INSERT ON "backup_policy" FOR EACH ROW WHEN (NEW."enabled") EXECUTE FUNCTION "charge_backup_policy"();
CREATE TRIGGER "backup_policy_charge_changed" AFTER UPDATE ON "backup_policy" FOR EACH ROW
  WHEN (OLD."enabled" <> NEW."enabled") EXECUTE FUNCTION "charge_backup_policy"();
CREATE TRIGGER "backup_policy_charge_removed" AFTER DELETE ON "backup_policy" FOR EACH ROW WHEN (OLD."enabled") EXECUTE FUNCTION "charge_backup_policy"();

-- What there is already is charged from this version on.
INSERT INTO "charge" ("workspace_id", "resource_type", "resource_id", "sku_code", "quantity", "charged_from")
  SELECT v."workspace_id", v."type" || '_vm', v."vm_id", due."sku_code", due."quantity", now()
    FROM "vm" v JOIN "plan" p ON p."plan_id" = v."plan_id"
   CROSS JOIN LATERAL (VALUES (p."sku_code", 1), ('disk.root', v."disk_gb" - p."disk_gb")) AS due ("sku_code", "quantity")
   WHERE v."deleted_at" IS NULL AND v."status" NOT IN ('pending', 'creating', 'provisioning', 'configuring', 'error', 'deleted') AND due."quantity" > 0
  UNION ALL SELECT "workspace_id", 'volume', "volume_id", 'volume.' || "type", "size_gb", now() FROM "volume"
   WHERE "deleted_at" IS NULL AND "status" NOT IN ('creating', 'error')
  UNION ALL SELECT "workspace_id", 'reserved_ip', "public_ip_id", 'ip.reserved', 1, now() FROM "reserved_ip" WHERE "reservation_type" = 'user_reserved'
  UNION ALL SELECT "workspace_id", 'nat_gateway', "nat_gateway_id", 'nat.gateway', 1, now() FROM "nat_gateway"
  UNION ALL SELECT "workspace_id", 'bucket', "name", 'bucket.standard', 1, now() FROM "bucket"
  UNION ALL SELECT "workspace_id", 'cdn_distribution', "distribution_id", 'cdn.distribution', 1, now() FROM "cdn_distribution"
   WHERE "status" IN ('active', 'disabled')
  UNION ALL SELECT "workspace_id", 'backup_policy', "policy_id", 'backup.policy', 1, now() FROM "backup_policy" WHERE "enabled";

------------------------------------------------------------------------------------------------------------------------ quotas

-- How much of something a workspace may have; what is not limited has no row.
CREATE TABLE "quota" (
  "workspace_id" bigint NOT NULL,
  "resource"     text NOT NULL,
  "limit"        integer NOT NULL,
  CONSTRAINT "quota_pkey" PRIMARY KEY ("workspace_id", "resource"),
  CONSTRAINT "quota_workspace_fkey" FOREIGN KEY ("workspace_id") REFERENCES "workspace" ("workspace_id"),
  CONSTRAINT "quota_limit_check" CHECK ("limit" >= 0),
  CONSTRAINT "quota_resource_check" CHECK ("resource" IN (
    'buckets', 'cdn_distributions', 'cloud_vms', 'cpus', 'gpu_vms', 'load_balancers', 'nat_gateways', 'reserved_ips', 'volume_gb', 'volumes'))
);
SELECT "guard_workspace_rows"('quota');
GRANT SELECT ON "quota" TO "fulmar_workspace";

-- How much a workspace has of what a quota counts. What is being made counts, and what is deleted does not; what an operation is making larger
-- counts as what it will be.
CREATE FUNCTION "quota_used"("of_workspace" bigint, "resource" text) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT CASE resource
    WHEN 'cloud_vms' THEN (SELECT count(*) FROM vm WHERE workspace_id = of_workspace AND type = 'cloud' AND deleted_at IS NULL)
    WHEN 'gpu_vms' THEN (SELECT count(*) FROM vm WHERE workspace_id = of_workspace AND type = 'gpu' AND deleted_at IS NULL)
    WHEN 'cpus' THEN (
      SELECT coalesce(sum(greatest(v.cpu, CASE WHEN o.action = 'resize_plan' THEN (o.input -> 'to' ->> 'cpu')::bigint END)), 0)
        FROM vm v LEFT JOIN operation o ON o.operation_id = v.operation_id WHERE v.workspace_id = of_workspace AND v.deleted_at IS NULL)
    WHEN 'volumes' THEN (SELECT count(*) FROM volume WHERE workspace_id = of_workspace AND deleted_at IS NULL)
    WHEN 'volume_gb' THEN (
      SELECT coalesce(sum(greatest(v.size_gb, CASE WHEN o.action = 'resize' THEN (o.input ->> 'size_gb')::bigint END)), 0)
        FROM volume v LEFT JOIN operation o ON o.operation_id = v.operation_id WHERE v.workspace_id = of_workspace AND v.deleted_at IS NULL)
    WHEN 'buckets' THEN (SELECT count(*) FROM bucket WHERE workspace_id = of_workspace)
    WHEN 'reserved_ips' THEN (SELECT count(*) FROM reserved_ip WHERE workspace_id = of_workspace AND reservation_type = 'user_reserved')
    WHEN 'nat_gateways' THEN (SELECT count(*) FROM nat_gateway WHERE workspace_id = of_workspace)
    WHEN 'cdn_distributions' THEN (SELECT count(*) FROM cdn_distribution WHERE workspace_id = of_workspace)
    ELSE 0 END
$$;

-- What buying a product adds to what quotas count.
CREATE FUNCTION "quota_additions"("sku" text, "quantity" bigint) RETURNS TABLE ("resource" text, "added" bigint) LANGUAGE sql STABLE AS $$
  SELECT p.type || '_vms', quantity FROM plan p WHERE p.sku_code = sku
  UNION ALL SELECT 'cpus', p.cpu * quantity FROM plan p WHERE p.sku_code = sku
  UNION ALL SELECT 'volumes', 1 WHERE sku IN ('volume.ssd', 'volume.nvme', 'volume.hdd')
  UNION ALL SELECT 'volume_gb', quantity WHERE sku IN ('volume.ssd', 'volume.nvme', 'volume.hdd')
  UNION ALL SELECT 'buckets', quantity WHERE sku = 'bucket.standard'
  UNION ALL SELECT 'reserved_ips', quantity WHERE sku = 'ip.reserved'
  UNION ALL SELECT 'nat_gateways', quantity WHERE sku = 'nat.gateway'
  UNION ALL SELECT 'cdn_distributions', quantity WHERE sku = 'cdn.distribution'
  UNION ALL SELECT 'load_balancers', quantity WHERE sku = 'load-balancer'
$$;

-- The first quota that a purchase would exceed, or null. Whoever holds on to it buys alone in the workspace until the transaction ends: each
-- statement of this function sees what was committed before it, so the count after the lock is exact. The constant tells this lock from others.
CREATE FUNCTION "quota_exceeded"("of_workspace" bigint, "sku" text, "quantity" bigint, "adds" jsonb, "hold" boolean) RETURNS jsonb
  LANGUAGE plpgsql VOLATILE AS $$
BEGIN
  IF hold THEN
    PERFORM pg_advisory_xact_lock(1718580004, hashint8(of_workspace));
  END IF;
  RETURN (
    SELECT jsonb_build_object('resource', q.resource, 'limit', q."limit", 'used', now_used.used, 'added', a.added)
      FROM (SELECT * FROM quota_additions(sku, quantity) WHERE adds IS NULL
             UNION ALL SELECT key, value::bigint FROM jsonb_each_text(coalesce(adds, '{}'))) AS a (resource, added)
      JOIN quota q ON q.workspace_id = of_workspace AND q.resource = a.resource
     CROSS JOIN LATERAL (SELECT quota_used(of_workspace, q.resource) AS used) AS now_used
     WHERE a.added > 0 AND now_used.used + a.added > q."limit"
     ORDER BY q.resource LIMIT 1);
END $$;
