import type { Role, Scope } from "@fulmar/contract";

/** What a request brings to prove who sends it. */
export type Credentials =
  | { readonly kind: "bearer"; readonly authorization: string | undefined }
  | { readonly kind: "session"; readonly userId: string | undefined; readonly sessionId?: string | undefined };

/** Who acts: an API token, or a person at the console. */
export interface Caller {
  readonly type: "token" | "user";
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** A person's, in the organization; null for a token. */
  readonly role: Role | null;
}

/**
 * Who changes something of an organization or an account. Without `userId` it is whoever may run commands on the
 * installation: the operator.
 */
export interface Actor {
  readonly userId: string | null;
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

/** Where the request acts: one workspace, which the caller may use. */
export interface Workspace {
  readonly id: bigint;
  readonly name: string;
  readonly organizationId: string;
  readonly organizationName: string;
}

/** What an adapter knows of a request besides its input. */
export interface RequestEnvelope {
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}
