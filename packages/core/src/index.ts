export { createCore, type Logger } from "./create-core.ts";
export { readProfile } from "./identity/index.ts";
export { ChangeFeed, enterWorkspace } from "./live/index.ts";
export { listEndpoints } from "./object-storage/list-endpoints.ts";
export type { Answer } from "./request/answer.ts";
export type { Credentials } from "./request/caller.ts";
export type { AnyEntry, Core, RequestEnvelope } from "./request/core.ts";
export { DomainError } from "./request/domain-error.ts";
export { newId } from "./request/identifiers.ts";
export { invalidRequest, parseBy } from "./request/parse-input.ts";
export type { RateState } from "./request/rate-limit.ts";
export { refusalOf } from "./request/refusal-of.ts";
export {
  listFencedSites,
  readInvitation,
  readSiteConditions,
  type SiteCondition,
} from "./tenancy/index.ts";
export { checkSites, createWorkerServices, reconcilers, sagas, type WorkerServices } from "./worker.ts";
