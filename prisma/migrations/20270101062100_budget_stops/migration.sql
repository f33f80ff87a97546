-- A budget may also stop VMs at its amount (docs/adr/0122).
ALTER TABLE "budget"
  DROP CONSTRAINT "budget_at_cap_known",
  ADD CONSTRAINT "budget_at_cap_known" CHECK ("at_cap" IN ('notify', 'refuse', 'refuse_and_stop')),
  -- Selectors of VMs, in the order in which they are stopped. None: all VMs that the budget covers.
  ADD COLUMN "stop" jsonb NOT NULL DEFAULT '[]';
CREATE INDEX "budget_stopping_idx" ON "budget" ("organization_id") WHERE "at_cap" = 'refuse_and_stop';

-- A VM that a budget stopped, until the budget has started it again or somebody else has. It outlives the budget.
CREATE TABLE "budget_stop" (
  "workspace_id"    bigint NOT NULL,
  "vm_id"           text NOT NULL,
  "organization_id" text NOT NULL,
  "budget_id"       text NOT NULL,
  "budget_name"     text NOT NULL,
  -- Its place in the order of stopping.
  "rank"            integer NOT NULL,
  -- The last operation by which a budget stopped or started it, and when it was asked for.
  "operation_id"    text NOT NULL,
  "acted_at"        timestamptz(3) NOT NULL DEFAULT now(),
  "stopped_at"      timestamptz(3) NOT NULL DEFAULT now(),
  CONSTRAINT "budget_stop_pkey" PRIMARY KEY ("workspace_id", "vm_id"),
  CONSTRAINT "budget_stop_vm_fkey" FOREIGN KEY ("workspace_id", "vm_id") REFERENCES "vm" ("workspace_id", "vm_id") ON DELETE CASCADE
);
CREATE INDEX "budget_stop_budget_idx" ON "budget_stop" ("organization_id", "budget_id");
SELECT "guard_workspace_rows"('budget_stop');
SELECT "announce_changes"('budget_stop', 'budget', 'budget_id', '{}', 'organization_id');

