export { type PaymentDoor, paymentDoor } from "./billing/index.ts";
export { refusalOf } from "./constraint-errors.ts";
export { createCore, type Logger } from "./create-core.ts";
export { type EdgeDoor, edgeDoor, type ListedEdge, listEdges } from "./edge/index.ts";
export { readProfile, readSignInFailures } from "./identity/index.ts";
export { ChangeFeed, enterWorkspace } from "./live/index.ts";
export { identityKeys, type PublicKeys } from "./metadata/index.ts";
export { listEndpoints } from "./object-storage/index.ts";
export { readOperationQueue } from "./operations/index.ts";
export type { Answer } from "./request/answers/answer.ts";
export type { Credentials, RequestEnvelope } from "./request/caller.ts";
export type { Core, EnteredEntry } from "./request/core.ts";
export { DomainError } from "./request/domain-error.ts";
export type { RateState } from "./request/door/rate-limit.ts";
export { newId } from "./request/identifiers.ts";
export { invalidRequest, parseBy } from "./request/parse-input.ts";
export { type Logo, readLogo, readSettings } from "./settings/index.ts";
export { listFencedSites, readSiteConditions, type SiteCondition } from "./site/index.ts";
export { readInvitation } from "./tenancy/index.ts";
export {
  type ClaimedTerminal,
  parseResize,
  parseWorkerNotice,
  SEEN_EVERY_MS,
  TERMINAL_PATIENCE_MS,
  TerminalDoor,
} from "./terminal/index.ts";
