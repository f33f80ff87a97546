-- The API changes the default retention of a bucket whose region has a server of its own, and a worker brings it there.
DROP TRIGGER "bucket_storage_changed" ON "bucket";
CREATE TRIGGER "bucket_storage_changed" AFTER UPDATE OF "is_public", "quota_bytes", "versioning", "retention_mode", "retention_days", "retention_years" ON "bucket" FOR EACH ROW
  WHEN (NEW."backend" <> 'embedded' AND (OLD."is_public", OLD."quota_bytes", OLD."versioning", OLD."retention_mode", OLD."retention_days", OLD."retention_years")
    IS DISTINCT FROM (NEW."is_public", NEW."quota_bytes", NEW."versioning", NEW."retention_mode", NEW."retention_days", NEW."retention_years"))
  EXECUTE FUNCTION "storage_configuration_changed"();
