export { createCore, type Logger } from "./create-core.ts";
export type { Credentials } from "./kernel/caller.ts";
export { DomainError } from "./kernel/domain-error.ts";
export type { Entry } from "./kernel/door.ts";
export type { Answer, Core, RequestEnvelope } from "./kernel/execute.ts";
export { newId } from "./kernel/identifiers.ts";
export { invalidRequest } from "./kernel/parse-input.ts";
export type { RateState } from "./kernel/rate-limit.ts";
