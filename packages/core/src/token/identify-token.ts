import { isAddressAllowed, isScope } from "@fulmar/contract";
import { lookup, type Sql } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import type { Identification } from "../request/door/door.ts";
import { FailureLimiter } from "../request/door/failure-limit.ts";
import { isLocked } from "../request/door/person-door.ts";
import { GUARDING, guardingOf } from "./token-limits.ts";
import type { TokenUse } from "./token-use.ts";
import { type Environment, hashTokenValue, isTokenValue } from "./token-value.ts";

const tokenDoor = lookup(
  "door_token",
  `SELECT t.token_id AS caller_id, t.root_token_id, t.name AS caller_name, t.scopes, t.expires_at, t.allowed_ip_ranges,
          t.hash <> $hash AS old_value, ${GUARDING},
          t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now())
          AND (t.hash = $hash OR t.old_until > now()) AND NOT ${isLocked("t.created_by", "t.rotated_by")} AS valid,
          t.workspace_policy = 'specific_workspaces' AS confined, o.organization_id, o.name AS organization_name,
          o.strict_scopes, w.workspace_id, w.name AS workspace_name,
          t.workspace_policy = 'entire_organization' OR w.workspace_id = ANY (t.workspace_ids) AS allowed
     FROM api_token t
     JOIN organization o ON o.organization_id = t.organization_id
     LEFT JOIN workspace w ON w.organization_id = t.organization_id AND w.workspace_id = $workspace_id
      AND w.deleted_at IS NULL
    WHERE t.hash = $hash OR t.old_hash = $hash`,
);

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

/** Counts wrong tokens by the address that they come from. */
export function tokenFailures(limits: { readonly perSecond: number; readonly burst: number }): FailureLimiter {
  return new FailureLimiter({
    ...limits,
    isFailure: (error) => error instanceof DomainError && error.kind === "unauthenticated",
    refuse: () =>
      new DomainError(
        "rate_limited",
        "Too many requests with a wrong token came from your address; wait as long as Retry-After says.",
        { retryAfterSeconds: 1 },
      ),
  });
}

/**
 * The bearer of an API token of this environment. Wrong tokens are counted by their source, a request without one is
 * not.
 */
export function identifyToken(
  sql: Sql,
  {
    environment,
    tokenUse,
    failures,
  }: { readonly environment: Environment; readonly tokenUse: TokenUse; readonly failures: FailureLimiter },
): Identification["token"] {
  return async (authorization, { workspaceId, sourceIp }) => {
    const value = BEARER.exec(authorization ?? "")?.[1];
    if (value === undefined) throw unauthenticated();
    if (!isTokenValue(value, environment)) {
      failures.fail(sourceIp);
      throw unauthenticated();
    }
    const hash = hashTokenValue(value);
    const row = await failures.check(sourceIp, hash.toString("base64"), async () => {
      const found = await sql.maybe(tokenDoor, { hash, workspace_id: workspaceId });
      if (found === undefined || !found.valid) throw unauthenticated();
      return found;
    });
    const welcome = isAddressAllowed(row.allowed_ip_ranges, sourceIp);
    tokenUse.record(row.caller_id, { ip: sourceIp, refused: !welcome, oldValue: row.old_value === true });
    const { workspace_id: id, workspace_name: name, organization_id: organizationId } = row;
    return {
      caller: {
        type: "token",
        id: row.caller_id,
        name: row.caller_name,
        scopes: new Set(row.scopes.filter(isScope)),
        role: null,
        organizationRole: null,
        expiresAt: row.expires_at,
        allowedIpRanges: row.allowed_ip_ranges,
        confined: row.confined,
        strictScopes: row.strict_scopes,
        guarding: guardingOf({ ...row, token_id: row.caller_id }),
      },
      workspace:
        id === null || name === null || row.allowed !== true
          ? null
          : { id, name, organizationId, organizationName: row.organization_name },
      rateKey: row.root_token_id ?? row.caller_id,
      refusal: welcome ? null : addressNotAllowed(sourceIp),
    };
  };
}

function addressNotAllowed(sourceIp: string | undefined) {
  const from = sourceIp === undefined ? "from where you are" : `from ${sourceIp}`;
  return new DomainError(
    "forbidden",
    `The token may not be used ${from}; send the request from one of its allowed IP ranges, or have them changed.`,
    {
      code: "address_not_allowed",
    },
  );
}

function unauthenticated() {
  return new DomainError(
    "unauthenticated",
    "Send a valid API token of this environment in the Authorization header, as in: Bearer <API_TOKEN>.",
  );
}
