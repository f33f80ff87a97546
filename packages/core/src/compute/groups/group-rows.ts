// The rows of groups of VMs and of their members, and the VM that a template makes.
import type { Secrets } from "@fulmar/config";
import { type CreateCloudVm, VmGroup, VmGroupMember } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { wireForm } from "../../query/wire-form.ts";
import type { InWorkspace, RequestContext } from "../../request/context.ts";
import { found } from "../../request/domain-error.ts";
import { openUserData } from "../user-data.ts";
import { nextPowerTimes, powerScheduleOf } from "./power-times.ts";

/** SQL condition: the group of a request. */
export const MINE = "g.workspace_id = $workspace_id::bigint AND g.vm_group_id = $vm_group_id";

/** SQL: whoever changes a group lends it their rights, and its reason may be gone. */
export const CHANGED = `acts_as_type = $acts_as_type, acts_as_id = $acts_as_id, acts_as_name = $acts_as_name,
          reason = NULL, failures = 0, steady = false, due_at = now(), revision = revision + 1, updated_at = now()`;

export function actsAs({ caller }: RequestContext) {
  return { acts_as_type: caller.type, acts_as_id: caller.id, acts_as_name: caller.name };
}

/** SQL of the fields of a group `g`'s record. */
export const COLUMNS = `g.vm_group_id, g.name, g.desired_count,
          CASE WHEN g.paused THEN 'paused' WHEN g.reason IS NOT NULL THEN 'error'
               WHEN g.steady AND g.power = 'stopped' THEN 'stopped'
               WHEN g.steady THEN 'steady' ELSE 'changing' END AS state,
          CASE WHEN NOT g.paused THEN coalesce(g.reason, CASE WHEN g.power = 'stopped' THEN g.power_reason END)
           END AS reason,
          g.power, g.power_schedule,
          (SELECT count(*)::int FROM vm_group_member m
            WHERE m.workspace_id = g.workspace_id AND m.vm_group_id = g.vm_group_id) AS member_count,
          (SELECT count(*)::int FROM vm_group_member m
            WHERE m.workspace_id = g.workspace_id AND m.vm_group_id = g.vm_group_id
              AND m.generation < g.generation) AS outdated_count,
          g.plan_id, g.template_id, g.site_id, g.disk_gb, g.tags, g.vpc_id, g.subnet_id, g.public_ip,
          g.firewall_group_ids, g.placement_group_id, g.dedicated, g.load_balancer_id, g.pool_id, g.heal_after_minutes, g.generation,
          g.scaling, g.scaling_decisions, g.acts_as_name AS acts_as, g.created_at, g.updated_at`;

const get = lookup("vm_group_get", `SELECT ${COLUMNS} FROM vm_group g WHERE ${MINE}`);

const shown = wireForm(VmGroup);

export function toVmGroup(row: RowOf<typeof get>): VmGroup {
  const state = row.state as VmGroup["state"];
  const schedule = powerScheduleOf(row);
  return shown({
    ...{ ...row, state, power: row.power as VmGroup["power"], power_schedule: schedule },
    ...nextPowerTimes(state === "paused" ? null : schedule, new Date()),
    scaling: row.scaling as VmGroup["scaling"],
    scaling_decisions: row.scaling_decisions as VmGroup["scaling_decisions"],
  });
}

/** @throws DomainError 404 */
export async function readVmGroup({ sql, workspace }: InWorkspace, vm_group_id: string): Promise<VmGroup> {
  return toVmGroup(found(await sql.maybe(get, { workspace_id: workspace.id, vm_group_id }), "VM group"));
}

/** SQL of what the health check of the pool of a group `g` has found of the VM `m.vm_id`. */
const HEALTH = `(SELECT h.targets -> t.target_id ->> 'status'
            FROM load_balancer_target t JOIN load_balancer_health h
              ON h.workspace_id = t.workspace_id AND h.load_balancer_id = t.load_balancer_id
           WHERE t.workspace_id = m.workspace_id AND t.load_balancer_id = g.load_balancer_id
             AND t.pool_id = g.pool_id AND t.vm_id = m.vm_id LIMIT 1)`;

export const listMembers = statement(
  "vm_group_member_list",
  `SELECT m.vm_id, v.name, m.number, m.generation, v.status, ${HEALTH} AS health, m.added_at
     FROM vm_group g
    CROSS JOIN LATERAL (
      SELECT * FROM vm_group_member o
       WHERE o.workspace_id = g.workspace_id AND o.vm_group_id = g.vm_group_id
         AND o.vm_id < $after
       ORDER BY o.vm_id DESC LIMIT $limit::int) m
    CROSS JOIN LATERAL (
      SELECT x.name, x.status FROM vm x WHERE x.workspace_id = m.workspace_id AND x.vm_id = m.vm_id LIMIT 1) v
    WHERE ${MINE} ORDER BY m.vm_id DESC`,
);

const shownMember = wireForm(VmGroupMember);

export function toMember(row: RowOf<typeof listMembers>): VmGroupMember {
  return shownMember({ ...row, health: row.health as VmGroupMember["health"] });
}

