import type { Scope, WorkspacePolicy } from "@fulmar/contract";
import { endOfDay } from "@/client/day.ts";
import type { TokenDraft } from "./warnings-of.ts";

const DAY_MS = 24 * 3600 * 1000;

/** How long a token may live, in words; `day` is one that the form asks for. */
export const LIFETIMES = {
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  "365": "1 year",
  day: "Until a day…",
  never: "Never expires",
} as const;
type Lifetime = keyof typeof LIFETIMES;

/** What the form holds. */
export interface CreateTokenValues {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly workspace_policy: WorkspacePolicy;
  readonly workspace_ids: readonly string[];
  readonly lifetime: Lifetime;
  /** YYYY-MM-DD; the token works until that day has ended where the reader is. */
  readonly expires_at: string;
  /** As it was typed: ranges with spaces, commas or line breaks between them. */
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

/** What `apiToken.create` takes besides the organization. */
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

/** The ranges in a text that a person typed. */
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

/** Empty where no day was chosen yet: the schema says that it must be one. */
function expiryOf({ lifetime, expires_at }: CreateTokenValues): string | null {
  if (lifetime === "never") return null;
  return lifetime === "day" ? endOfDay(expires_at) : new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
}
