import type { VmStatus } from "@fulmar/contract";
import { defineProviderSaga, type ProviderSagaInput, unlessGone } from "../work/provider-saga.ts";
import { dropPendingConfiguration, pendingConfigurationOf } from "./pending-configuration.ts";
import { releaseVm } from "./vm-end.ts";
import { settleRebuiltVm } from "./vm-system-moves.ts";

export interface VmRebuildInput extends ProviderSagaInput {
  /** The state that the VM has, and keeps. */
  readonly before: VmStatus;
  readonly template_id: string;
  readonly os_type: string;
  readonly os_distro: string;
}

/**
 * The VM stays what it is but for its root disk; the provider keeps the one that was there for as long as this may
 * fail.
 */
export const vmRebuildSaga = defineProviderSaga<VmRebuildInput>({
  name: "vm-rebuild",
  steps: [
    {
      name: "shut-down-instance",
      async do({ compute, resourceId, input, signal }) {
        if (input.before === "running") await compute.stopInstance(resourceId, { force: true }, signal);
        return undefined;
      },
      async undo({ compute, resourceId, input, signal }) {
        if (input.before === "running") await unlessGone(compute.startInstance(resourceId, signal));
      },
    },
    {
      name: "rebuild-root-disk",
      timeoutMs: 300_000,
      async do({ compute, resourceId, operationId, input, signal }) {
        await compute.rebuildInstance(resourceId, { templateId: input.template_id, requestId: operationId }, signal);
        return undefined;
      },
      // Undoes the configuration too: it is on the disk.
      undo: ({ compute, resourceId, operationId, signal }) =>
        unlessGone(compute.revertInstance(resourceId, { requestId: operationId }, signal)),
    },
    {
      name: "configure-rebuilt-instance",
      async do(context) {
        const {
          name,
          ssh_keys: sshKeys,
          user_data: userData,
        } = await pendingConfigurationOf(context.services.database.sql, context);
        await context.compute.configureInstance(
          context.resourceId,
          { hostname: name, sshKeys, userData },
          context.signal,
        );
        return undefined;
      },
    },
    {
      name: "boot-rebuilt-instance",
      async do({ compute, resourceId, input, signal }) {
        if (input.before === "running") await compute.startInstance(resourceId, signal);
        return undefined;
      },
      // The disk is changed back on a machine that is off.
      undo: ({ compute, resourceId, signal }) => unlessGone(compute.stopInstance(resourceId, { force: true }, signal)),
    },
  ],
  async settle(transaction, context) {
    if (context.outcome === "succeeded") return settleRebuiltVm(transaction, context);
    await dropPendingConfiguration(transaction, context);
    await releaseVm(transaction, context, context.input.before);
  },
});