-- What an organization, or one of its workspaces, has cost in the month (UTC) of a moment, as far as it is metered.
CREATE FUNCTION "budget_spent"("of_organization" text, "in_workspace" bigint, "at" timestamptz) RETURNS numeric LANGUAGE sql STABLE AS $$
  SELECT coalesce(-sum(e.amount), 0)
    FROM (SELECT month AS since, date_trunc('month', month + interval '32 days', 'UTC') AS until
            FROM (SELECT date_trunc('month', "at", 'UTC') AS month) AS running) AS span
    JOIN workspace w ON w.organization_id = of_organization AND (in_workspace IS NULL OR w.workspace_id = in_workspace)
    JOIN ledger_entry e ON e.workspace_id = w.workspace_id AND e.kind = 'usage'
     AND e.reference >= to_char(span.since AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
     AND e.reference < to_char(span.until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI"Z"')
$$;

-- The place of a VM in the order in which selectors stop VMs, by the first that has it. NULL: none has it.
CREATE FUNCTION "budget_rank"("selectors" jsonb, "of_workspace" bigint, "of_vm" text, "of_tags" text[]) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN jsonb_array_length(selectors) = 0 THEN 0 ELSE (
    SELECT min(s.position * 1000 + coalesce(listed.position, 0))::int
      FROM jsonb_array_elements(selectors) WITH ORDINALITY AS s (selector, position)
      LEFT JOIN LATERAL jsonb_array_elements_text(s.selector -> 'resource_ids') WITH ORDINALITY AS listed (id, position) ON listed.id = of_vm
     WHERE (s.selector -> 'resource_ids' IS NULL OR listed.id IS NOT NULL)
       AND (s.selector ->> 'workspace_id' IS NULL OR s.selector ->> 'workspace_id' = of_workspace::text)
       AND (s.selector -> 'tags' IS NULL OR of_tags @> ARRAY(SELECT jsonb_array_elements_text(s.selector -> 'tags')))) END
$$;

-- The budgets that are at their amount and keep a VM stopped. Budgets of the organization are out of a workspace's sight,
-- so the owner of the tables looks.
CREATE FUNCTION "budgets_holding"("of_workspace" bigint, "of_vm" text, "at" timestamptz) RETURNS TABLE ("budget_id" text, "name" text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = public, pg_temp AS $$
  SELECT b.budget_id, b.name
    FROM vm v JOIN workspace w ON w.workspace_id = v.workspace_id
    JOIN budget b ON b.organization_id = w.organization_id AND (b.workspace_id IS NULL OR b.workspace_id = w.workspace_id)
   WHERE v.workspace_id = of_workspace AND v.vm_id = of_vm AND b.at_cap = 'refuse_and_stop'
     AND budget_rank(b.stop, v.workspace_id, v.vm_id, v.tags) IS NOT NULL
     AND budget_spent(b.organization_id, b.workspace_id, "at") >= b.amount
   ORDER BY b.budget_id
$$;

-- As before, also for a budget that stops VMs.
CREATE OR REPLACE FUNCTION "bind_purchases"("of_workspace" bigint, "purchases" jsonb, "hours" integer) RETURNS boolean
  LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = public, pg_temp AS $$
DECLARE
  added_hourly numeric;
  of_organization text;
  full_budget text;
BEGIN
  IF EXISTS (SELECT FROM quota q WHERE q.workspace_id = of_workspace) THEN
    PERFORM pg_advisory_xact_lock(1718580004, hashint8(of_workspace));
    IF EXISTS (
      SELECT FROM quota q
       WHERE q.workspace_id = of_workspace
         AND q.resource IN (
           SELECT a.resource FROM jsonb_to_recordset(purchases) AS p (sku_code text, quantity bigint, adds jsonb)
            CROSS JOIN LATERAL (SELECT * FROM quota_additions(p.sku_code, p.quantity) WHERE p.adds IS NULL
                                 UNION ALL SELECT key, value::bigint FROM jsonb_each_text(coalesce(p.adds, '{}'))) AS a (resource, added)
            WHERE a.added > 0)
         AND quota_used(of_workspace, q.resource) > q."limit")
    THEN
      RAISE EXCEPTION 'purchases that came together exceed a quota: constraint "quota_kept"' USING ERRCODE = 'check_violation', CONSTRAINT = 'quota_kept';
    END IF;
  END IF;
  SELECT sum(p.hourly_price) INTO added_hourly FROM jsonb_to_recordset(purchases) AS p (hourly_price numeric);
  IF added_hourly > 0 THEN
    SELECT w.organization_id INTO of_organization FROM workspace w WHERE w.workspace_id = of_workspace;
    IF EXISTS (SELECT FROM budget b WHERE b.organization_id = of_organization AND b.at_cap <> 'notify'
                  AND (b.workspace_id IS NULL OR b.workspace_id = of_workspace)) THEN
      PERFORM pg_advisory_xact_lock(1718580119, hashtext(of_organization));
      SELECT b.name INTO full_budget FROM budget b
       WHERE b.organization_id = of_organization AND b.at_cap <> 'notify' AND (b.workspace_id IS NULL OR b.workspace_id = of_workspace)
         AND budget_committed(of_organization, b.workspace_id) > b.amount
       ORDER BY b.budget_id LIMIT 1;
      IF FOUND THEN
        RAISE EXCEPTION 'purchases exceed the budget "%": constraint "budget_kept"', full_budget
          USING ERRCODE = 'check_violation', CONSTRAINT = 'budget_kept', DETAIL = full_budget;
      END IF;
    END IF;
  END IF;
  IF hours IS NOT NULL AND added_hourly > 0 THEN
    UPDATE commitment c SET hourly = c.hourly + added_hourly FROM workspace w JOIN wallet f USING (organization_id)
     WHERE w.workspace_id = of_workspace AND c.organization_id = w.organization_id
       AND (c.hourly + added_hourly) * hours <= f.balance + f.credit_limit;
    IF NOT FOUND THEN
      RAISE EXCEPTION 'purchases that came together exceed the wallet: constraint "commitment_covered"' USING ERRCODE = 'check_violation', CONSTRAINT = 'commitment_covered';
    END IF;
  END IF;
  RETURN true;
END $$;
