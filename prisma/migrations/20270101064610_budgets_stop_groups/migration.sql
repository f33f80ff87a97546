-- Budgets stop groups of VMs too (docs/adr/0122).
-- How often somebody, or the schedule, has decided whether the VMs of a group should run. A budget decides without it.
ALTER TABLE "vm_group" ADD COLUMN "power_decisions" bigint NOT NULL DEFAULT 0;
SELECT "announce_changes"('vm_group', 'vm_group', 'vm_group_id',
                          '{due_at,revision,failures,count_changed_at,schedule_done_at,power_done_at,power_decisions}');

-- A group that a budget stopped, until its VMs run again or somebody else has decided. It outlives the budget.
CREATE TABLE "budget_group_stop" (
  "workspace_id"    bigint NOT NULL,
  "vm_group_id"     text NOT NULL,
  "organization_id" text NOT NULL,
  "budget_id"       text NOT NULL,
  "budget_name"     text NOT NULL,
  -- Its place in the order of stopping.
  "rank"            integer NOT NULL,
  -- What the group had then. Another number: somebody else has decided since.
  "power_decisions" bigint NOT NULL,
  "stopped_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "budget_group_stop_pkey" PRIMARY KEY ("workspace_id", "vm_group_id"),
  CONSTRAINT "budget_group_stop_group_fkey" FOREIGN KEY ("workspace_id", "vm_group_id")
    REFERENCES "vm_group" ("workspace_id", "vm_group_id") ON DELETE CASCADE
);
CREATE INDEX "budget_group_stop_budget_idx" ON "budget_group_stop" ("organization_id", "budget_id");
SELECT "guard_workspace_rows"('budget_group_stop');
SELECT "announce_changes"('budget_group_stop', 'budget', 'budget_id', '{}', 'organization_id');

-- The budgets that are at their amount and keep a group of VMs stopped.
CREATE FUNCTION "budgets_holding_group"("of_workspace" bigint, "of_group" text, "at" timestamptz)
  RETURNS TABLE ("budget_id" text, "name" text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.budget_id, b.name
    FROM vm_group g JOIN workspace w ON w.workspace_id = g.workspace_id
    JOIN budget b ON b.organization_id = w.organization_id AND (b.workspace_id IS NULL OR b.workspace_id = w.workspace_id)
   WHERE g.workspace_id = of_workspace AND g.vm_group_id = of_group AND b.at_cap = 'refuse_and_stop'
     AND budget_rank(b.stop, g.workspace_id, g.vm_group_id, g.tags) IS NOT NULL
     AND budget_spent(b.organization_id, b.workspace_id, "at") >= b.amount
   ORDER BY b.budget_id
$$;

-- As before. A VM of a group is held as the group is, and by nothing of its own.
CREATE OR REPLACE FUNCTION "budgets_holding"("of_workspace" bigint, "of_vm" text, "at" timestamptz) RETURNS TABLE ("budget_id" text, "name" text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.budget_id, b.name
    FROM vm v JOIN workspace w ON w.workspace_id = v.workspace_id
    LEFT JOIN vm_group_member m ON m.workspace_id = v.workspace_id AND m.vm_id = v.vm_id
    LEFT JOIN vm_group g ON g.workspace_id = m.workspace_id AND g.vm_group_id = m.vm_group_id
    JOIN budget b ON b.organization_id = w.organization_id AND (b.workspace_id IS NULL OR b.workspace_id = w.workspace_id)
   WHERE v.workspace_id = of_workspace AND v.vm_id = of_vm AND b.at_cap = 'refuse_and_stop'
     AND budget_rank(b.stop, v.workspace_id, coalesce(g.vm_group_id, v.vm_id), coalesce(g.tags, v.tags)) IS NOT NULL
     AND budget_spent(b.organization_id, b.workspace_id, "at") >= b.amount
   ORDER BY b.budget_id
$$;
