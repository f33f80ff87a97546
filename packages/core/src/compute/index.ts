export { volumeHolders } from "./attachable-vm.ts";
export { changeVm } from "./change-vm.ts";
export { computeConstraintErrors } from "./constraint-errors.ts";
export { areDependentsGoing } from "./dependents-going.ts";
export { computeHandlers } from "./handlers.ts";
export { readVmWithOperation, refuseByState, vmNoun } from "./vm-guards.ts";
export { errorColumns, STEPS, type StepRow, VmOperationRepository } from "./vm-operations.ts";
export { releaseVm } from "./vm-state.ts";
export { computeReconcilers, computeSagas } from "./worker.ts";
