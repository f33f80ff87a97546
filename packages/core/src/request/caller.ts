import type { Scope } from "@fulmar/contract";

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
}

/** Where the request acts: one workspace, which the caller may use. */
export interface Workspace {
  readonly id: bigint;
  readonly name: string;
  readonly organizationId: string;
  readonly organizationName: string;
}
