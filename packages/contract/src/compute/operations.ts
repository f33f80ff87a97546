import { cloudVmOperations } from "./cloud-vm.ts";
import { gpuVmOperations } from "./gpu-vm.ts";
import { imageList, planList, siteList } from "./offering.ts";
import { operationCancel, operationGet, operationList, operationSteps } from "./operation.ts";

export const computeOperations = [
  siteList,
  planList,
  imageList,
  ...cloudVmOperations,
  ...gpuVmOperations,
  operationList,
  operationGet,
  operationSteps,
  operationCancel,
] as const;
