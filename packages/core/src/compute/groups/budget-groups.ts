// Groups of VMs that spent budgets stop and start again (docs/adr/0122). Their VMs are stopped and started as those that
// the group itself has stopped, also while the group is paused or whoever it acts for is gone.
import { type Database, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { isSuspended } from "../../billing/index.ts";
import { auditEvent, bySystem } from "../../request/audit-event.ts";
import { DomainError } from "../../request/domain-error.ts";
import { newId } from "../../request/identifiers.ts";
import { workOn } from "../../work/work-through.ts";
import { FAILED, isGroupHeld, MEMBERS, NOW, TO_START, TO_STOP, waitsToStart, waitsToStop } from "../budget-order.ts";
import { AGAIN, givingWay, PLACE, powerBySystem, recordPower } from "../power-by-system.ts";
import { UNTIL_STARTED } from "./power.ts";
import type { Power } from "./power-times.ts";

const BATCH = 200;

// Whoever decides about the group after the budget has it. One whose VMs run again is nobody's.
const forget = statement(
  "budget_group_forget",
  `DELETE FROM budget_group_stop s USING vm_group g
    WHERE g.workspace_id = s.workspace_id AND g.vm_group_id = s.vm_group_id
      AND (g.power_decisions <> s.power_decisions
        OR (g.power = 'running' AND NOT ${isGroupHeld("s")} AND NOT EXISTS (
              SELECT FROM ${MEMBERS} AND v.status IN ('stopping', 'stopped', 'starting') AND m.power_operation_id IS NOT NULL
                     AND NOT (v.status = 'stopped' AND coalesce(p.action = 'start' AND p.status = 'succeeded', false)))))`,
);

const due = statement(
  "budget_group_due",
  `${TO_STOP}
   SELECT DISTINCT ON (e.workspace_id, e.vm_group_id) e.workspace_id, e.vm_group_id, e.organization_id, e.budget_id,
          e.budget_name, e.rank
     FROM open_group e WHERE e.power = 'running' AND NOT ${waitsToStop("e")}
    ORDER BY e.workspace_id, e.vm_group_id, e.budget_id LIMIT ${BATCH}`,
);

const released = statement(
  "budget_group_released",
  `${TO_START}
   SELECT e.workspace_id, e.vm_group_id, e.organization_id, e.budget_id, e.budget_name, e.rank
     FROM free_group e WHERE e.power = 'stopped' AND NOT ${waitsToStart("e")}
    ORDER BY e.rank DESC, e.vm_group_id LIMIT ${BATCH}`,
);

/** SQL: what changes of a group with its power. The budgets' own look at its VMs comes before that of the group. */
const CHANGED = `steady = false, reason = NULL, failures = 0, due_at = now() + interval '5 seconds',
            revision = revision + 1, updated_at = now()`;

// A payment, or a higher amount, may have come before. VMs that stand still are not the budget's to start.
const stop = statement(
  "budget_group_stop_one",
  `WITH taken AS (
     UPDATE vm_group g SET power = 'stopped', power_reason = $power_reason, ${CHANGED}
      WHERE g.workspace_id = $workspace_id::bigint AND g.vm_group_id = $vm_group_id AND g.power = 'running'
        AND EXISTS (SELECT FROM budgets_holding_group(g.workspace_id, g.vm_group_id, ${NOW}) AS h
                     WHERE h.budget_id = $budget_id)
     RETURNING g.workspace_id, g.vm_group_id, g.power_decisions
   ), anew AS (
     UPDATE vm_group_member m SET power_operation_id = NULL FROM vm v, taken t
      WHERE m.workspace_id = t.workspace_id AND m.vm_group_id = t.vm_group_id
        AND v.workspace_id = m.workspace_id AND v.vm_id = m.vm_id AND v.status NOT IN ('stopping', 'stopped')
   )
   INSERT INTO budget_group_stop (workspace_id, vm_group_id, organization_id, budget_id, budget_name, rank, power_decisions)
   SELECT t.workspace_id, t.vm_group_id, $organization_id, $budget_id, $budget_name, $rank::int, t.power_decisions
     FROM taken t
       ON CONFLICT (workspace_id, vm_group_id) DO UPDATE
      SET budget_id = excluded.budget_id, budget_name = excluded.budget_name, rank = excluded.rank,
          power_decisions = excluded.power_decisions
   RETURNING vm_group_id`,
);

const start = statement(
  "budget_group_start_one",
  `UPDATE vm_group g SET power = 'running', power_reason = NULL, ${CHANGED}
     FROM budget_group_stop s
    WHERE g.workspace_id = $workspace_id::bigint AND g.vm_group_id = $vm_group_id AND g.power = 'stopped'
      AND s.workspace_id = g.workspace_id AND s.vm_group_id = g.vm_group_id AND s.power_decisions = g.power_decisions
      AND NOT ${isSuspended("s.organization_id")} AND NOT ${isGroupHeld("s")}
   RETURNING g.vm_group_id`,
);

/** SQL: the VMs of groups that budgets have stopped, with the condition of those whose turn it is. */
const members = (condition: string) => `SELECT ${PLACE}, g.vm_group_id, s.budget_name
     FROM budget_group_stop s JOIN vm_group g ON g.workspace_id = s.workspace_id AND g.vm_group_id = s.vm_group_id
     JOIN workspace w ON w.workspace_id = g.workspace_id JOIN organization o ON o.organization_id = w.organization_id
    CROSS JOIN LATERAL (SELECT v.*, m.power_operation_id, p.action AS power_action, p.finished_at AS power_at, ${FAILED} AS failed
                          FROM ${MEMBERS}) AS v
    WHERE s.power_decisions = g.power_decisions AND v.operation_id IS NULL AND ${condition}
    ORDER BY v.vm_id LIMIT ${BATCH}`;

const toStop = statement(
  "budget_group_members_to_stop",
  members(`g.power = 'stopped' AND v.status = 'running'
      AND (v.power_operation_id IS NULL OR (v.failed AND v.power_at < now() - ${AGAIN}))`),
);

// One that was stopped before, or again since, has no stop by its group.
const toStart = statement(
  "budget_group_members_to_start",
  members(`g.power = 'running' AND v.status = 'stopped' AND v.power_operation_id IS NOT NULL
      AND NOT ${isSuspended("s.organization_id")} AND NOT ${isGroupHeld("s")}
      AND (coalesce(v.power_action, 'stop') = 'stop' OR (v.failed AND v.power_at < now() - ${AGAIN}))`),
);

const note = statement(
  "budget_group_member_note",
  `UPDATE vm_group_member m SET power_operation_id = $operation_id FROM vm_group g
    WHERE m.workspace_id = $workspace_id::bigint AND m.vm_group_id = $vm_group_id AND m.vm_id = $vm_id
      AND g.workspace_id = m.workspace_id AND g.vm_group_id = m.vm_group_id AND g.power = $power
   RETURNING m.vm_id`,
);

const audit = statement(
  "budget_group_audit",
  auditEvent({
    ...bySystem("'budgets'"),
    organization_id: "$organization_id",
    workspace_id: "$workspace_id::bigint",
    action: "$action",
    resource_id: "$resource_id",
    detail: "$detail",
    result: "200",
  }),
);

type Places = Pick<Database, "sql" | "transaction">;
type Chosen = RowOf<typeof due>;

/** Forgets the groups that somebody else has decided about, and those that run again. */
export async function forgetGroups(sql: Sql, now: Date | null): Promise<void> {
  await sql.query(forget, { now });
}

/** Stops the groups whose turn it is, and VMs of groups that budgets have stopped. @returns what failed */
export async function stopGroups(database: Places, now: Date | null, signal: AbortSignal): Promise<unknown[]> {
  const groups = await database.sql.query(due, { now });
  const failed = await workOn(groups, (group) => stopGroup(database, group, now), signal);
  const vms = await database.sql.query(toStop);
  return [...failed, ...(await workOn(vms, (vm) => power(database, vm, "stopped"), signal))];
}

/** Starts the groups that no budget holds any more, and the VMs that were stopped with them. @returns what failed */
export async function startGroups(database: Places, now: Date | null, signal: AbortSignal): Promise<unknown[]> {
  const groups = await database.sql.query(released, { now });
  const failed = await workOn(groups, (group) => startGroup(database, group, now), signal);
  const vms = await database.sql.query(toStart, { now });
  return [...failed, ...(await workOn(vms, (vm) => power(database, vm, "running"), signal))];
}

function stopGroup(database: Places, group: Chosen, now: Date | null): Promise<void> {
  return givingWay(database, async (sql) => {
    const detail = `The budget ${group.budget_name} is spent`;
    const taken = await sql.maybe(stop, { ...group, power_reason: `${detail}. ${UNTIL_STARTED}`, now });
    if (taken !== undefined) await record(sql, group, "vmGroup.stop", detail);
  });
}

function startGroup(database: Places, group: Chosen, now: Date | null): Promise<void> {
  return givingWay(database, async (sql) => {
    const { workspace_id, vm_group_id, budget_name } = group;
    if ((await sql.maybe(start, { workspace_id, vm_group_id, now })) !== undefined)
      await record(sql, group, "vmGroup.start", `The budget ${budget_name} no longer holds it`);
  });
}

async function record(
  sql: Sql,
  { organization_id, workspace_id, vm_group_id: resource_id }: Chosen,
  action: "vmGroup.stop" | "vmGroup.start",
  detail: string,
): Promise<void> {
  await sql.query(audit, { audit_event_id: newId("aud"), organization_id, workspace_id, action, resource_id, detail });
}

type GroupVm = RowOf<typeof toStop> | RowOf<typeof toStart>;

/** Gives way to the group's own worker, which may be faster. */
function power(database: Pick<Database, "transaction">, vm: GroupVm, to: Power): Promise<void> {
  return givingWay(database, async (sql) => {
    const { workspace_id, vm_group_id, vm_id, budget_name } = vm;
    const verb = to === "stopped" ? "stop" : "start";
    const operation_id = await powerBySystem(sql, vm, verb);
    const noted = await sql.maybe(note, { workspace_id, vm_group_id, vm_id, operation_id, power: to });
    if (noted === undefined) throw new DomainError("conflict", "The group was changed meanwhile.");
    const detail = `The budget ${budget_name} ${to === "stopped" ? "is spent" : "no longer holds it"}`;
    await recordPower(sql, vm, { verb, by: "budgets", detail });
  });
}
