import type { Scope, WorkspacePolicy } from "@fulmar/contract";

const DAY_MS = 24 * 3600 * 1000;

/** How long a token may live, in words; `day` is one that the form asks for. */
export const LIFETIMES = { "30": "30 days", "90": "90 days", "365": "1 year", day: "Until a day…", never: "Never expires" } as const;
export type Lifetime = keyof typeof LIFETIMES;

/** What the form holds. */
export interface CreateTokenValues {
  readonly name: string;
  readonly scopes: readonly Scope[];
  readonly workspace_policy: WorkspacePolicy;
  readonly workspace_ids: readonly string[];
  readonly lifetime: Lifetime;
  /** YYYY-MM-DD; the token works until that day has ended where the reader is. */
  readonly expires_at: string;
}

export const EMPTY_TOKEN: CreateTokenValues = {
  name: "",
  scopes: [],
  workspace_policy: "entire_organization",
  workspace_ids: [],
  lifetime: "90",
  expires_at: "",
};

export const TOKEN_FIELDS = ["name", "scopes", "workspace_policy", "workspace_ids", "expires_at"] as const;

/** What `apiToken.create` takes besides the organization. */
export function toNewApiToken(values: CreateTokenValues) {
  const { workspace_policy } = values;
  return {
    name: values.name.trim(),
    scopes: [...values.scopes],
    workspace_policy,
    workspace_ids: workspace_policy === "specific_workspaces" ? [...values.workspace_ids] : [],
    expires_at: expiryOf(values),
  };
}

function expiryOf({ lifetime, expires_at }: CreateTokenValues): string | null {
  if (lifetime === "never") return null;
  if (lifetime !== "day") return new Date(Date.now() + Number(lifetime) * DAY_MS).toISOString();
  const end = new Date(`${expires_at}T23:59:59.999`);
  // No day yet: the schema says that it must be one.
  return Number.isNaN(end.getTime()) ? "" : end.toISOString();
}
