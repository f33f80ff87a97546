-- VMs whose create failed before 20261125140000 gave back their reserved IPs there. Here they give back the rest, as a
-- later failed create does.
CREATE TEMPORARY TABLE "failed_create" ON COMMIT DROP AS
  SELECT v."workspace_id", v."vm_id" FROM "vm" v
    JOIN "operation" o ON o."operation_id" = v."failed_operation_id" AND o."workspace_id" = v."workspace_id"
   WHERE v."status" = 'error' AND o."action" = 'create';
DELETE FROM "reserved_ip" r USING "failed_create" f
 WHERE r."workspace_id" = f."workspace_id" AND r."attached_vm_id" = f."vm_id" AND r."reservation_type" = 'platform_assigned';
DELETE FROM "vpc_node" n USING "failed_create" f WHERE n."workspace_id" = f."workspace_id" AND n."vm_id" = f."vm_id";
DELETE FROM "firewall_group_vm" l USING "failed_create" f WHERE l."workspace_id" = f."workspace_id" AND l."vm_id" = f."vm_id";
DELETE FROM "network_state" s USING "failed_create" f
 WHERE s."workspace_id" = f."workspace_id" AND s."resource_type" = 'vm' AND s."resource_id" = f."vm_id";
UPDATE "vm" v SET "private_ip" = NULL, "public_ip" = NULL FROM "failed_create" f
 WHERE v."workspace_id" = f."workspace_id" AND v."vm_id" = f."vm_id";
