-- VM groups that are stopped and started, by hand and by a schedule (docs/adr/0161).
ALTER TABLE "vm_group"
  -- What its VMs should be.
  ADD COLUMN "power" text NOT NULL DEFAULT 'running',
  -- Who or what has stopped it, as a sentence.
  ADD COLUMN "power_reason" text,
  ADD COLUMN "power_schedule" jsonb,
  -- Times of the schedule until then are done, or somebody has stopped or started the group since.
  ADD COLUMN "power_done_at" timestamptz(3) NOT NULL DEFAULT now(),
  ADD CONSTRAINT "vm_group_power_check" CHECK ("power" IN ('running', 'stopped')),
  ADD CONSTRAINT "vm_group_power_schedule_check" CHECK (
    "power_schedule" IS NULL OR jsonb_typeof("power_schedule") = 'object'
  );
-- The last stop or start of the VM by its group, until it is seen running in a group that runs. No foreign key: it says
-- who has stopped the VM, also when the operation is gone.
ALTER TABLE "vm_group_member" ADD COLUMN "power_operation_id" text;

SELECT "announce_changes"('vm_group', 'vm_group', 'vm_group_id',
                          '{due_at,revision,failures,count_changed_at,schedule_done_at,power_done_at}');
SELECT "announce_changes"('vm_group_member', 'vm_group', 'vm_group_id',
                          '{has_run,unhealthy_since,power_operation_id}');
