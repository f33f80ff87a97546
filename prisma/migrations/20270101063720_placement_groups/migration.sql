-- Placement groups: VMs of a workspace that are kept apart or together (docs/adr/0137).
CREATE TABLE "placement_group" (
  "placement_group_id" text NOT NULL,
  "workspace_id"       bigint NOT NULL,
  "name"               text NOT NULL,
  "strategy"           text NOT NULL,
  -- What its VMs are spread over, or packed into one of.
  "over"               text NOT NULL,
  -- Whether a VM that has no such place is refused. Otherwise it gets the best there is.
  "strict"             boolean NOT NULL,
  "tags"               text[] NOT NULL,
  "created_at"         timestamptz(3) NOT NULL DEFAULT now(),
  "updated_at"         timestamptz(3),

  -- The workspace leads the key, so that a list is a walk along it.
  CONSTRAINT "placement_group_pkey" PRIMARY KEY ("workspace_id", "placement_group_id"),
  CONSTRAINT "placement_group_strategy_known" CHECK ("strategy" IN ('spread', 'pack')),
  CONSTRAINT "placement_group_over_known" CHECK ("over" IN ('hosts', 'zones')),
  CONSTRAINT "placement_group_tags_filled" CHECK (array_position("tags", NULL) IS NULL)
);
CREATE UNIQUE INDEX "placement_group_name_unique" ON "placement_group" ("workspace_id", "name");
SELECT "guard_workspace_rows"('placement_group');
GRANT SELECT, INSERT, UPDATE, DELETE ON "placement_group" TO "fulmar_workspace";
SELECT "announce_changes"('placement_group', 'placement_group', 'placement_group_id');

ALTER TABLE "vm" ADD COLUMN "placement_group_id" text,
  ADD CONSTRAINT "vm_placement_group_fkey" FOREIGN KEY ("workspace_id", "placement_group_id")
    REFERENCES "placement_group" ("workspace_id", "placement_group_id") ON UPDATE NO ACTION;
CREATE INDEX "vm_placement_group_idx" ON "vm" ("workspace_id", "placement_group_id", "vm_id") WHERE "placement_group_id" IS NOT NULL;

-- The VMs that a group of VMs makes.
ALTER TABLE "vm_group" ADD COLUMN "placement_group_id" text,
  ADD CONSTRAINT "vm_group_placement_group_fkey" FOREIGN KEY ("workspace_id", "placement_group_id")
    REFERENCES "placement_group" ("workspace_id", "placement_group_id") ON UPDATE NO ACTION;
CREATE INDEX "vm_group_placement_group_idx" ON "vm_group" ("workspace_id", "placement_group_id", "vm_group_id")
  WHERE "placement_group_id" IS NOT NULL;

-- A VM that is gone for good is in no group.
CREATE FUNCTION "leave_placement_group"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.placement_group_id := NULL;
  RETURN NEW;
END $$;
CREATE TRIGGER "vm_leaves_placement_group" BEFORE UPDATE ON "vm" FOR EACH ROW
  WHEN (NEW."placement_group_id" IS NOT NULL AND NEW."status" = 'deleted' AND NEW."restorable_until" IS NULL)
  EXECUTE FUNCTION "leave_placement_group"();
