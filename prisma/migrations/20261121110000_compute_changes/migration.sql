-- What a VM can be asked for besides power: rescue mode, and why it is in error.
ALTER TABLE "vm"
  ADD COLUMN "rescue_enabled" boolean NOT NULL DEFAULT false,
  -- The operation that left the VM in error; null where no operation did, but its instance was lost.
  ADD COLUMN "failed_operation_id" text;
UPDATE "vm" v SET "failed_operation_id" = (
  SELECT o."operation_id" FROM "operation" o
   WHERE o."workspace_id" = v."workspace_id" AND o."resource_id" = v."vm_id" AND o."action" IN ('create', 'delete')
     AND o."status" IN ('failed', 'cancelled', 'timed_out')
   ORDER BY o."operation_id" DESC LIMIT 1)
 WHERE v."status" = 'error';

-- What an operation under way will write into its VM. It may hold secrets, so it is apart from the operation's input, which
-- stays as history, and it is gone when the operation has ended. What is null stays as the VM has it.
CREATE TABLE "vm_pending_configuration" (
  "operation_id"  text PRIMARY KEY,
  "workspace_id"  bigint NOT NULL,
  "vm_id"         text NOT NULL,
  "ssh_keys"      text[],
  "user_data"     text,
  "password_hash" text,
  CONSTRAINT "vm_pending_configuration_operation_fkey" FOREIGN KEY ("operation_id") REFERENCES "operation" ("operation_id") ON DELETE CASCADE,
  CONSTRAINT "vm_pending_configuration_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE,
  -- A password is kept as crypt(3) hashes it with SHA-512, and in no other form.
  CONSTRAINT "vm_pending_configuration_password_check" CHECK ("password_hash" ~ '^\$6\$[./0-9A-Za-z]{1,16}\$[./0-9A-Za-z]{86}$')
);
CREATE INDEX "vm_pending_configuration_vm_idx" ON "vm_pending_configuration" ("workspace_id", "vm_id");
SELECT "guard_workspace_rows"('vm_pending_configuration');
-- Only a worker reads it, and removes it.
GRANT INSERT ON "vm_pending_configuration" TO "fulmar_workspace";

-- Which VMs a firewall group is for.
CREATE TABLE "firewall_group_vm" (
  "workspace_id"      bigint NOT NULL,
  "firewall_group_id" text NOT NULL,
  "vm_id"             text NOT NULL,
  "created_at"        timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY ("workspace_id", "firewall_group_id", "vm_id"),
  CONSTRAINT "firewall_group_vm_group_fkey" FOREIGN KEY ("workspace_id", "firewall_group_id")
    REFERENCES "firewall_group" ("workspace_id", "firewall_group_id") ON DELETE RESTRICT,
  CONSTRAINT "firewall_group_vm_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE
);
CREATE INDEX "firewall_group_vm_vm_idx" ON "firewall_group_vm" ("workspace_id", "vm_id", "firewall_group_id");
SELECT "guard_workspace_rows"('firewall_group_vm');
GRANT SELECT, INSERT, DELETE ON "firewall_group_vm" TO "fulmar_workspace";

-- A deleted VM holds no address and is in no firewall group, whoever moves it to `deleted`, in that same commit.
CREATE OR REPLACE FUNCTION "release_vm_addresses"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM reserved_ip WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id AND reservation_type = 'platform_assigned';
  UPDATE reserved_ip SET attached_vm_id = NULL, attached_allocation_id = NULL, updated_at = now()
   WHERE workspace_id = NEW.workspace_id AND attached_vm_id = NEW.vm_id;
  DELETE FROM vpc_node WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  DELETE FROM firewall_group_vm WHERE workspace_id = NEW.workspace_id AND vm_id = NEW.vm_id;
  NEW.private_ip := NULL;
  NEW.public_ip := NULL;
  RETURN NEW;
END $$;

-- The simulated provider's machines: what they can be changed to, and what the last change replaced, for as long as it can be taken back.
ALTER TABLE "simulated"."instance"
  ADD COLUMN "gpu_model" text,
  ADD COLUMN "gpu_count" integer NOT NULL DEFAULT 0,
  ADD COLUMN "rescue" boolean NOT NULL DEFAULT false,
  ADD COLUMN "former" jsonb;
