// No token makes, changes or takes over a token that may do more than itself (docs/adr/0062).
import { type FieldError, ipRangeContains } from "@fulmar/contract";
import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import type { Caller } from "../request/caller.ts";
import { DomainError } from "../request/domain-error.ts";

/** What a token may do, where, from where and how long. */
export interface TokenLimits {
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
  ];
}

const LIMITS =
  "token_id, scopes, workspace_policy::text, workspace_ids::text[], allowed_ip_ranges, expires_at, root_token_id, created_by";

/**
 * In the order of ids, so that requests that name each other's tokens queue. The caller's own row is kept from being
 * revoked or changed meanwhile, and the other from being widened.
 */
const hold = statement(
  "token_hold",
  `SELECT ${LIMITS} FROM api_token
    WHERE organization_id = $1 AND token_id = ANY ($2::text[]) AND revoked_at IS NULL
    ORDER BY token_id FOR NO KEY UPDATE`,
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
  const rows = await sql.query(hold, [caller.organizationId, ids]);
  const own = rows.find((row) => row.token_id === caller.id);
  // It was revoked since the door let it in.
  if (own === undefined) throw revokedMeanwhile();
  const other = rows.find((row) => row.token_id === named);
  if (other !== undefined) requireWithin(limitsOf(own), limitsOf(other));
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

/** Narrows the lists' types: they never contain NULL, but the database's types cannot express that. */
export function limitsOf({
  scopes,
  workspace_policy,
  workspace_ids,
  allowed_ip_ranges,
  expires_at,
}: HeldToken): TokenLimits {
  return {
    scopes,
    workspace_policy: workspace_policy ?? "",
    workspace_ids: workspace_ids ?? [],
    allowed_ip_ranges,
    expires_at,
  };
}

function revokedMeanwhile(): DomainError {
  return new DomainError("unauthenticated", "The token of this request was revoked; send a valid one.");
}
