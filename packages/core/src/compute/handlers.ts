import type { OperationId, VmType } from "@fulmar/contract";
import { type Handler, withQuestion } from "../request/context.ts";
import { getBandwidth, getGpuBandwidth } from "./bandwidth.ts";
import { createVm } from "./create/create-vm.ts";
import { offerQuery } from "./create/offer.ts";
import { deleteVm, type EndWithVm } from "./delete-vm.ts";
import { purgeVm } from "./end-kept-vms.ts";
import { powerVmGroup } from "./groups/power-vm-groups.ts";
import {
  createVmGroup,
  deleteVmGroup,
  detachFromVmGroup,
  getVmGroup,
  listVmGroupMembers,
  listVmGroups,
  pauseVmGroup,
  rollVmGroup,
  setVmGroupTemplate,
  updateVmGroup,
} from "./groups/vm-groups.ts";
import {
  createPlacementGroup,
  deletePlacementGroup,
  getPlacementGroup,
  listPlacementGroups,
  updatePlacementGroup,
} from "./placement-groups.ts";
import { rebootVm, stopVm } from "./power-vm.ts";
import { readConsoleLog } from "./read-console-log.ts";
import { rebuildVm } from "./rebuild-vm.ts";
import { rescueVm } from "./rescue-vm.ts";
import { resizeVmPlan, resizeVmRootDisk } from "./resize-vm.ts";
import { restoreVm } from "./restore-vm.ts";
import { createSshKey, deleteSshKey, getSshKey, listSshKeys, updateSshKey } from "./ssh-keys.ts";
import {
  createStartupScript,
  deleteStartupScript,
  getStartupScript,
  listStartupScripts,
  readStartupScript,
  updateStartupScript,
} from "./startup-scripts.ts";
import { holdsQuery, startUnlessHeld } from "./stop-suspended.ts";
import { updateVm } from "./update-vm.ts";
import { updateVmAccess } from "./update-vm-access.ts";
import { lockQuery, type VmVerb } from "./vm-guards.ts";
import { cancelOperation, getOperation, listOperations, listVmOperations } from "./vm-operations.ts";
import { getVm, listVms, toCloudVm, toCloudVmDetail, toGpuVm, toGpuVmDetail } from "./vms.ts";
import { attachVolume, attachVolumeToVm, detachVolume, detachVolumeFromVm } from "./volume-attachment.ts";

/** Cloud and GPU VMs differ in their records alone. */
const RECORDS = {
  cloud: { toVm: toCloudVm, toDetail: toCloudVmDetail },
  gpu: { toVm: toGpuVm, toDetail: toGpuVmDetail },
};

/**
 * The operations that cloud and GPU VMs share, as the contract declares them.
 * @param endWithVm ends everything that exists only with a VM
 */
function vmHandlers<Type extends VmType>(type: Type, endWithVm: EndWithVm) {
  const { toVm, toDetail } = RECORDS[type];
  const handlers: { [Verb in VmVerb]: Handler<`cloudVm.${Verb}`> } = {
    list: (context, input) => listVms(context, type, input, toVm),
    create: withQuestion({
      question: (workspace, input, boundHours) => offerQuery(workspace, type, input, boundHours),
      handle: (context, input, [offer]) => createVm(context, type, input, offer),
    }),
    get: async (context, input) => toDetail(await getVm(context, type, input.vm_id)),
    update: withQuestion({
      question: (workspace, { vm_id }) => lockQuery(workspace, type, vm_id),
      handle: async (context, input, [vm]) => toDetail(await updateVm(context, type, input, vm)),
    }),
    delete: (context, input) => deleteVm(context, type, input),
    restore: (context, input) => restoreVm(context, type, input),
    purge: (context, input) => purgeVm(endWithVm)(context, type, input),
    start: withQuestion({
      question: holdsQuery,
      handle: (context, input, rows) => startUnlessHeld(context, type, input, rows),
    }),
    stop: (context, input) => stopVm(context, type, input),
    reboot: (context, input) => rebootVm(context, type, input),
    attachVolume: (context, input) => attachVolumeToVm(context, type, input),
    detachVolume: (context, input) => detachVolumeFromVm(context, type, input),
    resizePlan: (context, input) => resizeVmPlan(context, type, input),
    resizeRootDisk: withQuestion({
      question: (workspace, { vm_id }) => lockQuery(workspace, type, vm_id),
      handle: (context, input, [vm]) => resizeVmRootDisk(context, type, input, vm),
    }),
    rebuild: (context, input) => rebuildVm(context, type, input),
    rescue: withQuestion({
      question: (workspace, { vm_id }) => lockQuery(workspace, type, vm_id),
      handle: (context, input, [vm]) => rescueVm(context, type, input, vm),
    }),
    updateAccess: (context, input) => updateVmAccess(context, type, input),
    operations: (context, input) => listVmOperations(context, type, input),
    consoleLog: (context, input) => readConsoleLog(context, type, input),
  };
  return Object.fromEntries(
    Object.entries<object>(handlers).map(([verb, handler]) => [`${type}Vm.${verb}`, handler]),
  ) as {
    [Id in Extract<OperationId, `${Type}Vm.${VmVerb}`>]: Handler<Id>;
  };
}

type ComputeOperationId =
  | `${VmType}Vm.${VmVerb}`
  | Exclude<
      Extract<
        OperationId,
        `${"operation" | "sshKey" | "startupScript" | "vmGroup" | "placementGroup" | "bandwidth" | "gpuBandwidth"}.${string}`
      >,
      "operation.steps"
    >
  | "volume.attach"
  | "volume.detach";

/** @param endWithVm ends everything that exists only with a VM */
export const computeHandlers = (endWithVm: EndWithVm): { [Id in ComputeOperationId]: Handler<Id> } => ({
  ...vmHandlers("cloud", endWithVm),
  ...vmHandlers("gpu", endWithVm),
  "bandwidth.get": getBandwidth,
  "gpuBandwidth.get": getGpuBandwidth,
  "volume.attach": attachVolume,
  "volume.detach": detachVolume,
  "vmGroup.list": listVmGroups,
  "vmGroup.create": createVmGroup,
  "vmGroup.get": getVmGroup,
  "vmGroup.update": updateVmGroup,
  "vmGroup.setTemplate": setVmGroupTemplate,
  "vmGroup.roll": rollVmGroup,
  "vmGroup.pause": pauseVmGroup(true),
  "vmGroup.resume": pauseVmGroup(false),
  "vmGroup.stop": powerVmGroup("stopped"),
  "vmGroup.start": powerVmGroup("running"),
  "vmGroup.members": listVmGroupMembers,
  "vmGroup.detach": detachFromVmGroup,
  "vmGroup.delete": deleteVmGroup,
  "placementGroup.list": listPlacementGroups,
  "placementGroup.create": createPlacementGroup,
  "placementGroup.get": getPlacementGroup,
  "placementGroup.update": updatePlacementGroup,
  "placementGroup.delete": deletePlacementGroup,
  "sshKey.list": listSshKeys,
  "sshKey.create": createSshKey,
  "sshKey.get": getSshKey,
  "sshKey.update": updateSshKey,
  "sshKey.delete": deleteSshKey,
  "startupScript.list": listStartupScripts,
  "startupScript.create": createStartupScript,
  "startupScript.get": getStartupScript,
  "startupScript.content": readStartupScript,
  "startupScript.update": updateStartupScript,
  "startupScript.delete": deleteStartupScript,
  "operation.list": listOperations,
  "operation.get": getOperation,
  "operation.cancel": cancelOperation,
});
