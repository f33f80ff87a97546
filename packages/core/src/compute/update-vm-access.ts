import type { Acceptance, VmStatus, VmType } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { RequestContext } from "../request/context.ts";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { changeVm } from "./change-vm.ts";
import { hashPassword } from "./hash-password.ts";
import {
  dropPendingConfiguration,
  keepPendingConfiguration,
  pendingAccessOf,
  SET_KEYS,
  TAKE_PENDING,
} from "./pending-configuration.ts";
import { keysForVm } from "./ssh-keys.ts";
import type { VmInput } from "./vm-guards.ts";
import { heldBy, OF_OPERATION, releaseVm } from "./vm-state.ts";

const settle = statement(
  "vm_access_updated",
  `${TAKE_PENDING} UPDATE vm SET ${SET_KEYS}, operation_id = NULL, updated_at = now() WHERE ${OF_OPERATION}`,
);

/** Replaces a VM's keys, its password, or both. The password is hashed here. @throws DomainError 404, 409 */
export async function updateVmAccess(
  context: RequestContext,
  type: VmType,
  { vm_id, password, ...keys }: VmInput<"updateAccess">,
): Promise<Acceptance> {
  const sshKeys = await keysForVm(context, keys);
  const acceptance = await changeVm(context, {
    type,
    vm_id,
    action: "update_access",
    meanwhile: null,
    saga: vmUpdateAccessSaga,
    input: {},
  });
  const passwordHash = password === undefined ? undefined : await hashPassword(password);
  keepPendingConfiguration(context, acceptance, { sshKeys, passwordHash });
  return acceptance;
}

interface VmUpdateAccessInput extends ProviderSagaInput {
  /** The state of the VM, which it keeps. */
  readonly before: VmStatus;
}

/**
 * The VM keeps its state. Keys and password come from the pending configuration and are never part of the operation.
 */
export const vmUpdateAccessSaga = defineProviderSaga<VmUpdateAccessInput>({
  name: "vm-update-access",
  steps: [
    {
      name: "update-access",
      async do(context) {
        const { sshKeys, passwordHash } = await pendingAccessOf(context.services.database.sql, context);
        await context.compute.updateAccess(
          context.resourceId,
          { sshKeys, passwordHash, requestId: context.operationId },
          context.signal,
        );
        return undefined;
      },
      undo: ({ compute, resourceId, operationId, signal }) =>
        unlessGone(compute.revertInstance(resourceId, { requestId: operationId }, signal)),
    },
  ],
  async settle(transaction, context) {
    if (context.outcome === "succeeded") {
      // Only the VM's machine stores the password.
      await transaction.sql.query(settle, heldBy(context));
      return;
    }
    await dropPendingConfiguration(transaction, context);
    await releaseVm(transaction, context, context.input.before);
  },
});
