-- A suspension, and its end, reach the servers of regions.
CREATE FUNCTION "storage_suspension_changed"() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM touch_storage_owners(w.workspace_id) FROM workspace w WHERE w.organization_id = NEW.organization_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "wallet_storage" AFTER UPDATE OF "suspended_at" ON "wallet" FOR EACH ROW
  WHEN ((OLD."suspended_at" IS NULL) <> (NEW."suspended_at" IS NULL)) EXECUTE FUNCTION "storage_suspension_changed"();
