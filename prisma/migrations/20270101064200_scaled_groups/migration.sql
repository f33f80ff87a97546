-- Rules of VM groups that change their count (docs/adr/0150).
ALTER TABLE "vm_group"
  ADD COLUMN "scaling" jsonb,
  -- When the count was changed last: rules by a metric wait after it.
  ADD COLUMN "count_changed_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- Times of the schedule until then are done, or somebody has changed the count since.
  ADD COLUMN "schedule_done_at" timestamptz(3) NOT NULL DEFAULT now(),
  -- What the rules have done, the latest first.
  ADD COLUMN "scaling_decisions" jsonb NOT NULL DEFAULT '[]',
  ADD CONSTRAINT "vm_group_scaling_check" CHECK (
    "scaling" IS NULL
    OR (
      jsonb_typeof("scaling") = 'object'
      AND "desired_count" BETWEEN ("scaling" ->> 'min_count')::integer AND ("scaling" ->> 'max_count')::integer
    )
  ),
  ADD CONSTRAINT "vm_group_scaling_decisions_check" CHECK (
    jsonb_typeof("scaling_decisions") = 'array' AND jsonb_array_length("scaling_decisions") <= 10
  );
SELECT "announce_changes"('vm_group', 'vm_group', 'vm_group_id',
                          '{due_at,revision,failures,count_changed_at,schedule_done_at}');
