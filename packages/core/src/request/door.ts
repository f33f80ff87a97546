import { fieldErrorsOf, ipRangeHolds, isScope, ROLE_SCOPES, type Scope, WorkspaceId } from "@fulmar/contract";
import { lookup, type RowOf, type Sql } from "@fulmar/prisma";
import type { z } from "zod";
import type { TokenUse } from "../token/token-use.ts";
import { type Environment, hashTokenValue, isTokenValue } from "../token/token-value.ts";
import type { Caller, Credentials, Workspace } from "./caller.ts";
import { DomainError } from "./domain-error.ts";
import { type RateLimiter, type RateState, rateLimited } from "./rate-limit.ts";

export interface Entry {
  readonly caller: Caller;
  readonly workspace: Workspace;
}

/** Who has come in, and why they may not go on all the same; null when they may. */
interface Admission {
  readonly entry: Entry;
  readonly refusal: DomainError | null;
}

const tokenDoor = lookup(
  "door_token",
  `SELECT t.token_id AS caller_id, t.name AS caller_name, t.scopes, t.allowed_ip_ranges, t.hash <> $1 AS old_value,
          t.revoked_at IS NULL AND (t.expires_at IS NULL OR t.expires_at > now()) AND (t.hash = $1 OR t.old_until > now()) AS valid,
          o.organization_id, o.name AS organization_name, w.workspace_id, w.name AS workspace_name,
          t.workspace_policy = 'entire_organization' OR w.workspace_id = ANY (t.workspace_ids) AS allowed
     FROM api_token t
     JOIN organization o ON o.organization_id = t.organization_id
     LEFT JOIN workspace w ON w.organization_id = t.organization_id AND w.workspace_id = $2 AND w.deleted_at IS NULL
    WHERE t.hash = $1 OR t.old_hash = $1`,
);

const sessionDoor = lookup(
  "door_session",
  `SELECT u.id AS caller_id, u.name AS caller_name, m.role, o.organization_id, o.name AS organization_name,
          w.workspace_id, w.name AS workspace_name, true AS allowed
     FROM "user" u
     LEFT JOIN workspace w ON w.workspace_id = $2 AND w.deleted_at IS NULL
     LEFT JOIN member m ON m.user_id = u.id AND m.organization_id = w.organization_id
     LEFT JOIN organization o ON o.organization_id = m.organization_id
    WHERE u.id = $1`,
);

const BEARER = /^bearer +([\x21-\x7e]+)$/i;

/**
 * The first checks of every request, in their order (design: order of checks): 401 caller → 429 rate → 400 workspace_id
 * → 403 workspace → 403 address. One SQL round trip. Nothing is cached, so a token that is revoked, and a value whose
 * time after a rotation has ended, are refused on the very next request, in every process.
 */
export class Door {
  readonly #sql: Sql;
  readonly #environment: Environment;
  readonly #rateLimiter: RateLimiter;
  readonly #tokenUse: TokenUse;

  constructor(parts: { sql: Sql; environment: Environment; rateLimiter: RateLimiter; tokenUse: TokenUse }) {
    this.#sql = parts.sql;
    this.#environment = parts.environment;
    this.#rateLimiter = parts.rateLimiter;
    this.#tokenUse = parts.tokenUse;
  }

  /**
   * @returns a refusal beside the entry where it belongs into the workspace's trail: an address from which the token
   * may not be used
   * @throws DomainError 401, 429, 400 or 403
   */
  async enter(request: {
    readonly credentials: Credentials;
    readonly workspaceId: unknown;
    readonly sourceIp: string | undefined;
    readonly reportRate: (state: RateState) => void;
  }): Promise<Admission> {
    const workspaceId = WorkspaceId.safeParse(request.workspaceId);
    const sought = workspaceId.success ? BigInt(workspaceId.data) : null;
    const { row, scopes, type, refusal } = await this.#identify(request.credentials, sought, request.sourceIp);
    // Whoever sends a lost value from elsewhere must not use up what its owner may send.
    const { allowed, state } = this.#rateLimiter.take(
      refusal === null ? row.caller_id : `${row.caller_id} from elsewhere`,
    );
    request.reportRate(state);
    if (!allowed) throw rateLimited();
    if (sought === null) throw invalidWorkspaceId(workspaceId.error);
    if (
      row.workspace_id === null ||
      row.workspace_name === null ||
      row.organization_id === null ||
      row.organization_name === null ||
      row.allowed !== true
    )
      throw workspaceForbidden();
    const caller = {
      ...{ type, id: row.caller_id, name: row.caller_name, organizationId: row.organization_id, scopes },
      role: "role" in row ? row.role : null,
    };
    const workspace = {
      id: row.workspace_id,
      name: row.workspace_name,
      organizationId: row.organization_id,
      organizationName: row.organization_name,
    };
    return { entry: { caller, workspace }, refusal };
  }

  async #identify(
    credentials: Credentials,
    workspaceId: bigint | null,
    sourceIp: string | undefined,
  ): Promise<{
    row: RowOf<typeof tokenDoor | typeof sessionDoor>;
    scopes: ReadonlySet<Scope>;
    type: Caller["type"];
    refusal: DomainError | null;
  }> {
    if (credentials.kind === "bearer") {
      const value = BEARER.exec(credentials.authorization ?? "")?.[1];
      if (value === undefined || !isTokenValue(value, this.#environment)) throw unauthenticated();
      const [row] = await this.#sql.query(tokenDoor, [hashTokenValue(value), workspaceId]);
      if (row === undefined || !row.valid) throw unauthenticated();
      const welcome = isAddressAllowed(row.allowed_ip_ranges, sourceIp);
      this.#tokenUse.record(row.caller_id, { ip: sourceIp, refused: !welcome, oldValue: row.old_value === true });
      return {
        row,
        scopes: new Set(row.scopes.filter(isScope)),
        type: "token",
        refusal: welcome ? null : addressNotAllowed(sourceIp),
      };
    }
    if (credentials.userId === undefined) throw signedOut();
    const [row] = await this.#sql.query(sessionDoor, [credentials.userId, workspaceId]);
    if (row === undefined) throw signedOut();
    return { row, scopes: new Set(row.role === null ? [] : ROLE_SCOPES[row.role]), type: "user", refusal: null };
  }
}

/** Without ranges a token may be used from everywhere; with some, not from an address that is not known. */
function isAddressAllowed(ranges: readonly string[], sourceIp: string | undefined): boolean {
  return ranges.length === 0 || (sourceIp !== undefined && ranges.some((range) => ipRangeHolds(range, sourceIp)));
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
function signedOut() {
  return new DomainError("unauthenticated", "Sign in to go on.");
}
function invalidWorkspaceId(error: z.ZodError | undefined) {
  const [fault] = error === undefined ? [] : fieldErrorsOf(error);
  return new DomainError("invalid_request", "Send the query parameter workspace_id: a positive number.", {
    errors: [{ field: "workspace_id", message: fault?.message ?? "must be a positive number" }],
  });
}
function workspaceForbidden() {
  return new DomainError(
    "forbidden",
    "You may not use this workspace; check workspace_id and the token's workspace policy.",
    { code: "workspace_forbidden" },
  );
}
/** The refusal of a caller without the scope that an operation needs. */
export function scopeMissing(scope: Scope, type: Caller["type"]) {
  const who = type === "token" ? "The token lacks" : "Your role lacks";
  return new DomainError("forbidden", `${who} the scope ${scope}, which this request needs.`, {
    code: "scope_missing",
  });
}
