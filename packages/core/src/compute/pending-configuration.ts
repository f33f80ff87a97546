import type { Acceptance } from "@fulmar/contract";
import type { SagaContext } from "@fulmar/engine";
import { queryOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import type { InstanceAccess } from "@fulmar/providers";
import type { RequestContext } from "../request/context.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { openUserData, sealUserData } from "./user-data.ts";
import { heldBy, OF_OPERATION } from "./vm-state.ts";

/** SQL: deletes the operation's pending configuration and returns it, so that the VM can store it. */
export const TAKE_PENDING = `WITH pending AS (DELETE FROM vm_pending_configuration WHERE ${OF_OPERATION}
                                           RETURNING ssh_keys, user_data, sealed_user_data)`;

/** SQL: replaces the VM's keys with the pending ones, if there are any. */
export const SET_KEYS = "ssh_keys = coalesce((SELECT pending.ssh_keys FROM pending), vm.ssh_keys)";

/** SQL: replaces the VM's user data with the pending one, if there is any. */
export const SET_USER_DATA = `user_data = CASE WHEN (SELECT pending.sealed_user_data FROM pending) IS NULL
                                                 THEN coalesce((SELECT pending.user_data FROM pending),
                                                               vm.user_data) END,
                 sealed_user_data = CASE WHEN (SELECT pending.user_data FROM pending) IS NULL
                                           THEN coalesce((SELECT pending.sealed_user_data FROM pending),
                                                         vm.sealed_user_data) END`;

/** The values that an operation will write to its VM. Undefined values stay as they are. */
interface PendingConfiguration {
  readonly sshKeys?: readonly string[] | undefined;
  readonly userData?: string | undefined;
  readonly passwordHash?: string | undefined;
}

const keep = statement(
  "vm_pending_keep",
  `INSERT INTO vm_pending_configuration (operation_id, workspace_id, vm_id, ssh_keys, sealed_user_data, password_hash)
   VALUES ($operation_id, $workspace_id::bigint, $vm_id, $ssh_keys::text[], $sealed_user_data::bytea, $password_hash)`,
);

const configuration = statement(
  "vm_pending_configuration",
  `SELECT v.name, coalesce(p.ssh_keys, v.ssh_keys) AS ssh_keys, coalesce(p.user_data, v.user_data) AS user_data,
          CASE WHEN p.user_data IS NULL THEN coalesce(p.sealed_user_data, v.sealed_user_data) END AS sealed_user_data
     FROM vm v LEFT JOIN vm_pending_configuration p ON p.operation_id = v.operation_id
    WHERE v.workspace_id = $workspace_id::bigint AND v.vm_id = $vm_id AND v.operation_id = $operation_id`,
);

const access = statement(
  "vm_pending_access",
  `SELECT ssh_keys, password_hash FROM vm_pending_configuration
    WHERE ${OF_OPERATION}`,
);

const drop = statement("vm_pending_drop", `DELETE FROM vm_pending_configuration WHERE ${OF_OPERATION}`);

/**
 * Stores values that may be secret until the operation ends. They are kept out of the operation's input, which stays
 * readable afterwards.
 */
export function keepPendingConfiguration(
  context: RequestContext,
  { operation_id, vm_id }: Acceptance,
  pending: PendingConfiguration,
): void {
  context.send(
    queryOf(keep, {
      workspace_id: context.workspace.id,
      operation_id,
      vm_id,
      ssh_keys: pending.sshKeys,
      sealed_user_data: sealUserData(context.configuration.secrets, vm_id, pending.userData),
      password_hash: pending.passwordHash,
    }),
  );
}

/** A VM's configuration as its operation will leave it. */
export async function pendingConfigurationOf(
  { database, secrets }: WorkerServices,
  context: SagaContext,
): Promise<{ name: string; sshKeys: string[]; userData: string | null }> {
  const { name, ssh_keys, ...stored } = await database.sql.one(configuration, heldBy(context));
  return { name, sshKeys: present(ssh_keys), userData: openUserData(secrets, context.resourceId, stored) };
}

/** The VM's new keys and password. Null values stay as they are. */
export async function pendingAccessOf(sql: Sql, context: SagaContext): Promise<InstanceAccess> {
  const { ssh_keys, password_hash: passwordHash } = await sql.one(access, heldBy(context));
  return { sshKeys: ssh_keys === null ? null : present(ssh_keys), passwordHash };
}

/** Deletes the pending configuration, in the transaction that ends the operation without success. */
export async function dropPendingConfiguration({ sql }: Pick<Transaction, "sql">, context: SagaContext): Promise<void> {
  await sql.query(drop, heldBy(context));
}

/** Narrows the type: the lists never contain NULL, but the database's types cannot express that. */
function present(keys: readonly (string | null)[]): string[] {
  return keys.filter((key) => key !== null);
}
