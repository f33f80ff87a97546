import { OperationAction, OperationResource, type OperationStatus, type WorkspaceOperation } from "@fulmar/contract";
import { lookup, type RowOf, type Sql, statement } from "@fulmar/prisma";
import { errorColumns, STEPS } from "../compute/index.ts";
import { decodeCursor, toPage } from "../query/paging.ts";
import { isAmong } from "../query/search.ts";
import { toTimestamp } from "../query/timestamp.ts";
import type { Handler } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { toOperationSteps } from "./list-operation-steps.ts";

interface WorkspaceOperationFilter {
  /** Whether operations of volumes are included. */
  readonly volumes: boolean;
  readonly status?: readonly OperationStatus[] | undefined;
  readonly action?: readonly OperationAction[] | undefined;
}

const OF_VMS = "resource_type IN ('cloud_vm', 'gpu_vm')";
const OF_VOLUMES = "resource_type = 'volume'";

const columns = `o.operation_id, o.resource_type, o.resource_id, coalesce(v.name, d.name) AS resource_name, o.action, o.status::text,
  o.submitted_at, o.updated_at, o.finished_at, o.current_step, o.cancellable AND o.${OF_VMS} AS cancellable, ${errorColumns("o")}`;
const joins = `LEFT JOIN vm v ON o.${OF_VMS} AND v.workspace_id = o.workspace_id AND v.vm_id = o.resource_id
     LEFT JOIN volume d ON o.${OF_VOLUMES} AND d.workspace_id = o.workspace_id AND d.volume_id = o.resource_id`;

const pageOf = (which: string) => `
  SELECT * FROM operation
   WHERE workspace_id = $workspace_id::bigint AND ${which}
     AND ($after::text IS NULL OR operation_id < $after)
     AND ${isAmong("status", "$statuses")}
     AND ${isAmong("action", "$actions")}
   ORDER BY operation_id DESC LIMIT $limit`;

// Each kind is read in order by its own index. The page merges the newest of both.
const list = statement(
  "workspace_operation_list",
  `SELECT ${columns}
     FROM ((${pageOf(OF_VMS)}) UNION ALL (${pageOf(`${OF_VOLUMES} AND $volumes::boolean`)})
           ORDER BY operation_id DESC LIMIT $limit) o
     ${joins}
    ORDER BY o.operation_id DESC`,
);

const get = lookup(
  "workspace_operation_get",
  `SELECT ${columns}, o.saga, ${STEPS} FROM operation o ${joins}
    WHERE o.workspace_id = $workspace_id::bigint AND o.operation_id = $operation_id
      AND (o.${OF_VMS} OR $volumes::boolean)`,
);

type WorkspaceOperationRow = RowOf<typeof list>;

/** The asynchronous operations of one workspace, for VMs and volumes. */
class WorkspaceOperationRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, at most `limit`, older than `after`. */
  list(
    { volumes, status, action }: WorkspaceOperationFilter,
    after: string | undefined,
    limit: number,
  ): Promise<WorkspaceOperationRow[]> {
    return this.#sql.query(list, {
      workspace_id: this.#workspaceId,
      after: after ?? null,
      statuses: status ?? null,
      actions: action ?? null,
      limit,
      volumes,
    });
  }

  async get(operationId: string, volumes: boolean): Promise<RowOf<typeof get> | undefined> {
    const [row] = await this.#sql.query(get, { workspace_id: this.#workspaceId, operation_id: operationId, volumes });
    return row;
  }
}

function toWorkspaceOperation(row: WorkspaceOperationRow): WorkspaceOperation {
  return {
    ...row,
    resource_type: OperationResource.parse(row.resource_type),
    action: OperationAction.parse(row.action),
    submitted_at: toTimestamp(row.submitted_at),
    updated_at: toTimestamp(row.updated_at),
    finished_at: toTimestamp(row.finished_at),
  };
}

/** Returns one page of a workspace's operations, newest first, that the caller may see. */
export const listWorkspaceOperations: Handler<"workspaceOperation.list"> = async (
  { sql, workspace, caller },
  { limit, cursor, status, action },
) => {
  const volumes = caller.scopes.has("block-storage.read");
  const rows = await new WorkspaceOperationRepository(sql, workspace.id).list(
    { volumes, status, action },
    decodeCursor(cursor, "op"),
    limit + 1,
  );
  return toPage(rows, limit, (row) => row.operation_id, toWorkspaceOperation);
};

/** One operation of a workspace and its steps. Also 404 if the caller may not see it. */
export const getWorkspaceOperation: Handler<"workspaceOperation.get"> = async (
  { sql, workspace, caller },
  { operation_id },
) => {
  const found = await new WorkspaceOperationRepository(sql, workspace.id).get(
    operation_id,
    caller.scopes.has("block-storage.read"),
  );
  if (found === undefined) throw notFound("operation");
  const { saga, steps, ...row } = found;
  return { ...toWorkspaceOperation(row), steps: toOperationSteps({ saga, steps, status: row.status }) };
};
