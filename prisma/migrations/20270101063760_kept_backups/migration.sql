-- Backups outlive their VM where its deletion asks for that (docs/adr/0140).
ALTER TABLE "vm"
  -- Whether its backups stay when it is gone for good.
  ADD COLUMN "keep_backups" boolean NOT NULL DEFAULT false;
CREATE INDEX "backup_workspace_list_idx" ON "backup" ("workspace_id", "backup_id" DESC) WHERE "deleted_at" IS NULL;
