import type { Scope, WorkspacePolicy } from "@fulmar/contract";
import { endOfDay } from "@/client/day.ts";
import type { TokenDraft } from "./warnings-of.ts";

const DAY_MS = 24 * 3600 * 1000;

/** The lifetimes of a token, in words. `day` is a day that the user picks. */
export const LIFETIMES = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
  day: "Until a day…",
  never: "Never expires",
} as const;
type Lifetime = keyof typeof LIFETIMES;

/** The form's values. */
export interface CreateTokenValues {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly workspace_policy: WorkspacePolicy;
  readonly workspace_ids: readonly string[];
  readonly lifetime: Lifetime;
  /** YYYY-MM-DD. The token works until the end of that day in the user's time zone. */
  readonly expires_at: string;
  /** As typed: ranges separated by spaces, commas or line breaks. */
  readonly allowed_ip_ranges: string;
}

export const EMPTY_TOKEN: CreateTokenValues = {
  name: "",
  scopes: [],
  workspace_policy: "entire_organization",
  workspace_ids: [],
  lifetime: "90",
  expires_at: "",
  allowed_ip_ranges: "",
};

export const TOKEN_FIELDS = [
  "name",
  "scopes",
  "workspace_policy",
  "workspace_ids",
  "expires_at",
  "allowed_ip_ranges",
] as const;

/** The input of `apiToken.create`, without the organization. */
export function toNewApiToken(values: CreateTokenValues) {
  const { workspace_policy } = values;
  return {
    name: values.name.trim(),
    scopes: [...values.scopes],
    workspace_policy,
    workspace_ids: workspace_policy === "specific_workspaces" ? [...values.workspace_ids] : [],
    expires_at: expiryOf(values),
    allowed_ip_ranges: rangesOf(values.allowed_ip_ranges),
  };
}

/** Splits typed text into ranges. */
export function rangesOf(text: string): string[] {
  return text.split(/[\s,;]+/).filter((part) => part !== "");
}

export function draftOf(values: CreateTokenValues): TokenDraft {
  const { name, scopes, workspace_policy, expires_at, allowed_ip_ranges } = toNewApiToken(values);
  return {
    name,
    scopes,
    everywhere: workspace_policy === "entire_organization",
    expiresAt: expires_at,
    ranges: allowed_ip_ranges,
  };
}

/** Empty if no day was chosen: the schema then reports the missing day. */
function expiryOf({ lifetime, expires_at }: CreateTokenValues): string | null {
  if (lifetime === "never") return null;
  return lifetime === "day" ? endOfDay(expires_at) : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
}
