import { Budget } from "@fulmar/contract";
import { lookup } from "@fulmar/prisma";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

/** The most that a plan names of what a budget stops. */
const MOST_NAMED = 20;

const COVERED = `w.organization_id = $organization_id AND ($workspace_id::bigint IS NULL OR w.workspace_id = $workspace_id::bigint)`;

const entries = lookup(
  "plan_budget_entries",
  `SELECT e.kind, e.id, e.name, e.vms, e.rank, count(*) OVER ()::int AS entries FROM (
     SELECT 'group' AS kind, g.vm_group_id AS id, g.name,
            (SELECT count(*)::int FROM vm_group_member m
              WHERE m.workspace_id = g.workspace_id AND m.vm_group_id = g.vm_group_id) AS vms,
            budget_rank($stop::jsonb, g.workspace_id, g.vm_group_id, g.tags) AS rank
       FROM vm_group g JOIN workspace w USING (workspace_id) WHERE ${COVERED}
      UNION ALL
     SELECT 'vm', v.vm_id, v.name, 1, budget_rank($stop::jsonb, v.workspace_id, v.vm_id, v.tags)
       FROM vm v JOIN workspace w USING (workspace_id)
      WHERE ${COVERED} AND v.deleted_at IS NULL
        AND NOT EXISTS (SELECT FROM vm_group_member m WHERE m.workspace_id = v.workspace_id AND m.vm_id = v.vm_id)
   ) AS e WHERE e.rank IS NOT NULL ORDER BY e.rank, e.kind, e.id LIMIT ${MOST_NAMED}`,
);

const grouped = lookup(
  "plan_budget_grouped",
  `SELECT m.vm_id, m.vm_group_id, g.name FROM vm_group_member m JOIN vm_group g USING (workspace_id, vm_group_id)
     JOIN workspace w USING (workspace_id)
    WHERE ${COVERED} AND m.vm_id = ANY ($vm_ids::text[]) ORDER BY m.vm_id LIMIT ${MOST_NAMED}`,
);

/** Says what a budget would stop now, in its order, and which ids are of VMs that stop with their group alone. */
export async function adviceAboutBudget(rehearsed: Rehearsed): Promise<string[]> {
  const { operation, answer, organizationId: organization_id, mayRead, rehearsal } = rehearsed;
  const found = operation.resource === "budget" ? Budget.safeParse(answer).data : undefined;
  if (found?.at_cap !== "refuse_and_stop" || organization_id === null) return [];
  if (!mayRead("cloud_vm") || !mayRead("vm_group")) return [];
  const workspace_id = found.workspace_id === null ? null : BigInt(found.workspace_id);
  const covered = { organization_id, workspace_id };
  const rows = await rehearsal.sql.query(entries, { ...covered, stop: JSON.stringify(found.stop) });
  const vm_ids = found.stop.flatMap(({ resource_ids = [] }) => resource_ids);
  const members = vm_ids.length === 0 ? [] : await rehearsal.sql.query(grouped, { ...covered, vm_ids });
  const named = rows.map(({ kind, name, vms }) =>
    kind === "group" ? `the group ${name} with ${vms} VM${vms === 1 ? "" : "s"}` : `the VM ${name}`,
  );
  const more = (rows[0]?.entries ?? 0) - rows.length;
  const all = [...named, ...(more > 0 ? [`${more} more`] : [])].join(", ");
  return [
    named.length === 0
      ? "It selects nothing that is there now, so nothing stops when the amount is spent."
      : `When the amount is spent, it stops in this order: ${all}.`,
    ...members.map(
      ({ vm_id, vm_group_id, name }) =>
        `${vm_id} is a VM of the group ${name} and stops with it alone: name ${vm_group_id}.`,
    ),
  ];
}
