import { z } from "zod";
import { DecimalText } from "../billing/usage.ts";
import { ALL_SCOPES } from "../declaration/scopes.ts";
import { AMOUNT, decimal } from "../values/decimal.ts";
import { Moment, Name, Timestamp, WorkspaceId } from "../values/fields.ts";
import { AllowedIpRanges } from "./ip-range.ts";

export const WorkspacePolicy = z.enum(["entire_organization", "specific_workspaces"]);
export type WorkspacePolicy = z.infer<typeof WorkspacePolicy>;

/** What a token may do without a person (docs/adr/0077), from nothing held to everything. */
export const TOKEN_GUARDS = ["none", "approve_destructive", "approve_all", "plan_only"] as const;
export const TokenGuard = z.enum(TOKEN_GUARDS);
export type TokenGuard = z.infer<typeof TokenGuard>;

const Ceiling = z.int().min(0).max(1_000_000).nullable();

/** The guard of a token, and how much it may do in an hour without a person. Null: as much as it likes. */
const guarding = {
  guard: TokenGuard,
  max_deletions_per_hour: Ceiling,
  /** The sum of what its changes add to the price of an hour, as decimal text in the wallet's currency. */
  max_added_cost_per_hour: decimal(
    AMOUNT,
    "must be an amount such as 0.5, with at most 8 digits behind the point",
  ).nullable(),
  max_resources_per_hour: Ceiling,
};

const Expiry = Moment.nullable();

function isPast(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

/**
 * The body that creates an API token. The command line and the console's form validate by the
 * same rules.
 */
export const NewApiToken = z
  .strictObject({
    name: Name,
    scopes: z.array(z.enum(ALL_SCOPES)).min(1),
    workspace_policy: WorkspacePolicy,
    workspace_ids: z.array(WorkspaceId).max(1000),
    expires_at: Expiry,
    allowed_ip_ranges: AllowedIpRanges.default([]),
    guard: guarding.guard.default("none"),
    max_deletions_per_hour: guarding.max_deletions_per_hour.default(null),
    max_added_cost_per_hour: guarding.max_added_cost_per_hour.default(null),
    max_resources_per_hour: guarding.max_resources_per_hour.default(null),
  })
  .superRefine((token, context) => {
    const specific = token.workspace_policy === "specific_workspaces";
    if (specific && token.workspace_ids.length === 0) {
      context.addIssue({ code: "custom", path: ["workspace_ids"], message: "must have at least 1 item" });
    }
    if (!specific && token.workspace_ids.length > 0) {
      context.addIssue({
        code: "custom",
        path: ["workspace_ids"],
        message: "must be empty for a token of the entire organization",
      });
    }
    if (isPast(token.expires_at))
      context.addIssue({ code: "custom", path: ["expires_at"], message: "must be in the future" });
  })
  .meta({
    id: "NewApiToken",
    examples: [
      {
        name: "ci",
        scopes: ["vm.read"],
        workspace_policy: "entire_organization",
        workspace_ids: [],
        expires_at: null,
        guard: "approve_destructive",
        max_added_cost_per_hour: "0.5",
      },
    ],
  });
export type NewApiToken = z.infer<typeof NewApiToken>;

/**
 * The changeable fields of a token. Scopes and workspaces cannot be changed because programs rely on them. Different
 * ones need a new token.
 */
export const ApiTokenChange = z.strictObject({
  name: Name,
  allowed_ip_ranges: AllowedIpRanges,
  expires_at: Expiry.refine((expiresAt) => !isPast(expiresAt), "must be in the future"),
  ...guarding,
});
export type ApiTokenChange = z.infer<typeof ApiTokenChange>;

/**
 * How long, in seconds, a rotated value may stay valid: it ends at once, or lasts long enough to deploy the new value.
 */
export const ROTATION_OVERLAPS = { now: 0, "1h": 3_600, "24h": 86_400, "7d": 604_800 } as const;
export const RotationOverlap = z.enum(["now", "1h", "24h", "7d"]);
export type RotationOverlap = z.infer<typeof RotationOverlap>;

/** The user who created a token. Without a membership, a former member. */
const TokenMaker = z.strictObject({ name: z.string(), email: z.string(), is_member: z.boolean() });
export type TokenMaker = z.infer<typeof TokenMaker>;

/** An API token as lists show it. Its value is only in the answer to its creation. */
export const ApiTokenRecord = z
  .strictObject({
    token_id: z.string(),
    name: z.string(),
    /** The beginning of the value, to identify the token. */
    prefix: z.string(),
    scopes: z.array(z.string()),
    workspace_policy: WorkspacePolicy,
    workspace_ids: z.array(z.string()),
    /** The source ranges that it may be used from, in CIDR notation. If empty, any address. */
    allowed_ip_ranges: z.array(z.string()),
    guard: TokenGuard,
    /** How much it may do in an hour without a person. Null: as much as it likes. */
    max_deletions_per_hour: z.int().nullable(),
    max_added_cost_per_hour: DecimalText.nullable(),
    max_resources_per_hour: z.int().nullable(),
    /** The user who created it. Null if it was created on the command line. */
    created_by: TokenMaker.nullable(),
    /** The token that created it, in whose place `created_by` is the user who created that one. */
    created_by_token_id: z.string().nullable(),
    created_at: Timestamp,
    expires_at: Timestamp.nullable(),
    rotated_at: Timestamp.nullable(),
    /** The value before the last rotation while it remains valid, then null. */
    old_value: z.strictObject({ prefix: z.string(), until: Timestamp, last_used_at: Timestamp.nullable() }).nullable(),
    /** May lag by seconds, as do the fields below. */
    last_used_at: Timestamp.nullable(),
    last_used_ip: z.string().nullable(),
    /** The last attempt from outside its ranges: when, and from which address. */
    last_refused: z.strictObject({ at: Timestamp, ip: z.string().nullable() }).nullable(),
  })
  .meta({ id: "ApiToken" });
export type ApiTokenRecord = z.infer<typeof ApiTokenRecord>;

/** A change of the token itself: when, and by whom. */
export const ApiTokenEvent = z.strictObject({
  audit_event_id: z.string(),
  action: z.string(),
  actor_name: z.string(),
  source_ip: z.string().nullable(),
  at: Timestamp,
});
export type ApiTokenEvent = z.infer<typeof ApiTokenEvent>;
