import type { OperationId } from "@fulmar/contract";
import { suspensionQuery } from "../billing/index.ts";
import { type Handler, withQuestion } from "../request/context.ts";
import { getBandwidth, getGpuBandwidth } from "./bandwidth.ts";
import { createVm, offerQuery } from "./create-vm.ts";
import { deleteVm, type EndWithVm } from "./delete-vm.ts";
import { purgeVm } from "./end-kept-vms.ts";
import { rebootVm, stopVm } from "./power-vm.ts";
import { readConsoleLog } from "./read-console-log.ts";
import { rebuildVm } from "./rebuild-vm.ts";
import { rescueVm } from "./rescue-vm.ts";
import { resizeVmPlan, resizeVmRootDisk } from "./resize-vm.ts";
import { restoreVm } from "./restore-vm.ts";
import { createSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from "./ssh-keys.ts";
import { startUnlessSuspended } from "./stop-suspended.ts";
import { updateVm } from "./update-vm.ts";
import { updateVmAccess } from "./update-vm-access.ts";
import { lockQuery } from "./vm-guards.ts";
import { cancelOperation, getOperation, listOperations, listVmOperations } from "./vm-operations.ts";
import { getVm, listVms, toCloudVm, toCloudVmDetail, toGpuVm, toGpuVmDetail } from "./vms.ts";
import { attachVolume, attachVolumeToVm, detachVolume, detachVolumeFromVm } from "./volume-attachment.ts";

type ComputeOperationId =
  | Exclude<
      Extract<OperationId, `${"cloudVm" | "gpuVm" | "operation" | "sshKey" | "bandwidth" | "gpuBandwidth"}.${string}`>,
      "operation.steps" | `${string}.createTerminal`
    >
  | "volume.attach"
  | "volume.detach";

/** @param endWithVm ends everything that exists only with a VM */
export const computeHandlers = (endWithVm: EndWithVm): { [Id in ComputeOperationId]: Handler<Id> } => ({
  "cloudVm.list": (context, input) => listVms(context, "cloud", input, toCloudVm),
  "cloudVm.create": withQuestion({
    question: (workspace, input, boundHours) => offerQuery(workspace, "cloud", input, boundHours),
    handle: (context, input, [offer]) => createVm(context, "cloud", input, offer),
  }),
  "cloudVm.get": async (context, input) => toCloudVmDetail(await getVm(context, "cloud", input)),
  "cloudVm.update": withQuestion({
    question: (workspace, { vm_id }) => lockQuery(workspace, "cloud", vm_id),
    handle: async (context, input, [vm]) => toCloudVmDetail(await updateVm(context, "cloud", input, vm)),
  }),
  "cloudVm.delete": (context, input) => deleteVm(context, "cloud", input),
  "cloudVm.restore": (context, input) => restoreVm(context, "cloud", input),
  "cloudVm.purge": (context, input) => purgeVm(endWithVm)(context, "cloud", input),
  "cloudVm.start": withQuestion({
    question: suspensionQuery,
    handle: (context, input, rows) => startUnlessSuspended(context, "cloud", input, rows),
  }),
  "cloudVm.stop": (context, input) => stopVm(context, "cloud", input),
  "cloudVm.reboot": (context, input) => rebootVm(context, "cloud", input),
  "cloudVm.attachVolume": (context, input) => attachVolumeToVm(context, "cloud", input),
  "cloudVm.detachVolume": (context, input) => detachVolumeFromVm(context, "cloud", input),
  "cloudVm.resizePlan": (context, input) => resizeVmPlan(context, "cloud", input),
  "cloudVm.resizeRootDisk": withQuestion({
    question: (workspace, { vm_id }) => lockQuery(workspace, "cloud", vm_id),
    handle: (context, input, [vm]) => resizeVmRootDisk(context, "cloud", input, vm),
  }),
  "cloudVm.rebuild": (context, input) => rebuildVm(context, "cloud", input),
  "cloudVm.rescue": withQuestion({
    question: (workspace, { vm_id }) => lockQuery(workspace, "cloud", vm_id),
    handle: (context, input, [vm]) => rescueVm(context, "cloud", input, vm),
  }),
  "cloudVm.updateAccess": (context, input) => updateVmAccess(context, "cloud", input),
  "cloudVm.operations": (context, input) => listVmOperations(context, "cloud", input),
  "cloudVm.consoleLog": (context, input) => readConsoleLog(context, "cloud", input),
  "bandwidth.get": getBandwidth,
  "gpuBandwidth.get": getGpuBandwidth,
  "volume.attach": attachVolume,
  "volume.detach": detachVolume,
  "gpuVm.list": (context, input) => listVms(context, "gpu", input, toGpuVm),
  "gpuVm.create": withQuestion({
    question: (workspace, input, boundHours) => offerQuery(workspace, "gpu", input, boundHours),
    handle: (context, input, [offer]) => createVm(context, "gpu", input, offer),
  }),
  "gpuVm.get": async (context, input) => toGpuVmDetail(await getVm(context, "gpu", input)),
  "gpuVm.update": withQuestion({
    question: (workspace, { vm_id }) => lockQuery(workspace, "gpu", vm_id),
    handle: async (context, input, [vm]) => toGpuVmDetail(await updateVm(context, "gpu", input, vm)),
  }),
  "gpuVm.delete": (context, input) => deleteVm(context, "gpu", input),
  "gpuVm.restore": (context, input) => restoreVm(context, "gpu", input),
  "gpuVm.purge": (context, input) => purgeVm(endWithVm)(context, "gpu", input),
  "gpuVm.start": withQuestion({
    question: suspensionQuery,
    handle: (context, input, rows) => startUnlessSuspended(context, "gpu", input, rows),
  }),
  "gpuVm.stop": (context, input) => stopVm(context, "gpu", input),
  "gpuVm.reboot": (context, input) => rebootVm(context, "gpu", input),
  "gpuVm.attachVolume": (context, input) => attachVolumeToVm(context, "gpu", input),
  "gpuVm.detachVolume": (context, input) => detachVolumeFromVm(context, "gpu", input),
  "gpuVm.resizePlan": (context, input) => resizeVmPlan(context, "gpu", input),
  "gpuVm.resizeRootDisk": withQuestion({
    question: (workspace, { vm_id }) => lockQuery(workspace, "gpu", vm_id),
    handle: (context, input, [vm]) => resizeVmRootDisk(context, "gpu", input, vm),
  }),
  "gpuVm.rebuild": (context, input) => rebuildVm(context, "gpu", input),
  "gpuVm.rescue": withQuestion({
    question: (workspace, { vm_id }) => lockQuery(workspace, "gpu", vm_id),
    handle: (context, input, [vm]) => rescueVm(context, "gpu", input, vm),
  }),
  "gpuVm.updateAccess": (context, input) => updateVmAccess(context, "gpu", input),
  "gpuVm.operations": (context, input) => listVmOperations(context, "gpu", input),
  "gpuVm.consoleLog": (context, input) => readConsoleLog(context, "gpu", input),
  "sshKey.list": listSshKeys,
  "sshKey.create": createSshKey,
  "sshKey.get": getSshKey,
  "sshKey.update": updateSshKey,
  "sshKey.delete": deleteSshKey,
  "operation.list": listOperations,
  "operation.get": getOperation,
  "operation.cancel": cancelOperation,
});
