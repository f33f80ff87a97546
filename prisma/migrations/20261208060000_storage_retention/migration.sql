-- The API changes the default retention of a bucket whose region has a server of its own, and a worker brings it there.
CREATE TRIGGER "bucket_storage_retention" AFTER UPDATE OF "retention_mode", "retention_days", "retention_years" ON "bucket" FOR EACH ROW
  WHEN (NEW."backend" <> 'embedded'
    AND (OLD."retention_mode", OLD."retention_days", OLD."retention_years") IS DISTINCT FROM (NEW."retention_mode", NEW."retention_days", NEW."retention_years"))
  EXECUTE FUNCTION "storage_configuration_changed"();
