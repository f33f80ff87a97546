// The credentials that members made, and how they end with a membership or a role (docs/adr/0035).
import { ALL_SCOPES, catalog, type Operation, ROLE_SCOPES, type Role, type Scope } from "@fulmar/contract";
import type { Sql } from "@fulmar/prisma";
import type { Actor } from "../request/caller.ts";

/** A member as the maker of credentials in one organization. */
export interface CredentialMaker {
  readonly organizationId: string;
  readonly userId: string;
}

/** Workspaces of an organization: these, or all except these. */
export type Reach = { readonly only: readonly bigint[] } | { readonly except: readonly bigint[] };

/** A reach as two values of a statement, `only` and `except`. Null is no limit. */
export function reachValues(reach: Reach): {
  readonly only: readonly bigint[] | null;
  readonly except: readonly bigint[] | null;
} {
  return "only" in reach ? { only: reach.only, except: null } : { only: null, except: reach.except };
}

/** Credentials that end, and who ends them. */
export interface EndedCredentials {
  readonly maker: CredentialMaker;
  /** The workspaces in which the maker has lost something. Credentials that work in none of them stay. */
  readonly reach: Reach;
  /** The scopes that the maker no longer has. Credentials that give one of them end. Null: all credentials end. */
  readonly lost: readonly Scope[] | null;
  readonly by: Actor;
}

/** One kind of credentials, which a family above stores. */
export interface CredentialKind {
  readonly count: (sql: Sql, maker: CredentialMaker) => Promise<number>;
  readonly end: (sql: Sql, ended: EndedCredentials) => Promise<void>;
}

export interface CredentialKinds {
  readonly apiTokens: CredentialKind;
  readonly accessKeys: CredentialKind;
  /** URLs on the CDN's domains. They are not counted, and end by themselves within seven days. */
  readonly cdnUrls: Pick<CredentialKind, "end">;
}

/**
 * Ends credentials in the transaction that changes the maker's membership. The caller has locked the membership, so
 * that no new credential is made meanwhile. Tokens end before keys, because tokens make keys.
 */
export async function endCredentials(
  sql: Sql,
  { apiTokens, accessKeys, cdnUrls }: CredentialKinds,
  ended: EndedCredentials,
): Promise<void> {
  if (ended.lost?.length === 0) return;
  await apiTokens.end(sql, ended);
  await accessKeys.end(sql, ended);
  await cdnUrls.end(sql, ended);
}

const operations: readonly Pick<Operation, "scope" | "roles" | "ofOrganization">[] = catalog;

/**
 * The scopes by which a token could do more in a workspace than a member: those that the role there lacks, and those of
 * operations that are not for the member's role. A token needs no role for these.
 * @param role the member's role in the workspace
 * @param organizationRole the member's role in the organization, which counts for what is of the organization
 */
export function scopesBeyond(role: Role, organizationRole: Role): Scope[] {
  const refused = new Set(
    operations
      .filter(({ scope, roles, ofOrganization }) => {
        const theirs = ofOrganization ? organizationRole : role;
        return scope !== null && !(ROLE_SCOPES[theirs].includes(scope) && (roles?.includes(theirs) ?? true));
      })
      .map(({ scope }) => scope),
  );
  return ALL_SCOPES.filter((scope) => !ROLE_SCOPES[role].includes(scope) || refused.has(scope));
}
