import type { VmStatus } from "@fulmar/contract";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { dropPendingConfiguration, pendingAccessOf } from "./pending-configuration.ts";
import { releaseVm } from "./vm-end.ts";
import { settleAccess } from "./vm-system-moves.ts";

export interface VmUpdateAccessInput extends ProviderSagaInput {
  /** The state that the VM has, and keeps. */
  readonly before: VmStatus;
}

/** The VM stays what it is; keys and password come from the pending configuration, and never stand in the operation. */
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
    if (context.outcome === "succeeded") return settleAccess(transaction, context);
    await dropPendingConfiguration(transaction, context);
    await releaseVm(transaction, context, context.input.before);
  },
});
