// SQL of the order in which spent budgets stop VMs and groups of VMs, and start them again (docs/adr/0122). A VM is an
// entry of the order, and so is a group with all its VMs.
import { isSuspended } from "../billing/index.ts";
import { PLACE } from "./power-by-system.ts";

/** SQL: the time that decides, `$now` in place of the database's clock. */
export const NOW = "coalesce($now::timestamptz, now())";

/** SQL: whether a budget holds the VM of a row `stop`. */
export const isHeld = (stop: string) =>
  `EXISTS (SELECT FROM budgets_holding(${stop}.workspace_id, ${stop}.vm_id, ${NOW}))`;

/** SQL: whether a budget holds the group of a row `stop`. */
export const isGroupHeld = (stop: string) =>
  `EXISTS (SELECT FROM budgets_holding_group(${stop}.workspace_id, ${stop}.vm_group_id, ${NOW}))`;

/** SQL: whether the last stop or start `p` of a VM by its group has failed. */
export const FAILED = "coalesce(p.status IN ('failed', 'timed_out'), false)";

/** SQL: the VMs `v` of the group of a row `g`, as its members `m`, each with the last stop or start `p` by the group. */
export const MEMBERS = `vm_group_member m JOIN vm v ON v.workspace_id = m.workspace_id AND v.vm_id = m.vm_id
       LEFT JOIN operation p ON p.workspace_id = m.workspace_id AND p.operation_id = m.power_operation_id
      WHERE m.workspace_id = g.workspace_id AND m.vm_group_id = g.vm_group_id AND v.deleted_at IS NULL`;

const WHERE = `JOIN workspace w ON w.organization_id = b.organization_id
        AND (b.workspace_id IS NULL OR w.workspace_id = b.workspace_id)`;

/**
 * SQL that begins a statement: `chosen` are the VMs that spent budgets select and that do not stand still, `open_group`
 * are such groups. A VM of a group is stopped with its group alone.
 */
export const TO_STOP = `WITH spent AS MATERIALIZED (
     SELECT b.* FROM budget b
      WHERE b.at_cap = 'refuse_and_stop' AND budget_spent(b.organization_id, b.workspace_id, ${NOW}) >= b.amount
   ), chosen AS MATERIALIZED (
     SELECT ${PLACE}, b.budget_id, b.name AS budget_name, place.rank, v.status, v.operation_id,
            s.vm_id IS NOT NULL AS tried, last.finished_at
       FROM spent b JOIN organization o USING (organization_id) ${WHERE}
       JOIN vm v ON v.workspace_id = w.workspace_id
      CROSS JOIN LATERAL (SELECT budget_rank(b.stop, v.workspace_id, v.vm_id, v.tags) AS rank) AS place
       LEFT JOIN budget_stop s ON s.workspace_id = v.workspace_id AND s.vm_id = v.vm_id
       LEFT JOIN operation last ON last.operation_id = s.operation_id
      WHERE v.deleted_at IS NULL AND v.status NOT IN ('stopped', 'error') AND place.rank IS NOT NULL
        AND NOT EXISTS (SELECT FROM vm_group_member m WHERE m.workspace_id = v.workspace_id AND m.vm_id = v.vm_id)
   ), open_group AS MATERIALIZED (
     SELECT g.workspace_id, g.vm_group_id, b.organization_id, b.budget_id, b.name AS budget_name, place.rank, g.power
       FROM spent b ${WHERE}
       JOIN vm_group g ON g.workspace_id = w.workspace_id
      CROSS JOIN LATERAL (SELECT budget_rank(b.stop, g.workspace_id, g.vm_group_id, g.tags) AS rank) AS place
      WHERE place.rank IS NOT NULL
        AND (g.power = 'running'
          OR EXISTS (SELECT FROM ${MEMBERS} AND v.status NOT IN ('stopped', 'error') AND NOT ${FAILED}
                        AND NOT coalesce(v.status = 'running' AND p.action = 'stop' AND p.finished_at IS NOT NULL, false)))
   )`;

/** SQL after `TO_STOP`: whether an entry waits for one before it. What could not be stopped keeps nobody waiting. */
export const waitsToStop = (entry: string) => `(
          EXISTS (SELECT FROM chosen b WHERE b.budget_id = ${entry}.budget_id AND b.rank < ${entry}.rank
                     AND NOT (b.tried AND b.status = 'running' AND b.operation_id IS NULL))
       OR EXISTS (SELECT FROM open_group b WHERE b.budget_id = ${entry}.budget_id AND b.rank < ${entry}.rank))`;

/** SQL: whether a VM of the group of a row `g` is on its way to run again. */
const STARTS = `EXISTS (SELECT FROM ${MEMBERS} AND v.status IN ('stopped', 'starting') AND m.power_operation_id IS NOT NULL
                          AND NOT ${FAILED} AND NOT (v.status = 'stopped' AND coalesce(p.action = 'start', false)))`;

/**
 * SQL that begins a statement: `free` are the VMs that a budget stopped and none holds any more, `free_group` are such
 * groups that do not run yet.
 */
export const TO_START = `WITH free AS MATERIALIZED (
     SELECT ${PLACE}, s.budget_id, s.budget_name, s.rank, s.operation_id AS acted_by, v.status, v.operation_id,
            last.action = 'start' AS tried, last.finished_at
       FROM budget_stop s JOIN vm v ON v.workspace_id = s.workspace_id AND v.vm_id = s.vm_id
       JOIN workspace w ON w.workspace_id = s.workspace_id JOIN organization o ON o.organization_id = w.organization_id
       LEFT JOIN operation last ON last.operation_id = s.operation_id
      WHERE v.deleted_at IS NULL AND NOT ${isSuspended("w.organization_id")} AND NOT ${isHeld("s")}
   ), free_group AS MATERIALIZED (
     SELECT g.workspace_id, g.vm_group_id, s.organization_id, s.budget_id, s.budget_name, s.rank, g.power
       FROM budget_group_stop s JOIN vm_group g ON g.workspace_id = s.workspace_id AND g.vm_group_id = s.vm_group_id
      WHERE NOT ${isSuspended("s.organization_id")} AND NOT ${isGroupHeld("s")} AND (g.power = 'stopped' OR ${STARTS})
   )`;

/** SQL after `TO_START`: whether an entry waits for one that was stopped after it. */
export const waitsToStart = (entry: string) => `(
          EXISTS (SELECT FROM free later WHERE later.budget_id = ${entry}.budget_id AND later.rank > ${entry}.rank
                     AND NOT (later.tried IS TRUE AND later.status = 'stopped' AND later.operation_id IS NULL))
       OR EXISTS (SELECT FROM free_group later WHERE later.budget_id = ${entry}.budget_id AND later.rank > ${entry}.rank))`;
