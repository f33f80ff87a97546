-- Copies of backups write what no earlier copy has (docs/adr/0167).
ALTER TABLE "backup_copy"
  -- The copy whose chunks it may need, while it waits. What that one needs stays in the bucket meanwhile.
  ADD COLUMN "base_copy_id" text,
  -- The attempts at it. Each names its objects by an id of its own.
  ADD COLUMN "sessions" text[] NOT NULL DEFAULT '{}',
  -- The objects that it needs, whoever wrote them. Null for a copy of whole files.
  ADD COLUMN "uses" jsonb,
  ADD CONSTRAINT "backup_copy_sessions_filled" CHECK (array_position("sessions", NULL) IS NULL);
