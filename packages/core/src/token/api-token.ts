// The tokens of an organization, for the members who manage them.
import { ApiTokenRecord, type Page } from "@fulmar/contract";
import { type RowOf, type Sql, statement, type Transaction } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { olderThan, toPage } from "../query/paging.ts";
import { toTimestamp, wireForm } from "../query/wire-form.ts";
import type { ShownSecret } from "../request/answers/kept-answers.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { conflict, DomainError } from "../request/domain-error.ts";
import { endTokensSeenBy } from "./member-tokens.ts";
import { holdOwnToken, requireAsGuarded, requireWithin } from "./token-limits.ts";
import { hashTokenValue } from "./token-value.ts";

const COLUMNS = `t.token_id, t.name, t.prefix, t.scopes, t.workspace_policy::text, t.workspace_ids::text[],
                 t.allowed_ip_ranges, u.name AS maker_name, u.email AS maker_email,
  EXISTS (SELECT FROM member m
           WHERE m.organization_id = t.organization_id AND m.user_id = t.created_by) AS maker_is_member,
  t.created_by_token_id,
  t.created_at, t.expires_at, t.rotated_at, t.old_prefix,
  CASE WHEN t.old_until > now() THEN t.old_until END AS old_until, t.old_used_at,
  t.last_used_at, t.last_used_ip, t.refused_at, t.refused_ip,
  t.guard, t.max_deletions_per_hour, trim_scale(t.max_added_cost_per_hour)::text AS max_added_cost_per_hour,
  t.max_resources_per_hour`;

/** The detail in the audit trail of the guard and ceilings of a token `changed`. */
export const GUARDING_SAID: string = `nullif(concat_ws(', ',
  CASE WHEN changed.guard <> 'none' THEN 'guard ' || changed.guard END,
  'at most ' || changed.max_deletions_per_hour || ' deletions an hour',
  'at most ' || trim_scale(changed.max_added_cost_per_hour) || ' added cost an hour',
  'at most ' || changed.max_resources_per_hour || ' resources an hour'), '')`;
export const GUARDING_COLUMNS = "guard, max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour";

const list = statement(
  "token_list",
  `SELECT ${COLUMNS}
     FROM api_token t LEFT JOIN "user" u ON u.id = t.created_by
    WHERE t.organization_id = $organization_id AND t.revoked_at IS NULL
      AND t.token_id < $token_id
      AND ($name::text IS NULL OR strpos(lower(t.name), lower($name)) > 0)
    ORDER BY t.token_id DESC LIMIT $limit`,
);

const read = statement(
  "token_read",
  `SELECT ${COLUMNS} FROM api_token t LEFT JOIN "user" u ON u.id = t.created_by
    WHERE t.token_id = $token_id AND t.organization_id = $organization_id AND t.revoked_at IS NULL`,
);

/** The same, with the number of what ends with it. */
const readDetail = statement(
  "token_read_detail",
  `SELECT ${COLUMNS},
          (SELECT count(*)::int FROM access_key k
            WHERE k.created_by_id = t.token_id AND (k.expires_at IS NULL OR k.expires_at > now())) AS access_keys,
          (SELECT count(*)::int FROM tokens_seen_by(t.organization_id, t.token_id) s
             JOIN api_token o ON o.token_id = s.token_id
            WHERE o.revoked_at IS NULL AND (o.expires_at IS NULL OR o.expires_at > now())) AS tokens
     FROM api_token t LEFT JOIN "user" u ON u.id = t.created_by
    WHERE t.token_id = $token_id AND t.organization_id = $organization_id AND t.revoked_at IS NULL`,
);

/** Audit events of the token itself belong to no workspace. */
const changes = statement(
  "token_history",
  `SELECT audit_event_id, action, actor_name, source_ip, at FROM audit_event
    WHERE NOT planned AND workspace_id IS NULL AND resource_id = $token_id AND organization_id = $organization_id
    ORDER BY at DESC, audit_event_id DESC LIMIT 20`,
);

