-- A VM whose create failed has no instance and can only be deleted. It gives back its reserved IP, its addresses and its
-- firewall links in the commit that ends the create, as a deleted VM does.
DROP TRIGGER "vm_release_addresses" ON "vm";
CREATE TRIGGER "vm_release_addresses" BEFORE UPDATE OF "status" ON "vm" FOR EACH ROW
  WHEN ((NEW."status" = 'deleted' AND OLD."status" <> 'deleted')
     OR (NEW."status" = 'error' AND OLD."status" IN ('pending', 'creating', 'provisioning', 'configuring')))
  EXECUTE FUNCTION "release_vm_addresses"();

-- Those that failed before.
UPDATE "reserved_ip" r SET "attached_vm_id" = NULL, "attached_allocation_id" = NULL, "updated_at" = now()
  FROM "vm" v JOIN "operation" o ON o."operation_id" = v."failed_operation_id" AND o."workspace_id" = v."workspace_id"
 WHERE v."workspace_id" = r."workspace_id" AND v."vm_id" = r."attached_vm_id" AND v."status" = 'error'
   AND o."action" = 'create' AND r."reservation_type" <> 'platform_assigned';
