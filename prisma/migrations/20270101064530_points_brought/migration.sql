-- A VM that is made of what another site has, has what it needs when its create ends: the backup that was brought to its
-- site is removed there (docs/adr/0159).
CREATE TRIGGER "operation_brought_point_tombstone" AFTER UPDATE ON "operation" FOR EACH ROW
  WHEN (NEW."saga" = 'create-vm-elsewhere' AND OLD."finished_at" IS NULL AND NEW."finished_at" IS NOT NULL)
  EXECUTE FUNCTION "write_fetched_copy_tombstone"();
