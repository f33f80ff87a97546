// Budgets that stop VMs and groups of VMs when they are spent, and start them again (docs/adr/0122).
import type { Reconciler } from "@fulmar/engine";
import { type Database, type RowOf, statement } from "@fulmar/prisma";
import { isSuspended } from "../billing/index.ts";
import { DomainError } from "../request/domain-error.ts";
import { throwAll, workOn } from "../work/work-through.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { isHeld, NOW, TO_START, TO_STOP, waitsToStart, waitsToStop } from "./budget-order.ts";
import { forgetGroups, startGroups, stopGroups } from "./groups/budget-groups.ts";
import { AGAIN, givingWay, powerBySystem, recordPower } from "./power-by-system.ts";

const BATCH = 500;

// Whoever changes the power of a VM after the budget decides from then on.
const forget = statement(
  "budget_stop_forget",
  `DELETE FROM budget_stop s USING vm v
    WHERE v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
      AND (v.deleted_at IS NOT NULL
        OR EXISTS (SELECT FROM operation p
                    WHERE p.workspace_id = s.workspace_id AND p.resource_id = s.vm_id AND p.submitted_at >= s.acted_at
                      AND p.action IN ('start', 'stop', 'reboot', 'rebuild', 'rescue')
                      AND p.operation_id <> s.operation_id)
        OR (v.status = 'running' AND v.operation_id IS NULL
            AND (NOT ${isHeld("s")} OR NOT EXISTS (
                  SELECT FROM operation last WHERE last.operation_id = s.operation_id AND last.action = 'stop'))))`,
);

// The VMs whose turn it is: those before them in a budget's order have stopped, or could not be.
const due = statement(
  "budget_stop_due",
  `${TO_STOP}, turn AS (
     SELECT DISTINCT ON (c.vm_id) c.* FROM chosen c
      WHERE c.status = 'running' AND c.operation_id IS NULL
        AND (NOT c.tried OR c.finished_at IS NULL OR c.finished_at < now() - ${AGAIN})
        AND NOT ${waitsToStop("c")}
      ORDER BY c.vm_id, c.budget_id
   )
   SELECT vm_id, type, workspace_id, workspace_name, organization_id, organization_name, budget_id, budget_name, rank
     FROM turn ORDER BY rank, vm_id LIMIT ${BATCH}`,
);

// A payment, or a higher amount, may have come before.
const stillHeld = statement(
  "budget_stop_still_held",
  `SELECT budget_id FROM budgets_holding($workspace_id::bigint, $vm_id, ${NOW})`,
  { present: ["budget_id"] },
);

const note = statement(
  "budget_stop_note",
  `INSERT INTO budget_stop (workspace_id, vm_id, organization_id, budget_id, budget_name, rank, operation_id)
   VALUES ($workspace_id::bigint, $vm_id, $organization_id, $budget_id, $budget_name, $rank::int, $operation_id)
       ON CONFLICT (workspace_id, vm_id) DO UPDATE
      SET budget_id = excluded.budget_id, budget_name = excluded.budget_name, rank = excluded.rank,
          operation_id = excluded.operation_id, acted_at = excluded.acted_at`,
);

// The VMs that nothing holds any more: what was stopped last starts first.
const released = statement(
  "budget_stop_released",
  `${TO_START}
   SELECT f.vm_id, f.type, f.workspace_id, f.workspace_name, f.organization_id, f.organization_name, f.budget_id,
          f.budget_name, f.acted_by
     FROM free f
    WHERE f.status = 'stopped' AND f.operation_id IS NULL
      AND (f.tried IS NOT TRUE OR f.finished_at IS NULL OR f.finished_at < now() - ${AGAIN})
      AND NOT ${waitsToStart("f")}
    ORDER BY f.rank DESC, f.vm_id LIMIT ${BATCH}`,
);

const release = statement(
  "budget_stop_release",
  `UPDATE budget_stop s SET operation_id = $operation_id, acted_at = now()
    WHERE s.workspace_id = $workspace_id::bigint AND s.vm_id = $vm_id AND s.operation_id = $acted_by
      AND NOT ${isSuspended("s.organization_id")} AND NOT ${isHeld("s")}
   RETURNING s.vm_id`,
);

type Due = RowOf<typeof due>;
type Released = RowOf<typeof released>;

interface When {
  /** Replaces the database's clock. */
  readonly now?: Date | null;
  readonly signal?: AbortSignal;
}

/** Stops what spent budgets select, and starts what no budget holds any more. One run does one step of each order. */
export async function applyBudgets(
  database: Pick<Database, "sql" | "transaction">,
  { now = null, signal = new AbortController().signal }: When = {},
): Promise<void> {
  await database.sql.query(forget, { now });
  await forgetGroups(database.sql, now);
  const errors = [
    ...(await workOn(await database.sql.query(due, { now }), (vm) => stop(database, vm, now), signal)),
    ...(await stopGroups(database, now, signal)),
    ...(await startGroups(database, now, signal)),
    ...(await workOn(await database.sql.query(released, { now }), (vm) => start(database, vm, now), signal)),
  ];
  throwAll(errors);
}

/** Nothing is deleted. A VM that an operation holds is stopped or started by a later run. */
export const followBudgets: Reconciler<WorkerServices> = {
  name: "follow-budgets",
  everyMs: 60_000,
  run: ({ database }, signal) => applyBudgets(database, { signal }),
};

function stop(database: Pick<Database, "transaction">, vm: Due, now: Date | null): Promise<void> {
  return givingWay(database, async (sql) => {
    const { workspace_id, vm_id, organization_id, budget_id, budget_name, rank } = vm;
    const held = await sql.query(stillHeld, { workspace_id, vm_id, now });
    if (!held.some((one) => one.budget_id === budget_id)) return;
    const operation_id = await powerBySystem(sql, vm, "stop");
    await sql.query(note, { workspace_id, vm_id, organization_id, budget_id, budget_name, rank, operation_id });
    await recordPower(sql, vm, { verb: "stop", by: "budgets", detail: `The budget ${budget_name} is spent` });
  });
}

function start(database: Pick<Database, "transaction">, vm: Released, now: Date | null): Promise<void> {
  return givingWay(database, async (sql) => {
    const { workspace_id, vm_id, acted_by, budget_name } = vm;
    const operation_id = await powerBySystem(sql, vm, "start");
    const left = await sql.maybe(release, { workspace_id, vm_id, acted_by, operation_id, now });
    if (left === undefined) throw new DomainError("conflict", "The VM is held again.");
    const detail = `The budget ${budget_name} no longer holds it`;
    await recordPower(sql, vm, { verb: "start", by: "budgets", detail });
  });
}
