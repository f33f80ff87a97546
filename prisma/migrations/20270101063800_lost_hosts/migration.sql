-- Hosts that are lost: fenced, then their VMs start on others (docs/adr/0141).
ALTER TABLE "site_host"
  -- Since when its server says that it is offline.
  ADD COLUMN "offline_at"     timestamptz(3),
  -- When the fence hook made sure that nothing runs on it. Null while something may.
  ADD COLUMN "fenced_at"      timestamptz(3),
  ADD COLUMN "fence_tried_at" timestamptz(3),
  -- Why the last try failed.
  ADD COLUMN "fence_error"    text;
-- Whether a VM ran when its instance was lost. It goes on like that when the instance is back.
ALTER TABLE "vm" ADD COLUMN "lost_power" text
  CONSTRAINT "vm_lost_power_known" CHECK ("lost_power" IN ('running', 'stopped'));
