-- A part that is written again frees the file that it had, as one that is deleted does. The statement itself could only tell it by RETURNING
-- old, which PostgreSQL 17 lacks (docs/adr/0091): a reading before it would miss a part that another transaction has just written.
CREATE FUNCTION "free_replaced_file"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE object_file SET freed_at = now() WHERE file_id = OLD.file_id;
  RETURN NULL;
END $$;
CREATE TRIGGER "multipart_part_replaced" AFTER UPDATE OF "file_id" ON "multipart_part" FOR EACH ROW
  WHEN (OLD."file_id" <> NEW."file_id") EXECUTE FUNCTION "free_replaced_file"();
