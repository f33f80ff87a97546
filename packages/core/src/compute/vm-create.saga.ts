import { applyVmNetwork } from "../networking/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import { bootedAddress, bootOutput } from "./boot-output.ts";
import { advanceVm, settleVm } from "./vm-moves.ts";

/**
 * pending → creating → provisioning → configuring → running; whatever ends it otherwise leaves the VM in `error`
 * (design: States).
 */
export const vmCreateSaga = defineProviderSaga<ProviderSagaInput>({
  name: "vm-create",
  steps: [
    {
      name: "create-instance",
      async do(context) {
        const vm = await advanceVm(context.services.database.sql, context, "pending", "creating");
        const {
          name,
          cpu,
          ram_mb: ramMb,
          disk_gb: diskGb,
          gpu_model: gpuModel,
          gpu_count: gpuCount,
          tags,
          record,
        } = vm;
        const spec = {
          name,
          cpu,
          ramMb,
          diskGb,
          gpuModel,
          gpuCount,
          planId: vm.plan_id,
          templateId: vm.template_id,
          tags,
          record,
        };
        if (vm.network_waits)
          await applyVmNetwork(context.services.database.sql, context.networks, context, context.signal);
        await context.compute.createInstance(context.resourceId, spec, context.signal);
        return undefined;
      },
      // Undoes the steps after it too: they change nothing but the instance.
      undo: ({ compute, resourceId, signal }) => compute.deleteInstance(resourceId, signal),
    },
    {
      name: "provision-instance",
      async do(context) {
        await advanceVm(context.services.database.sql, context, "creating", "provisioning");
        await context.compute.provisionInstance(context.resourceId, context.signal);
        return undefined;
      },
    },
    {
      name: "configure-instance",
      async do(context) {
        const vm = await advanceVm(context.services.database.sql, context, "provisioning", "configuring");
        await context.compute.configureInstance(
          context.resourceId,
          { hostname: vm.name, sshKeys: vm.ssh_keys, userData: vm.user_data },
          context.signal,
        );
        return undefined;
      },
    },
    {
      name: "boot-instance",
      async do({ compute, resourceId, signal }) {
        const { privateIp } = await compute.startInstance(resourceId, signal);
        return { output: bootOutput(privateIp) };
      },
    },
  ],
  settle: (transaction, context) =>
    context.outcome === "succeeded"
      ? settleVm(transaction, context, "running", bootedAddress(context.outputs["boot-instance"]))
      : settleVm(transaction, context, "error"),
});
