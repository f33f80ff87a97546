-- A name is free again as soon as its VM is deleted.
CREATE UNIQUE INDEX "vm_name_unique" ON "vm" ("workspace_id", "type", "name") WHERE "deleted_at" IS NULL;

-- Lists never show deleted VMs; the purge looks for nothing else.
CREATE INDEX "vm_list_idx" ON "vm" ("workspace_id", "type", "vm_id" DESC) WHERE "deleted_at" IS NULL;
CREATE INDEX "vm_deleted_idx" ON "vm" ("deleted_at") WHERE "deleted_at" IS NOT NULL;

ALTER TABLE "vm" ADD CONSTRAINT "vm_deleted_check" CHECK (("deleted_at" IS NOT NULL) = ("status" = 'deleted'));
-- A VM that is changing is held by the operation that changes it.
ALTER TABLE "vm" ADD CONSTRAINT "vm_operation_check"
  CHECK ("operation_id" IS NOT NULL OR "status" IN ('running', 'stopped', 'deleted', 'error'));

ALTER TABLE "vm_bandwidth" ADD CONSTRAINT "vm_bandwidth_check" CHECK ("rx_bytes" >= 0 AND "tx_bytes" >= 0);

-- A snapshot that came to nothing does not keep its name.
CREATE UNIQUE INDEX "snapshot_set_name_unique" ON "snapshot_set" ("workspace_id", "vm_id", "name") WHERE "status" NOT IN ('failed', 'cancelled');
