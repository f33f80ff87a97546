import type { VmStatus } from "@fulmar/contract";
import type { OperationContext } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import { releaseVolumes } from "../block-storage/release-volumes.ts";
import { endRecovery } from "../recovery/end-recovery.ts";

// Keys and user data may hold secrets: nothing needs them any more.
const forget = statement(
  "vm_forget",
  `UPDATE vm SET status = 'deleted', deleted_at = now(), updated_at = now(), operation_id = NULL,
                 public_ip = NULL, private_ip = NULL, ssh_keys = '{}', user_data = NULL
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3`,
);

const release = statement(
  "vm_release",
  `UPDATE vm SET status = CASE WHEN status = 'error' THEN status ELSE $4::vm_status END, operation_id = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3`,
);

const markLost = statement(
  "vm_mark_lost",
  `UPDATE vm SET status = 'error', failed_operation_id = $3, private_ip = NULL, updated_at = now()
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3 AND status = 'deleting'`,
);

/**
 * Makes a VM `deleted`, together with what only exists while it does, and lets go of what outlives it: volumes, VM,
 * recovery points, in the order in which requests hold them too, so that nobody waits for the other for ever.
 */
export async function forgetVm({ sql }: Pick<Transaction, "sql">, context: OperationContext): Promise<void> {
  await releaseVolumes(sql, context.workspaceId, context.resourceId);
  await sql.query(forget, [context.workspaceId, context.resourceId, context.operationId]);
  await endRecovery(sql, context.workspaceId, context.resourceId);
}

/** Gives a VM that was not deleted back in the state it had, unless its instance was lost on the way. */
export async function releaseVm(
  { send }: Pick<Transaction, "send">,
  context: OperationContext,
  before: VmStatus,
): Promise<void> {
  send({ statement: release, values: [context.workspaceId, context.resourceId, context.operationId, before] });
}

/** Shows that a VM's instance is gone although it could not be deleted properly. */
export async function markVmLost(sql: Sql, context: OperationContext): Promise<void> {
  await sql.query(markLost, [context.workspaceId, context.resourceId, context.operationId]);
}