const TEMPLATE = `g.vm_group_id, g.name, g.desired_count, g.plan_id, g.template_id, g.site_id, g.disk_gb, g.ssh_keys,
          g.sealed_user_data, g.tags, g.vpc_id, g.subnet_id, g.public_ip, g.firewall_group_ids, g.placement_group_id,
          g.dedicated, g.load_balancer_id,
          g.pool_id, g.heal_after_minutes, g.generation, g.paused, g.steady, g.reason, g.revision, g.failures,
          g.acts_as_type, g.acts_as_id, g.scaling, g.count_changed_at, g.schedule_done_at, g.power, g.power_schedule,
          g.power_done_at, now() AS now,
          (SELECT p.target_tag FROM load_balancer_pool p
            WHERE p.workspace_id = g.workspace_id AND p.load_balancer_id = g.load_balancer_id
              AND p.pool_id = g.pool_id) AS target_tag`;

// A change of the group waits for what a worker is doing with it.
const hold = statement("vm_group_hold", `SELECT ${TEMPLATE} FROM vm_group g WHERE ${MINE} FOR UPDATE OF g`);
const see = statement("vm_group_see", `SELECT ${TEMPLATE} FROM vm_group g WHERE ${MINE}`);

/** A group with its template. */
export type Group = RowOf<typeof see>;

/** Locks a group until the transaction ends. @throws DomainError 404 */
export async function holdVmGroup({ sql, workspace }: InWorkspace, vm_group_id: string): Promise<Group> {
  return found(await sql.maybe(hold, { workspace_id: workspace.id, vm_group_id }), "VM group");
}

/** Undefined if it was deleted. */
export function seeVmGroup({ sql, workspace }: InWorkspace, vm_group_id: string): Promise<Group | undefined> {
  return sql.maybe(see, { workspace_id: workspace.id, vm_group_id });
}

const membersWith = (health: string) =>
  `SELECT m.vm_id, m.number, m.generation, m.has_run, v.status, v.operation_id, ${health} AS health,
          m.unhealthy_since < now() - g.heal_after_minutes * interval '1 minute' AS ailing,
          m.unhealthy_since IS NOT NULL AS was_unhealthy,
          CASE WHEN m.power_operation_id IS NOT NULL THEN coalesce(p.action, 'stop') END AS power_action,
          p.status IN ('failed', 'timed_out') AS power_failed
     FROM vm_group g
     JOIN vm_group_member m ON m.workspace_id = g.workspace_id AND m.vm_group_id = g.vm_group_id
     JOIN vm v ON v.workspace_id = m.workspace_id AND v.vm_id = m.vm_id
     LEFT JOIN operation p ON p.workspace_id = m.workspace_id AND p.operation_id = m.power_operation_id
    WHERE ${MINE} ORDER BY m.vm_id`;
// A change of a workspace does not read what health checks have found.
const members = statement("vm_group_members", membersWith("NULL::text"));
const checkedMembers = statement("vm_group_checked_members", membersWith(HEALTH));

/** A VM of a group, as its next steps depend on it. */
export type Member = RowOf<typeof checkedMembers>;

/** The VMs of a group, without what the health check of its pool has found. */
export function membersOf({ sql, workspace }: InWorkspace, vm_group_id: string): Promise<Member[]> {
  return sql.query(members, { workspace_id: workspace.id, vm_group_id });
}

/** The VMs of a group, for a worker. */
export function checkedMembersOf({ sql, workspace }: InWorkspace, vm_group_id: string): Promise<Member[]> {
  return sql.query(checkedMembers, { workspace_id: workspace.id, vm_group_id });
}

/** The create of a group's VM with a number. */
export function memberInput(secrets: Secrets, group: Group, number: number): CreateCloudVm {
  const { vpc_id, subnet_id, target_tag, tags } = group;
  const { sealed_user_data } = group;
  const userData = openUserData(secrets, group.vm_group_id, { user_data: null, sealed_user_data });
  return {
    name: `${group.name}-${number}`,
    plan_id: group.plan_id,
    template_id: group.template_id,
    site_id: group.site_id,
    disk_gb: group.disk_gb,
    ssh_keys: group.ssh_keys.filter((key) => key !== null),
    ssh_key_ids: [],
    ...(userData !== null && { user_data: userData }),
    tags: [...new Set([...tags.filter((tag) => tag !== null), ...(target_tag === null ? [] : [target_tag])])],
    ...(vpc_id !== null && subnet_id !== null && { vpc_id, subnet_id }),
    public_ip: group.public_ip,
    firewall_group_ids: group.firewall_group_ids.filter((id) => id !== null),
    volume_ids: [],
    ...(group.placement_group_id !== null && { placement_group_id: group.placement_group_id }),
    dedicated: group.dedicated,
    deletion_protection: false,
  };
}

// A number is free when no VM of the group has it, and no other VM the name.
const free = statement(
  "vm_group_free_numbers",
  `SELECT n.number::int FROM vm_group g CROSS JOIN LATERAL generate_series(1, 999) AS n (number)
    WHERE ${MINE}
      AND NOT EXISTS (SELECT FROM vm_group_member m
                       WHERE m.workspace_id = g.workspace_id AND m.vm_group_id = g.vm_group_id AND m.number = n.number)
      AND NOT EXISTS (SELECT FROM vm v
                       WHERE v.workspace_id = g.workspace_id AND v.type = 'cloud' AND v.deleted_at IS NULL
                         AND v.name = g.name || '-' || n.number)
    ORDER BY n.number LIMIT $limit::int`,
);

/** The lowest free numbers. */
export async function freeNumbers(
  { sql, workspace }: InWorkspace,
  vm_group_id: string,
  limit: number,
): Promise<number[]> {
  const rows = await sql.query(free, { workspace_id: workspace.id, vm_group_id, limit });
  return rows.map(({ number }) => number);
}
