import { bandwidthGet } from "./bandwidth.ts";
import { cloudVmOperations } from "./cloud-vm.ts";
import { gpuVmOperations } from "./gpu-vm.ts";
import { imageList, planList, siteList } from "./offering.ts";
import { operationCancel, operationGet, operationList, operationSteps } from "./operation.ts";
import { cloudVmVolumeOperations, gpuVmVolumeOperations } from "./vm-volume-operations.ts";

export const computeOperations = [
  siteList,
  planList,
  imageList,
  ...cloudVmOperations,
  ...cloudVmVolumeOperations,
  bandwidthGet,
  ...gpuVmOperations,
  ...gpuVmVolumeOperations,
  operationList,
  operationGet,
  operationSteps,
  operationCancel,
] as const;
