export { operationHandlers } from "./handlers.ts";
export { readOperationQueue } from "./operation-queue.ts";
export { sagas } from "./sagas.ts";