const update = statement(
  "token_update",
  `WITH changed AS (
     UPDATE api_token SET name = coalesce($name, name),
            allowed_ip_ranges = coalesce($allowed_ip_ranges::text[], allowed_ip_ranges),
            expires_at = CASE WHEN $sets_expiry::boolean THEN $expires_at::timestamptz ELSE expires_at END,
            old_until = CASE WHEN $sets_expiry::boolean AND old_until IS NOT NULL
                             THEN least(old_until, $expires_at::timestamptz) ELSE old_until END,
            guard = coalesce($guard, guard),
            max_deletions_per_hour = CASE WHEN $sets_deletions::boolean THEN $max_deletions_per_hour::int
                                          ELSE max_deletions_per_hour END,
            max_added_cost_per_hour = CASE WHEN $sets_cost::boolean THEN $max_added_cost_per_hour::numeric
                                           ELSE max_added_cost_per_hour END,
            max_resources_per_hour = CASE WHEN $sets_resources::boolean THEN $max_resources_per_hour::int
                                          ELSE max_resources_per_hour END
      WHERE token_id = $token_id AND organization_id = $organization_id AND revoked_at IS NULL
     RETURNING token_id, organization_id, ${GUARDING_COLUMNS}
   ), audited AS (
     ${auditChange("apiToken.update", { resource: "changed.token_id", detail: GUARDING_SAID })}
   )
   SELECT token_id FROM changed`,
);

const end = statement(
  "token_end_old_value",
  `WITH changed AS (
     UPDATE api_token SET old_until = now()
      WHERE token_id = $token_id AND organization_id = $organization_id AND revoked_at IS NULL AND old_until > now()
     RETURNING token_id, organization_id
   ), audited AS (
     ${auditChange("apiToken.endOldValue", { resource: "changed.token_id" })}
   )
   SELECT token_id FROM changed`,
);

const revoke = statement(
  "token_revoke",
  `WITH changed AS (
     UPDATE api_token SET revoked_at = now()
      WHERE token_id = $token_id AND ($organization_id::text IS NULL OR organization_id = $organization_id)
        AND revoked_at IS NULL
     RETURNING token_id, organization_id
   ), audited AS (
     ${auditChange("apiToken.revoke", { resource: "changed.token_id" })}
   )
   SELECT token_id, organization_id FROM changed`,
);

const inForce = statement(
  "token_value_in_force",
  "SELECT 1 FROM api_token WHERE hash = $hash AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())",
);

/** Whether the value of an answer is still the token's value. */
export async function isTokenValueInForce(sql: Sql, { token }: ShownSecret): Promise<boolean> {
  return (await sql.maybe(inForce, { hash: hashTokenValue(token) })) !== undefined;
}

/** The access keys that tokens made, which a family above stores. */
export interface KeysOfTokens {
  /** Deletes them. The caller has revoked the token in the same transaction, so that it makes no more. */
  readonly end: (sql: Sql, ended: { readonly tokenId: string; readonly by: Actor }) => Promise<void>;
  /** Has them held as the token is, once the transaction is committed. */
  readonly hold: (send: Transaction["send"], tokenId: string) => void;
}

/** The tokens of an organization that are not revoked, newest first. Includes expired ones. */
export async function listTokensOf(
  { sql }: { readonly sql: Sql },
  request: {
    readonly organizationId: string;
    readonly limit: number;
    readonly cursor?: string | undefined;
    readonly name?: string | undefined;
  },
): Promise<Page<ApiTokenRecord>> {
  const { organizationId, limit, cursor, name } = request;
  const token_id = olderThan(cursor, "tok");
  const rows = await sql.query(list, { organization_id: organizationId, token_id, name, limit: limit + 1 });
  return toPage(rows, limit, (row) => row.token_id, toRecord);
}

export const listTokens: Handler<"apiToken.list"> = (context, request) =>
  listTokensOf(context, { organizationId: context.workspace.organizationId, ...request });

/** One of the organization's tokens with its latest changes. */
export const readToken: Handler<"apiToken.get"> = async ({ sql, workspace }, { token_id }) => {
  const place = { token_id, organization_id: workspace.organizationId };
  const [row, history] = await Promise.all([sql.maybe(readDetail, place), sql.query(changes, place)]);
  if (row === undefined) throw tokenNotFound();
  const events = history.map((event) => ({ ...event, at: toTimestamp(event.at) }));
  return { ...toRecord(row), events, access_keys: row.access_keys, tokens: row.tokens };
};

/** The record of a token in the transaction that has made or changed it. @throws DomainError 404 */
export async function readRecord(sql: Sql, organizationId: string, tokenId: string): Promise<ApiTokenRecord> {
  const row = await sql.maybe(read, { token_id: tokenId, organization_id: organizationId });
  if (row === undefined) throw tokenNotFound();
  return toRecord(row);
}

