export * from "./bandwidth.ts";
export * from "./offering.ts";
export * from "./operation.ts";
export * from "./operation-states.ts";
export * from "./vm.ts";
export * from "./vm-actions.ts";
export * from "./vm-operations.ts";
export * from "./vm-states.ts";
