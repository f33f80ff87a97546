import { ROTATION_OVERLAPS } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { auditChange, auditChangeValues } from "../audit/index.ts";
import { toTimestamp } from "../query/wire-form.ts";
import type { Actor } from "../request/caller.ts";
import type { Handler } from "../request/context.ts";
import { conflict, type DomainError } from "../request/domain-error.ts";
import { tokenNotFound } from "./api-token.ts";
import { holdManager } from "./member-tokens.ts";
import { holdOwnToken } from "./token-limits.ts";
import { hashTokenValue, newTokenValue, type TokenPlace, tokenPrefix } from "./token-value.ts";

/** Locks the present row first, so that the second of two concurrent rotations sees the result of the first. */
const rotate = statement(
  "token_rotate",
  `WITH before AS (
     SELECT token_id, hash, prefix, expires_at FROM api_token
      WHERE token_id = $token_id AND ($organization_id::text IS NULL OR organization_id = $organization_id)
        AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        AND ($replaced_prefix::text IS NULL OR prefix = $replaced_prefix)
        FOR UPDATE
   ), changed AS (
     UPDATE api_token t
        SET hash = $hash, prefix = $prefix, rotated_at = now(), rotated_by = $actor_id,
            old_hash = b.hash, old_prefix = b.prefix,
            old_until = least(now() + $overlap_seconds::int * interval '1 second', b.expires_at), old_used_at = NULL
       FROM before b WHERE t.token_id = b.token_id
     RETURNING t.token_id, t.organization_id, t.old_until
   ), audited AS (
     ${auditChange("apiToken.rotate", { resource: "changed.token_id" })}
   )
   SELECT old_until FROM changed`,
  // It was just set, to the end of the overlap or to the expiry.
  { present: ["old_until"] },
);

const look = statement(
  "token_rotate_refused",
  `SELECT expires_at <= now() AS expired FROM api_token
    WHERE token_id = $token_id AND ($organization_id::text IS NULL OR organization_id = $organization_id)
      AND revoked_at IS NULL`,
);

/**
 * The previous value stays valid for `overlapSeconds`. After that the door refuses it, without a reconciler. At most
 * two values are in force: one from an earlier rotation ends at once. The new value is only returned here, and only its
 * hash is stored.
 * @param request `organizationId` confines it to one organization; without `by` it is the operator; `replaces` is the
 * prefix that the caller saw, so that of two concurrent rotations one succeeds and neither ends a value unseen
 * @throws DomainError 404 when no such token is in force (there); 409 `token_expired`, `token_rotated_meanwhile`
 */
export async function rotateToken(
  { sql }: { readonly sql: Sql },
  request: TokenPlace & {
    readonly tokenId: string;
    readonly organizationId?: string | undefined;
    readonly replaces?: string | undefined;
    readonly overlapSeconds: number;
    readonly by?: Actor;
  },
): Promise<{ token: string; oldUntil: Date }> {
  const token = newTokenValue(request);
  const place = { token_id: request.tokenId, organization_id: request.organizationId };
  const row = await sql.maybe(rotate, {
    ...place,
    replaced_prefix: request.replaces,
    hash: hashTokenValue(token),
    prefix: tokenPrefix(token),
    overlap_seconds: request.overlapSeconds,
    ...auditChangeValues(request.by ?? { userId: null }),
  });
  if (row !== undefined) return { token, oldUntil: row.old_until };
  const there = await sql.maybe(look, place);
  throw there === undefined ? tokenNotFound() : rotationRefused(there.expired === true);
}

/** The new value is only shown in this answer. */
export const rotateOwnToken: Handler<"apiToken.rotate"> = async (context, input) => {
  const { sql, workspace, caller } = context;
  const { organizationId } = workspace;
  const by = context.actor();
  await holdOwnToken(sql, caller, input.token_id);
  await holdManager(sql, organizationId, by);
  const { token, oldUntil } = await rotateToken(context, {
    tokenId: input.token_id,
    organizationId,
    replaces: input.replaces,
    overlapSeconds: ROTATION_OVERLAPS[input.overlap],
    environment: context.configuration.environment,
    cell: context.configuration.cell,
    by,
  });
  return { token_id: input.token_id, token, old_until: toTimestamp(oldUntil) };
};

function rotationRefused(expired: boolean): DomainError {
  if (expired)
    return conflict("token_expired", "The token has expired, so there is nothing to replace; create a new one.");
  return conflict(
    "token_rotated_meanwhile",
    "Somebody else has rotated the token meanwhile; look at the token again before you rotate it.",
  );
}
