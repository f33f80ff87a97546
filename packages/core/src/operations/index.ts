export { operationHandlers } from "./handlers.ts";
export { sagas } from "./sagas.ts";
export { getWorkspaceOperation, listWorkspaceOperations } from "./workspace-operations.ts";
