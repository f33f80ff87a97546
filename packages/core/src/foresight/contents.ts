import type { FieldChange, ResourceChange, ResourceType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

// The contents that go with a VM or a store at the end of its window, while the plan deletes only the VM or the store.
const kept = statement(
  "plan_contents",
  `SELECT id, field, held::int AS held FROM (
     SELECT vm_id, 'snapshots', count(*) FROM snapshot_set
      WHERE workspace_id = $workspace_id::bigint AND vm_id = ANY ($vm_ids::text[]) AND deleted_at IS NULL
        AND NOT (($keep_snapshots::boolean OR outlives_vm) AND status = 'succeeded')
      GROUP BY vm_id
     UNION ALL
     SELECT vm_id, 'backups', count(*) FROM backup
      WHERE workspace_id = $workspace_id::bigint AND vm_id = ANY ($vm_ids::text[]) AND deleted_at IS NULL
        AND NOT ($keep_backups::boolean AND status = 'succeeded')
      GROUP BY vm_id
     UNION ALL
     SELECT store_id, 'secrets', count(*) FROM secret
      WHERE workspace_id = $workspace_id::bigint AND store_id = ANY ($vm_ids::text[]) AND deleted_at IS NULL
      GROUP BY store_id
   ) AS c (id, field, held) ORDER BY id, field`,
);

/** Types that are kept with their contents. The plan of another deletion lists these by themselves. */
const KEPT_WHOLE: ReadonlySet<ResourceType> = new Set(["cloud_vm", "gpu_vm", "secret_store"]);

/**
 * Adds to deletions that are restorable what goes with each: how many, as a field that becomes null. Read before the
 * change.
 */
export async function withContents(
  { rehearsal: { sql }, workspaceId, input: { keep_backups, keep_snapshots } }: Rehearsed,
  changes: readonly ResourceChange[],
): Promise<ResourceChange[]> {
  const ids = changes.flatMap(({ action, resource_type, id }) =>
    action === "delete" && KEPT_WHOLE.has(resource_type) && id !== null ? [id] : [],
  );
  if (workspaceId === null || ids.length === 0) return [...changes];
  const rows = await sql.query(kept, {
    ...{ workspace_id: workspaceId, vm_ids: ids },
    ...{ keep_backups: keep_backups === true, keep_snapshots: keep_snapshots === true },
  });
  return changes.map((change) => {
    if (change.action !== "delete") return change;
    const held = rows.filter(({ id }) => id === change.id);
    const fields = held.map(({ field, held: from }): FieldChange => ({ field, from, to: null }));
    return { ...change, fields: [...change.fields, ...fields] };
  });
}
