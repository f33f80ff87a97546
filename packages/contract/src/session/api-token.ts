import { z } from "zod";
import { ALL_SCOPES } from "../declaration/scopes.ts";
import { Name, WorkspaceId } from "../values/fields.ts";
import { AllowedIpRanges } from "./ip-range.ts";

export const WorkspacePolicy = z.enum(["entire_organization", "specific_workspaces"]);
export type WorkspacePolicy = z.infer<typeof WorkspacePolicy>;

const Expiry = z.iso.datetime({ precision: 3 }).nullable();

function isPast(expiresAt: string | null): boolean {
  return expiresAt !== null && Date.parse(expiresAt) <= Date.now();
}

/**
 * What makes an API token (spec: Authentication). The command line and the console's form are held to the same rules.
 */
export const NewApiToken = z
  .strictObject({
    name: Name,
    scopes: z.array(z.enum(ALL_SCOPES)).min(1),
    workspace_policy: WorkspacePolicy,
    workspace_ids: z.array(WorkspaceId).max(1000),
    expires_at: Expiry,
    allowed_ip_ranges: AllowedIpRanges.default([]),
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
  });
export type NewApiToken = z.infer<typeof NewApiToken>;

/**
 * What of a token can be changed. Its scopes and workspaces cannot: what holds it relies on them, and a wider one is
 * another token.
 */
export const ApiTokenChange = z.strictObject({
  name: Name,
  allowed_ip_ranges: AllowedIpRanges,
  expires_at: Expiry.refine((expiresAt) => !isPast(expiresAt), "must be in the future"),
});
export type ApiTokenChange = z.infer<typeof ApiTokenChange>;

/**
 * How long, in seconds, a value that was replaced may stay in force: at once no more, or long enough to bring the new
 * one everywhere.
 */
export const ROTATION_OVERLAPS = { now: 0, "1h": 3_600, "24h": 86_400, "7d": 604_800 } as const;
export const RotationOverlap = z.enum(["now", "1h", "24h", "7d"]);
export type RotationOverlap = z.infer<typeof RotationOverlap>;

/** An API token as lists show it. Its value was shown once, when it was made. */
export interface ApiTokenRecord {
  readonly token_id: string;
  readonly name: string;
  /** The beginning of the value, to tell tokens apart. */
  readonly prefix: string;
  readonly scopes: readonly string[];
  readonly workspace_policy: WorkspacePolicy;
  readonly workspace_ids: readonly string[];
  /** Where it may be used from, in CIDR notation; none: from everywhere. */
  readonly allowed_ip_ranges: readonly string[];
  /** The person who made it; null when it was made on the command line. */
  readonly created_by: string | null;
  readonly created_at: string;
  readonly expires_at: string | null;
  readonly rotated_at: string | null;
  /** The value before the last rotation, while it is in force beside the new one; then null. */
  readonly old_value: { readonly prefix: string; readonly until: string; readonly last_used_at: string | null } | null;
  /** May lag behind by seconds, as what follows. */
  readonly last_used_at: string | null;
  readonly last_used_ip: string | null;
  /** When and from where somebody tried it last who was outside of its ranges. */
  readonly last_refused: { readonly at: string; readonly ip: string | null } | null;
}

/** A change of a token itself: who made it, and when. */
export interface ApiTokenEvent {
  readonly audit_event_id: string;
  readonly action: string;
  readonly actor_name: string;
  readonly source_ip: string | null;
  readonly at: string;
}
