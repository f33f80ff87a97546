import type { Role, Scope } from "@fulmar/contract";
import type { Guarding } from "./approve/guarding.ts";

/** The credentials of a request. */
export type Credentials =
  | { readonly kind: "bearer"; readonly authorization: string | undefined }
  | { readonly kind: "session"; readonly userId: string | undefined; readonly sessionId?: string | undefined };

export type SessionCredentials = Extract<Credentials, { readonly kind: "session" }>;

/** The sender of a request: an API token or a user of the console. */
export interface Caller {
  readonly type: "token" | "user";
  readonly id: string;
  readonly name: string;
  readonly organizationId: string;
  readonly scopes: ReadonlySet<Scope>;
  /** A user's role in the workspace, or in the organization if the operation is of it. Null for a token. */
  readonly role: Role | null;
  /** A user's role in the organization. Null for a token. */
  readonly organizationRole: Role | null;
  /** A user's session. Null for a token, and where the session is not known. */
  readonly sessionId: string | null;
  /** When a token expires. Null for a token without expiry, and for a user. */
  readonly expiresAt: Date | null;
  /** The ranges that a token is limited to. Empty for a token that works everywhere, and for a user. */
  readonly allowedIpRanges: readonly string[];
  /** Whether it is a token of specific workspaces: what concerns the entire organization is not for it. */
  readonly confined: boolean;
  /** Whether the organization asks for read scopes also where the specification does not (`strict` references). */
  readonly strictScopes: boolean;
  /** Whether it is an operator who views the organization, and changes nothing. */
  readonly views?: boolean;
  /** What acts with the rights of the caller, such as a group of VMs. The audit trail names it. */
  readonly actor?: { readonly type: "system"; readonly id: string; readonly name: string };
  /** The guard and ceilings of a token. Null for a token without any, and for a user. */
  readonly guarding: Guarding | null;
}

/** The author of a change to an organization or an account. Without a user and a token it is the operator. */
export interface Actor {
  readonly userId: string | null;
  readonly tokenId?: string | undefined;
  readonly requestId?: string | undefined;
  readonly sourceIp?: string | undefined;
}

/** The workspace in which the request acts. The caller may use it. */
export interface Workspace {
  readonly id: bigint;
  readonly name: string;
  readonly organizationId: string;
  readonly organizationName: string;
}

/** The ids by which a record names its workspace. */
export function workspaceIds(workspace: Workspace): { organization_id: string; workspace_id: string } {
  return { organization_id: workspace.organizationId, workspace_id: String(workspace.id) };
}

/** The parts of a request besides its input, as its adapter knows them. */
export interface RequestEnvelope {
  readonly requestId: string;
  readonly sourceIp: string | undefined;
  /** The browser of a user. Adapters of programs do not say. */
  readonly userAgent?: string | undefined;
  readonly idempotencyKey: string | undefined;
  readonly signal: AbortSignal;
}
