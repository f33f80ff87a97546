import type { OperationContext } from "@fulmar/engine";
import { statement, type Transaction } from "@fulmar/prisma";
import type { VmRebuildInput } from "./vm-rebuild.saga.ts";

const OF_OPERATION = "workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3";

const rescue = statement(
  "vm_rescue",
  `UPDATE vm SET rescue_enabled = $4, operation_id = NULL, updated_at = now() WHERE ${OF_OPERATION}`,
);

// What was pending is the VM's now, or is forgotten.
const PENDING = `WITH pending AS (DELETE FROM vm_pending_configuration WHERE ${OF_OPERATION} RETURNING ssh_keys, user_data)`;
const KEYS = "ssh_keys = coalesce((SELECT pending.ssh_keys FROM pending), vm.ssh_keys)";

const rebuilt = statement(
  "vm_rebuilt",
  `${PENDING}
   UPDATE vm SET template_id = $4, os_type = $5, os_distro = $6, ${KEYS}, user_data = coalesce((SELECT pending.user_data FROM pending), vm.user_data),
                 operation_id = NULL, updated_at = now()
    WHERE ${OF_OPERATION}`,
);

const accessed = statement(
  "vm_access_updated",
  `${PENDING} UPDATE vm SET ${KEYS}, operation_id = NULL, updated_at = now() WHERE ${OF_OPERATION}`,
);

/** A VM runs the rescue system from now on, or its own. */
export async function settleRescue(
  { sql }: Pick<Transaction, "sql">,
  context: OperationContext,
  enabled: boolean,
): Promise<void> {
  await sql.queryAs(rescue, [...keyOf(context), enabled]);
}

/** A VM has another image on its root disk, and what it was configured with. */
export async function settleRebuiltVm(
  { sql }: Pick<Transaction, "sql">,
  context: OperationContext<VmRebuildInput>,
): Promise<void> {
  const { template_id, os_type, os_distro } = context.input;
  await sql.queryAs(rebuilt, [...keyOf(context), template_id, os_type, os_distro]);
}

/** A VM has other keys; its password is the machine's alone. */
export async function settleAccess({ sql }: Pick<Transaction, "sql">, context: OperationContext): Promise<void> {
  await sql.queryAs(accessed, keyOf(context));
}

function keyOf({ workspaceId, resourceId, operationId }: OperationContext) {
  return [workspaceId, resourceId, operationId];
}
