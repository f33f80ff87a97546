-- Object storage
ALTER TABLE "storage_region" ADD CONSTRAINT "storage_region_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id") ON DELETE SET NULL;

ALTER TABLE "bucket" ADD CONSTRAINT "bucket_usage_check" CHECK ("object_count" >= 0 AND "total_size" >= 0);
-- A default retention has a mode and exactly one of days and years, and needs object lock.
ALTER TABLE "bucket" ADD CONSTRAINT "bucket_retention_check"
  CHECK (num_nonnulls("retention_days", "retention_years") = num_nonnulls("retention_mode") AND ("retention_mode" IS NULL OR "bucket_lock_enabled"));

-- CDN
ALTER TABLE "cdn_distribution" ADD CONSTRAINT "cdn_distribution_origin_check"
  CHECK (("origin_type" = 'bucket') = ("origin_bucket_id" IS NOT NULL));
ALTER TABLE "cdn_distribution" ADD CONSTRAINT "cdn_distribution_cache_policy_check"
  CHECK ("cache_policy" IN ('static-assets', 'media', 'short', 'no-cache'));
ALTER TABLE "cdn_distribution" ADD CONSTRAINT "cdn_distribution_enabled_check"
  CHECK ("status" NOT IN ('active', 'disabled') OR "enabled" = ("status" = 'active'));

-- Secret store
ALTER TABLE "secret_store" ADD CONSTRAINT "secret_store_key_check" CHECK ("store_key" ~ '^[a-z0-9]+(-[a-z0-9]+)*$');

-- Block storage
-- A name is free again as soon as its volume is deleted.
CREATE UNIQUE INDEX "volume_name_unique" ON "volume" ("workspace_id", "name") WHERE "deleted_at" IS NULL;
CREATE INDEX "volume_list_idx" ON "volume" ("workspace_id", "volume_id" DESC) WHERE "deleted_at" IS NULL;
CREATE UNIQUE INDEX "volume_device_unique" ON "volume" ("workspace_id", "attached_vm_id", "device_path") WHERE "attached_vm_id" IS NOT NULL;

ALTER TABLE "volume" ADD CONSTRAINT "volume_site_fkey" FOREIGN KEY ("site_id") REFERENCES "site" ("site_id");
ALTER TABLE "volume" ADD CONSTRAINT "volume_vm_fkey" FOREIGN KEY ("workspace_id", "attached_vm_id") REFERENCES "vm" ("workspace_id", "vm_id");
ALTER TABLE "volume" ADD CONSTRAINT "volume_size_check" CHECK ("size_gb" BETWEEN 1 AND 16384);
ALTER TABLE "volume" ADD CONSTRAINT "volume_attachment_check"
  CHECK (("attached_vm_id" IS NULL) = ("device_path" IS NULL)
     AND ("status" <> 'in-use' OR "attached_vm_id" IS NOT NULL)
     AND ("status" NOT IN ('available', 'creating') OR "attached_vm_id" IS NULL)
     AND ("deleted_at" IS NULL OR "attached_vm_id" IS NULL));

ALTER TABLE "volume_operation" ADD CONSTRAINT "volume_operation_completed_check"
  CHECK (("completed_at" IS NOT NULL) = ("status" <> 'in-progress') AND ("error" IS NOT NULL) = ("status" = 'failed'));
-- What has ended never changes, whoever writes.
CREATE FUNCTION "volume_operation_is_final"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'volume operation % is % and cannot become %', OLD.volume_operation_id, OLD.status, NEW.status USING ERRCODE = 'check_violation';
END $$;
CREATE TRIGGER "volume_operation_is_final" BEFORE UPDATE ON "volume_operation" FOR EACH ROW
  WHEN (OLD."completed_at" IS NOT NULL AND NEW."status" IS DISTINCT FROM OLD."status")
  EXECUTE FUNCTION "volume_operation_is_final"();
