import { bandwidthGet } from "./bandwidth.ts";
import { operationCancel, operationGet, operationList, operationSteps } from "./compute-operation.ts";
import { imageOperations } from "./image.ts";
import { planList, siteList } from "./offering.ts";
import { placementGroupOperations } from "./placement-group.ts";
import { sshKeyOperations } from "./ssh-key.ts";
import { startupScriptOperations } from "./startup-script.ts";
import { vmGroupOperations } from "./vm-group.ts";
import { cloudVmOperations, gpuVmOperations } from "./vm-operations.ts";

export * from "./bandwidth.ts";
export * from "./compute-operation.ts";
export * from "./compute-operation-states.ts";
export * from "./image.ts";
export * from "./image-states.ts";
export * from "./offering.ts";
export * from "./placement-group.ts";
export * from "./placement-group-states.ts";
export * from "./ssh-key.ts";
export * from "./ssh-public-key.ts";
export * from "./startup-script.ts";
export * from "./terminal.ts";
export * from "./terminal-protocol.ts";
export * from "./vm.ts";
export * from "./vm-actions.ts";
export * from "./vm-group.ts";
export * from "./vm-group-scaling.ts";
export * from "./vm-group-schedule.ts";
export * from "./vm-group-states.ts";
export * from "./vm-operations.ts";
export * from "./vm-states.ts";

/** The family's operations, in the documentation's order. */
export const computeOperations = [
  siteList,
  planList,
  ...imageOperations,
  ...cloudVmOperations,
  bandwidthGet,
  ...gpuVmOperations,
  ...vmGroupOperations,
  ...placementGroupOperations,
  ...sshKeyOperations,
  ...startupScriptOperations,
  operationList,
  operationGet,
  operationSteps,
  operationCancel,
] as const;
