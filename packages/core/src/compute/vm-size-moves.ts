import type { VmStatus } from "@fulmar/contract";
import type { OperationContext } from "@fulmar/engine";
import { statement, type Transaction } from "@fulmar/prisma";
import type { VmResizePlanInput } from "./vm-resize-plan.saga.ts";

const resized = statement(
  "vm_resized",
  `UPDATE vm SET status = $4::vm_status, plan_id = $5, cpu = $6::int, ram_mb = $7::int, gpu_model = $8, gpu_count = $9::int, disk_gb = $10::int,
                 operation_id = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3`,
);

const grown = statement(
  "vm_grown",
  `UPDATE vm SET status = $4::vm_status, disk_gb = $5::int, operation_id = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3`,
);

/** A VM has its new plan, and the state it had. */
export async function settleResizedVm(
  { sql }: Pick<Transaction, "sql">,
  context: OperationContext<VmResizePlanInput>,
): Promise<void> {
  const { before, plan_id, to } = context.input;
  const values = [before, plan_id, to.cpu, to.ram_mb, to.gpu_model, to.gpu_count, to.disk_gb];
  await sql.queryAs(resized, [context.workspaceId, context.resourceId, context.operationId, ...values]);
}

/** A VM has its larger root disk, and the state it had. */
export async function settleGrownVm(
  { sql }: Pick<Transaction, "sql">,
  context: OperationContext,
  before: VmStatus,
  diskGb: number,
): Promise<void> {
  await sql.query(grown, [context.workspaceId, context.resourceId, context.operationId, before, diskGb]);
}
