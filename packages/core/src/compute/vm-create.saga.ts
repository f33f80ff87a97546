import { defineSaga } from "@fulmar/engine";
import type { DiskOfPoint } from "@fulmar/providers";
import { applyVmNetwork } from "../networking/index.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import { rootVolumeId } from "../work/root-volume.ts";
import { BRINGING_MS, bringImage, type OfImageCopy } from "./image-copies.ts";
import { settleVolumesOfNewVm, volumesOfNewVm } from "./new-vm-volumes.ts";
import { pendingConfigurationOf } from "./pending-configuration.ts";
import { placeVm } from "./place-vm.ts";
import { advanceTo, bootedAddress, bootOutput, gpusOf, settleVm, specificationOf } from "./vm-state.ts";

/** A backup, or a snapshot, that a new VM has the root disk of. */
export interface BackupDisk {
  /** A backup, if absent. */
  readonly kind?: "snapshot" | "backup";
  /** The id of the backup or the snapshot. */
  readonly backup_id: string;
  /** The VM that it was made of, and that VM's root volume. */
  readonly vm_id: string;
  readonly volume_id: string;
  readonly disk_gb: number;
  /** The copy in a bucket that becomes this backup, if it is not at the site. */
  readonly copy_id?: string;
  /** What becomes this backup, if it is at a site of another provider. */
  readonly brought?: { readonly kind: "snapshot" | "backup"; readonly id: string; readonly provider: string };
  /** The data volumes of the backup, by the new volumes that are made of them. */
  readonly volumes?: Readonly<Record<string, string>>;
}

export interface VmCreateInput extends OfImageCopy {
  readonly backup?: BackupDisk;
}

/** What the provider is to put on the root disk; null for what the image has. */
function pointOf({ backup }: VmCreateInput, newVmId: string): DiskOfPoint | null {
  if (backup === undefined) return null;
  const { kind = "backup", backup_id: pointId, vm_id: vmId, volume_id: volumeId } = backup;
  return { kind, pointId, vmId, volumeId, newVolumeId: rootVolumeId(newVmId) };
}

/**
 * pending → creating → provisioning → configuring → running. A state that lasts less than 50 ms is not shown. Any other
 * end leaves the VM in `error`.
 */
export const vmCreateSaga = defineProviderSaga<VmCreateInput>({
  name: "vm-create",
  steps: [
    {
      name: "create-instance",
      begun: advanceTo("creating"),
      async do(context) {
        const { spec, networkWaits } = await specificationOf(context.services.database.sql, context);
        if (networkWaits)
          await applyVmNetwork(context.services.database.sql, context.networks, context, context.signal);
        const host = await placeVm(context.services.database, context);
        const gpus = await gpusOf(context.services.database, context, spec);
        const point = pointOf(context.input, context.resourceId);
        const templateId = context.input.copy_id ?? spec.templateId;
        const instance = { ...spec, templateId, host, gpus, point };
        await context.compute.createInstance(context.resourceId, instance, context.signal);
        return undefined;
      },
      // This also undoes the later steps, which change only the instance.
      undo: ({ compute, resourceId, signal }) => compute.deleteInstance(resourceId, signal),
    },
    {
      name: "provision-instance",
      recordedLater: true,
      begun: advanceTo("provisioning"),
      async do({ compute, resourceId, signal }) {
        await compute.provisionInstance(resourceId, signal);
        return undefined;
      },
    },
    {
      name: "configure-instance",
      recordedLater: true,
      begun: advanceTo("configuring"),
      async do(context) {
        const { name: hostname, sshKeys, userData } = await pendingConfigurationOf(context.services, context);
        await context.compute.configureInstance(context.resourceId, { hostname, sshKeys, userData }, context.signal);
        return undefined;
      },
    },
    {
      name: "boot-instance",
      recordedLater: true,
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

/** The same, of an image that is brought to the site first. */
export const createVmBringingImageSaga = defineSaga({
  ...createVmWithVolumesSaga,
  name: "create-vm-bringing-image",
  timeoutMs: BRINGING_MS,
  steps: [...bringImage, ...createVmWithVolumesSaga.steps],
});
