import { defineSaga } from "@fulmar/engine";
import { vmCreateSaga } from "../compute/vm-create.saga.ts";
import { defineProviderSaga, type ProviderSagaInput } from "../work/provider-saga.ts";
import { settleVolumesOfNewVm, volumesOfNewVm } from "./new-vm-volumes.ts";

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
 * The create of a VM that has its volumes before it boots for the first time; when it fails, they are available again.
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
