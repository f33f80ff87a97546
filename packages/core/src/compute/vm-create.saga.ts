import { defineSaga } from "@fulmar/engine";
import { applyVmNetwork } from "../networking/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import { settleVolumesOfNewVm, volumesOfNewVm } from "./new-vm-volumes.ts";
import { openUserData } from "./user-data.ts";
import { advanceVm, bootedAddress, bootOutput, settleVm } from "./vm-state.ts";

/**
 * pending → creating → provisioning → configuring → running. Any other end leaves the VM in `error` (design: States).
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
      // This also undoes the later steps, which change only the instance.
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
          {
            hostname: vm.name,
            sshKeys: vm.ssh_keys,
            userData: openUserData(context.services.secrets, context.resourceId, vm),
          },
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

const { steps: attachVolumes } = defineProviderSaga<ProviderSagaInput>({
  name: "attach-volumes",
  steps: [
    {
      name: "attach-volumes",
      async do(context) {
        for (const { volume_id, device_path: devicePath } of await volumesOfNewVm(
          context.services.database.sql,
          context,
        )) {
          await context.volumes.attachVolume(volume_id, { vmId: context.resourceId, devicePath }, context.signal);
        }
        return undefined;
      },
      async undo(context) {
        for (const { volume_id } of await volumesOfNewVm(context.services.database.sql, context)) {
          await context.volumes.detachVolume(volume_id, context.resourceId, context.signal);
        }
      },
    },
  ],
});

const { steps, settle } = vmCreateSaga;

/**
 * Creates a VM and attaches its volumes before the first boot. If the create fails, the volumes become available again.
 */
export const createVmWithVolumesSaga = defineSaga({
  ...vmCreateSaga,
  name: "create-vm-with-volumes",
  steps: steps.toSpliced(
    steps.findIndex(({ name }) => name === "boot-instance"),
    0,
    ...attachVolumes,
  ),
  async settle(transaction, context) {
    await settleVolumesOfNewVm(transaction, context);
    await settle?.(transaction, context);
  },
});
