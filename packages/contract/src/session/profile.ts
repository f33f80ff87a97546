import type { Role } from "../declaration/roles.ts";
import type { Scope } from "../declaration/scopes.ts";

/** An organization as one of its members sees it. */
export interface Membership {
  readonly organization_id: string;
  readonly name: string;
  readonly role: Role;
  /** What the role allows, in every workspace of the organization. */
  readonly scopes: readonly Scope[];
  readonly workspaces: readonly { readonly workspace_id: string; readonly name: string }[];
}

/** Who is signed in, and where they may act. */
export interface Profile {
  readonly user_id: string;
  readonly name: string;
  readonly email: string;
  readonly organizations: readonly Membership[];
}
