-- A workspace keeps deleted buckets for the time of its window, as it does VMs and volumes (docs/adr/0078). A kept bucket has both times. Without
-- the end of its window, it is emptied, and its row goes last.
ALTER TABLE "bucket"
  ADD COLUMN "deleted_at" timestamptz(3),
  ADD COLUMN "restorable_until" timestamptz(3),
  ADD CONSTRAINT "bucket_kept_is_deleted" CHECK ("restorable_until" IS NULL OR "deleted_at" IS NOT NULL),
  -- A bucket that moves is not deleted, and a deleted one does not move.
  ADD CONSTRAINT "bucket_moves" CHECK ("deleted_at" IS NULL OR "moving" IS NULL);
CREATE INDEX "bucket_kept_idx" ON "bucket" ("workspace_id", "bucket_id") WHERE "restorable_until" IS NOT NULL;
CREATE INDEX "bucket_kept_until_idx" ON "bucket" ("restorable_until") WHERE "restorable_until" IS NOT NULL;
CREATE INDEX "bucket_ended_idx" ON "bucket" ("bucket_id") WHERE "deleted_at" IS NOT NULL AND "restorable_until" IS NULL;

------------------------------------------------------------------------------------------------------------------------ objects

-- As before. Nothing of a kept bucket changes, and nothing is added to one that is emptied.
CREATE OR REPLACE FUNCTION "refuse_frozen_bucket"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  of_workspace bigint := CASE TG_OP WHEN 'DELETE' THEN OLD.workspace_id ELSE NEW.workspace_id END;
  of_bucket text := CASE TG_OP WHEN 'DELETE' THEN OLD.bucket_id ELSE NEW.bucket_id END;
  state text;
  is_deleted boolean;
  is_kept boolean;
BEGIN
  SELECT b.moving, b.deleted_at IS NOT NULL, b.restorable_until IS NOT NULL INTO state, is_deleted, is_kept
    FROM bucket b WHERE b.workspace_id = of_workspace AND b.bucket_id = of_bucket AND b.backend = 'embedded';
  IF is_kept OR (is_deleted AND TG_OP <> 'DELETE') THEN
    RAISE EXCEPTION 'a change of the bucket % violates constraint "bucket_kept"', of_bucket USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_kept';
  END IF;
  IF state IN ('moving', 'frozen') THEN
    PERFORM pg_advisory_xact_lock_shared(bucket_move_lock(of_bucket));
    SELECT b.moving INTO state FROM bucket b WHERE b.workspace_id = of_workspace AND b.bucket_id = of_bucket AND b.backend = 'embedded';
    IF state = 'frozen' THEN
      RAISE EXCEPTION 'a change of the bucket % violates constraint "bucket_frozen"', of_bucket USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_frozen';
    END IF;
  END IF;
  RETURN CASE TG_OP WHEN 'DELETE' THEN OLD ELSE NEW END;
END $$;

-- As before. An upload holds a lock of the bucket's row when it counts, so that it sees a deletion that was committed meanwhile.
CREATE OR REPLACE FUNCTION "check_bucket_quota"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quota bigint;
  used bigint;
  is_deleted boolean;
BEGIN
  IF (TG_OP = 'UPDATE' AND NEW.total_size <= OLD.total_size AND NEW.object_count <= OLD.object_count)
    OR (TG_OP = 'INSERT' AND NEW.total_size <= 0 AND NEW.object_count <= 0) THEN
    RETURN NULL;
  END IF;
  SELECT b.quota_bytes, b.deleted_at IS NOT NULL INTO quota, is_deleted FROM bucket b
   WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id AND b.backend = 'embedded';
  IF is_deleted THEN
    RAISE EXCEPTION 'an upload to the bucket % violates constraint "bucket_kept"', NEW.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_kept';
  END IF;
  IF quota IS NULL OR (TG_OP = 'UPDATE' AND NEW.total_size <= OLD.total_size) OR (TG_OP = 'INSERT' AND NEW.total_size <= 0) THEN
    RETURN NULL;
  END IF;
  PERFORM FROM bucket b WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id FOR NO KEY UPDATE;
  SELECT sum(u.total_size) INTO used FROM bucket_usage u WHERE u.workspace_id = NEW.workspace_id AND u.bucket_id = NEW.bucket_id;
  IF used > quota THEN
    RAISE EXCEPTION 'an upload to the bucket % violates constraint "bucket_quota"', NEW.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_quota';
  END IF;
  RETURN NULL;
END $$;

