-- The parts of uploads that are not completed take space, so they count for the quota of their bucket and for its charge. They have rows of
-- their own in "bucket_usage", so that the completion of an upload, which ends its parts and then writes its object, waits for no other write
-- in an order that another has turned round.
ALTER TABLE "bucket_usage" ADD COLUMN "parts_size" bigint NOT NULL DEFAULT 0;

-- Slots from 16 on are those of parts; the others are those of objects (packages/core/src/object-storage/object-removal.ts).
CREATE FUNCTION "count_upload_bytes"("of_workspace" bigint, "of_bucket" text, "bytes" bigint) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO bucket_usage AS u (workspace_id, bucket_id, slot, object_count, total_size, parts_size, changed_at)
  SELECT b.workspace_id, b.bucket_id, 16 + pg_backend_pid() % 16, 0, 0, bytes, clock_timestamp() FROM bucket b
   WHERE b.workspace_id = of_workspace AND b.bucket_id = of_bucket AND b.backend = 'embedded' AND bytes <> 0
      ON CONFLICT (workspace_id, bucket_id, slot) DO UPDATE SET parts_size = u.parts_size + excluded.parts_size, changed_at = excluded.changed_at
$$;
REVOKE EXECUTE ON FUNCTION "count_upload_bytes"(bigint, text, bigint) FROM PUBLIC;

-- Parts that come, are replaced or are taken for an object. Those of an upload that ends are counted with it.
CREATE FUNCTION "count_parts"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    PERFORM count_upload_bytes(u.workspace_id, u.bucket_id, sum(n.size)::bigint) FROM came n
       JOIN multipart_upload u ON u.workspace_id = n.workspace_id AND u.upload_id = n.upload_id GROUP BY u.workspace_id, u.bucket_id;
  ELSIF TG_OP = 'DELETE' THEN
    PERFORM count_upload_bytes(u.workspace_id, u.bucket_id, -sum(o.size)::bigint) FROM gone o
       JOIN multipart_upload u ON u.workspace_id = o.workspace_id AND u.upload_id = o.upload_id GROUP BY u.workspace_id, u.bucket_id;
  ELSE
    PERFORM count_upload_bytes(u.workspace_id, u.bucket_id, sum(c.size)::bigint)
       FROM (SELECT workspace_id, upload_id, size FROM came UNION ALL SELECT workspace_id, upload_id, -size FROM gone) c
       JOIN multipart_upload u ON u.workspace_id = c.workspace_id AND u.upload_id = c.upload_id GROUP BY u.workspace_id, u.bucket_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "multipart_part_came" AFTER INSERT ON "multipart_part" REFERENCING NEW TABLE AS "came"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_parts"();
CREATE TRIGGER "multipart_part_gone" AFTER DELETE ON "multipart_part" REFERENCING OLD TABLE AS "gone"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_parts"();
CREATE TRIGGER "multipart_part_changed" AFTER UPDATE ON "multipart_part" REFERENCING OLD TABLE AS "gone" NEW TABLE AS "came"
  FOR EACH STATEMENT EXECUTE FUNCTION "count_parts"();

-- Before its parts go with it.
CREATE FUNCTION "count_ended_upload"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM count_upload_bytes(OLD.workspace_id, OLD.bucket_id, -(SELECT coalesce(sum(p.size), 0) FROM multipart_part p
    WHERE p.workspace_id = OLD.workspace_id AND p.upload_id = OLD.upload_id)::bigint);
  RETURN OLD;
END $$;
CREATE TRIGGER "multipart_upload_ended" BEFORE DELETE ON "multipart_upload" FOR EACH ROW EXECUTE FUNCTION "count_ended_upload"();

-- Parts that are there already. The triggers above have locked the tables until this commits.
INSERT INTO "bucket_usage" ("workspace_id", "bucket_id", "slot", "object_count", "total_size", "parts_size")
  SELECT u."workspace_id", u."bucket_id", 16, 0, 0, sum(p."size") FROM "multipart_part" p
    JOIN "multipart_upload" u ON u."workspace_id" = p."workspace_id" AND u."upload_id" = p."upload_id" GROUP BY u."workspace_id", u."bucket_id";

-- As before, for objects and parts together. An upload holds a lock of the bucket's row when it counts, so that it sees a deletion that was
-- committed meanwhile.
CREATE OR REPLACE FUNCTION "check_bucket_quota"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quota bigint;
  used bigint;
  is_deleted boolean;
  objects bigint := NEW.object_count;
  bytes bigint := NEW.total_size + NEW.parts_size;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    objects := objects - OLD.object_count;
    bytes := bytes - OLD.total_size - OLD.parts_size;
  END IF;
  IF objects <= 0 AND bytes <= 0 THEN
    RETURN NULL;
  END IF;
  SELECT b.quota_bytes, b.deleted_at IS NOT NULL INTO quota, is_deleted FROM bucket b
   WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id AND b.backend = 'embedded';
  IF is_deleted THEN
    RAISE EXCEPTION 'an upload to the bucket % violates constraint "bucket_kept"', NEW.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_kept';
  END IF;
  IF quota IS NULL OR bytes <= 0 THEN
    RETURN NULL;
  END IF;
  PERFORM FROM bucket b WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id FOR NO KEY UPDATE;
  SELECT sum(u.total_size + u.parts_size) INTO used FROM bucket_usage u WHERE u.workspace_id = NEW.workspace_id AND u.bucket_id = NEW.bucket_id;
  IF used > quota THEN
    RAISE EXCEPTION 'an upload to the bucket % violates constraint "bucket_quota"', NEW.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_quota';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "bucket_usage_quota" ON "bucket_usage";
CREATE TRIGGER "bucket_usage_quota" AFTER INSERT OR UPDATE OF "total_size", "parts_size" ON "bucket_usage"
  FOR EACH ROW EXECUTE FUNCTION "check_bucket_quota"();

-- As before, with parts.
CREATE OR REPLACE FUNCTION "measure_buckets"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed record;
  measured integer := 0;
BEGIN
  FOR changed IN
    SELECT b.workspace_id, b.name, now_held.gb FROM bucket b
     CROSS JOIN LATERAL (SELECT gigabytes(sum(u.total_size + u.parts_size)) AS gb FROM bucket_usage u
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
