export type * from "./api/api.ts";
export type * from "./api/operator-api.ts";
export type * from "./api/operator-schemas.ts";
export type * from "./api/schemas.ts";
export { type Client, createClient, createOperatorClient, type OperatorClient, type RequestOptions } from "./client.ts";
export {
  type AwaitedApproval,
  type Blocker,
  type FieldError,
  FulmarConnectionError,
  FulmarError,
  FulmarOperationError,
} from "./errors.ts";
export type { List, Page } from "./list.ts";
export type { CallOptions, ClientOptions, Fetch } from "./transport.ts";
export type { Waitable, WaitOptions } from "./wait.ts";
