-- Snapshots outlive their VM where its deletion or they themselves say so (docs/adr/0159).
ALTER TABLE "vm"
  -- Whether its snapshots stay when it is gone for good.
  ADD COLUMN "keep_snapshots" boolean NOT NULL DEFAULT false;
ALTER TABLE "snapshot_set"
  -- Whether it stays when its VM is gone for good.
  ADD COLUMN "outlives_vm" boolean NOT NULL DEFAULT false;
CREATE INDEX "snapshot_set_workspace_list_idx" ON "snapshot_set" ("workspace_id", "snapshot_set_id" DESC)
  WHERE "deleted_at" IS NULL;
