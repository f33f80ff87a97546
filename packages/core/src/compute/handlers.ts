import { createCloudVm } from "./create-cloud-vm.ts";
import { getCloudVm } from "./get-cloud-vm.ts";
import { getOperation } from "./get-operation.ts";
import { listCloudVms } from "./list-cloud-vms.ts";

export const computeHandlers = {
  "cloudVm.list": listCloudVms,
  "cloudVm.create": createCloudVm,
  "cloudVm.get": getCloudVm,
  "operation.get": getOperation,
} as const;
