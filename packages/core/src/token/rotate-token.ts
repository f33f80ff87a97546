import { type Database, statement } from "@fulmar/prisma";
import { conflict, type DomainError } from "../request/domain-error.ts";
import { auditTokenSql, auditTokenValues, type TokenChange } from "./audit-token.ts";
import { tokenNotFound } from "./token-not-found.ts";
import { type Environment, hashTokenValue, newTokenValue, tokenPrefix } from "./token-value.ts";

/** What stood before is locked first, so that of two rotations at once the second sees what the first has made. */
const rotate = statement(
  "token_rotate",
  `WITH before AS (
     SELECT token_id, hash, prefix, expires_at FROM api_token
      WHERE token_id = $1 AND ($2::text IS NULL OR organization_id = $2) AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())
        AND ($3::text IS NULL OR prefix = $3)
        FOR UPDATE
   ), changed AS (
     UPDATE api_token t
        SET hash = $4, prefix = $5, rotated_at = now(), old_hash = b.hash, old_prefix = b.prefix,
            old_until = least(now() + $6::int * interval '1 second', b.expires_at), old_used_at = NULL
       FROM before b WHERE t.token_id = b.token_id
     RETURNING t.token_id, t.organization_id, t.old_until
   ), audited AS (
     ${auditTokenSql("apiToken.rotate", 200, 7)}
   )
   SELECT old_until FROM changed`,
);

const look = statement(
  "token_rotate_refused",
  `SELECT expires_at <= now() AS expired FROM api_token WHERE token_id = $1 AND ($2::text IS NULL OR organization_id = $2) AND revoked_at IS NULL`,
);

/**
 * Gives a token another value. Scopes, workspaces, expiry and ranges stay. The value that it had goes on for
 * `overlapSeconds` and is refused from then on by the door alone, without anything that has to run. At most two values
 * are in force: where one from an earlier rotation still is, that one ends at once. The new value is returned this
 * once; only its hash is kept.
 * @param request `organizationId` confines it to one organization; `replaces` is the prefix that the caller saw: of two
 * people who rotate at once, one does, and nobody ends a value that they did not know of
 * @throws DomainError 404 when no such token is in force (there); 409 `token_expired`, `token_rotated_meanwhile`
 */
export async function rotateToken(
  database: Pick<Database, "sql">,
  request: {
    readonly tokenId: string;
    readonly organizationId?: string | undefined;
    readonly replaces?: string | undefined;
    readonly overlapSeconds: number;
    readonly environment: Environment;
    readonly change: TokenChange;
  },
): Promise<{ token: string; oldUntil: Date }> {
  const token = newTokenValue(request.environment);
  const place = [request.tokenId, request.organizationId ?? null];
  const value = [hashTokenValue(token), tokenPrefix(token), request.overlapSeconds];
  const [row] = await database.sql.queryAs<{ old_until: Date }>(rotate, [
    ...place,
    request.replaces ?? null,
    ...value,
    ...auditTokenValues(request.change),
  ]);
  if (row !== undefined) return { token, oldUntil: row.old_until };
  const [there] = await database.sql.queryAs<{ expired: boolean | null }>(look, place);
  throw there === undefined ? tokenNotFound() : rotationRefused(there.expired === true);
}

function rotationRefused(expired: boolean): DomainError {
  if (expired)
    return conflict("token_expired", "The token has expired, so there is nothing to replace; create a new one.");
  return conflict(
    "token_rotated_meanwhile",
    "Somebody else has rotated the token meanwhile; look at it again before you replace the value that it has now.",
  );
}
