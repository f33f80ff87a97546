-- A destination changes its prefix, and a copy stays where it was written (docs/adr/0160).
ALTER TABLE "backup_copy" ADD COLUMN "prefix" text;
UPDATE "backup_copy" c SET "prefix" = d."prefix" FROM "backup_destination" d
 WHERE d."workspace_id" = c."workspace_id" AND d."destination_id" = c."destination_id";

CREATE FUNCTION "place_backup_copy"() RETURNS trigger LANGUAGE plpgsql SET search_path = public, pg_temp AS $$
BEGIN
  NEW.prefix := (SELECT d.prefix FROM backup_destination d
                  WHERE d.workspace_id = NEW.workspace_id AND d.destination_id = NEW.destination_id);
  RETURN NEW;
END $$;
CREATE TRIGGER "backup_copy_place" BEFORE INSERT ON "backup_copy" FOR EACH ROW WHEN (NEW."prefix" IS NULL)
  EXECUTE FUNCTION "place_backup_copy"();

-- A backup is copied on request.
GRANT INSERT ON "backup_copy" TO "fulmar_workspace";
