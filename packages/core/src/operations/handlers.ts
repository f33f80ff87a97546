import { listOperationSteps } from "./list-operation-steps.ts";
import { getWorkspaceOperation, listWorkspaceOperations } from "./workspace-operations.ts";

/** The operations that need the sagas of all families. */
export const operationHandlers = {
  "operation.steps": listOperationSteps,
  "workspaceOperation.list": listWorkspaceOperations,
  "workspaceOperation.get": getWorkspaceOperation,
} as const;
