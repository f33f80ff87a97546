-- Stored bytes cost money: objects, snapshots and backups are charged by the gigabyte (2^30 bytes, begun ones whole).

CREATE FUNCTION "gigabytes"("bytes" numeric) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT least(ceil(coalesce(bytes, 0) / 1073741824), 2147483647)::int
$$;

-- A snapshot of a volume is charged from its success until its deletion was asked for.
CREATE FUNCTION "charge_volume_snapshot"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.status <> 'succeeded' OR NEW.deleted_at IS NOT NULL THEN
    PERFORM set_charges(OLD.workspace_id, 'volume_snapshot', OLD.snapshot_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'volume_snapshot', NEW.snapshot_id, '{snapshot.storage}', ARRAY[gigabytes(NEW.stored_bytes)]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "volume_snapshot_charge_made" AFTER INSERT ON "volume_snapshot" FOR EACH ROW
  WHEN (NEW."status" = 'succeeded' AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "charge_volume_snapshot"();
CREATE TRIGGER "volume_snapshot_charge_changed" AFTER UPDATE ON "volume_snapshot" FOR EACH ROW
  WHEN ((OLD."status", OLD."stored_bytes", OLD."deleted_at") IS DISTINCT FROM (NEW."status", NEW."stored_bytes", NEW."deleted_at"))
  EXECUTE FUNCTION "charge_volume_snapshot"();
CREATE TRIGGER "volume_snapshot_charge_removed" AFTER DELETE ON "volume_snapshot" FOR EACH ROW EXECUTE FUNCTION "charge_volume_snapshot"();

-- A snapshot of a VM is as large as what was made of its volumes.
CREATE FUNCTION "artifact_bytes"("artifacts" jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE AS $$
  SELECT sum((made.value ->> 'bytes')::numeric) FROM jsonb_each(artifacts) AS made
$$;
CREATE FUNCTION "charge_snapshot_set"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.status <> 'succeeded' OR NEW.deleted_at IS NOT NULL THEN
    PERFORM set_charges(OLD.workspace_id, 'snapshot', OLD.snapshot_set_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'snapshot', NEW.snapshot_set_id, '{snapshot.storage}', ARRAY[gigabytes(artifact_bytes(NEW.artifacts))]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "snapshot_set_charge_made" AFTER INSERT ON "snapshot_set" FOR EACH ROW
  WHEN (NEW."status" = 'succeeded' AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "charge_snapshot_set"();
CREATE TRIGGER "snapshot_set_charge_changed" AFTER UPDATE ON "snapshot_set" FOR EACH ROW
  WHEN ((OLD."status", OLD."artifacts", OLD."deleted_at") IS DISTINCT FROM (NEW."status", NEW."artifacts", NEW."deleted_at"))
  EXECUTE FUNCTION "charge_snapshot_set"();
CREATE TRIGGER "snapshot_set_charge_removed" AFTER DELETE ON "snapshot_set" FOR EACH ROW EXECUTE FUNCTION "charge_snapshot_set"();

CREATE FUNCTION "charge_backup"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'DELETE' OR NEW.status <> 'succeeded' OR NEW.deleted_at IS NOT NULL THEN
    PERFORM set_charges(OLD.workspace_id, 'backup', OLD.backup_id, '{}', '{}');
  ELSE
    PERFORM set_charges(NEW.workspace_id, 'backup', NEW.backup_id, '{backup.storage}', ARRAY[gigabytes(NEW.size_bytes)]);
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "backup_charge_made" AFTER INSERT ON "backup" FOR EACH ROW
  WHEN (NEW."status" = 'succeeded' AND NEW."deleted_at" IS NULL) EXECUTE FUNCTION "charge_backup"();
CREATE TRIGGER "backup_charge_changed" AFTER UPDATE ON "backup" FOR EACH ROW
  WHEN ((OLD."status", OLD."size_bytes", OLD."deleted_at") IS DISTINCT FROM (NEW."status", NEW."size_bytes", NEW."deleted_at"))
  EXECUTE FUNCTION "charge_backup"();
CREATE TRIGGER "backup_charge_removed" AFTER DELETE ON "backup" FOR EACH ROW EXECUTE FUNCTION "charge_backup"();

-- What a bucket holds changes with every request, so it is measured from time to time, and the charge follows the
-- measurement. A bucket that is being deleted is left out: its deletion ends its charges.
CREATE FUNCTION "measure_buckets"("most" integer) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
  changed record;
  measured integer := 0;
BEGIN
  FOR changed IN
    SELECT b.workspace_id, b.name, now_held.gb FROM bucket b
     CROSS JOIN LATERAL (SELECT gigabytes(sum(u.total_size)) AS gb FROM bucket_usage u
                          WHERE u.workspace_id = b.workspace_id AND u.bucket_id = b.bucket_id) AS now_held
      LEFT JOIN charge c ON c.workspace_id = b.workspace_id AND c.resource_type = 'bucket' AND c.resource_id = b.name
                        AND c.sku_code = 'object.storage' AND c.charged_until IS NULL
     WHERE now_held.gb <> coalesce(c.quantity, 0)
     ORDER BY b.workspace_id, b.bucket_id LIMIT most FOR NO KEY UPDATE OF b SKIP LOCKED
  LOOP
    PERFORM set_charges(changed.workspace_id, 'bucket', changed.name, '{bucket.standard,object.storage}', ARRAY[1, changed.gb]);
    measured := measured + 1;
  END LOOP;
  RETURN measured;
END $$;
REVOKE EXECUTE ON FUNCTION "measure_buckets"(integer) FROM PUBLIC;

-- What is stored already is charged from this version on. Buckets are measured by the worker.
INSERT INTO "charge" ("workspace_id", "resource_type", "resource_id", "sku_code", "quantity", "charged_from")
  SELECT due.* FROM (
    SELECT "workspace_id", 'volume_snapshot', "snapshot_id", 'snapshot.storage', gigabytes("stored_bytes") AS quantity, now() FROM "volume_snapshot"
     WHERE "status" = 'succeeded' AND "deleted_at" IS NULL
    UNION ALL SELECT "workspace_id", 'snapshot', "snapshot_set_id", 'snapshot.storage', gigabytes(artifact_bytes("artifacts")), now() FROM "snapshot_set"
     WHERE "status" = 'succeeded' AND "deleted_at" IS NULL
    UNION ALL SELECT "workspace_id", 'backup', "backup_id", 'backup.storage', gigabytes("size_bytes"), now() FROM "backup"
     WHERE "status" = 'succeeded' AND "deleted_at" IS NULL) AS due
   WHERE due.quantity > 0;
