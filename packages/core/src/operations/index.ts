export { operationHandlers } from "./handlers.ts";
export { sagas } from "./sagas.ts";
