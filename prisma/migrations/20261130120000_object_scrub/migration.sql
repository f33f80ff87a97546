-- The object store rereads its files (docs/object-storage.md).
ALTER TABLE "object_file"
  -- Of the file's bytes, in hexadecimal. Null: not known until the file is first reread.
  ADD COLUMN "md5" text,
  -- What was found when it was reread: "missing", "changed" or "unreadable".
  ADD COLUMN "damage" text;
CREATE INDEX "object_file_damage_idx" ON "object_file" ("file_id") WHERE "damage" IS NOT NULL;

ALTER TABLE "object_store"
  -- The last file that was reread in this pass. Null: no pass is under way.
  ADD COLUMN "scrub_position" text,
  ADD COLUMN "scrub_began_at" timestamptz(3),
  ADD COLUMN "scrub_ended_at" timestamptz(3),
  -- Files of the folder that no row names, found by the last pass. They are kept.
  ADD COLUMN "stray_files" bigint NOT NULL DEFAULT 0;
