import { bandwidthGet } from "./bandwidth.ts";
import { operationCancel, operationGet, operationList, operationSteps } from "./compute-operation.ts";
import { imageList, planList, siteList } from "./offering.ts";
import { cloudVmOperations, gpuVmOperations } from "./vm-operations.ts";

export const computeOperations = [
  siteList,
  planList,
  imageList,
  ...cloudVmOperations,
  bandwidthGet,
  ...gpuVmOperations,
  operationList,
  operationGet,
  operationSteps,
  operationCancel,
] as const;
