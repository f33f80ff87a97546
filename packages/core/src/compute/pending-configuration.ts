import type { Acceptance } from "@fulmar/contract";
import type { OperationContext } from "@fulmar/engine";
import { type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { InstanceAccess } from "@fulmar/providers";
import type { RequestContext } from "../request/context.ts";

/** What an operation is to write into its VM; what is undefined stays as it is. */
interface PendingConfiguration {
  readonly sshKeys?: readonly string[] | undefined;
  readonly userData?: string | undefined;
  readonly passwordHash?: string | undefined;
}

const keep = statement(
  "vm_pending_keep",
  `INSERT INTO vm_pending_configuration (operation_id, workspace_id, vm_id, ssh_keys, user_data, password_hash)
   VALUES ($2, $1::bigint, $3, $4::text[], $5, $6)`,
);

const configuration = statement(
  "vm_pending_configuration",
  `SELECT v.name, coalesce(p.ssh_keys, v.ssh_keys) AS ssh_keys, coalesce(p.user_data, v.user_data) AS user_data
     FROM vm v LEFT JOIN vm_pending_configuration p ON p.operation_id = v.operation_id
    WHERE v.workspace_id = $1::bigint AND v.vm_id = $2 AND v.operation_id = $3`,
);

const access = statement(
  "vm_pending_access",
  `SELECT ssh_keys AS "sshKeys", password_hash AS "passwordHash" FROM vm_pending_configuration
    WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3`,
);

const drop = statement(
  "vm_pending_drop",
  "DELETE FROM vm_pending_configuration WHERE workspace_id = $1::bigint AND vm_id = $2 AND operation_id = $3",
);

/**
 * Keeps what may be secret for the worker, until the operation ends. The operation's own input stays readable after it.
 */
export function keepPendingConfiguration(
  context: RequestContext,
  { operation_id, vm_id }: Acceptance,
  pending: PendingConfiguration,
): void {
  const { sshKeys = null, userData = null, passwordHash = null } = pending;
  context.send({
    statement: keep,
    values: [context.workspace.id, operation_id, vm_id, sshKeys, userData, passwordHash],
  });
}

/** A VM's configuration as its operation will leave it. */
export async function pendingConfigurationOf(
  sql: Sql,
  context: OperationContext,
): Promise<{ name: string; ssh_keys: string[]; user_data: string | null }> {
  return only(await sql.queryAs(configuration, keyOf(context)), context);
}

/** Who is to get into a VM; what is null stays as it is. */
export async function pendingAccessOf(sql: Sql, context: OperationContext): Promise<InstanceAccess> {
  return only(await sql.queryAs(access, keyOf(context)), context);
}

/** Forgets it, in the transaction that ends the operation without success. */
export async function dropPendingConfiguration(
  { sql }: Pick<Transaction, "sql">,
  context: OperationContext,
): Promise<void> {
  await sql.queryAs(drop, keyOf(context));
}

function keyOf({ workspaceId, resourceId, operationId }: OperationContext) {
  return [workspaceId, resourceId, operationId];
}

/** @throws Error when there is none: a mistake in a saga */
function only<Row>([row]: readonly Row[], { operationId }: OperationContext): Row {
  if (row === undefined) throw new Error(`the operation ${operationId} has no pending configuration`);
  return row;
}
