import type { OperationAction, OperationResource, OperationStatus, WorkspaceOperation } from "@fulmar/contract";
import { lookup, type Sql, statement } from "@fulmar/prisma";
import { errorColumns, STEPS, type StepRow } from "../compute/operation-repository.ts";
import { toTimestamp } from "../query/timestamp.ts";

interface WorkspaceOperationRow {
  operation_id: string;
  resource_type: OperationResource;
  resource_id: string;
  resource_name: string | null;
  action: OperationAction;
  status: OperationStatus;
  submitted_at: Date;
  updated_at: Date;
  finished_at: Date | null;
  current_step: string | null;
  cancellable: boolean;
  error_code: string | null;
  error_message: string | null;
}

interface WorkspaceOperationFilter {
  /** Whether those of volumes are among them. */
  readonly volumes: boolean;
  readonly status?: OperationStatus | undefined;
  readonly action?: OperationAction | undefined;
}

const OF_VMS = "resource_type IN ('cloud_vm', 'gpu_vm')";
const OF_VOLUMES = "resource_type = 'volume'";

const columns = `o.operation_id, o.resource_type, o.resource_id, coalesce(v.name, d.name) AS resource_name, o.action, o.status::text,
  o.submitted_at, o.updated_at, o.finished_at, o.current_step, o.cancellable AND o.${OF_VMS} AS cancellable, ${errorColumns("o")}`;
const joins = `LEFT JOIN vm v ON o.${OF_VMS} AND v.workspace_id = o.workspace_id AND v.vm_id = o.resource_id
     LEFT JOIN volume d ON o.${OF_VOLUMES} AND d.workspace_id = o.workspace_id AND d.volume_id = o.resource_id`;

const pageOf = (which: string) => `
  SELECT * FROM operation
   WHERE workspace_id = $1::bigint AND ${which}
     AND ($2::text IS NULL OR operation_id < $2)
     AND ($3::operation_status IS NULL OR status = $3::operation_status)
     AND ($4::text IS NULL OR action = $4)
   ORDER BY operation_id DESC LIMIT $5`;

// Each kind is read in its own order, by an index of its own; the page is the newest of both.
const list = statement(
  "workspace_operation_list",
  `SELECT ${columns}
     FROM ((${pageOf(OF_VMS)}) UNION ALL (${pageOf(`${OF_VOLUMES} AND $6::boolean`)}) ORDER BY operation_id DESC LIMIT $5) o
     ${joins}
    ORDER BY o.operation_id DESC`,
);

const get = lookup(
  "workspace_operation_get",
  `SELECT ${columns}, o.saga, ${STEPS} FROM operation o ${joins} WHERE o.workspace_id = $1::bigint AND o.operation_id = $2 AND (o.${OF_VMS} OR $3::boolean)`,
);

/** The asynchronous operations of one workspace, of VMs and volumes alike. */
export class WorkspaceOperationRepository {
  readonly #sql: Sql;
  readonly #workspaceId: bigint;

  constructor(sql: Sql, workspaceId: bigint) {
    this.#sql = sql;
    this.#workspaceId = workspaceId;
  }

  /** Newest first, `limit` at most, those older than `after`. */
  list(
    { volumes, status, action }: WorkspaceOperationFilter,
    after: string | undefined,
    limit: number,
  ): Promise<WorkspaceOperationRow[]> {
    return this.#sql.queryAs<WorkspaceOperationRow>(list, [
      this.#workspaceId,
      after ?? null,
      status ?? null,
      action ?? null,
      limit,
      volumes,
    ]);
  }

  async get(
    operationId: string,
    volumes: boolean,
  ): Promise<(WorkspaceOperationRow & { saga: string; steps: StepRow[] }) | undefined> {
    const [row] = await this.#sql.queryAs<WorkspaceOperationRow & { saga: string; steps: StepRow[] }>(get, [
      this.#workspaceId,
      operationId,
      volumes,
    ]);
    return row;
  }
}

export function toWorkspaceOperation(row: WorkspaceOperationRow): WorkspaceOperation {
  return {
    ...row,
    submitted_at: toTimestamp(row.submitted_at),
    updated_at: toTimestamp(row.updated_at),
    finished_at: toTimestamp(row.finished_at),
  };
}