/** Changes a token, from the next request on. */
export const updateToken =
  (keys: KeysOfTokens): Handler<"apiToken.update"> =>
  async (context, { token_id, ...change }) => {
    const { sql, workspace, caller } = context;
    const { organizationId } = workspace;
    const own = await holdOwnToken(sql, caller, token_id);
    const { name, allowed_ip_ranges, expires_at, guard } = change;
    const { max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour } = change;
    const ceilings = { max_deletions_per_hour, max_added_cost_per_hour, max_resources_per_hour };
    const isHeldAnew = [guard, ...Object.values(ceilings)].some((value) => value !== undefined);
    const before = own !== undefined && isHeldAnew ? await readRecord(sql, organizationId, token_id) : undefined;
    const updated = await sql.maybe(update, {
      ...{ token_id, organization_id: organizationId, name, guard },
      allowed_ip_ranges: allowed_ip_ranges && [...new Set(allowed_ip_ranges)],
      sets_expiry: expires_at !== undefined,
      expires_at: typeof expires_at === "string" ? new Date(expires_at) : null,
      sets_deletions: max_deletions_per_hour !== undefined,
      sets_cost: max_added_cost_per_hour !== undefined,
      sets_resources: max_resources_per_hour !== undefined,
      ...ceilings,
      ...auditChangeValues(context.actor()),
    });
    if (updated === undefined) throw tokenNotFound();
    const record = await readRecord(sql, organizationId, token_id);
    if (own !== undefined) requireWithin(own, { ...record, expires_at: dateOf(record.expires_at) });
    if (before !== undefined) requireAsGuarded(before, record);
    if (isHeldAnew) keys.hold(context.send, token_id);
    return record;
  };

/** Ends the overlap of a rotation early: the old value is refused on its next request. */
export const endOldValue: Handler<"apiToken.endOldValue"> = async (context, { token_id }) => {
  const { sql, workspace, caller } = context;
  await holdOwnToken(sql, caller, token_id);
  await readRecord(sql, workspace.organizationId, token_id);
  const place = { token_id, organization_id: workspace.organizationId };
  const ended = await sql.maybe(end, { ...place, ...auditChangeValues(context.actor()) });
  if (ended === undefined)
    throw conflict("no_old_value", "The token no longer has an old value in force; there is nothing to end.");
  return { token_id };
};

/** A token to revoke. */
export interface TokenRevocation {
  readonly tokenId: string;
  /** Confines it to one organization. */
  readonly organizationId?: string | undefined;
  /** Keeps the access keys and the tokens that it made. */
  readonly keepCredentials?: boolean | undefined;
  /** The operator, if missing. */
  readonly by?: Actor;
}

/**
 * Revokes a token, and what it made: access keys, and tokens whose value it has seen. It is refused on the next
 * request, in every process. Of two concurrent calls, one succeeds.
 * @param sql of a transaction
 * @throws DomainError 404 when no token with this id is in force (there)
 */
export async function revokeTokenAndKeys(
  sql: Sql,
  keys: KeysOfTokens,
  { tokenId, organizationId, keepCredentials, by = { userId: null } }: TokenRevocation,
): Promise<void> {
  const revoked = await sql.maybe(revoke, {
    token_id: tokenId,
    organization_id: organizationId,
    ...auditChangeValues(by),
  });
  if (revoked === undefined) throw tokenNotFound();
  if (keepCredentials) return;
  const seen = { organizationId: revoked.organization_id, principal: tokenId };
  for (const each of [tokenId, ...(await endTokensSeenBy(sql, { ...seen, reach: { except: [] }, lost: null, by }))])
    await keys.end(sql, { tokenId: each, by });
}

export const revokeOwnToken =
  (keys: KeysOfTokens): Handler<"apiToken.revoke"> =>
  async (context, { token_id, keep_credentials }) => {
    const { sql, workspace, caller } = context;
    await holdOwnToken(sql, caller, token_id);
    await revokeTokenAndKeys(sql, keys, {
      ...{ tokenId: token_id, organizationId: workspace.organizationId, keepCredentials: keep_credentials },
      by: context.actor(),
    });
    return { token_id };
  };

/**
 * The refusal for a token that is revoked, belongs to another organization or does not exist. The three are
 * indistinguishable.
 */
export function tokenNotFound(): DomainError {
  return new DomainError(
    "not_found",
    "There is no such token, or it was revoked; list the tokens to see which are in force.",
  );
}

function dateOf(moment: string | null): Date | null {
  return moment === null ? null : new Date(moment);
}

const shown = wireForm(ApiTokenRecord.omit({ created_by: true, old_value: true, last_refused: true }));

function toRecord(row: RowOf<typeof list>): ApiTokenRecord {
  const { maker_name: name, maker_email: email, old_prefix, old_until, refused_at } = row;
  return {
    ...shown(row),
    created_by: name === null || email === null ? null : { name, email, is_member: row.maker_is_member },
    old_value:
      old_until === null || old_prefix === null
        ? null
        : { prefix: old_prefix, until: toTimestamp(old_until), last_used_at: toTimestamp(row.old_used_at) },
    last_refused: refused_at === null ? null : { at: toTimestamp(refused_at), ip: row.refused_ip },
  };
}
