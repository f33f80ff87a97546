import { fieldErrorsOf, type Scope, WorkspaceId } from "@fulmar/contract";
import type { z } from "zod";
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

/** Who sends a request, found out in one query together with the workspace that it names. */
export interface Identified {
  readonly caller: Omit<Caller, "organizationId">;
  /** Null where there is no such workspace, or the caller may not use it. */
  readonly workspace: Workspace | null;
  /** Why a caller who is known may not go on. */
  readonly refusal: DomainError | null;
}

/** What a caller is identified by, besides the credentials. */
export interface IdentifiedBy {
  /** Null where the request names none. */
  readonly workspaceId: bigint | null;
  readonly sourceIp: string | undefined;
}

/** Finds out who sends a request: a token's bearer, or the user of a session. @throws DomainError 401 */
export interface Identification {
  readonly token: (authorization: string | undefined, by: IdentifiedBy) => Promise<Identified>;
  readonly session: (userId: string | undefined, by: IdentifiedBy) => Promise<Identified>;
}

/**
 * The first checks of every request, in their order (design: order of checks): 401 caller → 429 rate → 400 workspace_id
 * → 403 workspace → 403 address. One SQL round trip. Nothing is cached, so a token that is revoked, and a value whose
 * time after a rotation has ended, are refused on the very next request, in every process.
 */
export class Door {
  readonly #identification: Identification;
  readonly #rateLimiter: RateLimiter;

  constructor(parts: { identification: Identification; rateLimiter: RateLimiter }) {
    this.#identification = parts.identification;
    this.#rateLimiter = parts.rateLimiter;
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
    const { caller, workspace, refusal } = await this.#identify(request.credentials, {
      workspaceId: workspaceId.success ? BigInt(workspaceId.data) : null,
      sourceIp: request.sourceIp,
    });
    // Whoever sends a lost value from elsewhere must not use up what its owner may send.
    const { allowed, state } = this.#rateLimiter.take(refusal === null ? caller.id : `${caller.id} from elsewhere`);
    request.reportRate(state);
    if (!allowed) throw rateLimited();
    if (!workspaceId.success) throw invalidWorkspaceId(workspaceId.error);
    if (workspace === null) throw workspaceForbidden();
    return { entry: { caller: { ...caller, organizationId: workspace.organizationId }, workspace }, refusal };
  }

  #identify(credentials: Credentials, by: IdentifiedBy): Promise<Identified> {
    return credentials.kind === "bearer"
      ? this.#identification.token(credentials.authorization, by)
      : this.#identification.session(credentials.userId, by);
  }
}

function invalidWorkspaceId(error: z.ZodError) {
  const [fault] = fieldErrorsOf(error);
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
