-- An operator holds a VM (docs/adr/0121): a worker stops it, and its owner cannot start it until it is released.
ALTER TABLE "vm"
  ADD COLUMN "held_at"     timestamptz(3),
  ADD COLUMN "held_reason" text,
  ADD CONSTRAINT "vm_held_check" CHECK (("held_at" IS NULL) = ("held_reason" IS NULL));
CREATE INDEX "vm_held_idx" ON "vm" ("vm_id") WHERE "held_at" IS NOT NULL;

-- A locked person: nothing of theirs is let in while there is a row. Their tokens stay, for when they are unlocked.
CREATE TABLE "person_lock" (
  "user_id"   text NOT NULL PRIMARY KEY REFERENCES "user" ("id") ON DELETE CASCADE,
  "reason"    text NOT NULL,
  "locked_at" timestamptz(3) NOT NULL DEFAULT now()
);
