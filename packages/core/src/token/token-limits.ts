// No token makes, changes or takes over a token that may do more than itself (docs/adr/0062).
import { type FieldError, ipRangeContains, TOKEN_GUARDS, type TokenGuard } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { type Ceilings, type Guarding, hasCeilings } from "../request/approve/guarding.ts";
import type { Caller } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";

/** The guard and ceilings of a token. */
export interface GuardLimits extends Ceilings {
  readonly guard: TokenGuard;
}

/** The limits of a token: what it may do, where, from where, how long, and without a person. */
export interface TokenLimits extends GuardLimits {
  readonly scopes: readonly string[];
  readonly workspace_policy: string;
  readonly workspace_ids: readonly string[];
  /** Empty for a token that may be used from everywhere. */
  readonly allowed_ip_ranges: readonly string[];
  readonly expires_at: Date | null;
}

/** The limits of `asked` that are beyond those of `own`, by field. Empty if it may do no more. */
export function limitsBeyond(own: TokenLimits, asked: TokenLimits): FieldError[] {
  const scopes = asked.scopes.filter((scope) => !own.scopes.includes(scope));
  const everywhere = own.workspace_policy === "entire_organization";
  const elsewhere = asked.workspace_ids.filter((id) => !everywhere && !own.workspace_ids.includes(id));
  const ranges = asked.allowed_ip_ranges.filter(
    (range) => !own.allowed_ip_ranges.some((outer) => ipRangeContains(outer, range)),
  );
  const endsLater = own.expires_at !== null && (asked.expires_at === null || asked.expires_at > own.expires_at);
  const anywhere = own.allowed_ip_ranges.length > 0 && asked.allowed_ip_ranges.length === 0;
  return [
    ...(scopes.length > 0
      ? [{ field: "scopes", message: `must be scopes of your own token, without ${scopes.join(", ")}` }]
      : []),
    ...(!everywhere && asked.workspace_policy === "entire_organization"
      ? [{ field: "workspace_policy", message: "must be specific_workspaces, as that of your own token" }]
      : []),
    ...(elsewhere.length > 0
      ? [{ field: "workspace_ids", message: "must be workspaces that your own token may use" }]
      : []),
    ...(endsLater ? [{ field: "expires_at", message: "must not be after that of your own token" }] : []),
    ...(anywhere || (own.allowed_ip_ranges.length > 0 && ranges.length > 0)
      ? [{ field: "allowed_ip_ranges", message: "must be within the ranges of your own token" }]
      : []),
    ...looserGuards(own, asked, "that of your own token"),
  ];
}

/** How guard and ceilings of `asked` hold less than those of `than`, by field. Empty if they hold as much. */
function looserGuards(than: GuardLimits, asked: GuardLimits, whose: string): FieldError[] {
  const ceilings = ["max_deletions_per_hour", "max_added_cost_per_hour", "max_resources_per_hour"] as const;
  const looser = ceilings.filter((field) => {
    const [most, more] = [than[field], asked[field]];
    return most !== null && (more === null || Number(more) > Number(most));
  });
  const isLooser = TOKEN_GUARDS.indexOf(asked.guard) < TOKEN_GUARDS.indexOf(than.guard);
  return [
    ...(isLooser ? [{ field: "guard", message: `must hold at least as much as ${whose}` }] : []),
    ...looser.map((field) => ({ field, message: `must be at most ${whose}` })),
  ];
}

/** The guard and ceilings of a token `t`. */
export const GUARDING: string =
  "t.guard, t.max_deletions_per_hour, trim_scale(t.max_added_cost_per_hour)::text AS max_added_cost_per_hour, " +
  "t.max_resources_per_hour, t.counted_with_token_id";

interface GuardingRow extends Ceilings {
  readonly token_id: string;
  readonly guard: TokenGuard;
  readonly counted_with_token_id: string | null;
}

/** Null for a token that nothing holds. */
export function guardingOf(row: GuardingRow): Guarding | null {
  const { guard, max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour } = row;
  if (guard === "none" && !hasCeilings(row)) return null;
  const countedWith = row.counted_with_token_id ?? row.token_id;
  return { guard, max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour, countedWith };
}

const LIMITS =
  "t.token_id, t.scopes, t.workspace_policy::text, t.workspace_ids::text[], t.allowed_ip_ranges, t.expires_at, " +
  `t.root_token_id, t.created_by, ${GUARDING}`;

/**
 * In the order of ids, so that requests that name each other's tokens queue. The caller's own row is kept from being
 * revoked or changed meanwhile, and the other from being widened.
 */
const hold = statement(
  "token_hold",
  `SELECT ${LIMITS} FROM api_token t
    WHERE t.organization_id = $organization_id AND t.token_id = ANY ($token_ids::text[]) AND t.revoked_at IS NULL
    ORDER BY t.token_id FOR NO KEY UPDATE`,
);

type HeldToken = RowOf<typeof hold>;

/**
 * Locks the caller's token and the one that it names, until the transaction ends.
 * @returns the caller's token; undefined for a user, whose role decides
 * @throws DomainError 403 when the named token may do more than the caller's
 */
export async function holdOwnToken(sql: Sql, caller: Caller, named?: string): Promise<HeldToken | undefined> {
  if (caller.type === "user") return undefined;
  const ids = [caller.id, ...(named === undefined ? [] : [named])];
  const rows = await sql.query(hold, { organization_id: caller.organizationId, token_ids: ids });
  const own = rows.find((row) => row.token_id === caller.id);
  // It was revoked since the door let it in.
  if (own === undefined) throw revokedMeanwhile();
  const other = rows.find((row) => row.token_id === named);
  if (other !== undefined) requireWithin(own, other);
  return own;
}

/** @throws DomainError 403 that names the fields beyond the limits of the caller's own token */
export function requireWithin(own: TokenLimits, asked: TokenLimits): void {
  const errors = limitsBeyond(own, asked);
  if (errors.length === 0) return;
  const fields = errors.map(({ field }) => field).join(", ");
  throw new DomainError(
    "forbidden",
    `A token may not make, change or revoke one that may do more than itself; that one goes further in ${fields}.`,
    { code: "exceeds_own_token", errors },
  );
}

/** @throws DomainError 403 when a token would loosen what holds another one, or itself */
export function requireAsGuarded(before: GuardLimits, after: GuardLimits): void {
  const errors = looserGuards(before, after, "it is");
  if (errors.length === 0) return;
  const fields = errors.map(({ field }) => field).join(", ");
  throw new DomainError("forbidden", `Only a person may loosen what holds a token; leave ${fields} as it is.`, {
    code: "exceeds_own_token",
    errors,
  });
}

function revokedMeanwhile(): DomainError {
  return new DomainError("unauthenticated", "The token of this request was revoked; send a valid one.");
}
