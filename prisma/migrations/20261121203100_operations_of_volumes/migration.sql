-- The workspace's operations, newest first, are those of VMs (operation_vm_idx) and those of volumes, each read in order.
CREATE INDEX "operation_volume_idx" ON "operation" ("workspace_id", "operation_id" DESC) WHERE "resource_type" = 'volume';
