import { OperationAction, OperationResource, WorkspaceOperation } from "@fulmar/contract";
import { lookup, type RowOf, statement } from "@fulmar/prisma";
import { errorColumns, OF_VMS, STEPS } from "../compute/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { isAmong } from "../query/search.ts";
import { wireForm } from "../query/wire-form.ts";
import type { Handler, RequestContext } from "../request/context.ts";
import { found } from "../request/domain-error.ts";
import { toOperationSteps } from "./list-operation-steps.ts";

const OF_VOLUMES = "resource_type = 'volume'";

const columns = `o.operation_id, o.resource_type, o.resource_id, coalesce(v.name, d.name) AS resource_name, o.action,
  o.status::text, o.submitted_at, o.updated_at, o.finished_at, o.current_step,
  o.cancellable AND o.${OF_VMS} AS cancellable, ${errorColumns("o")}`;
const joins = `LEFT JOIN vm v ON o.${OF_VMS} AND v.workspace_id = o.workspace_id AND v.vm_id = o.resource_id
     LEFT JOIN volume d ON o.${OF_VOLUMES} AND d.workspace_id = o.workspace_id AND d.volume_id = o.resource_id`;

const pageOf = (which: string) => `
  SELECT * FROM operation
   WHERE workspace_id = $workspace_id::bigint AND ${which}
     AND operation_id < $after
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

const shown = wireForm(WorkspaceOperation);

function toWorkspaceOperation(row: WorkspaceOperationRow): WorkspaceOperation {
  const resource_type = OperationResource.parse(row.resource_type);
  return shown({ ...row, resource_type, action: OperationAction.parse(row.action) });
}

const seesVolumes = ({ caller }: RequestContext) => caller.scopes.has("block-storage.read");

/** Lists the operations that the caller may see, newest first. */
export const listWorkspaceOperations: Handler<"workspaceOperation.list"> = async (
  context,
  { limit, cursor, status, action },
) => {
  const rows = await context.sql.query(list, {
    workspace_id: context.workspace.id,
    after: olderThan(cursor, "op"),
    statuses: status,
    actions: action,
    limit: limit + 1,
    volumes: seesVolumes(context),
  });
  return toPage(rows, limit, (row) => row.operation_id, toWorkspaceOperation);
};

/** An operation and its steps. Also 404 if the caller may not see it. */
export const getWorkspaceOperation: Handler<"workspaceOperation.get"> = async (context, { operation_id }) => {
  const values = { workspace_id: context.workspace.id, operation_id, volumes: seesVolumes(context) };
  const row = found(await context.sql.maybe(get, values), "operation");
  return { ...toWorkspaceOperation(row), steps: toOperationSteps(row) };
};