-- Workers delete no bucket but one that can no longer be restored and is empty. What is retained keeps its bucket.
CREATE FUNCTION "remove_ended_bucket"("of_workspace" bigint, "of_bucket" text) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  DELETE FROM bucket b WHERE b.workspace_id = of_workspace AND b.bucket_id = of_bucket AND b.deleted_at IS NOT NULL AND b.restorable_until IS NULL
     AND NOT EXISTS (SELECT FROM object o WHERE o.workspace_id = b.workspace_id AND o.bucket_id = b.bucket_id)
     AND NOT EXISTS (SELECT FROM object_version v WHERE v.workspace_id = b.workspace_id AND v.bucket_id = b.bucket_id);
  RETURN FOUND;
END $$;
REVOKE EXECUTE ON FUNCTION "remove_ended_bucket"(bigint, text) FROM PUBLIC;

------------------------------------------------------------------------------------------------------------------------ the CDN

-- A bucket that is deleted meanwhile is no origin. The foreign key has locked its row before this trigger fires.
CREATE FUNCTION "refuse_deleted_origin"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF EXISTS (SELECT FROM bucket b WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.origin_bucket_id AND b.deleted_at IS NOT NULL) THEN
    RAISE EXCEPTION 'the origin % violates constraint "cdn_distribution_origin_bucket_fkey"', NEW.origin_bucket_id
      USING ERRCODE = 'foreign_key_violation', CONSTRAINT = 'cdn_distribution_origin_bucket_fkey';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "cdn_distribution_origin_kept" AFTER INSERT ON "cdn_distribution" FOR EACH ROW
  WHEN (NEW."origin_bucket_id" IS NOT NULL) EXECUTE FUNCTION "refuse_deleted_origin"();

-- As before. Edges stop serving a bucket that is deleted, and serve it again when it is restored.
DROP TRIGGER "bucket_redeployed" ON "bucket";
CREATE TRIGGER "bucket_redeployed" AFTER UPDATE OF "is_public", "region", "deleted_at" ON "bucket" FOR EACH ROW
  WHEN (OLD."is_public" <> NEW."is_public" OR OLD."region" <> NEW."region" OR (OLD."deleted_at" IS NULL) <> (NEW."deleted_at" IS NULL))
  EXECUTE FUNCTION "redeploy_bucket"();

------------------------------------------------------------------------------------------------------------------------ regions with servers of their own

-- As before. Servers are told of a deletion, a restore and the end of the window.
DROP TRIGGER "bucket_storage_changed" ON "bucket";
CREATE TRIGGER "bucket_storage_changed" AFTER UPDATE OF "is_public", "quota_bytes", "versioning", "moving", "region", "deleted_at", "restorable_until" ON "bucket" FOR EACH ROW
  WHEN ((NEW."backend" <> 'embedded' OR OLD."backend" <> 'embedded')
    AND (OLD."is_public", OLD."quota_bytes", OLD."versioning", OLD."moving", OLD."region", OLD."deleted_at", OLD."restorable_until")
        IS DISTINCT FROM (NEW."is_public", NEW."quota_bytes", NEW."versioning", NEW."moving", NEW."region", NEW."deleted_at", NEW."restorable_until"))
  EXECUTE FUNCTION "storage_configuration_changed"();

------------------------------------------------------------------------------------------------------------------------ billing

-- As before. A kept bucket is charged on, by what it holds, until the end of its window.
CREATE OR REPLACE FUNCTION "charge_bucket"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM set_charges(NEW.workspace_id, 'bucket', NEW.name, '{bucket.standard}', '{1}');
  ELSE
    PERFORM set_charges(OLD.workspace_id, 'bucket', OLD.name, '{}', '{}');
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_charge_ended" AFTER UPDATE OF "deleted_at", "restorable_until" ON "bucket" FOR EACH ROW
  WHEN (NEW."deleted_at" IS NOT NULL AND NEW."restorable_until" IS NULL) EXECUTE FUNCTION "charge_bucket"();

CREATE OR REPLACE FUNCTION "measure_buckets"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
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
     WHERE now_held.gb <> coalesce(c.quantity, 0) AND (b.deleted_at IS NULL OR b.restorable_until IS NOT NULL)
     ORDER BY b.workspace_id, b.bucket_id LIMIT most FOR NO KEY UPDATE OF b SKIP LOCKED
  LOOP
    PERFORM set_charges(changed.workspace_id, 'bucket', changed.name, '{bucket.standard,object.storage}', ARRAY[1, changed.gb]);
    measured := measured + 1;
  END LOOP;
  RETURN measured;
END $$;

-- As before. Kept buckets count.
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
    ELSE 0 END
$$;
