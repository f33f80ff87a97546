import { isAddressAllowed, OPERATOR_ROLE_SCOPES } from "@fulmar/contract";
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError, signedOut } from "../request/domain-error.ts";
import type { FailureLimiter } from "../request/door/failure-limit.ts";
import { type IdentifyOperator, type Operator, scopesOfToken } from "../request/door/installation-door.ts";
import { isLocked } from "../request/door/person-door.ts";
import { type Environment, hashTokenValue, isTokenValue } from "../token/index.ts";

const person = statement(
  "door_operator",
  `SELECT u.id, u.name, u.two_factor_enabled, o.role FROM "user" u LEFT JOIN operator o ON o.user_id = u.id
    WHERE u.id = $user_id AND NOT ${isLocked("u.id")}`,
);

// Remembers the use of a token once a minute, so that most requests write nothing.
const bearer = statement(
  "door_operator_token",
  `WITH used AS (
     UPDATE operator_token SET last_used_at = now()
      WHERE hash = $hash AND revoked_at IS NULL AND coalesce(last_used_at < now() - interval '1 minute', true)
   )
   SELECT t.token_id, t.name, t.user_id, t.scopes, t.allowed_ip_ranges, o.role, u.two_factor_enabled
     FROM operator_token t JOIN operator o ON o.user_id = t.user_id JOIN "user" u ON u.id = t.user_id
    WHERE t.hash = $hash AND t.revoked_at IS NULL AND t.expires_at > now()
      AND NOT ${isLocked("t.user_id")}`,
);

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

/**
 * Identifies who runs the installation. In production a person without a second factor is no operator, and neither is
 * their token.
 */
export function identifyOperator(
  sql: Sql,
  { environment, failures }: { readonly environment: Environment; readonly failures: FailureLimiter },
): IdentifyOperator {
  const needsSecondFactor = environment === "production";

  async function byToken(authorization: string | undefined, sourceIp: string | undefined): Promise<Operator> {
    const value = BEARER.exec(authorization ?? "")?.[1];
    if (value === undefined) throw unauthenticated();
    if (!isTokenValue(value, environment, "operator")) {
      failures.fail(sourceIp);
      throw unauthenticated();
    }
    const hash = hashTokenValue(value);
    const row = await failures.check(sourceIp, hash.toString("base64"), async () => {
      const found = await sql.maybe(bearer, { hash });
      if (found === undefined) throw unauthenticated();
      return found;
    });
    if (!isAddressAllowed(row.allowed_ip_ranges, sourceIp)) throw addressNotAllowed();
    if (needsSecondFactor && !row.two_factor_enabled) throw secondFactorRequired();
    const scopes = scopesOfToken(row.scopes, row.role);
    return { type: "token", id: row.token_id, name: row.name, userId: row.user_id, role: null, scopes };
  }

  async function bySession(userId: string | undefined, sessionId: string | undefined): Promise<Operator> {
    if (userId === undefined) throw signedOut();
    const row = await sql.maybe(person, { user_id: userId });
    if (row === undefined) throw signedOut();
    const { id, name, role } = row;
    if (role === null) throw operatorRequired();
    if (needsSecondFactor && !row.two_factor_enabled) throw secondFactorRequired();
    return { type: "user", id, name, userId: id, sessionId, role, scopes: new Set(OPERATOR_ROLE_SCOPES[role]) };
  }

  return (credentials, sourceIp) =>
    credentials.kind === "bearer"
      ? byToken(credentials.authorization, sourceIp)
      : bySession(credentials.userId, credentials.sessionId);
}

function unauthenticated() {
  return new DomainError(
    "unauthenticated",
    "Send a valid operator token of this environment in the Authorization header, as in: Bearer <OPERATOR_TOKEN>.",
  );
}

function operatorRequired() {
  return new DomainError("forbidden", "Only operators of this installation may do this; ask one of them.", {
    code: "operator_required",
  });
}

function secondFactorRequired() {
  return new DomainError(
    "forbidden",
    "Operators need a second factor in production; set up an authenticator on your account page.",
    { code: "second_factor_required" },
  );
}

function addressNotAllowed() {
  return new DomainError("forbidden", "The operator token may not be used from your address; use one of its ranges.", {
    code: "address_not_allowed",
  });
}
