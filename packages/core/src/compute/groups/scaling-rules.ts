// The rules of a group as they are stored, and what a worker reads and writes for them (docs/adr/0150).
import { VM_GROUP_LIMITS, type VmGroupScaling, type VmGroupScalingInput } from "@fulmar/contract";
import { type Query, queryOf, type Sql, statement } from "@fulmar/prisma";
import type { z } from "zod";
import { toTimestamp } from "../../query/wire-form.ts";
import type { InWorkspace } from "../../request/context.ts";
import { invalidField } from "../../request/domain-error.ts";
import { type Group, MINE } from "./group-rows.ts";
import { decideCount, type ScalingStep } from "./scaling.ts";

/** The rules of a body, as they are stored and shown. */
export function rulesOf(sent: z.output<typeof VmGroupScalingInput> | null): VmGroupScaling | null {
  return sent && { ...sent, metric: sent.metric ?? null };
}

export function scalingOf({ scaling }: Pick<Group, "scaling">): VmGroupScaling | null {
  return scaling as VmGroupScaling | null;
}

/** The nearest count that the rules allow. */
export function within(count: number, rules: VmGroupScaling | null): number {
  return rules === null ? count : Math.max(rules.min_count, Math.min(rules.max_count, count));
}

/** @throws DomainError 400 for a count that the rules do not allow */
export function requireWithin(count: number, rules: VmGroupScaling | null): void {
  if (rules === null || within(count, rules) === count) return;
  throw invalidField(
    "desired_count",
    `must be from ${rules.min_count} to ${rules.max_count}, as the rules of the group say; change scaling first`,
  );
}

/** What was measured counts for so long. */
const MEASURED = "interval '5 minutes'";

// The mean of each VM since the last change of the count, in hundredths. What is not running is not measured.
const loads = statement(
  "vm_group_loads",
  `SELECT round(100 * avg(CASE $metric WHEN 'cpu' THEN s.cpu_percent ELSE s.memory_percent END))::int AS load
     FROM vm_group g
     JOIN vm_group_member m ON m.workspace_id = g.workspace_id AND m.vm_group_id = g.vm_group_id
     JOIN vm v ON v.workspace_id = m.workspace_id AND v.vm_id = m.vm_id AND v.status <> 'deleting'
     LEFT JOIN vm_metric s ON s.workspace_id = m.workspace_id AND s.vm_id = m.vm_id AND v.status = 'running'
      AND s.minute > now() - ${MEASURED} AND s.read_at > g.count_changed_at
    WHERE ${MINE} GROUP BY m.vm_id`,
);

const done = statement(
  "vm_group_schedule_done",
  `UPDATE vm_group g SET schedule_done_at = $now::timestamptz WHERE ${MINE} AND g.revision = $revision::bigint`,
);

/** What the rules of a group change now. Null if nothing, or without rules. */
export async function decide(place: InWorkspace, group: Group): Promise<ScalingStep | null> {
  const scaling = scalingOf(group);
  if (scaling === null) return null;
  const { sql, workspace } = place;
  const { vm_group_id, now, revision, desired_count: count } = group;
  const values = { workspace_id: workspace.id, vm_group_id };
  const view = {
    ...{ scaling, count, now, countChangedAt: group.count_changed_at, scheduleDoneAt: group.schedule_done_at },
    loads: scaling.metric === null ? [] : await measure(sql, { ...values, metric: scaling.metric.name }),
  };
  const step = decideCount(view);
  if (step === null || step.to_count !== count) return step;
  await sql.query(done, { ...values, now, revision });
  return null;
}

async function measure(
  sql: Sql,
  values: { readonly workspace_id: bigint; readonly vm_group_id: string; readonly metric: string },
) {
  return (await sql.query(loads, values)).map(({ load }) => load);
}

const decided = statement(
  "vm_group_decided",
  `UPDATE vm_group g SET schedule_done_at = $now::timestamptz,
          scaling_decisions = (SELECT jsonb_agg(d.decision ORDER BY d.nth)
                                 FROM jsonb_array_elements($decision::jsonb || g.scaling_decisions)
                                   WITH ORDINALITY AS d (decision, nth)
                                WHERE d.nth <= ${VM_GROUP_LIMITS.decisions})
    WHERE ${MINE}`,
);

/** Notes what a rule has done, in the transaction of its change. */
export function decidedQuery(workspace_id: bigint, group: Group, { rule, to_count, reason }: ScalingStep): Query {
  const { vm_group_id, now, desired_count: from_count } = group;
  const decision = JSON.stringify([{ at: toTimestamp(now), rule, from_count, to_count, reason }]);
  return queryOf(decided, { workspace_id, vm_group_id, now, decision });
}
