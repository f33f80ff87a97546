-- What images are being made of is looked up where snapshots and backups are deleted.
CREATE INDEX "vm_image_source_idx" ON "vm_image" ("workspace_id", "source_id") WHERE "status" = 'creating';
