export * from "./alerts/index.ts";
export * from "./approvals/index.ts";
export * from "./audit/index.ts";
export * from "./billing/index.ts";
export * from "./block-storage/index.ts";
export * from "./catalog.ts";
export * from "./cdn/index.ts";
export * from "./compute/index.ts";
export * from "./console/index.ts";
export { SHOWS_CONTENTS } from "./declaration/contents.ts";
export {
  type Condition,
  EFFECT_KINDS,
  type Effect,
  type EffectKind,
  type Extent,
  isUnplanned,
} from "./declaration/effects.ts";
export * from "./declaration/error-body.ts";
export * from "./declaration/errors.ts";
export * from "./declaration/operation.ts";
export type { CodeOf, RefusalCode } from "./declaration/refusals.ts";
export * from "./declaration/resource.ts";
export * from "./declaration/roles.ts";
export * from "./declaration/scopes.ts";
export * from "./declaration/shown-as.ts";
export * from "./dns/index.ts";
export * from "./foresight/index.ts";
export * from "./load-balancing/index.ts";
export * from "./metrics/index.ts";
export * from "./networking/index.ts";
export * from "./object-storage/index.ts";
export * from "./operator/index.ts";
export * from "./recovery/index.ts";
export * from "./resources.ts";
export * from "./secret-store/index.ts";
export * from "./tenancy/index.ts";
export * from "./tenant-resources.ts";
export * from "./token/index.ts";
export * from "./values/decimal.ts";
export * from "./values/deletion-protection.ts";
export * from "./values/domain-name.ts";
export * from "./values/field-errors.ts";
export * from "./values/fields.ts";
export {
  ipRangeContains,
  ipRangeHolds,
  ipRangeSize,
  isAddressAllowed,
  isPrivateAddress,
  parseIpAddress,
} from "./values/ip-network.ts";
export * from "./values/limits.ts";
export * from "./values/normal-form.ts";
export * from "./values/redirect.ts";
export * from "./webhooks/index.ts";
