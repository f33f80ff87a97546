export * from "./bandwidth.ts";
export * from "./compute-operation.ts";
export * from "./compute-operation-states.ts";
export * from "./offering.ts";
export * from "./vm.ts";
export * from "./vm-actions.ts";
export * from "./vm-operations.ts";
export * from "./vm-states.ts";
