-- An operation changes a resource of any kind: volumes have operations too, which compute does not list.
ALTER TABLE "operation" RENAME COLUMN "vm_id" TO "resource_id";
ALTER TABLE "operation" RENAME COLUMN "vm_type" TO "resource_type";
UPDATE "operation" SET "resource_type" = "resource_type" || '_vm';

ALTER INDEX "operation_workspace_id_vm_id_operation_id_idx" RENAME TO "operation_workspace_id_resource_id_operation_id_idx";
DROP INDEX "operation_workspace_id_operation_id_idx";
-- Compute lists the operations of VMs, and nothing else lists operations across resources.
CREATE INDEX "operation_vm_idx" ON "operation" ("workspace_id", "operation_id" DESC) WHERE "resource_type" IN ('cloud_vm', 'gpu_vm');
