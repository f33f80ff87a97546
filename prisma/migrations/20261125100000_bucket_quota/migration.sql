-- The most bytes that a bucket's objects may have together. NULL: no limit.
ALTER TABLE "bucket" ADD COLUMN "quota_bytes" BIGINT,
  ADD CONSTRAINT "bucket_quota_positive" CHECK ("quota_bytes" > 0);

-- Every upload counts itself in "bucket_usage" in its transaction. In a bucket with a quota, uploads lock the bucket after
-- they have counted, so that each sees what the others have added. Other buckets only cost a lookup by key.
CREATE FUNCTION "check_bucket_quota"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  quota bigint;
  used bigint;
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.total_size <= OLD.total_size OR NEW.total_size <= 0 AND TG_OP = 'INSERT' THEN
    RETURN NULL;
  END IF;
  SELECT b.quota_bytes INTO quota FROM bucket b WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id;
  IF quota IS NULL THEN
    RETURN NULL;
  END IF;
  PERFORM FROM bucket b WHERE b.workspace_id = NEW.workspace_id AND b.bucket_id = NEW.bucket_id FOR NO KEY UPDATE;
  SELECT sum(u.total_size) INTO used FROM bucket_usage u WHERE u.workspace_id = NEW.workspace_id AND u.bucket_id = NEW.bucket_id;
  IF used > quota THEN
    RAISE EXCEPTION 'an upload to the bucket % violates constraint "bucket_quota"', NEW.bucket_id USING ERRCODE = 'check_violation', CONSTRAINT = 'bucket_quota';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER "bucket_usage_quota" AFTER INSERT OR UPDATE OF "total_size" ON "bucket_usage"
  FOR EACH ROW EXECUTE FUNCTION "check_bucket_quota"();
