-- What describes an object takes space in the database, however small the object is: its key, content type, headers, metadata and tags. It counts
-- for the quota of its bucket and for its charge, as do those of earlier versions and of uploads that are not completed, and the keys of delete
-- markers. A row says how much of it is counted. Rows from before say nothing, until their object is written or tagged again.
CREATE FUNCTION "description_bytes"("key" text, "content_type" text, "headers" jsonb, "metadata" jsonb, "tags" jsonb) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT octet_length($1) + octet_length($2) + (SELECT coalesce(sum(octet_length(said.name) + octet_length(said.value)), 0)::bigint
    FROM (SELECT * FROM jsonb_each_text($3) UNION ALL SELECT * FROM jsonb_each_text($4) UNION ALL SELECT * FROM jsonb_each_text($5)) AS said (name, value))
$$;

ALTER TABLE "object" ADD COLUMN "metadata_size" bigint NOT NULL DEFAULT 0;
ALTER TABLE "object_version" ADD COLUMN "metadata_size" bigint NOT NULL DEFAULT 0;
ALTER TABLE "multipart_upload" ADD COLUMN "metadata_size" bigint NOT NULL DEFAULT 0;
ALTER TABLE "bucket_usage" ADD COLUMN "metadata_size" bigint NOT NULL DEFAULT 0;

-- What a deletion adds, the keys of delete markers, has the slot 32, which no quota looks at: deletions are never refused.

-- Beside the parts of an upload, in the slots of parts.
CREATE FUNCTION "count_upload_description"("of_workspace" bigint, "of_bucket" text, "bytes" bigint) RETURNS void LANGUAGE sql
SECURITY DEFINER SET search_path = public, pg_temp AS $$
  INSERT INTO bucket_usage AS u (workspace_id, bucket_id, slot, object_count, total_size, metadata_size, changed_at)
  SELECT b.workspace_id, b.bucket_id, 16 + pg_backend_pid() % 16, 0, 0, bytes, clock_timestamp() FROM bucket b
   WHERE b.workspace_id = of_workspace AND b.bucket_id = of_bucket AND b.backend = 'embedded' AND bytes <> 0
      ON CONFLICT (workspace_id, bucket_id, slot) DO UPDATE SET metadata_size = u.metadata_size + excluded.metadata_size, changed_at = excluded.changed_at
$$;
REVOKE EXECUTE ON FUNCTION "count_upload_description"(bigint, text, bigint) FROM PUBLIC;

CREATE FUNCTION "count_begun_upload"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM count_upload_description(NEW.workspace_id, NEW.bucket_id, NEW.metadata_size);
  RETURN NULL;
END $$;
CREATE TRIGGER "multipart_upload_begun" AFTER INSERT ON "multipart_upload" FOR EACH ROW EXECUTE FUNCTION "count_begun_upload"();

-- As before, with its description.
CREATE OR REPLACE FUNCTION "count_ended_upload"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM count_upload_bytes(OLD.workspace_id, OLD.bucket_id, -(SELECT coalesce(sum(p.size), 0) FROM multipart_part p
    WHERE p.workspace_id = OLD.workspace_id AND p.upload_id = OLD.upload_id)::bigint);
  PERFORM count_upload_description(OLD.workspace_id, OLD.bucket_id, -OLD.metadata_size);
  RETURN OLD;
END $$;

-- As before, with descriptions.
CREATE OR REPLACE FUNCTION "check_bucket_quota"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quota bigint;
  used bigint;
  is_deleted boolean;
  objects bigint := NEW.object_count;
  bytes bigint := NEW.total_size + NEW.parts_size + NEW.metadata_size;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    objects := objects - OLD.object_count;
    bytes := bytes - OLD.total_size - OLD.parts_size - OLD.metadata_size;
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
  SELECT sum(u.total_size + u.parts_size + u.metadata_size) INTO used FROM bucket_usage u WHERE u.workspace_id = NEW.workspace_id AND u.bucket_id = NEW.bucket_id;
  IF used > quota THEN
    RAISE EXCEPTION 'an upload to the bucket % violates constraint "bucket_quota"', NEW.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_quota';
  END IF;
  RETURN NULL;
END $$;
DROP TRIGGER "bucket_usage_quota" ON "bucket_usage";
CREATE TRIGGER "bucket_usage_quota" AFTER INSERT OR UPDATE OF "total_size", "parts_size", "metadata_size" ON "bucket_usage"
  FOR EACH ROW WHEN (NEW."slot" < 32) EXECUTE FUNCTION "check_bucket_quota"();

-- As before, with descriptions.
CREATE OR REPLACE FUNCTION "measure_buckets"("most" integer) RETURNS integer LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  changed record;
  measured integer := 0;
BEGIN
  FOR changed IN
    SELECT b.workspace_id, b.name, now_held.gb FROM bucket b
     CROSS JOIN LATERAL (SELECT gigabytes(sum(u.total_size + u.parts_size + u.metadata_size)) AS gb FROM bucket_usage u
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
