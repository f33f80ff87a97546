import { type EndWithVm, vmDeleteSaga } from "./delete-vm.ts";
import { vmRebootSaga, vmStartSaga, vmStopSaga } from "./power-vm.ts";
import { vmRebuildSaga } from "./rebuild-vm.ts";
import { vmRescueSaga } from "./rescue-vm.ts";
import { vmUpdateAccessSaga } from "./update-vm-access.ts";
import { createVmWithVolumesSaga, vmCreateSaga } from "./vm-create.saga.ts";
import { vmResizePlanSaga, vmResizeRootDiskSaga } from "./vm-resize.saga.ts";
import { volumeAttachSaga, volumeDetachSaga } from "./volume-attachment.saga.ts";

/** The sagas of VMs. @param endWithVm ends everything that exists only with a VM */
export const computeSagas = (endWithVm: EndWithVm) =>
  [
    vmCreateSaga,
    createVmWithVolumesSaga,
    vmDeleteSaga(endWithVm),
    vmStartSaga,
    vmStopSaga,
    vmRebootSaga,
    vmResizePlanSaga,
    vmResizeRootDiskSaga,
    vmRebuildSaga,
    vmRescueSaga,
    vmUpdateAccessSaga,
    volumeAttachSaga,
    volumeDetachSaga,
  ] as const;
