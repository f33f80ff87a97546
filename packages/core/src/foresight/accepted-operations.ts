import type { SettleContext } from "@fulmar/engine";
import { lookup } from "@fulmar/prisma";
import { sagas } from "../operations/index.ts";
import type { Rehearsed } from "../request/plan/rehearsed.ts";

// Operations that were accepted before are touched too, when one is cancelled. `now()` is the beginning of the
// transaction.
const find = lookup(
  "plan_operations",
  `SELECT operation_id, workspace_id, resource_id, resource_type, saga, input FROM operation
    WHERE workspace_id = $workspace_id::bigint AND operation_id = ANY ($operation_ids::text[]) AND status = 'accepted'
      AND submitted_at >= now() - interval '1 millisecond' ORDER BY operation_id`,
);

/** The asynchronous operations that a transaction has accepted. */
export interface Accepted {
  readonly operationIds: readonly string[];
  /** As `/operations/{id}/steps` lists them. */
  readonly steps: readonly string[];
  /** Names of steps whose outputs decide about what comes of it. */
  readonly unknown: readonly string[];
}

/**
 * Ends operations that the transaction has accepted as if all their steps had succeeded.
 * @param ids of operations that the transaction has touched
 */
export async function endAccepted(
  rehearsal: Rehearsed["rehearsal"],
  workspaceId: bigint,
  ids: readonly string[],
): Promise<Accepted> {
  const rows =
    ids.length === 0 ? [] : await rehearsal.sql.query(find, { workspace_id: workspaceId, operation_ids: [...ids] });
  const unknown = new Set<string>();
  const steps: string[] = [];
  for (const row of rows) {
    const saga = sagas.find(({ name }) => name === row.saga);
    if (saga === undefined) throw new Error(`no saga is called ${row.saga}`);
    steps.push(...saga.steps.map(({ name }) => name));
    const context: SettleContext = {
      operationId: row.operation_id,
      workspaceId: row.workspace_id,
      resourceId: row.resource_id,
      resourceType: row.resource_type,
      input: row.input,
      outputs: outputsUnknown(unknown),
      outcome: "succeeded",
      failure: null,
    };
    await endOne(rehearsal, saga, context, unknown);
  }
  return { operationIds: rows.map((row) => row.operation_id), steps, unknown: [...unknown] };
}

/** An end that cannot do without the output of a step is left out. The resource then shows as it is meanwhile. */
async function endOne(
  rehearsal: Rehearsed["rehearsal"],
  { settle }: (typeof sagas)[number],
  context: SettleContext,
  unknown: ReadonlySet<string>,
): Promise<void> {
  try {
    await rehearsal.tentatively(async () => settle?.(rehearsal, context));
  } catch (error) {
    if (unknown.size === 0) throw error;
  }
}

/** No step has run, so none has an output. Notes which ones are asked for. */
function outputsUnknown(asked: Set<string>): Readonly<Record<string, unknown>> {
  return new Proxy<Record<string, unknown>>(
    {},
    {
      get(_, step) {
        asked.add(String(step));
        return undefined;
      },
    },
  );
}
