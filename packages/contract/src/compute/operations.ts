import { backupPolicyEnable } from "./backup-policy.ts";
import { bandwidthGet } from "./bandwidth.ts";
import { cloudVmOperations } from "./cloud-vm.ts";
import { gpuVmOperations } from "./gpu-vm.ts";
import { imageList, planList, siteList } from "./offering.ts";
import { operationCancel, operationGet, operationList, operationSteps } from "./operation.ts";
import { snapshotCreate, snapshotList } from "./snapshot.ts";

export const computeOperations = [
  siteList,
  planList,
  imageList,
  ...cloudVmOperations,
  backupPolicyEnable,
  snapshotList,
  snapshotCreate,
  bandwidthGet,
  ...gpuVmOperations,
  operationList,
  operationGet,
  operationSteps,
  operationCancel,
] as const;
