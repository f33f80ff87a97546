import { createVmWithVolumesSaga } from "../block-storage/create-vm-with-volumes.saga.ts";
import { volumeAttachSaga } from "../block-storage/volume-attach.saga.ts";
import { volumeDetachSaga } from "../block-storage/volume-detach.saga.ts";
import { vmCreateSaga } from "./vm-create.saga.ts";
import { vmDeleteSaga } from "./vm-delete.saga.ts";
import { vmRebootSaga } from "./vm-reboot.saga.ts";
import { vmRebuildSaga } from "./vm-rebuild.saga.ts";
import { vmRescueSaga } from "./vm-rescue.saga.ts";
import { vmResizePlanSaga } from "./vm-resize-plan.saga.ts";
import { vmResizeRootDiskSaga } from "./vm-resize-root-disk.saga.ts";
import { vmStartSaga } from "./vm-start.saga.ts";
import { vmStopSaga } from "./vm-stop.saga.ts";
import { vmUpdateAccessSaga } from "./vm-update-access.saga.ts";

/** What asynchronous requests for VMs do. */
export const computeSagas = [
  vmCreateSaga,
  createVmWithVolumesSaga,
  vmDeleteSaga,
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
