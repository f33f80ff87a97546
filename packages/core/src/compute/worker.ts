import { balanceHosts } from "./balance-hosts.ts";
import { recordBandwidth } from "./bandwidth.ts";
import { type EndWithVm, purgeDeletedVms, vmDeleteSaga } from "./delete-vm.ts";
import { discardReplacedDisks } from "./discard-replaced-disks.ts";
import { drainHosts } from "./drain-hosts.ts";
import { endKeptVms } from "./end-kept-vms.ts";
import { followBudgets } from "./follow-budgets.ts";
import { followSites } from "./follow-sites.ts";
import { vmKeepSaga } from "./keep-vm.saga.ts";
import { vmMoveSaga } from "./move-vm.saga.ts";
import { vmRebootSaga, vmStartSaga, vmStopSaga } from "./power-vm.ts";
import { rebuildVmBringingImageSaga, vmRebuildSaga } from "./rebuild-vm.ts";
import { reconcileInstances } from "./reconcile-instances.ts";
import { recoverHosts } from "./recover-hosts.ts";
import { vmRecoverSaga } from "./recover-vm.saga.ts";
import { vmRescueSaga } from "./rescue-vm.ts";
import { vmRestoreSaga } from "./restore-vm.ts";
import { stopHeld } from "./stop-held.ts";
import { stopSuspended } from "./stop-suspended.ts";
import { vmUpdateAccessSaga } from "./update-vm-access.ts";
import { createVmBringingImageSaga, createVmWithVolumesSaga, vmCreateSaga } from "./vm-create.saga.ts";
import { vmResizePlanSaga, vmResizeRootDiskSaga } from "./vm-resize.saga.ts";
import { volumeAttachSaga, volumeDetachSaga } from "./volume-attachment.saga.ts";

/** The sagas of VMs. @param endWithVm ends everything that exists only with a VM */
export const computeSagas = (endWithVm: EndWithVm) =>
  [
    vmCreateSaga,
    createVmWithVolumesSaga,
    createVmBringingImageSaga,
    vmDeleteSaga(endWithVm),
    vmKeepSaga,
    vmRestoreSaga,
    vmStartSaga,
    vmStopSaga,
    vmRebootSaga,
    vmResizePlanSaga,
    vmResizeRootDiskSaga,
    vmRebuildSaga,
    rebuildVmBringingImageSaga,
    vmRescueSaga,
    vmUpdateAccessSaga,
    vmMoveSaga,
    vmRecoverSaga,
    volumeAttachSaga,
    volumeDetachSaga,
  ] as const;

/** The reconcilers of compute. @param endWithVm ends everything that exists only with a VM */
export const computeReconcilers = (endWithVm: EndWithVm) =>
  [
    endKeptVms(endWithVm),
    reconcileInstances,
    followSites,
    recordBandwidth,
    discardReplacedDisks,
    purgeDeletedVms,
    stopSuspended,
    followBudgets,
    stopHeld,
    drainHosts,
    balanceHosts,
    recoverHosts,
  ] as const;
