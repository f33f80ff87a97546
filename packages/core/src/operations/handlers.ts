import { listOperationSteps } from "./list-operation-steps.ts";

/** The operations that know the sagas of all families. */
export const operationHandlers = { "operation.steps": listOperationSteps };
