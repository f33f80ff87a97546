import type { OperationId } from "@fulmar/contract";
import type { Handler } from "../kernel/context.ts";
import { cancelOperation } from "./cancel-operation.ts";
import { createSnapshot } from "./create-snapshot.ts";
import { createVm } from "./create-vm.ts";
import { enableBackups } from "./enable-backups.ts";
import { getBandwidth } from "./get-bandwidth.ts";
import { getOperation } from "./get-operation.ts";
import { getVm } from "./get-vm.ts";
import { listImages } from "./list-images.ts";
import { listOperationSteps } from "./list-operation-steps.ts";
import { listOperations } from "./list-operations.ts";
import { listPlans } from "./list-plans.ts";
import { listSites } from "./list-sites.ts";
import { listSnapshots } from "./list-snapshots.ts";
import { listVms } from "./list-vms.ts";
import { deleteVm, rebootVm, startVm, stopVm } from "./vm-changes.ts";
import { toCloudVm, toGpuVm } from "./vm-repository.ts";

type ComputeOperationId = Extract<
  OperationId,
  `${"site" | "plan" | "image" | "cloudVm" | "gpuVm" | "operation" | "backupPolicy" | "snapshot" | "bandwidth"}.${string}`
>;

export const computeHandlers: { [Id in ComputeOperationId]: Handler<Id> } = {
  "site.list": listSites,
  "plan.list": listPlans,
  "image.list": listImages,
  "cloudVm.list": (context, input) => listVms(context, "cloud", input, toCloudVm),
  "cloudVm.create": (context, input) => createVm(context, "cloud", input),
  "cloudVm.get": async (context, input) => toCloudVm(await getVm(context, "cloud", input)),
  "cloudVm.delete": (context, input) => deleteVm(context, "cloud", input),
  "cloudVm.start": (context, input) => startVm(context, "cloud", input),
  "cloudVm.stop": (context, input) => stopVm(context, "cloud", input),
  "cloudVm.reboot": (context, input) => rebootVm(context, "cloud", input),
  "backupPolicy.enable": enableBackups,
  "snapshot.list": listSnapshots,
  "snapshot.create": createSnapshot,
  "bandwidth.get": getBandwidth,
  "gpuVm.list": (context, input) => listVms(context, "gpu", input, toGpuVm),
  "gpuVm.create": (context, input) => createVm(context, "gpu", input),
  "gpuVm.get": async (context, input) => toGpuVm(await getVm(context, "gpu", input)),
  "gpuVm.delete": (context, input) => deleteVm(context, "gpu", input),
  "gpuVm.start": (context, input) => startVm(context, "gpu", input),
  "gpuVm.stop": (context, input) => stopVm(context, "gpu", input),
  "gpuVm.reboot": (context, input) => rebootVm(context, "gpu", input),
  "operation.list": listOperations,
  "operation.get": getOperation,
  "operation.steps": listOperationSteps,
  "operation.cancel": cancelOperation,
};
