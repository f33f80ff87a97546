import { fieldErrorsOf, WorkspaceId } from "@fulmar/contract";
import type { z } from "zod";
import type { Caller, Credentials, SessionCredentials, Workspace } from "../caller.ts";
import { DomainError } from "../domain-error.ts";
import { type RateLimiter, type RateState, rateLimited } from "./rate-limit.ts";

export interface Entry {
  readonly caller: Caller;
  readonly workspace: Workspace;
}

/**
 * An entry with the key by which its requests are counted, and the refusal that stops it, or null if it may continue.
 */
interface CheckedEntry {
  readonly entry: Entry;
  readonly rateKey: string;
  readonly refusal: DomainError | null;
}

/** The caller of a request and the workspace that it names, read in one query. */
export interface Identified {
  readonly caller: Omit<Caller, "organizationId" | "sessionId">;
  /** By which requests are counted: the caller's id, or that of the first of the tokens that made it. */
  readonly rateKey: string;
  /** Null if there is no such workspace or the caller may not use it. */
  readonly workspace: Workspace | null;
  /** Why an identified caller is refused. */
  readonly refusal: DomainError | null;
}

/** The workspace and the address of a request, which identify a caller besides the credentials. */
export interface IdentifiedBy {
  /** Null if the request names no workspace. */
  readonly workspaceId: bigint | null;
  readonly sourceIp: string | undefined;
}

/**
 * Identifies the sender of a request: the bearer of a token, or the user of a session.
 * @throws DomainError 401, or 429 after too many wrong tokens from the same source
 */
export interface Identification {
  readonly token: (authorization: string | undefined, by: IdentifiedBy) => Promise<Identified>;
  readonly session: (credentials: SessionCredentials, by: IdentifiedBy) => Promise<Identified>;
}

/**
 * The first checks of every request, in order: 401 caller → 429 rate → 400 workspace_id → 403
 * workspace → 403 address. One SQL round trip. Nothing is cached, so every process refuses a revoked token, or a value
 * whose rotation period has ended, on the next request. Only 429 for too many wrong tokens from an address comes
 * before the database is asked.
 */
export class Door {
  readonly #identification: Identification;
  readonly #rateLimiter: RateLimiter;
  readonly #organizations: RateLimiter;

  /** @param parts.organizations the rate of all callers of an organization together */
  constructor(parts: { identification: Identification; rateLimiter: RateLimiter; organizations: RateLimiter }) {
    this.#identification = parts.identification;
    this.#rateLimiter = parts.rateLimiter;
    this.#organizations = parts.organizations;
  }

  /**
   * @returns the entry, with a refusal if it belongs into the workspace's audit trail: an address from which the token
   * may not be used
   * @throws DomainError 401, 429, 400 or 403
   */
  async enter(request: {
    readonly credentials: Credentials;
    readonly workspaceId: unknown;
    readonly sourceIp: string | undefined;
    readonly reportRate: (state: RateState) => void;
  }): Promise<CheckedEntry> {
    const workspaceId = WorkspaceId.safeParse(request.workspaceId);
    const { caller, rateKey, workspace, refusal } = await this.#identify(request.credentials, {
      workspaceId: workspaceId.success ? BigInt(workspaceId.data) : null,
      sourceIp: request.sourceIp,
    });
    // Requests from refused addresses have their own bucket, so that a leaked token cannot use up its owner's rate.
    const { allowed, state } = this.#rateLimiter.take(refusal === null ? rateKey : `${rateKey} from elsewhere`);
    request.reportRate(state);
    if (!allowed) throw rateLimited();
    if (!workspaceId.success) throw invalidWorkspaceId(workspaceId.error);
    if (workspace === null) throw workspaceForbidden();
    if (refusal === null && !this.#organizations.take(workspace.organizationId).allowed)
      throw rateLimited("Too many requests of this organization");
    const sessionId = request.credentials.kind === "session" ? (request.credentials.sessionId ?? null) : null;
    return {
      entry: { caller: { ...caller, organizationId: workspace.organizationId, sessionId }, workspace },
      rateKey,
      refusal,
    };
  }

  #identify(credentials: Credentials, by: IdentifiedBy): Promise<Identified> {
    return credentials.kind === "bearer"
      ? this.#identification.token(credentials.authorization, by)
      : this.#identification.session(credentials, by);
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
